import { Writable } from 'node:stream';
import { DrizzleQueryError } from 'drizzle-orm';
import { createLogger } from './log.ts';

function logged(error: unknown): string {
  let text = '';
  const destination = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  createLogger({ logLevel: 'info' }, destination).error({ err: error }, 'unexpected error');
  return text;
}

test('a database error is logged without the values it quotes', () => {
  const cause = Object.assign(new Error('duplicate key value (mere@example.com)'), {
    severity: 'ERROR',
    code: '23505',
    detail: 'Key (email)=(mere@example.com) already exists.',
    constraint: 'members_email',
  });
  const line = logged(new DrizzleQueryError('insert into members', ['mere@example.com'], cause));
  expect(line).toContain('members_email');
  expect(line).toContain('23505');
  expect(line).not.toContain('mere');
});

test('a long text is cut before it is searched for addresses', () => {
  const began = performance.now();
  expect(logged(new Error('x'.repeat(1_000_000))).length).toBeLessThan(10_000);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('no part of an address is left where the text is cut', () => {
  const line = logged(new Error(`${'x'.repeat(990)} mere.long@example.com`));
  expect(line).toContain('xxx');
  expect(line).not.toContain('mere');
});

test('an email address in any other error is masked', () => {
  const line = logged(new Error('550 no such mailbox: mere@example.com'));
  expect(line).toContain('550 no such mailbox: ***');
  expect(line).not.toContain('mere@');
});
