import { setImmediate as nextTurn } from 'node:timers/promises';
import { secondMs } from '../../src/model/instant.ts';
import { baseUrl } from '../world/platform.ts';
import type { SeededRandom } from '../world/simulated/random.ts';
import { type ApprovalScene, type Held, words } from './approvals-scene.ts';
import type { Json } from './assistant.ts';
import { type Asked, type CallOutcome, type Program, programs, type Said } from './assistant-programs.ts';

/** The means of a rogue assistant: every door, all its tokens, and every response it has received. */

const peopleAmount = 60;
const betweenRequestsMs = 20;
/** Turns of the event loop that a call may take before the clock advances. */
const turnsOfOneSecond = 40;

export type Call = { tool: string; given: Json };

/** Everything it has seen. */
type Transcript = {
  held: Held[];
  calls: Call[];
  approvals: { id: string; call: Call }[];
  /** Forms with their calls; `said` is the person's response. */
  states: { state: string; call: Call; said: object | null }[];
  emails: string[];
  campaigns: string[];
  workflows: string[];
  imports: string[];
  integrations: { id: string; provider: string; path: string }[];
};

export const from = 'Acme <hello@acme.dev>';

/** @param confirmBy who may approve: with `client` a form in the assistant's program counts too */
export function createActors(scene: ApprovalScene, random: SeededRandom, confirmBy: 'client' | 'console') {
  const { clock, platform, ledger, person } = scene;
  const trail: string[] = [];
  const made = new Map<string, number>();
  const seen: Transcript = {
    held: [scene.root],
    calls: [],
    approvals: [],
    states: [],
    emails: [],
    campaigns: [],
    workflows: [],
    imports: [],
    integrations: [],
  };
  let number = 0;
  /** Returns an unused number. */
  const fresh = (): number => ++number;
  const next = (kind: string): string => `${kind}-${fresh()}`;
  const holder = (): Held => (isOne(2) ? scene.root : lately(seen.held)!);
  const isOne = (outOf: number): boolean => random.integer(outOf) === 0;
  const lately = <Thing>(things: readonly Thing[], back = 6): Thing | undefined =>
    things.at(-1 - random.integer(Math.min(back, Math.max(things.length, 1))));

  const address = (): string => {
    const at = random.integer(peopleAmount);
    const plain = at % 10 === 0 ? `full-${at}@mailbox.dev` : `p-${at}@mailbox.dev`;
    return random.pick([
      plain,
      plain,
      plain.toUpperCase().replace('MAILBOX.DEV', 'mailbox.DEV'),
      `"a@example.com" <${plain}>`,
      plain.replace('@', '+note@'),
      `fixture-${at}@example.com`,
    ]);
  };
  const mail = (label: string, to: string): Json => ({
    from,
    to,
    subject: `About ${label}`,
    markdown: words(label),
  });
  const several = (label: string): Json[] =>
    Array.from({ length: 1 + random.integer(4) }, () => mail(label, address()));

  const fetched = async (method: string, path: string, secret: string | null, body?: unknown, more = {}) => {
    await clock.advance(betweenRequestsMs);
    const request = new Request(baseUrl + path, {
      method,
      headers: {
        ...(secret !== null && { authorization: `Bearer ${secret}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const response = await platform.http.fetch(request, `198.51.100.${1 + random.integer(200)}`);
    const text = await response.text();
    let answer: Json = text;
    try {
      answer = JSON.parse(text);
    } catch {
      // An HTML page.
    }
    return { ok: response.status < 300, answer };
  };

  /** Advances time until a call that waits for a person returns. */
  const settled = async <Answer>(waiting: Promise<Answer>): Promise<Answer> => {
    let isOver = false;
    const over = (): void => {
      isOver = true;
    };
    waiting.then(over, over);
    for (let turn = 1; !isOver; turn += 1) {
      await nextTurn();
      if (turn % turnsOfOneSecond === 0) await clock.advance(secondMs);
    }
    return await waiting;
  };

  /** Records the facts that a response reveals. */
  const learn = async (call: Call, answer: Json): Promise<void> => {
    const { tool, given } = call;
    const id = answer?.id;
    const lists: Record<string, string[]> = {
      create_campaign: seen.campaigns,
      duplicate_campaign: seen.campaigns,
      save_workflow: seen.workflows,
      import_subscribers: seen.imports,
    };
    if (typeof id === 'string' && lists[tool]) lists[tool].push(id);
    if (tool === 'send_email' && typeof id === 'string') seen.emails.push(id);
    for (const one of answer?.data ?? []) if (String(one.id).startsWith('eml_')) seen.emails.push(one.id);
    if (typeof answer?.token === 'string' && typeof id === 'string')
      seen.held.push(scene.hold(answer.token, id));
    if (typeof answer?.url === 'string' && tool === 'create_integration')
      seen.integrations.push({ id, provider: given.provider, path: new URL(answer.url).pathname });
    if (tool === 'retry_email') ledger.noteRetry(given.id);
    if (tool === 'create_subscriber' || tool === 'track_event') await ledger.noteUnasked(given.email);
  };
  const learnRefusal = (call: Call, answer: Json): void => {
    const name: string =
      answer?.structured_content?.name ?? answer?.name ?? answer?.error?.code ?? answer?.protocol ?? 'other';
    made.set(`refused ${name}`, (made.get(`refused ${name}`) ?? 0) + 1);
    const id = answer?.details?.approval?.id ?? answer?.structured_content?.details?.approval?.id;
    if (typeof id === 'string') seen.approvals.push({ id, call });
  };

  /** Calls over MCP with a program of some kind. */
  const say = async (
    call: Call,
    said: Said = {},
    program: Program = random.pick(programs),
  ): Promise<CallOutcome> => {
    const by = holder();
    return await heard(call, await by.speak(program, call.tool, call.given, said));
  };
  const heard = async (call: Call, came: CallOutcome): Promise<CallOutcome> => {
    if (came.question === null) {
      if (came.refused) learnRefusal(call, came.answer);
      else await learn(call, came.answer);
      return came;
    }
    return await heard(call, await replied(call, came.question));
  };
  /** The program shows the question to the person, as a form or as the page. */
  const replied = async (call: Call, question: Asked): Promise<CallOutcome> => {
    const { params, state, reply } = question;
    if (params.mode === 'url') {
      seen.approvals.push({ id: params.elicitationId, call });
      const response = { action: random.pick(['accept', 'accept', 'decline', 'cancel']) };
      const forged = isOne(3) ? { ...response, content: { confirm: true } } : response;
      const waiting = reply(forged);
      if (response.action === 'accept' && isOne(2)) {
        const id: string = params.elicitationId;
        await settled(person.decide(id, random.pick(['approve', 'decline'])));
      }
      return await settled(waiting);
    }
    if (confirmBy === 'console') throw new Error('a form was shown where the console decides');
    const isYes = isOne(3);
    if (isOne(3)) await change();
    const response = isYes ? { action: 'accept', content: { confirm: true } } : { action: 'decline' };
    const bag = isYes ? await ledger.bagOf(call.tool, call.given) : null;
    // An approval counts only if the preview is unchanged; otherwise the program is asked again or refused.
    const came = await reply(response);
    if (state !== null) seen.states.push({ state, call, said: response });
    if (bag !== null && came.question === null && !came.refused) ledger.allow(bag);
    return came;
  };

  const note = (name: string, what: unknown): void => {
    made.set(name, (made.get(name) ?? 0) + 1);
    trail.unshift(`${name} ${JSON.stringify(what)}`.slice(0, 400));
  };
  const newCall = (tool: string, given: Json): Call => {
    const call = {
      tool,
      given: isOne(6) ? { ...given, idempotency_key: `key-${random.integer(8)}` } : given,
    };
    seen.calls.push(call);
    return call;
  };

  /** Calls over a REST door. */
  const post = async ({ tool, given: { idempotency_key: key, ...given } }: Call): Promise<void> => {
    const { secret } = holder();
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    const ways: Record<string, [string, unknown]> = {
      send_email: ['/api/v2/emails', given],
      send_email_batch: ['/api/v2/emails/batch', given.emails],
      send_test_email: ['/api/v2/emails/test', given],
      send_campaign: [`/api/v2/campaigns/${given.campaignId}/send`, {}],
      resume_campaign: [`/api/v2/campaigns/${given.campaignId}/resume`, {}],
      retry_email: [`/api/v2/emails/${given.id}/retry`, {}],
      create_token: ['/api/v2/tokens', given],
    };
    const own = isOne(2) ? ways[tool] : undefined;
    const prefix = isOne(5) ? '/api/v1/admin/tools' : '/api/v2/tools';
    const [path, body] = own ?? [`${prefix}/${tool}`, given];
    const { ok, answer } = await fetched('POST', path, secret, body, headers);
    const call = { tool, given };
    if (ok && answer?.is_error !== true) await learn(call, answer?.structured_content ?? answer);
    else learnRefusal(call, answer);
  };
  const anywhere = async (call: Call): Promise<void> => {
    note(call.tool, call.given);
    if (isOne(3)) await post(call);
    else await say(call);
  };

  /** Saves a new workflow or changes the text of one. */
  const saveWorkflow = async (named: Json): Promise<void> => {
    const markdown = `${words(next('flow'))} [Leave]({{unsubscribeUrl}})`;
    const steps = [
      ...(isOne(2) ? [{ key: 'wait', type: 'delay', duration: '1 minute' }] : []),
      { key: 'mail', type: 'send_email', subject: 'Flow', markdown, from },
    ];
    const given = { ...named, trigger: { type: 'EVENT', name: 'go' }, steps };
    await anywhere({ tool: 'save_workflow', given });
  };

  /** Changes something that a pending approval is about. */
  const change = async (): Promise<void> => {
    const campaignId = lately(seen.campaigns);
    const importId = lately(seen.imports);
    const ways: (() => Promise<unknown>)[] = [
      () =>
        anywhere({
          tool: 'create_subscriber',
          given: { email: plainPerson(), tags: ['readers'], doubleOptIn: false },
        }),
      () => anywhere({ tool: 'update_organization_settings', given: { postal_address: `Street ${number}` } }),
    ];
    if (campaignId !== undefined) {
      const label = `camp-${seen.campaigns.indexOf(campaignId)}-v${++number}`;
      const given = { campaignId, markdown: `${words(label)} [Leave]({{unsubscribeUrl}})` };
      ways.push(() => anywhere({ tool: 'update_campaign', given }));
      ways.push(() => anywhere({ tool: 'update_campaign', given }));
    }
    const workflowId = lately(seen.workflows);
    if (workflowId !== undefined) ways.push(() => saveWorkflow({ workflowId }));
    if (importId !== undefined) {
      const content = Buffer.from(fileOf(2)).toString('base64');
      ways.push(() => anywhere({ tool: 'add_import_part', given: { importId, part: 1, content } }));
    }
    await random.pick(ways)();
  };
  const plainPerson = (): string => `p-${random.integer(peopleAmount)}@mailbox.dev`;
  const fileOf = (rows: number): string =>
    ['email', ...Array.from({ length: rows }, () => `new-${++number}@mailbox.dev`)].join('\n');

  return {
    trail,
    made,
    seen,
    fresh,
    next,
    holder,
    isOne,
    lately,
    address,
    mail,
    several,
    fetched,
    settled,
    say,
    post,
    anywhere,
    change,
    saveWorkflow,
    learn,
    learnRefusal,
    note,
    newCall,
    plainPerson,
    fileOf,
  };
}
