import { hourMs, minuteMs, secondMs } from '../../src/model/instant.ts';
import { stripeCustomer } from '../surfaces/rest/integrations/payloads.ts';
import { signers } from '../surfaces/rest/integrations/signed-requests.ts';
import { submit } from '../surfaces/smtp/scene.ts';
import { baseUrl } from '../world/platform.ts';
import type { SeededRandom } from '../world/simulated/random.ts';
import { createActors, from } from './approval-actors.ts';
import { type ApprovalScene, type Meanwhile, readers, words } from './approvals-scene.ts';
import type { Json } from './assistant.ts';
import { programs } from './assistant-programs.ts';

/**
 * An assistant that tries to mail people without an approval. It remembers every response and tries it at
 * every door; its person approves some calls.
 */

/** The payload of a Supabase mail hook. */
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
  /** Moves, the latest first. */
  trail: string[];
  /** Number of moves by name. */
  made: Map<string, number>;
};

export function adversaryIn(
  scene: ApprovalScene,
  random: SeededRandom,
  confirmBy: 'client' | 'console',
): Adversary {
  const { clock, ledger, person, operate } = scene;
  const hands = createActors(scene, random, confirmBy);
  const { trail, made, seen, fresh, next, holder, isOne, lately, address, mail, several, fetched } = hands;
  const {
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
  } = hands;

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
        const email = isOne(2) ? `new-${fresh()}@mailbox.dev` : plainPerson();
        return anywhere(newCall('create_subscriber', { email, doubleOptIn: true }));
      },
    ],
    [3, 'opt-ins', optIns],
    [4, 'import', importing],
    [4, 'workflow', workflow],
    [6, 'token', token],
    [5, 'retry', () => anywhere(newCall('retry_email', { id: lately(seen.emails, 40) ?? 'eml_none' }))],
    [3, 'release', release],
    [3, 'integration', integration],
    [3, 'sending', sending],
    [5, 'rehearsal', rehearsal],
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
    // A revoked or expired token can no longer authenticate.
    const client = await settled(scene.client(secret)).catch(() => null);
    if (client === null) return;
    const { code } = await settled(submit(client, text.join('\r\n'), ...to));
    client.close();
    // Each recipient counts toward the allowance.
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

  /** Repeats an earlier call with another program or door, perhaps with data from others. */
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

  /** Reuses a state with an approval, for its own call or another. */
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
    // A resulting question waits for its person in vain.
    if (came.question !== null) return;
    if (came.refused) learnRefusal(call, came.answer);
    else await learn(call, came.answer);
  }

  /** Tries to decide by itself at every door. */
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

  /** The person opens a pending approval and decides; the assistant may change its subject meanwhile. */
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
      return await saveWorkflow(
        workflowId !== undefined && isOne(2) ? { workflowId } : { name: next('flow') },
      );
    }
    const tool = random.pick(['activate', 'activate', 'pause', 'trigger', 'event', 'runs']);
    if (tool === 'event') return await goes();
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

  /** An external system, set up by the assistant, reports about people or requests mails to them. */
  async function integration(): Promise<void> {
    const provider = random.pick(['supabase', 'stripe'] as const);
    const signer = signers.find((one) => one.provider === provider)!;
    const known = seen.integrations.findLast((one) => one.provider === provider);
    if (known === undefined || isOne(8)) {
      const mapping = provider === 'supabase' ? { from } : { tags: ['readers'] };
      const given = { provider, secret: signer.secret, mapping };
      return await post(newCall('create_integration', given));
    }
    const { id, path } = known;
    if (isOne(3)) await post({ tool: 'update_integration', given: { id, sends: true } });
    if (isOne(3)) await post({ tool: 'update_integration', given: { id, secret: signer.otherSecret } });
    const payload =
      provider === 'stripe'
        ? stripeCustomer({ email: `hook-${fresh()}@mailbox.dev` })
        : authMail(`auth-${fresh()}@mailbox.dev`);
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

  /** The operator switches sending off and on; the assistant tries to. */
  async function sending(): Promise<void> {
    const { id } = scene.organization;
    const given = { id, sending_enabled: isOne(2) };
    if (isOne(2)) return await anywhere(newCall('update_organization', given));
    note('sending', given);
    const { sending_enabled: isOn } = await operate('get_organization');
    await operate('update_organization', { id, sending_enabled: isOn ? !isOne(3) : true });
  }

  /**
   * While sending is off, workflows and imports run without approval; when the operator switches it on, the
   * enrolled people get their mail.
   */
  async function rehearsal(): Promise<void> {
    const { id } = scene.organization;
    note('rehearsal', clock.now());
    await operate('update_organization', { id, sending_enabled: false });
    await operate('update_organization_settings', { double_opt_in: true });
    await saveWorkflow({ name: next('flow') });
    const workflowId = lately(seen.workflows, 1);
    if (workflowId !== undefined) await anywhere(newCall('activate_workflow', { workflowId }));
    for (let step = 0; step < 3; step += 1) {
      await random.pick([workflow, () => goes(), importing, optIns])();
      if (isOne(4)) await scene.deliver();
    }
    await operate('update_organization', { id, sending_enabled: true });
    await goes(random.pick(readers));
  }

  async function goes(email = plainPerson()): Promise<void> {
    await anywhere({ tool: 'track_event', given: { name: 'go', email } });
  }

  async function optIns(): Promise<void> {
    const subscribers = [1, 2, 3].map(() => ({ email: `new-${fresh()}@mailbox.dev`, doubleOptIn: true }));
    await anywhere(newCall('save_subscribers', { subscribers }));
  }

  /** Makes many identical calls concurrently over all doors. */
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
