import { beforeEach, describe, expect, it } from 'vitest';
import {
  describedForAssistants,
  readArguments,
  toolDescription,
  triesItself,
} from '../../../../src/contract/description/tool-description.ts';
import { invoke } from '../../../../src/contract/invoke.ts';
import type { Tool } from '../../../../src/contract/tool.ts';
import { judgeApproval, mintApproval } from '../../../../src/engine/approval/send-approvals.ts';
import type { Caller } from '../../../../src/engine/context/caller.ts';
import { openPermit } from '../../../../src/engine/context/send-permit.ts';
import { canMail } from '../../../../src/model/approval/operation-classes.ts';
import { Failure, toToolError } from '../../../../src/model/failure.ts';
import { minuteMs } from '../../../../src/model/instant.ts';
import type { PreviewedSend } from '../../../../src/model/sending/send-preview.ts';
import { nextStep } from '../../../../src/surfaces/mcp/output/next-step.ts';
import type { Conversation, InputWanted } from '../../../../src/surfaces/mcp/protocol/server-definition.ts';
import { checkConfirmation, confirmSend } from '../../../../src/surfaces/mcp/tools/confirm.ts';
import { catalogue } from '../../../../tools/index.ts';
import {
  callerIn,
  draftCampaign,
  everyRow,
  leave,
  settle,
  toolNamed,
} from '../../../engine/approval/preview-scene.ts';
import { addReaders, readers } from '../../../engine/campaigns/campaign-scene.ts';
import { onBothDatabases, type Place } from '../../../tools/both-databases.ts';
import { phishing } from '../../../tools/verification/scene.ts';
import { plainClient } from './approved-scene.ts';

type Fields = Record<string, unknown>;
type Saying = Partial<Pick<Conversation, 'elicits' | 'inputResponses' | 'requestState'>> & {
  caller?: Caller;
  confirm?: 'never' | 'bulk' | 'always';
};

/** The result of a call: sent, another answer, a question to the person, or a failure. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Came = { output?: any; dry?: any; refused?: any; wanted?: InputWanted; failed?: Failure };

/** Calls a tool as the MCP server does. */
async function say(here: Place, name: string, given: Fields, saying: Saying = {}): Promise<Came> {
  const { engine } = here.platform.platform;
  const { caller = await callerIn(here), confirm = 'bulk', elicits = false } = saying;
  engine.settings.approvalMode = confirm;
  const { signal } = new AbortController();
  const { inputResponses, requestState } = saying;
  const tool = toolNamed(name);
  try {
    const read = readArguments(tool, given, 'mcp');
    const conversation = { elicits, opensPages: false, signal, inputResponses, requestState };
    const decided = await confirmSend(
      { engine, confirm, confirmBy: 'assistant', tools: new Map() },
      caller,
      tool,
      read,
      conversation,
    );
    if (decided.kind === 'input wanted') return { wanted: decided.wanted };
    if (decided.kind === 'answer') return { dry: decided.value };
    if (decided.kind === 'done before') return { dry: decided.result };
    const { permit } = decided;
    const listening = { signal: new AbortController().signal, progress() {}, ...(permit && { permit }) };
    return { output: (await invoke(engine, tool, caller, read.input, read.idempotency, listening)).output };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.failure !== 'confirmation_required') return { failed: error };
    const next = nextStep({ failure: error, tool, offered: () => true });
    return { refused: { ...toToolError(error), next } };
  }
}

const mail = { from: 'Acme <hello@acme.dev>', subject: 'Hello', markdown: 'Hello there.' };
const two = { emails: ['ada@mailbox.dev', 'bob@mailbox.dev'].map((to) => ({ ...mail, to })) };
const yes = { confirm: { action: 'accept', content: { confirm: true } } };

function reasonOf({ refused }: Came): string | undefined {
  return refused?.details.reason;
}

function tokenOf({ refused }: Came): string {
  return refused.details.confirmation_token;
}

/** The number of the organization's mails. */
async function mailsIn(here: Place): Promise<number> {
  return (await here.use('list_emails', { limit: 100 })).data.length;
}

