import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openPostgres } from '../../src/store/postgres/database.ts';
import { addReaders } from '../engine/campaigns/campaign-scene.ts';
import { freshFile } from '../surfaces/mcp/content/fresh-file.ts';
import { openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { freshPostgres } from '../world/postgres/postgres.ts';
import { randomRuns } from '../world/simulated/random.ts';
import { assistantOf, type Json, refusalIn } from './assistant.ts';

/**
 * Responses get lost: the connection breaks, the client gives up, or another process takes over the database.
 * An assistant that repeats its call with the same idempotency_key, in any process, has sent once.
 */
const seeds = [1, 20_261_122];
const runsOfOneSeed = randomRuns(10);
const triesMax = 12;
const seedOfTheSecond = 2;

const loss = fc.record({
  how: fc.constantFrom('dropped', 'cancelled', 'elsewhere', 'at once'),
  /** Turns of the event loop before the loss. */
  turns: fc.nat(40),
});
const scenario = fc.record({
  tool: fc.constantFrom('send_email', 'send_email_batch', 'test_campaign', 'send_campaign'),
  losses: fc.array(loss, { minLength: 1, maxLength: 4 }),
  elicits: fc.boolean(),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

const databases: [
  string,
  () => Promise<{ open(): Promise<Parameters<typeof openPlatform>[0]>; remove(): unknown }>,
][] = [
  [
    'SQLite',
    async () => {
      const file = freshFile();
      return { open: async () => ({ database: file.open() }), remove: file.remove };
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const fresh = await freshPostgres();
      return { open: async () => ({ database: await openPostgres(fresh.url) }), remove: fresh.drop };
    },
  ],
];

describe.each(databases)('on %s,', (_name, make) => {
  test.each(seeds)('a repeated send sends once (seed %i)', async (seed) => {
    const { open, remove } = await make();
    const one = await openPlatform(await open());
    const two = await openPlatform({ ...(await open()), seed: seedOfTheSecond });
    let run = 0;
    try {
      await fc.assert(
        fc.asyncProperty(scenario, async (each) => {
          run += 1;
          await sendThroughLosses(one, two, `run-${run}-of-${seed}.dev`, each);
        }),
        { seed, numRuns: runsOfOneSeed, endOnFailure: true },
      );
    } finally {
      await one.close();
      await two.close();
      await remove();
    }
  });
});

async function sendThroughLosses(
  one: SimulatedPlatform,
  two: SimulatedPlatform,
  domain: string,
  { tool, losses, elicits }: Scenario,
): Promise<void> {
  const { organization, token } = await one.addOrganization(domain);
  const { given, people } = await sendOf(one, organization, tool, domain);
  const processes = [assistantOf(one, token), assistantOf(two, token)];
  let at = 0;
  let more: object = {};
  let confirmation: object = {};

  /** Makes one call and approves any preview. Returns null if no final response arrives. */
  const attempt = async (by: number, signal?: AbortSignal): Promise<Json | null> => {
    const result: Json = await processes[by]!.call(
      tool,
      { ...given, ...confirmation, idempotency_key: domain },
      { more, capabilities: elicits ? { elicitation: {} } : {}, ...(signal && { signal }) },
    ).catch(() => null);
    if (result === null) return null;
    if (result.requestState !== undefined) {
      const inputResponses = { confirm: { action: 'accept', content: { confirm: true } } };
      more = { requestState: result.requestState, inputResponses };
      return null;
    }
    const refusal = refusalIn(result);
    if (refusal === null) return result.structuredContent;
    more = {};
    if (refusal.name === 'confirmation_required') {
      const confirmed = refusal.details.confirmation_token;
      confirmation = confirmed === undefined ? {} : { confirmation_token: confirmed };
    }
    if (/^(concurrent|confirmation_required|cancelled|conflict)/.test(refusal.name)) return null;
    throw new Error(`${tool}: ${JSON.stringify(refusal)}`);
  };

  // Proceeds to the final call, because the lost response is that of the send.
  await attempt(at);
  for (const { how, turns } of losses) {
    const stop = new AbortController();
    const lost = attempt(at, stop.signal);
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    if (how === 'cancelled') stop.abort();
    if (how === 'elsewhere') at = 1 - at;
    if (how === 'at once') await Promise.all([attempt(0), attempt(1)]);
    if (how === 'dropped') await lost;
    await lost.catch(() => {});
  }
  let answer: Json = null;
  for (let tries = 0; tries < triesMax && answer === null; tries += 1) answer = await attempt(at);
  expect(answer, `${tool} came to no answer`).not.toBeNull();
  expect(await attempt(1 - at)).toEqual(answer);

  for (let step = 0; step < 8; step += 1) {
    await one.deliver();
    await two.deliver();
    await one.clock.advance(30_000);
    await two.clock.advance(30_000);
  }
  const left = [one, two].flatMap(({ mailbox }) => mailbox.messages.map(({ to }) => to.address));
  expect(left.filter((address) => address.endsWith(`@${domain}`)).sort()).toEqual([...people].sort());
}

async function sendOf(
  posthouse: SimulatedPlatform,
  organization: Parameters<SimulatedPlatform['caller']>[1],
  tool: string,
  domain: string,
): Promise<{ given: object; people: string[] }> {
  const people = ['a', 'b', 'c'].map((name) => `${name}@${domain}`);
  const mail = { from: 'hello@acme.dev', subject: 'Hello', markdown: 'Hello there.' };
  if (tool === 'send_email') return { given: { ...mail, to: people[0] }, people: [people[0]!] };
  if (tool === 'send_email_batch')
    return { given: { emails: people.map((to) => ({ ...mail, to })) }, people };
  const markdown = 'The garden is open. [Leave]({{unsubscribeUrl}})';
  const draft = { name: 'News', subject: 'News', fromEmail: 'news@acme.dev', markdown };
  const caller = posthouse.caller('tools', organization);
  const { output } = await posthouse.call('create_campaign', draft, { caller });
  const campaignId = (output as Json).id as string;
  if (tool === 'test_campaign') return { given: { campaignId, to: people }, people };
  await addReaders(posthouse, organization!, people);
  return { given: { campaignId }, people };
}
