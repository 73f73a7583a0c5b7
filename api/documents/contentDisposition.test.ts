import { contentDisposition } from './serveDocument.ts';

test('a plain name is unchanged in both forms', () => {
  expect(contentDisposition('attachment', 'Travel declaration 100471.pdf')).toBe(
    `attachment; filename="Travel declaration 100471.pdf"; filename*=UTF-8''Travel%20declaration%20100471.pdf`,
  );
});

test('any other name is complete in UTF-8, and readable in ASCII', () => {
  expect(contentDisposition('inline', 'Siobhán "山田".pdf')).toBe(
    `inline; filename="Siobhan ____.pdf"; filename*=UTF-8''Siobh%C3%A1n%20%22%E5%B1%B1%E7%94%B0%22.pdf`,
  );
});

test('no name can break out of the header', () => {
  const header = contentDisposition('attachment', 'a"; filename="b\r\nX: y\ud800\'()*%2F');
  expect(header).not.toMatch(/[\r\n]/);
  expect(header.match(/"/g)).toHaveLength(2);
  expect(header).toContain('%27%28%29%2A%252F');
});
