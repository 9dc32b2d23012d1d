import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addReaders } from '../engine/campaigns/campaign-scene.ts';
import { onBothDatabases, type Place } from '../tools/both-databases.ts';
import { randomRuns } from '../world/simulated/random.ts';
import { type Assistant, assistantOf, type Json, refusalIn } from './assistant.ts';
import { httpSession, type LegacySession, type OpenCall, stdioSession } from './legacy-session.ts';

/**
 * A rogue assistant calls every sending tool in any order, with every confirmation it has seen and with
 * forged ones; clients with elicitation return late, wrong or missing answers. Mail to more than one person
 * is sent only with an unused confirmation for exactly that send, or with the person's approval of that
 * question.
 */
const seeds = [20_261_122, 7];
const runsOfOneSeed = randomRuns(20);
const actionsMax = 30;
const confirmationMs = 15 * 60_000;

/** A call's effect if it were allowed: its mails, and a version that changes with the effect. */
type Send = { tool: string; given: object; people: string[]; version(): number };

/** A confirmation as issued. */
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

/**
 * Kinds of callers: without elicitation; clients of 2026-07-28 with it; earlier clients, which the server
 * asks during the call.
 */
const callers = ['assistant', 'client', 'session', 'stdio'] as const;
type By = (typeof callers)[number];

/** Possible responses of an older client to a question. */
const replies = {
  yes: { result: { action: 'accept', content: { confirm: true } } },
  no: { result: { action: 'decline' } },
  'no, ticked': { result: { action: 'decline', content: { confirm: true } } },
  closed: { result: { action: 'cancel' } },
  unticked: { result: { action: 'accept', content: { confirm: false } } },
  'in words': { result: { action: 'accept', content: { confirm: 'true' } } },
  'of another form': { result: { action: 'accept', content: { agree: true } } },
  empty: { result: { action: 'accept' } },
  unheard: { result: { action: 'agree', content: { confirm: true } } },
  fault: { error: { code: -32_603, message: 'yes' } },
};
type Reply = keyof typeof replies;
/** Concurrent open questions, fewer than the server's limit. */
const openMax = 10;

/** One time in five an unusual value. */
function seldom<Value, Usual>(what: fc.Arbitrary<Value>, usual: Usual): fc.Arbitrary<Value | Usual> {
  return fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: what });
}

const action = fc.record({
  what: fc.constantFrom('send', 'send', 'send', 'send', 'edit', 'wait', 'twice'),
  which: fc.nat(4),
  by: fc.constantFrom(...callers),
  /** Which of the seen confirmations, from the latest; none beyond them. */
  token: seldom(fc.nat(6), 0),
  state: seldom(fc.nat(6), 0),
  forged: seldom(fc.constantFrom('', 'x', 'null', '0'.repeat(300), '⟦⟧', 'posthouse'), null),
  bent: seldom(fc.constant(true), false),
  shape: fc.oneof(fc.constant(yes), fc.nat(yes)),
  dryRun: seldom(fc.boolean(), undefined),
  key: seldom(fc.nat(2), null),
  /** Whether the same call was made just before, so that it has a confirmation, and the changes since. */
  shown: fc.boolean(),
  since: fc.constantFrom('nothing', 'nothing', 'nothing', 'edit', 'wait'),
  waitMs: fc.constantFrom(1_000, 60_000, confirmationMs + 1),
  /** The response of an older client's person, and the question it answers. */
  person: fc.record({
    says: fc.oneof(
      fc.constant('yes' as const),
      fc.constantFrom(...(Object.keys(replies) as Reply[]), 'nothing', 'taken back'),
    ),
    to: seldom(fc.constantFrom('another', 'elsewhere', 'unknown'), 'this'),
    twice: fc.boolean(),
  }),
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
    operator: place.platform.caller('mcp', made.organization),
    sends,
    domain,
    async edit(at: number) {
      const subject = `News ${versions[at]! + 1}`;
      await use('update_campaign', { campaignId: campaigns[at], subject }).then(
        () => {
          versions[at]! += 1;
        },
        // Already sent, so it stays unchanged.
        () => {},
      );
    },
  };
}

