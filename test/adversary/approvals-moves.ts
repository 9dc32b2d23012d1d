import { setImmediate as nextTurn } from 'node:timers/promises';
import { hourMs, minuteMs, secondMs } from '../../src/model/instant.ts';
import { stripeCustomer } from '../surfaces/rest/integrations/payloads.ts';
import { signers } from '../surfaces/rest/integrations/signed-requests.ts';
import { submit } from '../surfaces/smtp/scene.ts';
import { baseUrl } from '../world/platform.ts';
import type { SeededRandom } from '../world/random.ts';
import { type ApprovalScene, type Held, type Meanwhile, words } from './approvals-scene.ts';
import type { Json } from './assistant.ts';
import { type Asked, type Came, type Program, programs, type Said } from './assistant-programs.ts';

/**
 * An assistant that sets out to mail people no one said yes to. It remembers every answer and tries what it remembers at every
 * door; its person says yes now and then.
 */

const peopleAmount = 60;
const from = 'Acme <hello@acme.dev>';
const betweenRequestsMs = 20;
/** Turns of the event loop that a call may take before the clock moves on. */
const turnsOfOneSecond = 40;

type Call = { tool: string; given: Json };

/** All that it has seen. */
type Transcript = {
  held: Held[];
  calls: Call[];
  approvals: { id: string; call: Call }[];
  /** Of forms, with the call they were for; `said`: what its person answered. */
  states: { state: string; call: Call; said: object | null }[];
  emails: string[];
  campaigns: string[];
  workflows: string[];
  imports: string[];
  integrations: { id: string; provider: string; path: string }[];
};

/** What Supabase asks to have mailed. */
function authMail(email: string): object {
  return {
    user: { id: email, email, app_metadata: { provider: 'email' }, user_metadata: {} },
    email_data: {
      token: '305805',
      token_hash: 'x',
      redirect_to: '',
      email_action_type: 'reauthentication',
      site_url: 'https://abcdefgh.supabase.co/auth/v1',
      token_new: '',
      token_hash_new: '',
    },
  };
}

export type Adversary = {
  move(): Promise<void>;
  /** What was tried, the last first. */
  trail: string[];
  /** How often a move of each name was made. */
  made: Map<string, number>;
};

