import { expect, onTestFinished, test } from 'vitest';
import { mailbox } from '../../model/message/letters.ts';
import { openPlatform } from '../../world/platform.ts';
import { simulatedClock } from '../../world/simulated/clock.ts';

/** Close to the limit of in-place verification, and each different. */
const content = (number: number): string =>
  `<p>${number}</p>${'<a href="https://acme.dev/x">DnsProbe</a> '.repeat(200)}${'A word to our readers. '.repeat(200)}`;
const floodRequests = 60;
/** Simulated duration of each piece of work. */
const tickMs = 5;
/** Longer than a tenant's rest after one. */
const restMs = 50;

test('a flood of content verified in place does not delay the content of another organization', async () => {
  const simulated = simulatedClock();
  let ticks = 0;
  const clock = {
    ...simulated,
    monotonic() {
      ticks += tickMs;
      return simulated.monotonic() + ticks;
    },
  };
  const posthouse = await openPlatform({ clock });
  onTestFinished(() => posthouse.close());
  const other = await posthouse.addOrganization('Beside');
  const { rendering } = posthouse.platform.engine.world;
  const from = mailbox('hello@acme.dev');
  const verify = (tenant: number, number: number) => {
    const body = { kind: 'html', source: content(number) } as const;
    const what = {
      from,
      subject: 'News',
      preview: null,
      body,
      text: null,
      purpose: 'transactional',
    } as const;
    return rendering.verify(what, { tenant, rank: 'send' });
  };
  // Both organizations were active recently.
  await posthouse.http('GET', '/api/v2/organization', { token: other.token });
  await posthouse.http('GET', '/api/v2/organization');
  await verify(other.organization.key, 1_000);

  let judged = 0;
  const flood = Array.from({ length: floodRequests }, async (_, number) => {
    await verify(posthouse.organization.key, number);
    judged += 1;
  });
  for (let number = 1_001; number < 1_004; number += 1) {
    const done = verify(other.organization.key, number);
    await simulated.advance(restMs);
    await done;
  }
  expect(judged).toBeLessThan(floodRequests / 2);
  while (judged < floodRequests) {
    await simulated.advance(restMs);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(flood);
});
