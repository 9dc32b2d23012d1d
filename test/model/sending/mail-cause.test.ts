import { expect, test } from 'vitest';
import { linkOfCall } from '../../../src/model/sending/mail-cause.ts';

const programOf = (client: string): string | undefined =>
  linkOfCall('send_email', { door: 'mcp', token: null, client }, { root: null, approval: undefined }).program;

test('an entry in a chain of causes names its client program as one visible line', () => {
  expect(programOf('An\u{200B} assistant\n \u{E0041}1.0')).toBe('An assistant 1.0');
  for (const length of [99, 199]) expect(programOf(`${'x'.repeat(length)}😀`)).toSatisfy(isWellFormed);
  expect(programOf(' \u{202E} ')).toBeUndefined();
});

function isWellFormed(text: string): boolean {
  return text.isWellFormed();
}