onBothDatabases((place) => {
  test.each(seeds)('no recipient gets an unapproved mail (seed %i)', async (seed) => {
    const here = place();
    let run = 0;
    const sent: Record<By, number> = { assistant: 0, client: 0, session: 0, stdio: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: actionsMax }), async (actions) => {
        run += 1;
        const through = await misbehave(here, run + seed * 1_000, actions);
        for (const by of callers) sent[by] += through[by];
      }),
      { seed, numRuns: runsOfOneSeed, endOnFailure: true },
    );
    // Some mail must be sent, otherwise the test proves nothing.
    expect(Object.entries(sent).filter(([, amount]) => amount === 0)).toEqual([]);
  });
});

/** An open question to a person, with its waiting call. */
type Question = {
  session: LegacySession;
  call: OpenCall;
  send: Send;
  one: Action;
  id: number;
  version: number;
  at: number;
  round: number;
};

function cancelled({ id }: OpenCall): object {
  return { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } };
}

/** @returns the number of executed sends by caller */
async function misbehave(place: Place, run: number, actions: readonly Action[]): Promise<Record<By, number>> {
  const { assistant, operator, sends, domain, edit } = await sceneIn(place, run);
  const { clock, mailbox } = place.platform;
  const seen: string[] = [];
  const minted = new Map<string, Minted>();
  const keyed = new Map<string, string>();
  const expected: string[] = [];
  const through: Record<By, number> = { assistant: 0, client: 0, session: 0, stdio: 0 };
  const sessions = new Map<By, LegacySession>();
  const open: Question[] = [];

  const pick = (at: number, { forged, bent }: Action): string | undefined => {
    if (forged !== null) return forged;
    const token = seen.at(-1 - at);
    return token !== undefined && bent ? `${token.slice(0, -2)}AA` : token;
  };

  const once = async (one: Action): Promise<void> => {
    const send = sends[one.which]!;
    if (one.shown) {
      const capabilities = one.by === 'client' ? { elicitation: {} } : {};
      const version = send.version();
      note(await assistant.call(send.tool, send.given, { capabilities }), send, version);
      if (one.since === 'edit') await edit(one.which % 2);
      if (one.since === 'wait') await clock.advance(one.waitMs);
    }
    const token = pick(one.token, one);
    const given = {
      ...send.given,
      ...(token !== undefined && { confirmation_token: token }),
      ...(one.dryRun !== undefined && { dry_run: one.dryRun }),
      ...(one.key !== null && { idempotency_key: `key ${one.key}` }),
    };
    if (one.by === 'session' || one.by === 'stdio') await inSession(one, send, given);
    else await inOneRequest(one, send, given, token);
  };

  const inOneRequest = async (one: Action, send: Send, given: object, token?: string): Promise<void> => {
    const elicits = one.by === 'client';
    const state = pick(one.state, one);
    const responses = shapes[one.shape];
    const more = {
      ...(elicits && state !== undefined && { requestState: state }),
      ...(elicits && responses !== undefined && { inputResponses: responses }),
    };
    const version = send.version();
    const capabilities = elicits ? { elicitation: {} } : {};
    const result = await assistant.call(send.tool, given, { capabilities, more });
    note(result, send, version);
    if (result.error || result.isError || result.resultType === 'input_required') return;
    const by = minted.get(elicits ? (more.requestState ?? '') : (token ?? ''));
    const approval =
      by !== undefined &&
      !by.used &&
      by.send === send &&
      by.version === version &&
      by.question === elicits &&
      clock.now() - by.at <= confirmationMs &&
      (!elicits || one.shape === yes);
    if (letThrough(one, send, approval, { by, result })) by!.used = true;
  };

  /** Returns whether the call sent mail, not only replayed a result. @throws if no person approved it */
  const letThrough = (one: Action, send: Send, approval: boolean, result: object): boolean => {
    if (one.dryRun === true) return false;
    const place = `${send.tool} ${one.key}`;
    if (one.key !== null && keyed.get(place) === JSON.stringify(send.given)) return false;
    if (one.key !== null) keyed.set(place, JSON.stringify(send.given));
    if (!approval) throw new Error(`sent without a confirmation: ${JSON.stringify({ one, ...result })}`);
    through[one.by] += 1;
    expected.push(...send.people);
    return true;
  };

  const sessionOf = async (by: By): Promise<LegacySession> => {
    const session =
      sessions.get(by) ??
      (by === 'stdio' ? await stdioSession(place.platform, operator) : await httpSession(assistant));
    sessions.set(by, session);
    return session;
  };

  const inSession = async (one: Action, send: Send, given: object): Promise<void> => {
    const session = await sessionOf(one.by);
    const call = await session.call(send.tool, given);
    const message = await call.next();
    if (message.method === undefined) return settle(one, send, message, null);
    await put({ session, call, send, one, round: 1 }, message.id);
  };

  /** Shows a question to its person. */
  const put = async (asked: Omit<Question, 'id' | 'version' | 'at'>, id: number): Promise<void> => {
    const question: Question = { ...asked, id, version: asked.send.version(), at: clock.now() };
    const { session, call, one } = question;
    expect(question.round).toBeLessThanOrEqual(2);
    if (one.since === 'edit') await edit(one.which % 2);
    if (one.since === 'wait') await clock.advance(one.waitMs);
    if (one.person.says === 'taken back') {
      await session.say(cancelled(call));
      await session.say({ jsonrpc: '2.0', id, ...replies.yes });
      return;
    }
    open.push(question);
    const said = open.length < openMax ? await spoken(question) : { session, id, reply: replies.no };
    if (said === null) return;
    await said.session.say({ jsonrpc: '2.0', id: said.id, ...said.reply });
    if (one.person.twice) await said.session.say({ jsonrpc: '2.0', id: said.id, ...replies.yes });
    const met = open.findIndex((each) => each.session === said.session && each.id === said.id);
    if (met < 0) return;
    const [answered] = open.splice(met, 1) as [Question];
    const message = await answered.call.next();
    if (message.method !== undefined) return put({ ...answered, round: answered.round + 1 }, message.id);
    settle(answered.one, answered.send, message, said.reply === replies.yes ? answered : null);
  };

  /** Sends a response, possibly to another question, another session's, or a nonexistent one. */
  const spoken = async (
    question: Question,
  ): Promise<{ session: LegacySession; id: number; reply: object } | null> => {
    const { session, id, one } = question;
    const { says, to } = one.person;
    if (says === 'nothing' || says === 'taken back') return null;
    const reply = replies[says];
    if (to === 'another') return { ...(open.at(-1 - one.token) ?? question), reply };
    if (to === 'unknown') return { session, id: id + 1_000, reply };
    if (to === 'this') return { session, id, reply };
    return { session: await sessionOf(one.by === 'stdio' ? 'session' : 'stdio'), id, reply };
  };

  /** @param approval the question that the person approved, if any */
  const settle = (one: Action, send: Send, { result, error }: Json, approval: Question | null): void => {
    // If the client can ask its person, the assistant never gets a confirmation.
    expect(JSON.stringify(result ?? error)).not.toContain('confirm_');
    if (error || result.isError) return;
    const inTime = approval !== null && clock.now() - approval.at <= confirmationMs;
    letThrough(one, send, inTime && approval.version === send.version(), { approval: approval?.at, result });
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

  /** Uses one confirmation in two concurrent calls: at most one is executed. */
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

  for (const { session, call } of open) await session.say(cancelled(call));
  for (const session of sessions.values()) await session.end();
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
