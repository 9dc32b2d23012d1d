import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addReaders } from '../engine/campaign-scene.ts';
import { onBothDatabases, type Place } from '../tools/both-databases.ts';
import { type Assistant, assistantOf, type Json, refusalIn } from './assistant.ts';

/**
 * An assistant gone wrong calls everything that sends, in any order, with every confirmation it has seen, of whatever call,
 * and with some it made up. Mail to more than one person leaves only by a confirmation that was given for exactly that, and
 * that was not used before.
 */
const seeds = [20_261_122, 7];
const runsOfOneSeed = 12;
const actionsMax = 30;
const confirmationMs = 15 * 60_000;

/** What a call would do, if it were let: the mails of its people, and until when it is the same. */
type Send = { tool: string; given: object; people: string[]; version(): number };

/** A confirmation as it was given out. */
type Minted = { send: Send; version: number; at: number; question: boolean; used: boolean };

const shapes = [
  undefined,
  {},
  { confirm: true },
  { confirm: 'accept' },
  { confirm: null },
  { confirm: [] },
  { confirm: { action: 'accept' } },
  { confirm: { action: 'accept', content: null } },
  { confirm: { action: 'accept', content: { confirm: 'true' } } },
  { confirm: { action: 'accept', content: { confirm: 1 } } },
  { confirm: { action: 'accept', content: [true] } },
  { confirm: { action: 'ACCEPT', content: { confirm: true } } },
  { confirm: { action: 'accept', content: { confirm: false } } },
  { confirm: { action: 'decline', content: { confirm: true } } },
  { confirm: { action: 'cancel' } },
  { other: { action: 'accept', content: { confirm: true } } },
  { confirm: { action: 'accept', content: { confirm: true } } },
];
const yes = shapes.length - 1;

/** One time in five something else. */
function seldom<Value, Usual>(what: fc.Arbitrary<Value>, usual: Usual): fc.Arbitrary<Value | Usual> {
  return fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: what });
}

const action = fc.record({
  what: fc.constantFrom('send', 'send', 'send', 'send', 'edit', 'wait', 'twice'),
  which: fc.nat(4),
  elicits: fc.boolean(),
  /** Which confirmation of those that were seen, counted from the last; beyond them, none. */
  token: seldom(fc.nat(6), 0),
  state: seldom(fc.nat(6), 0),
  forged: seldom(fc.constantFrom('', 'x', 'null', '0'.repeat(300), '⟦⟧', 'posthouse'), null),
  bent: seldom(fc.constant(true), false),
  shape: fc.oneof(fc.constant(yes), fc.nat(yes)),
  dryRun: seldom(fc.boolean(), undefined),
  key: seldom(fc.nat(2), null),
  /** Whether the same call was made just before, so that there is a confirmation of it, and what happened since. */
  shown: fc.boolean(),
  since: fc.constantFrom('nothing', 'nothing', 'nothing', 'edit', 'wait'),
  waitMs: fc.constantFrom(1_000, 60_000, confirmationMs + 1),
});
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

async function sceneIn(place: Place, run: number) {
  const { organization } = place;
  const made = await place.platform.addOrganization(`${organization.name} run ${run}`);
  const domain = `run-${run}-${organization.id.slice(-6)}.dev`;
  const readers = [1, 2, 3].map((index) => `reader-${index}@${domain}`);
  await addReaders(place.platform, made.organization, readers);
  const caller = place.platform.caller('tools', made.organization);
  const use = async (tool: string, input: object) =>
    (await place.platform.call(tool, input, { caller })).output as Json;
  const leave = '[Leave]({{unsubscribeUrl}})';
  const draft = {
    name: 'News',
    subject: 'News',
    fromEmail: 'news@acme.dev',
    markdown: `The garden is open. ${leave}`,
  };
  const versions = [0, 0];
  const campaigns = [(await use('create_campaign', draft)).id, (await use('create_campaign', draft)).id];
  const batch = (name: string) => {
    const people = ['a', 'b'].map((one) => `${name}-${one}@${domain}`);
    const emails = people.map((to) => ({ from: 'hello@acme.dev', to, subject: name, markdown: 'Hello.' }));
    return { tool: 'send_email_batch', given: { emails }, people, version: () => 0 };
  };
  const tested = ['t-1', 't-2'].map((one) => `${one}@${domain}`);
  const sends: Send[] = [
    ...campaigns.map((campaignId, at) => ({
      tool: 'send_campaign',
      given: { campaignId },
      people: readers,
      version: () => versions[at]!,
    })),
    batch('one'),
    batch('two'),
    {
      tool: 'test_campaign',
      given: { campaignId: campaigns[0], to: tested },
      people: tested,
      version: () => versions[0]!,
    },
  ];
  return {
    assistant: assistantOf(place.platform, made.token),
    sends,
    domain,
    async edit(at: number) {
      versions[at]! += 1;
      const subject = `News ${versions[at]}`;
      await use('update_campaign', { campaignId: campaigns[at], subject }).catch(() => {});
    },
  };
}

