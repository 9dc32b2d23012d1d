import { expect, onTestFinished, test } from 'vitest';
import { openPlatform, type SimulatedPlatform } from '../world/platform.ts';

/** Larger than what is rendered in place, and judged for the words that are set apart in it. */
const paragraph = 'Dear {{firstName|friend}}, *this* is <b>one</b> paragraph.\n\n';
const large = paragraph.repeat(300);
const floodRequests = 400;
const ordinarySends = 20;

async function open(): Promise<SimulatedPlatform> {
  const house = await openPlatform();
  onTestFinished(() => house.close());
  return house;
}

function mailTo(to: string, markdown: string) {
  return { from: 'hello@acme.dev', to, subject: 'News', markdown };
}

/** The path of the web version of a large mail of the first organization. */
async function webVersionOfLarge(house: SimulatedPlatform): Promise<string> {
  await house.call('send_email', mailTo('ada@mailbox.dev', `[Look]({{webVersionUrl}})\n\n${large}`));
  await house.deliver();
  const { html } = house.mailbox.messages.at(-1)!;
  return /href="http:\/\/posthouse\.example(\/v\/[^"]+)"/.exec(html)![1]!;
}

test.each(['HEAD', 'GET'])(
  'a flood of %s on one web version refuses no mail and no read of another organization',
  async (method) => {
    const house = await open();
    const path = await webVersionOfLarge(house);
    const other = await house.addOrganization('Beside');
    const logged = house.log.length;

    const flood = Array.from({ length: floodRequests }, (_, request) =>
      house.http(method, path, { token: null, peer: `198.51.100.${request % 200}` }),
    );
    const sends = Array.from({ length: ordinarySends }, (_, mail) =>
      house.http('POST', '/api/v2/emails', {
        token: other.token,
        body: mailTo(`user${mail}@mailbox.dev`, `# Mail ${mail}\n\n${large}`),
      }),
    );
    const sent = await Promise.all(sends);
    expect(sent.map(({ status }) => status)).toEqual(sends.map(() => 200));
    const reads = await Promise.all(
      sent.map(({ body }) => house.http('GET', `/api/v2/emails/${body.id}`, { token: other.token })),
    );
    expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200));

    const answers = await Promise.all(flood);
    expect([...new Set(answers.map(({ status }) => status))]).toEqual([200]);
    expect(house.log.slice(logged).filter(({ level }) => level === 'error')).toEqual([]);
  },
);
