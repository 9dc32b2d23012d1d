import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseMailbox } from '../../../src/model/address.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';

let posthouse: SimulatedPlatform;
beforeEach(async () => {
  posthouse = await openPlatform();
});
afterEach(() => posthouse.close());

function mailbox(text: string) {
  const parsed = parseMailbox(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.mailbox;
}

test('a submitted message is returned with its text and HTML bodies', async () => {
  const { platform } = posthouse;
  const [id] = await platform.engine.accept.submit({
    caller: posthouse.caller('smtp'),
    source: 'smtp',
    now: posthouse.clock.now(),
    memory: null,
    cause: null,
    mode: 'strict',
    drafts: [
      {
        from: mailbox('news@acme.example'),
        to: mailbox('ada@reader.example'),
        replyTo: null,
        subject: 'Hello',
        preview: null,
        body: { kind: 'mime', source: 'raw_1' },
      },
    ],
    raw: {
      id: 'raw_1',
      message: {
        header: 'From: news@acme.example\r\nContent-Type: multipart/alternative; boundary=b\r\n',
        body: '--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGr\xc3\xbc\xc3\x9fe {{name}}\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Hello</p>\r\n--b--\r\n',
      },
    },
    answer: (fates) => fates.map((fate) => (fate.kind === 'accepted' ? fate.id : '')),
  });
  const outcome = await posthouse.call('get_email', { id });
  expect(outcome.output).toMatchObject({ html: '<p>Hello</p>\n', text: 'Grüße {{name}}\n' });
});