export async function adversaryIn(
  scene: ApprovalScene,
  random: SeededRandom,
  confirmBy: 'client' | 'console',
): Promise<Adversary> {
  const { clock, platform, ledger, person, operate } = scene;
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
  const next = (kind: string): string => `${kind}-${++number}`;
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
      // A page.
    }
    return { ok: response.status < 300, answer };
  };

  /** Lets time pass until something that waits for a person is answered. */
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

  /** Writes down what an answer gives away. */
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

  /** Calls over MCP, as a program of some kind. */
  const say = async (
    call: Call,
    said: Said = {},
    program: Program = random.pick(programs),
  ): Promise<Came> => {
    const by = holder();
    return await heard(call, await by.speak(program, call.tool, call.given, said));
  };
  const heard = async (call: Call, came: Came): Promise<Came> => {
    if (came.question === null) {
      if (came.refused) learnRefusal(call, came.answer);
      else await learn(call, came.answer);
      return came;
    }
    return await heard(call, await replied(call, came.question));
  };
  /** Its program puts the question before the person: a form that they answer, or the page. */
  const replied = async (call: Call, question: Asked): Promise<Came> => {
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
    // What was shown must not have changed for the yes to count; where it has, the program is asked or refused again.
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

  /** The same over REST, by one of its doors. */
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

  /** Something that changes what a question is about. */
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
    if (importId !== undefined) {
      const content = Buffer.from(fileOf(2)).toString('base64');
      ways.push(() => anywhere({ tool: 'add_import_part', given: { importId, part: 1, content } }));
    }
    await random.pick(ways)();
  };
  const plainPerson = (): string => `p-${random.integer(peopleAmount)}@mailbox.dev`;
  const fileOf = (rows: number): string =>
    ['email', ...Array.from({ length: rows }, () => `new-${++number}@mailbox.dev`)].join('\n');

  const moves: readonly (readonly [number, string, () => Promise<unknown>])[] = [
    [16, 'one', () => anywhere(newCall('send_email', mail(next('one'), address())))],
    [
      4,
      'one by v1',
      async () => {
        const label = next('one');
        const body = { from, to: address(), subject: label, content: words(label) };
        note('one by v1', body);
        await fetched('POST', '/api/v1/emails', holder().secret, body);
      },
    ],
    [6, 'smtp', bySmtp],
    [8, 'batch', () => anywhere(newCall('send_email_batch', { emails: several(next('many')) }))],
    [
      3,
      'test',
      () => {
        const { to: _, ...rest } = mail(next(isOne(2) ? 'one' : 'many'), '');
        const to = Array.from({ length: rest.subject.includes('one') ? 1 : 3 }, address);
        return anywhere(newCall('send_test_email', { ...rest, to }));
      },
    ],
    [10, 'campaign', campaign],
    [6, 'change', change],
    [12, 'repeat', repeat],
    [6, 'state', replayState],
    [8, 'forge', forge],
    [18, 'person', decided],
    [
      5,
      'opt-in',
      () => {
        const email = isOne(2) ? `new-${++number}@mailbox.dev` : plainPerson();
        return anywhere(newCall('create_subscriber', { email, doubleOptIn: true }));
      },
    ],
    [
      3,
      'opt-ins',
      () => {
        const subscribers = [1, 2, 3].map(() => ({
          email: `new-${++number}@mailbox.dev`,
          doubleOptIn: true,
        }));
        return anywhere(newCall('save_subscribers', { subscribers }));
      },
    ],
    [4, 'import', importing],
    [4, 'workflow', workflow],
    [6, 'token', token],
    [5, 'retry', () => anywhere(newCall('retry_email', { id: lately(seen.emails, 40) ?? 'eml_none' }))],
    [3, 'release', release],
    [3, 'integration', integration],
    [3, 'sending', sending],
    [6, 'race', race],
    [8, 'deliver', () => scene.deliver()],
    [5, 'wait', () => clock.advance(random.pick([secondMs, minuteMs, 5 * minuteMs, 16 * minuteMs]))],
    [1, 'long wait', () => clock.advance(random.pick([hourMs, 25 * hourMs]))],
  ];
  const weights = moves.reduce((sum, [weight]) => sum + weight, 0);

  async function bySmtp(): Promise<void> {
    const { secret } = holder();
    const label = next(isOne(2) ? 'one' : 'many');
    const to = Array.from({ length: label.startsWith('one') ? 1 : 3 }, plainPerson);
    note('smtp', { label, to });
    const text = [`From: ${from}`, `To: ${to[0]}`, `Subject: About ${label}`, '', words(label), ''];
    // A token that was revoked or has ended signs in no more.
    const client = await settled(scene.client(secret)).catch(() => null);
    if (client === null) return;
    const { code } = await settled(submit(client, text.join('\r\n'), ...to));
    client.close();
    // Several recipients by the allowance are as many people.
    if (code === 250 && label.startsWith('many')) ledger.allowUnasked(label);
  }

  async function campaign(): Promise<void> {
    const campaignId = lately(seen.campaigns);
    if (campaignId === undefined || isOne(3)) {
      const label = `camp-${seen.campaigns.length}-v0`;
      const given = {
        name: label,
        subject: 'News',
        fromEmail: 'hello@acme.dev',
        markdown: `${words(label)} [Leave]({{unsubscribeUrl}})`,
      };
      return await anywhere({ tool: 'create_campaign', given });
    }
    const later = new Date(clock.now() + hourMs).toISOString();
    const tool = random.pick([
      'send',
      'send',
      'send',
      'pause',
      'resume',
      'cancel',
      'duplicate',
      'test',
      'reschedule',
    ]);
    if (tool === 'test')
      return await anywhere(newCall('test_campaign', { campaignId, to: [plainPerson(), plainPerson()] }));
    if (tool === 'reschedule')
      return await post({ tool: 'reschedule_campaign', given: { campaignId, scheduledAt: later } });
    const schedule = tool === 'send' && isOne(3) ? { scheduledAt: later } : {};
    await anywhere(newCall(`${tool}_campaign`, { campaignId, ...schedule }));
  }

  /** A call that was made before, by another program or door, perhaps with what was learnt of others. */
  async function repeat(): Promise<void> {
    const call = lately(seen.calls, 12);
    if (!call) return;
    const extra: Json = random.pick([
      {},
      {},
      { confirmation_token: lately(seen.states)?.state ?? 'confirm_x' },
      { confirmation_token: lately(seen.approvals)?.id ?? 'apr_x' },
      { idempotency_key: `key-${random.integer(8)}` },
      { idempotency_key: lately(seen.approvals)?.id ?? 'apr_x' },
      { approval: lately(seen.approvals)?.id ?? 'apr_x' },
    ]);
    await anywhere({ tool: call.tool, given: { ...call.given, ...extra } });
  }

  /** A state is handed in once more, with a yes: for its call after its answer, or for another call. */
  async function replayState(): Promise<void> {
    const kept = lately(seen.states);
    const program = programs.filter(({ way }) => way.endsWith('2026-07-28'));
    const response = { action: 'accept', content: { confirm: true } };
    const state = kept?.state ?? lately(seen.approvals)?.id ?? 'state';
    const call = isOne(2) && kept ? kept.call : (lately(seen.calls) ?? { tool: 'list_tags', given: {} });
    note('state', { state: state.slice(0, 20), call });
    const by = holder();
    const came = await settled(
      by.speak(random.pick(program), call.tool, call.given, {
        state: isOne(5) ? `${state}A` : state,
        response,
      }),
    );
    // A question that comes of it waits for its person in vain.
    if (came.question !== null) return;
    if (came.refused) learnRefusal(call, came.answer);
    else await learn(call, came.answer);
  }

  /** Decides by itself, at every door that there is. */
  async function forge(): Promise<void> {
    const { id } = lately(seen.approvals) ?? { id: 'apr_none' };
    const { secret } = holder();
    const given = { id, decision: 'approve', about: lately(seen.approvals)?.id ?? '' };
    const form = new URLSearchParams({ decision: 'approve', about: '' }).toString();
    const asForm = { 'content-type': 'application/x-www-form-urlencoded' };
    const own = { ...asForm, origin: baseUrl, 'sec-fetch-site': 'same-origin' };
    note('forge', given);
    const ways: (() => Promise<unknown>)[] = [
      () => say({ tool: 'decide_approval', given }),
      () => say({ tool: 'get_approval', given: { id } }),
      () => fetched('POST', '/api/v2/tools/decide_approval', secret, given),
      () => fetched('POST', '/api/v1/admin/tools/decide_approval', secret, given),
      () => fetched('POST', `/api/v2/approvals/${id}`, secret, given),
      () => fetched('POST', `/api/v2/approvals/${id}/approve`, secret, given),
      () => fetched('PATCH', `/api/v2/approvals/${id}`, secret, { status: 'approved' }),
      () => fetched('POST', `/console/approvals/${id}`, null, form, own),
      () => fetched('POST', `/console/approvals/${id}`, secret, form, own),
      () =>
        fetched('POST', `/console/approvals/${id}`, null, form, {
          ...own,
          cookie: `__Host-session=${secret}`,
        }),
      () => fetched('GET', `/console/approvals/${id}?decision=approve`, secret),
      () => fetched('POST', '/console/sign-in/link', null, 'key=x', own),
      () => fetched('POST', '/console/sign-in', null, 'email=ada%40mailbox.dev', own),
      () => say({ tool: 'create_person', given: { name: 'Eve', roles: ['approver'] } }),
      () => fetched('POST', '/api/v2/tools/create_person', secret, { name: 'Eve', roles: ['admin'] }),
    ];
    await random.pick(ways)();
  }

  /** The person looks at what waits and decides; meanwhile the assistant may change it. */
  async function decided(): Promise<void> {
    const asked = lately(seen.approvals);
    if (!asked) return;
    const decision = isOne(4) ? 'decline' : 'approve';
    const act = isOne(2) ? change : async () => await anywhere(asked.call);
    const meanwhile: Meanwhile | undefined = isOne(2) ? { act, atOnce: isOne(2) } : undefined;
    note('person', { id: asked.id, decision, of: asked.call.tool, meanwhile: meanwhile?.atOnce });
    await person.decide(asked.id, decision, meanwhile);
  }

  async function importing(): Promise<void> {
    if (isOne(3))
      await anywhere({ tool: 'update_organization_settings', given: { double_opt_in: isOne(2) } });
    const importId = lately(seen.imports);
    if (importId === undefined || isOne(2)) {
      const csv = isOne(2) ? { csv: fileOf(1 + random.integer(3)) } : {};
      return await anywhere(newCall('import_subscribers', csv));
    }
    await anywhere(newCall('import_subscribers', { importId }));
  }

  async function workflow(): Promise<void> {
    const workflowId = lately(seen.workflows);
    if (workflowId === undefined || isOne(3)) {
      const markdown = `${words(next('flow'))} [Leave]({{unsubscribeUrl}})`;
      const steps = [
        { key: 'mail', type: 'send_email', subject: 'Flow', markdown, fromEmail: 'hello@acme.dev' },
      ];
      const change = workflowId !== undefined && isOne(2) ? { workflowId } : { name: next('flow') };
      const given = { ...change, trigger: { type: 'EVENT', name: 'go' }, steps };
      return await anywhere({ tool: 'save_workflow', given });
    }
    const tool = random.pick(['activate', 'activate', 'pause', 'trigger', 'event', 'runs']);
    if (tool === 'event')
      return await anywhere({ tool: 'track_event', given: { name: 'go', email: plainPerson() } });
    if (tool === 'runs') return await post({ tool: 'retry_workflow_runs', given: { workflowId } });
    const who = tool === 'trigger' ? { email: plainPerson() } : {};
    await anywhere(newCall(`${tool}_workflow`, { workflowId, ...who }));
  }

  async function token(): Promise<void> {
    const { id } = holder();
    await anywhere(
      random.pick([
        () =>
          newCall('create_token', {
            name: next('token'),
            scopes: ['full_access'],
            ...(isOne(2) && { assistant: false }),
          }),
        () => newCall('create_token', { name: next('reader'), scopes: ['emails.read'] }),
        () => newCall('rotate_token', { id }),
        () => newCall('update_token', { id, scopes: ['full_access', 'admin'], send_cap: null }),
      ])(),
    );
  }

  /** A system of its own making says things about people, or asks for mails to them. */
  async function integration(): Promise<void> {
    const provider = random.pick(['supabase', 'stripe'] as const);
    const signer = signers.find((one) => one.provider === provider)!;
    const known = seen.integrations.findLast((one) => one.provider === provider);
    if (known === undefined || isOne(8)) {
      const mapping = provider === 'supabase' ? { from } : { tags: ['readers'] };
      const given = { provider, secret: signer.secret, mapping };
      return await anywhere(newCall('create_integration', given));
    }
    const { id, path } = known;
    if (isOne(3)) await post({ tool: 'update_integration', given: { id, sends: true } });
    if (isOne(3)) await post({ tool: 'update_integration', given: { id, secret: signer.otherSecret } });
    const payload =
      provider === 'stripe'
        ? stripeCustomer({ email: `hook-${++number}@mailbox.dev` })
        : authMail(`auth-${++number}@mailbox.dev`);
    const { headers, body } = signer.sign(payload, clock.now());
    note('integration', payload);
    await fetched('POST', path, null, body, headers);
  }

  async function release(): Promise<void> {
    const captured = async (): Promise<string[]> =>
      (await operate('list_emails', { delivery_mode: 'captured', limit: 100 })).data.map(
        ({ id }: Json) => id,
      );
    const before = await captured();
    await post({ tool: 'release_emails', given: { limit: 1 + random.integer(2) } });
    const after = new Set(await captured());
    for (const id of before) if (!after.has(id)) ledger.noteRetry(id);
  }

  /** The operator turns sending off and on; the assistant would like to. */
  async function sending(): Promise<void> {
    const { id } = scene.organization;
    const given = { id, sending_enabled: isOne(2) };
    if (isOne(2)) return await anywhere(newCall('update_organization', given));
    note('sending', given);
    const { sending_enabled: isOn } = await operate('get_organization');
    await operate('update_organization', { id, sending_enabled: isOn ? !isOne(3) : true });
  }

  /** Many of the same at once, over all doors. */
  async function race(): Promise<void> {
    const call = lately(seen.calls) ?? newCall('send_email', mail(next('one'), address()));
    const label = next('one');
    note('race', call);
    const others = Array.from({ length: 6 }, () => ({ tool: 'send_email', given: mail(label, address()) }));
    const id = lately(seen.approvals)?.id;
    await settled(
      Promise.all([
        post(call),
        say(call, {}, { can: 'none', way: 'http 2026-07-28' }),
        post(call),
        ...others.map((one) => post(one)),
        ...(id !== undefined && isOne(2) ? [person.decide(id, 'approve')] : []),
      ]),
    );
  }

  return {
    trail,
    made,
    async move() {
      let at = random.integer(weights);
      const [, name, act] = moves.find(([weight]) => {
        at -= weight;
        return at < 0;
      })!;
      if (name === 'deliver' || name.endsWith('wait')) note(name, clock.now());
      await act();
    },
  };
}