onBothDatabases((place) => {
  test.each(seeds)(
    'nobody gets a mail that no person agreed to, seed %i',
    { timeout: 120_000 },
    async (seed) => {
      const here = place();
      let run = 0;
      let sent = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: actionsMax }), async (actions) => {
          run += 1;
          sent += await misbehave(here, run + seed * 1_000, actions);
        }),
        { seed, numRuns: runsOfOneSeed, endOnFailure: true },
      );
      // It does get something through, or nothing was shown.
      expect(sent).toBeGreaterThan(0);
    },
  );
});

/** @returns how many sends were let through */
async function misbehave(place: Place, run: number, actions: readonly Action[]): Promise<number> {
  const { assistant, sends, domain, edit } = await sceneIn(place, run);
  const { clock, mailbox } = place.platform;
  const seen: string[] = [];
  const minted = new Map<string, Minted>();
  const keyed = new Map<string, string>();
  const expected: string[] = [];
  let through = 0;

  const pick = (at: number, { forged, bent }: Action): string | undefined => {
    if (forged !== null) return forged;
    const token = seen.at(-1 - at);
    return token !== undefined && bent ? `${token.slice(0, -2)}AA` : token;
  };

  const once = async (one: Action): Promise<void> => {
    const send = sends[one.which]!;
    const capabilities = one.elicits ? { elicitation: {} } : {};
    if (one.shown) {
      const version = send.version();
      note(await assistant.call(send.tool, send.given, { capabilities }), send, version);
      if (one.since === 'edit') await edit(one.which % 2);
      if (one.since === 'wait') await clock.advance(one.waitMs);
    }
    const token = pick(one.token, one);
    const state = pick(one.state, one);
    const key = one.key === null ? undefined : `key ${one.key}`;
    const given = {
      ...send.given,
      ...(token !== undefined && { confirmation_token: token }),
      ...(one.dryRun !== undefined && { dry_run: one.dryRun }),
      ...(key !== undefined && { idempotency_key: key }),
    };
    const responses = shapes[one.shape];
    const more = {
      ...(one.elicits && state !== undefined && { requestState: state }),
      ...(one.elicits && responses !== undefined && { inputResponses: responses }),
    };
    const version = send.version();
    const result = await assistant.call(send.tool, given, { capabilities, more });
    note(result, send, version);
    if (result.error || result.isError || result.resultType === 'input_required' || one.dryRun === true)
      return;
    const place = `${send.tool} ${key}`;
    if (key !== undefined && keyed.get(place) === JSON.stringify(send.given)) return;
    if (key !== undefined) keyed.set(place, JSON.stringify(send.given));
    const by = minted.get(one.elicits ? (more.requestState ?? '') : (token ?? ''));
    const agreed =
      by !== undefined &&
      !by.used &&
      by.send === send &&
      by.version === version &&
      by.question === one.elicits &&
      clock.now() - by.at <= confirmationMs &&
      (!one.elicits || one.shape === yes);
    if (!agreed) throw new Error(`sent without a confirmation: ${JSON.stringify({ one, by, result })}`);
    by.used = true;
    through += 1;
    expected.push(...send.people);
  };

  const note = (result: Json, send: Send, version: number): void => {
    const refusal = result.isError ? refusalIn(result) : null;
    const token = refusal?.details?.confirmation_token ?? result.requestState;
    if (typeof token !== 'string') return;
    if (!minted.has(token)) {
      const question = result.requestState !== undefined;
      minted.set(token, { send, version, at: clock.now(), question, used: false });
    }
    seen.push(token);
  };

  for (const one of actions) {
    if (one.what === 'edit') await edit(one.which % 2);
    else if (one.what === 'wait') await clock.advance(one.waitMs);
    else if (one.what === 'twice') await inParallel(assistant, one);
    else await once(one);
  }

  /** Two calls with one confirmation at once: one at most gets through. */
  async function inParallel(by: Assistant, one: Action): Promise<void> {
    const send = sends[one.which]!;
    const first = await by.call(send.tool, send.given);
    const token = refusalIn(first)?.details?.confirmation_token;
    if (token === undefined) return;
    const given = { ...send.given, confirmation_token: token };
    const results = await Promise.all([1, 2, 3].map(() => by.call(send.tool, given)));
    const done = results.filter((result) => !result.error && !result.isError);
    expect(done.length).toBeLessThanOrEqual(1);
    if (done.length === 1) expected.push(...send.people);
  }

  // Everything that is due leaves.
  for (let step = 0; step < 8; step += 1) {
    await place.platform.deliver();
    await clock.advance(30_000);
  }
  const left = mailbox.messages
    .map(({ to }) => to.address)
    .filter((address) => address.endsWith(`@${domain}`));
  expect(left.sort()).toEqual(expected.sort());
  return through;
}
