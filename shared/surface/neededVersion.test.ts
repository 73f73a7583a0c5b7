import { neededVersion } from './neededVersion.ts';

const report = (version: string, ...blocks: string[]) => `shared/kit ${version}\n\n${blocks.join('\n\n')}\n`;

const card = 'interface CardProps {\n  title: string;\n}';
const note = 'interface NoteProps {\n  title: string;\n}';
const before = report('1.4.2', card, note);

test('the same surface needs no other version', () => {
  expect(neededVersion(before, report('1.4.2', card, note))).toBeNull();
  expect(neededVersion(before, report('1.4.2', note, `// @public\n${card}`))).toBeNull();
});

test('something new needs the next minor version', () => {
  const withMenu = [card, note, 'function Menu();'];
  expect(neededVersion(before, report('1.4.2', ...withMenu))).toBe('1.5.0');
  expect(neededVersion(before, report('1.4.3', ...withMenu))).toBe('1.5.0');
  expect(neededVersion(before, report('1.5.0', ...withMenu))).toBeNull();
  const withLead = card.replace('}', '  lead?: string;\n}');
  expect(neededVersion(before, report('1.4.2', withLead, note))).toBe('1.5.0');
});

test('something that is gone or another needs the next major version', () => {
  expect(neededVersion(before, report('1.5.0', card))).toBe('2.0.0');
  expect(neededVersion(before, report('1.5.0', card, note.replace('string', 'number')))).toBe('2.0.0');
  expect(neededVersion(before, report('2.0.0', card))).toBeNull();
});

test('a property that is gone from one is missed, also where another has one of the same name', () => {
  expect(neededVersion(before, report('1.4.2', card, note.replace('  title: string;\n', '')))).toBe('2.0.0');
});

test('so is one that is gone from an object inside an object, which has others of the same name beside it', () => {
  const nested = (...inside: string[]) => ['interface Given {', ...inside, '}'].join('\n');
  const from = ['  from: {', '    id: number;', '  };'];
  const both = report('1.4.2', nested(...from, '  to: {', '    id: number;', '    name: string;', '  };'));
  const one = report('1.4.2', nested(...from, '  to: {', '    name: string;', '  };'));
  expect(neededVersion(both, one)).toBe('2.0.0');
  expect(neededVersion(one, both)).toBe('1.5.0');
});