onBothDatabases((place) => {
  let here: Place;
  beforeEach(() => {
    here = place();
  });

  describe('a batch of an assistant whose client has no elicitation', () => {
    it('is refused with a preview, and sent after the person has agreed', async () => {
      const first = await say(here, 'send_email_batch', two);
      expect(first.refused).toMatchObject({
        name: 'confirmation_required',
        message: 'Nothing was sent: a person must approve this send first',
        details: { reason: 'not_confirmed', preview: { recipients: 2, subjects: ['Hello'] } },
        next: expect.stringMatching(
          /^Show the preview to the person\. Only when they agree, call send_email_batch/,
        ),
      });
      const { expires_at } = first.refused.details;
      expect(Date.parse(expires_at) - here.platform.clock.now()).toBe(15 * minuteMs);
      expect(await mailsIn(here)).toBe(0);
      const second = await say(here, 'send_email_batch', { ...two, confirmation_token: tokenOf(first) });
      expect(second.output.data).toHaveLength(2);
      const third = await say(here, 'send_email_batch', { ...two, confirmation_token: tokenOf(first) });
      expect([reasonOf(third), await mailsIn(here)]).toEqual(['used', 2]);
      expect(third.refused.message).toMatch(/already used or declined/);
    });

    it('returns its result to a repeat with the same key and caller without another confirmation', async () => {
      const keyed = { ...two, idempotency_key: 'once' };
      const confirmation_token = tokenOf(await say(here, 'send_email_batch', keyed));
      const { output } = await say(here, 'send_email_batch', { ...keyed, confirmation_token });
      expect((await say(here, 'send_email_batch', keyed)).output).toEqual(output);
      expect((await say(here, 'send_email_batch', { ...keyed, confirmation_token })).output).toEqual(output);
      const other = await say(here, 'send_email_batch', { ...keyed, emails: [two.emails[0]] });
      expect(other.failed?.failure).toBe('invalid_idempotent_request');
      expect(await mailsIn(here)).toBe(2);
    });

    it('returns its result to a repeat that arrives during the first call', async () => {
      const { engine } = here.platform.platform;
      const caller = await callerIn(here);
      await addReaders(here.platform, here.organization, readers(2));
      const { id: campaignId } = await draftCampaign(here);
      const keyed = { campaignId, idempotency_key: 'twice' };
      const sending = toolNamed('send_campaign');
      const first = { ...keyed, confirmation_token: tokenOf(await say(here, 'send_campaign', keyed)) };
      const overtaken: Tool = {
        ...sending,
        async preview(scope, input) {
          // No result is stored yet; now it is, and the campaign is no longer a draft.
          await say(here, 'send_campaign', first);
          return await sending.preview!(scope, input);
        },
      };
      const read = readArguments(sending, keyed, 'mcp');
      expect(
        await confirmSend(
          { engine, confirm: 'bulk', confirmBy: 'assistant', tools: new Map() },
          caller,
          overtaken,
          read,
          plainClient,
        ),
      ).toEqual({
        kind: 'go',
        permit: { kind: 'allowance', budget: 'operator', only: [] },
      });
      expect((await say(here, 'send_campaign', keyed)).output.status).toBe('SCHEDULED');
    });

    it('is confirmed for only one of many parallel calls', async () => {
      const confirmation_token = tokenOf(await say(here, 'send_email_batch', two));
      const came = await Promise.all(
        Array.from({ length: 8 }, () => say(here, 'send_email_batch', { ...two, confirmation_token })),
      );
      expect(came.filter(({ output }) => output)).toHaveLength(1);
      expect(came.flatMap((one) => reasonOf(one) ?? [])).toEqual(Array(7).fill('used'));
      expect(await mailsIn(here)).toBe(2);
    });

    it('is not sent if the send fails after the confirmation, and the confirmation is used up', async () => {
      const confirmation_token = tokenOf(await say(here, 'send_email_batch', two));
      const { accept } = here.platform.platform.engine;
      const submit = accept.submit;
      accept.submit = async () => {
        throw new Failure('service_unavailable');
      };
      const failed = await say(here, 'send_email_batch', { ...two, confirmation_token });
      accept.submit = submit;
      expect(failed.failed?.failure).toBe('service_unavailable');
      const failure = failed.failed!;
      const tool = toolNamed('send_email_batch');
      expect(nextStep({ failure, tool, offered: () => true, confirmed: true })).toMatch(
        /send_email_batch again\. The confirmation was used: another attempt needs a new one\.$/,
      );
      expect(reasonOf(await say(here, 'send_email_batch', { ...two, confirmation_token }))).toBe('used');
      expect(await mailsIn(here)).toBe(0);
    });
  });

  describe('a confirmation for one send', () => {
    const broken: [string, string, (token: string) => Promise<Came>][] = [
      [
        'other content',
        'changed',
        async (confirmation_token) => {
          const emails = two.emails.map((email) => ({ ...email, markdown: 'Something else.' }));
          return await say(here, 'send_email_batch', { emails, confirmation_token });
        },
      ],
      [
        'another subject',
        'changed',
        async (confirmation_token) => {
          const emails = two.emails.map((email) => ({ ...email, subject: 'Hello!' }));
          return await say(here, 'send_email_batch', { emails, confirmation_token });
        },
      ],
      [
        'one more recipient',
        'changed',
        async (confirmation_token) => {
          const emails = [...two.emails, { ...mail, to: 'eve@mailbox.dev' }];
          return await say(here, 'send_email_batch', { emails, confirmation_token });
        },
      ],
      [
        'another recipient',
        'changed',
        async (confirmation_token) => {
          const emails = [two.emails[0], { ...mail, to: 'eve@mailbox.dev' }];
          return await say(here, 'send_email_batch', { emails, confirmation_token });
        },
      ],
      [
        'another tool',
        'invalid',
        async (confirmation_token) =>
          await say(here, 'send_test_email', {
            ...mail,
            to: ['a@mailbox.dev', 'b@mailbox.dev'],
            confirmation_token,
          }),
      ],
      [
        'another token',
        'invalid',
        async (confirmation_token) => {
          const caller = await callerIn(here, { name: 'another' });
          return await say(here, 'send_email_batch', { ...two, confirmation_token }, { caller });
        },
      ],
      [
        'another organization',
        'invalid',
        async (confirmation_token) => {
          const other = await here.platform.addOrganization('Other');
          const caller = here.platform.caller('mcp', other.organization);
          return await say(here, 'send_email_batch', { ...two, confirmation_token }, { caller });
        },
      ],
      [
        'later than 15 minutes',
        'expired',
        async (confirmation_token) => {
          await here.platform.clock.advance(15 * minuteMs);
          return await say(here, 'send_email_batch', { ...two, confirmation_token });
        },
      ],
      [
        'a missing character',
        'invalid',
        async (token) =>
          await say(here, 'send_email_batch', { ...two, confirmation_token: token.slice(0, -1) }),
      ],
      [
        'another prefix',
        'invalid',
        async (token) =>
          await say(here, 'send_email_batch', {
            ...two,
            confirmation_token: token.replace('confirm_', 'Confirm_'),
          }),
      ],
      [
        'an untrusted text',
        'invalid',
        async () => await say(here, 'send_email_batch', { ...two, confirmation_token: 'yes' }),
      ],
      [
        'an empty text',
        'invalid',
        async () => await say(here, 'send_email_batch', { ...two, confirmation_token: '' }),
      ],
      [
        'the answer to an elicitation',
        'invalid',
        async (requestState) =>
          await say(here, 'send_email_batch', two, { elicits: true, requestState, inputResponses: yes }),
      ],
    ];

    it.each(broken)('is rejected: %s (%s)', async (_what, reason, tryIt) => {
      const before = await mailsIn(here);
      const came = await tryIt(tokenOf(await say(here, 'send_email_batch', two)));
      expect(reasonOf(came)).toBe(reason);
      expect(came.refused.name).toBe('confirmation_required');
      expect(await mailsIn(here)).toBe(before);
    });

    it('must match in every character', async () => {
      const { engine } = here.platform.platform;
      const token = tokenOf(await say(here, 'send_email_batch', two));
      expect(token).toMatch(/^confirm_[A-Za-z0-9_-]{56}$/);
      checkConfirmation(engine, token);
      for (let at = 0; at < token.length; at += 1) {
        const turned = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
        expect(() => checkConfirmation(engine, turned)).toThrow();
        expect(() => checkConfirmation(engine, token.slice(0, at))).toThrow();
        const came = await say(here, 'send_email_batch', { ...two, confirmation_token: turned });
        expect([at, reasonOf(came)]).toEqual([at, 'invalid']);
      }
      expect(await mailsIn(here)).toBe(0);
      const sent = await say(here, 'send_email_batch', { ...two, confirmation_token: token });
      expect(sent.output.data).toHaveLength(2);
    });

    it('is not needed while sending is disabled, and that mail is never sent later', async () => {
      const whileOn = await callerIn(here);
      await settle(here, { sendingEnabled: false });
      const { output } = await say(here, 'send_email_batch', two);
      expect(output.data).toHaveLength(2);
      const batch = toolNamed('send_email_batch');
      const { engine } = here.platform.platform;
      const given = { emails: ['cy@mailbox.dev', 'dan@mailbox.dev'].map((to) => ({ ...mail, to })) };
      const read = readArguments(batch, given, 'mcp');
      const { signal } = new AbortController();
      const context = { engine, confirm: 'bulk', confirmBy: 'client', tools: new Map() } as const;
      const decided = await confirmSend(context, await callerIn(here), batch, read, {
        ...plainClient,
        signal,
      });
      expect(decided).toEqual({ kind: 'go', permit: { kind: 'contained' } });
      const late = invoke(engine, batch, whileOn, read.input, undefined, {
        signal,
        progress() {},
        permit: { kind: 'contained' },
      });
      await expect(late).rejects.toMatchObject({
        failure: 'confirmation_required',
        details: { reason: 'changed' },
      });
      expect(await mailsIn(here)).toBe(2);
    });
  });

  describe('a campaign', () => {
    const shown = async (fields: { scheduledAt?: string } = {}, people = 100) => {
      await addReaders(here.platform, here.organization, readers(people));
      const { id: campaignId } = await draftCampaign(here);
      const confirmation_token = tokenOf(await say(here, 'send_campaign', { campaignId, ...fields }));
      return { campaignId, ...fields, confirmation_token };
    };
    const statusOf = async (campaignId: string) => (await here.use('get_campaign', { campaignId })).status;

    it('is sent as shown', async () => {
      expect((await say(here, 'send_campaign', await shown())).output.status).toBe('SCHEDULED');
    });

    it.each<[string, (campaignId: string) => Promise<unknown>]>([
      ['has grown by one', () => addReaders(here.platform, here.organization, ['x@mailbox.dev'])],
      [
        'was edited',
        (campaignId) => here.use('update_campaign', { campaignId, markdown: `New words. ${leave}` }),
      ],
      [
        'was edited and edited back',
        async (campaignId) => {
          await here.use('update_campaign', { campaignId, subject: 'Another' });
          await here.use('update_campaign', { campaignId, subject: 'News of May' });
        },
      ],
      [
        'has another audience',
        async (campaignId) => {
          const { data } = await here.use('list_subscribers', { limit: 50 });
          const subscriberIds = (data as { id: string }[]).map(({ id }) => id);
          await here.use('update_campaign', { campaignId, audience: { subscriberIds } });
        },
      ],
    ])('needs a new confirmation if it %s', async (_what, change) => {
      const call = await shown();
      await change(call.campaignId);
      const came = await say(here, 'send_campaign', call);
      expect([reasonOf(came), await statusOf(call.campaignId)]).toEqual(['changed', 'DRAFT']);
      const confirmation_token = tokenOf(came);
      const again = await say(here, 'send_campaign', { ...call, confirmation_token });
      expect(again.output.status).toBe('SCHEDULED');
    });

    it('needs a new confirmation after a change of its segment rule, even with the same count', async () => {
      await addReaders(here.platform, here.organization, readers(4));
      const ruled = (value: string) => ({ field: 'email', operator: 'starts_with', value });
      const segment = await here.use('create_segment', { name: 'Some', rule: ruled('reader-1') });
      const { id: campaignId } = await draftCampaign(here, { audience: { segmentId: segment.id } });
      const confirmation_token = tokenOf(await say(here, 'send_campaign', { campaignId }));
      await here.use('update_segment', { segmentId: segment.id, rule: ruled('reader-2') });
      expect(reasonOf(await say(here, 'send_campaign', { campaignId, confirmation_token }))).toBe('changed');
    });

    it('is confirmed for its time', async () => {
      const at = (hour: number) => `2027-05-04T${hour}:00:00Z`;
      const call = await shown({ scheduledAt: at(10) }, 3);
      expect(reasonOf(await say(here, 'send_campaign', { ...call, scheduledAt: at(11) }))).toBe('changed');
      const { scheduledAt: _, ...atOnce } = call;
      expect(reasonOf(await say(here, 'send_campaign', atOnce))).toBe('changed');
      expect((await say(here, 'send_campaign', call)).output.status).toBe('SCHEDULED');
    });

    it('is not sent if it is edited between the confirmation and the send', async () => {
      const call = await shown({}, 3);
      const { engine } = here.platform.platform;
      const tool = toolNamed('send_campaign');
      const caller = await callerIn(here);
      const read = readArguments(tool, call, 'mcp');
      const decided = await confirmSend(
        { engine, confirm: 'bulk', confirmBy: 'assistant', tools: new Map() },
        caller,
        tool,
        read,
        plainClient,
      );
      await here.use('update_campaign', { campaignId: call.campaignId, subject: 'Something else' });
      const { permit = openPermit } = decided.kind === 'go' ? decided : {};
      const listening = { signal: new AbortController().signal, progress() {}, permit };
      await expect(invoke(engine, tool, caller, read.input, undefined, listening)).rejects.toMatchObject({
        failure: 'confirmation_required',
        details: { reason: 'changed' },
      });
      expect(await statusOf(call.campaignId)).toBe('DRAFT');
    });

    it('can be stopped and cancelled without an approval', async () => {
      const call = await shown({}, 3);
      const { campaignId } = call;
      await say(here, 'send_campaign', call);
      expect((await say(here, 'cancel_campaign', { campaignId }, { confirm: 'always' })).output.status).toBe(
        'DRAFT',
      );
      for (const name of [
        'cancel_campaign',
        'pause_campaign',
        'archive_campaign',
        'delete_campaign',
        'unsubscribe_subscriber',
        'add_suppression',
      ])
        expect(toolNamed(name).preview).toBeUndefined();
    });
  });

  it('a preview of more people than can be counted stays valid for any later count', async () => {
    const { engine } = here.platform.platform;
    const caller = await callerIn(here);
    const previewed = (recipients: number, at_least: boolean, about: unknown = 'this') =>
      ({ preview: { recipients, at_least }, bulk: true, about }) as PreviewedSend;
    const judged = (shown: PreviewedSend, now: PreviewedSend) => {
      const { token } = mintApproval(engine, caller, 'send_campaign', shown, 'argument');
      return judgeApproval(engine, caller, 'send_campaign', now, token);
    };
    expect(judged(previewed(1_000, true), previewed(2_000, true)).ok).toBe(true);
    expect(judged(previewed(1_000, true), previewed(90_000, false)).ok).toBe(true);
    const changed = { ok: false, fault: 'changed', kind: 'argument' };
    expect(judged(previewed(1_000, true), previewed(1_000, true, 'that'))).toEqual(changed);
    expect(judged(previewed(1_000, false), previewed(1_011, false))).toEqual(changed);
    expect(judged(previewed(1_000, false), previewed(1_011, true))).toEqual(changed);
    expect(judged(previewed(1_000, false), previewed(1_010, false)).ok).toBe(true);
  });

  describe('a client that can ask its person', () => {
    const ask = async (name: string, given: Fields, saying: Saying = {}) =>
      (await say(here, name, given, { ...saying, elicits: true })).wanted!;
    const back = (state: InputWanted, inputResponses: Fields | undefined, given: Fields = two) =>
      say(here, 'send_email_batch', given, {
        elicits: true,
        inputResponses,
        requestState: state.requestState,
      });

    it('shows the facts in one form and sends after the approval', async () => {
      const wanted = await ask('send_email_batch', two);
      expect(wanted.inputRequests).toEqual({
        confirm: {
          method: 'elicitation/create',
          params: {
            mode: 'form',
            message: [
              'Send a batch of emails: to 2 people, immediately.',
              'Subject: “Hello”',
              'From: “hello@acme.dev”, named “Acme”',
              'To: “ada@mailbox.dev”, “bob@mailbox.dev”',
              'Live: goes to real mailboxes.',
              'acme.dev is not verified, so its mail may be treated as spam',
              '',
              'Mail 1 of 2: to “ada@mailbox.dev”',
              'From: “hello@acme.dev”, named “Acme”',
              'Subject: “Hello”',
              '',
              '  | Hello there.',
              '',
              'Mail 2 of 2: to “bob@mailbox.dev”',
              'From: “hello@acme.dev”, named “Acme”',
              'Subject: “Hello”',
              '',
              '  | Hello there.',
            ].join('\n'),
            requestedSchema: {
              type: 'object',
              properties: { confirm: { type: 'boolean', title: 'Send it' } },
              required: ['confirm'],
            },
          },
        },
      });
      checkConfirmation(here.platform.platform.engine, wanted.requestState!);
      expect((await back(wanted, yes)).output.data).toHaveLength(2);
      const repeated = await back(wanted, yes);
      expect([reasonOf(repeated), await mailsIn(here)]).toEqual(['used', 2]);
      expect(repeated.refused.details.confirmation_token).toBeUndefined();
      expect(repeated.refused.next).toBe(
        'It was already sent, tried or declined: check with list_emails or get_campaign before anything else.',
      );
    });

    it.each<[string, Fields]>([
      ['no', { confirm: { action: 'decline' } }],
      ['nothing and closes the form', { confirm: { action: 'cancel' } }],
      [
        'yes to the form and no to its question',
        { confirm: { action: 'accept', content: { confirm: false } } },
      ],
    ])('sends nothing if the person answers %s', async (_what, answer) => {
      const came = await back(await ask('send_email_batch', two), answer);
      expect(came.refused).toMatchObject({
        details: { reason: 'declined' },
        next: 'Do not send; ask the person what to change.',
      });
      expect(await mailsIn(here)).toBe(0);
    });

    it('accepts no approval after a refusal, and leaves other approvals pending', async () => {
      const [first, second] = [await ask('send_email_batch', two), await ask('send_email_batch', two)];
      const no = { confirm: { action: 'decline' } };
      // No other caller can decline for them.
      const outsider = {
        elicits: true,
        inputResponses: no,
        caller: await callerIn(here, { name: 'another' }),
      };
      await say(here, 'send_email_batch', two, { ...outsider, requestState: second.requestState });
      expect(reasonOf(await back(first, no))).toBe('declined');
      expect(reasonOf(await back(first, no))).toBe('declined');
      expect([reasonOf(await back(first, yes)), await mailsIn(here)]).toEqual(['used', 0]);
      expect((await back(second, yes)).output.data).toHaveLength(2);
    });

    it.each<[string, Fields | undefined]>([
      ['no answers', undefined],
      ['another answer', { other: yes.confirm }],
      ['an answer of another kind', { confirm: 'yes' }],
      ['an unknown action', { confirm: { action: 'agree', content: { confirm: true } } }],
      ['yes as text', { confirm: { action: 'accept', content: { confirm: 'true' } } }],
      ['a form that was not filled in', { confirm: { action: 'accept' } }],
    ])('does not accept %s as a confirmation', async (_what, answer) => {
      expect(reasonOf(await back(await ask('send_email_batch', two), answer))).toBe('not_confirmed');
      expect(await mailsIn(here)).toBe(0);
    });

    it('refuses a foreign or expired state, and an assistant’s confirmation', async () => {
      expect(() => checkConfirmation(here.platform.platform.engine, 'made up')).toThrow(/not made here/);
      const said = { inputRequests: {}, requestState: 'made up' };
      expect(reasonOf(await back(said, yes))).toBe('invalid');
      const wanted = await ask('send_email_batch', two);
      const asArgument = { ...two, confirmation_token: wanted.requestState };
      expect(reasonOf(await say(here, 'send_email_batch', asArgument))).toBe('invalid');
      await here.platform.clock.advance(15 * minuteMs);
      expect(reasonOf(await back(wanted, yes))).toBe('expired');
    });

    it('does not accept the assistant’s confirmation instead of the person’s', async () => {
      const confirmation_token = tokenOf(await say(here, 'send_email_batch', two));
      expect(await ask('send_email_batch', { ...two, confirmation_token })).toBeDefined();
      expect(await mailsIn(here)).toBe(0);
    });

    it('shows a second form if the send changed in the meantime, but not a third', async () => {
      const given = ['Hello', 'Hello again', 'Hello at last'].map((subject) => ({
        emails: two.emails.map((email) => ({ ...email, subject })),
      }));
      const first = await ask('send_email_batch', given[0]!);
      const second = (await back(first, yes, given[1])).wanted!;
      expect(JSON.stringify(second.inputRequests)).toContain('Hello again');
      expect(reasonOf(await back(second, yes, given[2]))).toBe('changed');
      expect(await mailsIn(here)).toBe(0);
      expect((await back(second, yes, given[1])).output.data).toHaveLength(2);
    });

    it('shows untrusted text on one short line without invisible characters', async () => {
      const subject = `Hi “there”\u{202E}\u{E0041} ${'x'.repeat(300)}`;
      const emails = two.emails.map((email) => ({ ...email, subject }));
      const wanted = await ask('send_email_batch', { emails });
      const { message } = (wanted.inputRequests.confirm as { params: { message: string } }).params;
      expect(message.split('\n')[1]).toMatch(/^Subject: “Hi 'there' x+…”$/);
      const [facts = ''] = message.split('\n\n');
      expect(Math.max(...facts.split('\n').map((line) => line.length))).toBeLessThan(160);
    });
  });

  describe('the approval mode', () => {
    const one = { ...mail, to: 'ada@mailbox.dev' };

    it('requires no approval for a single mail, except with always', async () => {
      expect((await say(here, 'send_email', one)).output.id).toMatch(/^eml_/);
      expect((await say(here, 'send_test_email', { ...mail, to: ['ada@mailbox.dev'] })).output).toBeDefined();
      const asked = await say(here, 'send_email', one, { confirm: 'always' });
      expect(reasonOf(asked)).toBe('not_confirmed');
      const given = { ...one, confirmation_token: tokenOf(asked) };
      expect((await say(here, 'send_email', given, { confirm: 'always' })).output.id).toMatch(/^eml_/);
    });

    it('skips the preview if a single mail needs no approval', async () => {
      const { engine } = here.platform.platform;
      const looked: string[] = [];
      const looking: Tool = {
        ...toolNamed('send_email'),
        preview(...asked) {
          looked.push('send_email');
          return toolNamed('send_email').preview!(...asked);
        },
      };
      const read = readArguments(looking, one, 'mcp');
      const caller = await callerIn(here);
      const decide = (confirm: 'bulk' | 'always', elicits: boolean) => {
        engine.settings.approvalMode = confirm;
        return confirmSend(
          { engine, confirm, confirmBy: 'assistant', tools: new Map() },
          caller,
          looking,
          read,
          {
            ...plainClient,
            elicits,
          },
        );
      };
      for (const elicits of [false, true])
        expect(await decide('bulk', elicits)).toMatchObject({ kind: 'go' });
      expect(looked).toEqual([]);
      expect(await decide('always', true)).toMatchObject({ kind: 'input wanted' });
      expect(looked).toHaveLength(1);
    });

    it('requires no approval with never, or if no mail would be sent', async () => {
      expect((await say(here, 'send_email_batch', two, { confirm: 'never' })).output.data).toHaveLength(2);
      const known = { subscribers: [{ email: 'ada@mailbox.dev' }, { email: 'bob@mailbox.dev' }] };
      expect((await say(here, 'save_subscribers', known, { confirm: 'always' })).output.created).toBe(2);
    });

    it('requires an approval for many opt-in requests', async () => {
      const many = {
        subscribers: ['a', 'b'].map((name) => ({ email: `${name}@new.dev`, doubleOptIn: true })),
      };
      const asked = await say(here, 'save_subscribers', many);
      expect(asked.refused.details.preview).toMatchObject({ recipients: 2, to: ['a@new.dev', 'b@new.dev'] });
      const { output } = await say(here, 'save_subscribers', { ...many, confirmation_token: tokenOf(asked) });
      expect(output.created).toBe(2);
      const single = { email: 'c@new.dev', doubleOptIn: true };
      expect((await say(here, 'create_subscriber', single)).output.status).toBe('PENDING');
    });

    it('requires no approval for a send that would be refused, and the result has the reason', async () => {
      const emails = [{ ...phishing, to: 'ada@mailbox.dev' }, two.emails[0]];
      for (const elicits of [false, true]) {
        const { failed } = await say(here, 'send_email_batch', { emails }, { elicits });
        expect(failed?.failure).toBe('content_verification_failed');
      }
    });

    it('requires no approval for a dry run, which returns only the preview and writes nothing', async () => {
      const before = await everyRow(here);
      const came = await say(here, 'send_email_batch', { ...two, dry_run: true }, { elicits: true });
      expect(Object.keys(came.dry)).toEqual(['preview']);
      expect(came.dry.preview.recipients).toBe(2);
      const unmailed = await say(here, 'create_subscriber', { email: 'ada@mailbox.dev', dry_run: true });
      expect(unmailed.dry.preview).toMatchObject({ recipients: 0, warnings: ['This call sends no mail'] });
      expect(await everyRow(here)).toEqual(before);
      const wrong = await say(here, 'send_email_batch', { ...two, dry_run: 'yes' });
      expect(wrong.failed?.message).toBe('dry_run must be true or false');
    });
  });

  it('used confirmations are deleted after they expire', async () => {
    const confirmation_token = tokenOf(await say(here, 'send_email_batch', two));
    await say(here, 'send_email_batch', { ...two, confirmation_token });
    const { sweep } = await import('../../../../src/engine/worker/sweep.ts');
    const { engine } = here.platform.platform;
    const used = async () =>
      (
        await engine.store.database.reader.all('SELECT id FROM used_confirmations WHERE organization = $1', [
          here.organization.key,
        ])
      ).length;
    await sweep(engine);
    expect(await used()).toBe(1);
    await here.platform.clock.advance(15 * minuteMs + 1);
    await sweep(engine);
    expect(await used()).toBe(0);
  });

  it('only assistants confirm, and other interfaces accept dry_run but no confirmation', async () => {
    const tools = { name: 'send_email_batch', arguments: { ...two, dry_run: true } };
    const dry = await here.http('POST', '/api/v2/tools', { body: tools });
    expect(dry.body).toMatchObject({ is_error: false, structured_content: { preview: { recipients: 2 } } });
    expect(await mailsIn(here)).toBe(0);
    const confirmed = { ...tools, arguments: { ...two, confirmation_token: 'x' } };
    const refused = await here.http('POST', '/api/v2/tools', { body: confirmed });
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [expect.objectContaining({ path: 'confirmation_token', code: 'unknown_field' })],
    ]);
    const rest = await here.http('POST', '/api/v2/emails', { body: { ...two.emails[0], dry_run: true } });
    expect(rest.body.details).toEqual([expect.objectContaining({ path: 'dry_run', code: 'unknown_field' })]);
    const read = await here.http('POST', '/api/v2/tools', {
      body: { name: 'list_emails', arguments: { dry_run: true } },
    });
    expect(read.body.details).toEqual([expect.objectContaining({ path: 'dry_run', code: 'unknown_field' })]);
  });
});

