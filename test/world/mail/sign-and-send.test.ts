import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DialogueOutcome, WireMessage } from '../../../src/world/mail/mail.ts';
import { signAndSend } from '../../../src/world/mail/sign-and-send.ts';
import { outgoing, scene } from './scene.ts';
import { type ScriptedOptions, type ScriptedSmtp, scriptedSmtp } from './scripted-smtp.ts';

let stage: ReturnType<typeof scene>;
let servers: ScriptedSmtp[];
beforeEach(() => {
  stage = scene();
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await stage.end();
});

async function listen(options: ScriptedOptions): Promise<ScriptedSmtp> {
  const server = await scriptedSmtp(options);
  servers.push(server);
  return server;
}

const url = ({ port }: ScriptedSmtp) => `smtp://127.0.0.1:${port}`;

/** As a mail client submits it: `é` as two octets of UTF-8, one character each. */
const eightBit = () =>
  outgoing({
    raw: {
      header:
        'From: Acme <news@acme.example>\r\nTo: ada@reader.example\r\nSubject: x\r\nMIME-Version: 1.0\r\n' +
        'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n',
      body: 'caf\u00c3\u00a9\r\n',
    },
  });

describe('an 8-bit message', () => {
  test('is sent unchanged to a server with 8BITMIME', async () => {
    const server = await listen({ offers: ['8BITMIME'] });
    expect(await stage.relay([url(server)]).send(eightBit())).toMatchObject({ kind: 'accepted' });
    expect(server.heard).toContainEqual(expect.stringMatching(/^MAIL FROM:<[^>]+> BODY=8BITMIME$/));
    expect(server.taken[0]!.toString('utf8')).toContain('café');
  });

  test('is converted to 7-bit for a server without 8BITMIME, over the same connection', async () => {
    const server = await listen({ offers: ['PIPELINING'] });
    expect(await stage.relay([url(server)]).send(eightBit())).toMatchObject({ kind: 'accepted' });
    expect(server.heard.filter((line) => line.startsWith('MAIL'))).toEqual([
      'MAIL FROM:<bounce+1@acme.example>',
    ]);
    const text = server.taken[0]!.toString('latin1');
    expect(text).toMatch(/caf=C3=A9|Y2Fmw6k/);
    expect(Buffer.from(text, 'latin1').every((octet) => octet < 0x80)).toBe(true);
    expect(server.connections).toBe(1);
  });

  test('is sent to each relay in a form that the relay accepts', async () => {
    const [first, second] = [
      await listen({
        offers: ['8BITMIME'],
        script: (line) => (line.startsWith('MAIL') ? '421 busy' : undefined),
      }),
      await listen({}),
    ];
    const mail = stage.relay([url(first), url(second)]);
    expect(await mail.send(eightBit())).toMatchObject({ kind: 'accepted', by: `127.0.0.1:${second.port}` });
    expect(second.taken[0]!.toString('latin1')).toMatch(/caf=C3=A9|Y2Fmw6k/);
  });
});

test('a message that cannot be converted to 7-bit is refused once, without retries', async () => {
  const tried: string[] = [];
  const refused: DialogueOutcome = {
    kind: 'refused',
    by: 'posthouse',
    stage: 'mail',
    code: 554,
    enhanced: '5.6.3',
    reply: '554 5.6.3 no',
  };
  const outcome = await signAndSend(
    async (form) => {
      tried.push(form);
      return { bytes: Buffer.from(form) } as WireMessage;
    },
    async () => refused,
  );
  expect(outcome).toEqual(refused);
  expect(tried).toEqual(['as it is', 'in 7 bits']);
});

test("a server's own 5.6.3 reply is its verdict on the message", async () => {
  const script = (line: string) => (line === '.' ? '554 5.6.3 I cannot convert this' : undefined);
  const server = await listen({ offers: ['8BITMIME'], script });
  expect(await stage.relay([url(server)]).send(eightBit())).toMatchObject({
    kind: 'refused',
    by: `127.0.0.1:${server.port}`,
    stage: 'final',
    enhanced: '5.6.3',
  });
  expect(server.heard.filter((line) => line === '.')).toHaveLength(1);
});
