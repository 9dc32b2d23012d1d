import { expect, test } from 'vitest';
import { withDotsDoubled } from '../../../../src/world/mail/smtp/smtp-session.ts';

/** Dot stuffing as in RFC 5321 section 4.5.2, line by line. */
function asSaid(message: string): string {
  return message
    .split('\r\n')
    .map((line) => (line.startsWith('.') ? `.${line}` : line))
    .join('\r\n');
}

/** Yields every message of up to this many pieces. */
function* messages(pieces: number): Generator<string> {
  if (pieces === 0) return yield '';
  for (const rest of messages(pieces - 1)) {
    for (const piece of ['.', 'x', '\r\n']) yield piece + rest;
  }
}

test('dots at line starts are doubled, wherever the message is cut into blocks', () => {
  let seen = 0;
  for (let pieces = 0; pieces <= 6; pieces++) {
    for (const text of messages(pieces)) {
      const message = Buffer.from(text);
      for (let size = 1; size <= Math.max(1, message.length); size++) {
        const blocks: Buffer[] = [];
        for (let at = 0; at < message.length; at += size) {
          blocks.push(withDotsDoubled(message, at, Math.min(at + size, message.length)));
        }
        seen += 1;
        if (Buffer.concat(blocks).toString() !== asSaid(text)) {
          expect(Buffer.concat(blocks).toString(), JSON.stringify({ text, size })).toBe(asSaid(text));
        }
      }
    }
  }
  expect(seen).toBeGreaterThan(1_000);
});

test('a message without dots at line starts is not copied', () => {
  const message = Buffer.from('Subject: a.b\r\n\r\nx.\r\n');
  expect(withDotsDoubled(message).buffer).toBe(message.buffer);
  expect(withDotsDoubled(message).byteOffset).toBe(message.byteOffset);
});