describe('every tool that can send mail', () => {
  const offered = catalogue.filter(({ doors }) => doors === undefined || doors.includes('mcp'));
  const mailing = offered.filter(({ name, effect }) => effect === 'send' || canMail(name));

  it('has a dry run, a confirmation and a description of its effect', () => {
    expect(mailing.map(({ name }) => name).sort()).toEqual([
      'activate_workflow',
      'create_subscriber',
      'import_subscribers',
      'redirect_link',
      'release_emails',
      'reschedule_campaign',
      'resume_campaign',
      'retry_email',
      'save_subscribers',
      'send_campaign',
      'send_email',
      'send_email_batch',
      'send_template',
      'send_template_batch',
      'send_test_email',
      'test_campaign',
      'track_event',
      'update_subscriber',
    ]);
    for (const tool of mailing) {
      const { annotations, input_schema } = describedForAssistants(tool);
      expect([tool.name, annotations]).toEqual([
        tool.name,
        { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
      ]);
      expect(tool.preview).toBeTypeOf('function');
      expect(input_schema.properties).toMatchObject({
        dry_run: { type: 'boolean' },
      });
      expect(toolDescription(tool).input_schema.properties).not.toHaveProperty('confirmation_token');
    }
  });

  it('needs an approval for each call unless it mails at most one person', () => {
    const one = mailing.filter(({ mailsOne }) => mailsOne).map(({ name }) => name);
    expect(one.sort()).toEqual([
      'create_subscriber',
      'retry_email',
      'send_email',
      'send_template',
      'track_event',
      'update_subscriber',
    ]);
    expect(offered.filter(({ mailsOne }) => mailsOne)).toHaveLength(one.length);
  });

  it('is in this list, and no other tool is held or accepts dry_run except as its own field', () => {
    const others: Tool[] = offered.filter((tool) => !mailing.includes(tool));
    for (const tool of others) {
      expect([tool.name, tool.preview]).toEqual([tool.name, undefined]);
      const { properties } = describedForAssistants(tool).input_schema;
      expect([tool.name, 'dry_run' in (properties as object)]).toEqual([tool.name, triesItself(tool)]);
    }
  });
});
