import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { writeMessage } from '../../../src/world/mail/write-message.ts';
import { outgoing } from './scene.ts';

test.each([
  ['a subject of 990 letters without a blank', { subject: 'x'.repeat(990) }],
  ['a subject of many words', { subject: 'word '.repeat(190).trim() }],
])('%s fits on lines of 998 octets and decodes unchanged', async (_name, fields) => {
  const { bytes } = await writeMessage(outgoing(fields));
  const longest = Math.max(
    ...bytes
      .toString('latin1')
      .split('\r\n')
      .map((line) => line.length),
  );
  expect(longest).toBeLessThanOrEqual(998);
  expect((await PostalMime.parse(bytes)).subject).toBe(fields.subject);
});
