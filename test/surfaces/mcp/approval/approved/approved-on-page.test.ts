import { beforeEach, describe, expect, it } from 'vitest';
import { useQuestion } from '../../../../../src/engine/approval/ask-person.ts';
import type { Caller } from '../../../../../src/engine/context/caller.ts';
import { sweep } from '../../../../../src/engine/worker/sweep.ts';
import { approvalLimits } from '../../../../../src/model/approval/approval.ts';
import { secondMs } from '../../../../../src/model/instant.ts';
import type { Conversation } from '../../../../../src/surfaces/mcp/protocol/server-definition.ts';
import { callTool } from '../../../../../src/surfaces/mcp/tools/call-tool.ts';
import { type McpChoices, mcpContext } from '../../../../../src/surfaces/mcp/tools/context.ts';
import { catalogue } from '../../../../../tools/index.ts';
import { callerIn, draftCampaign } from '../../../../engine/approval/preview-scene.ts';
import { addReaders, readers } from '../../../../engine/campaigns/campaign-scene.ts';
import { onBothDatabases, type Place } from '../../../../tools/both-databases.ts';
import { baseUrl } from '../../../../world/platform.ts';
import {
  decideInConsole,
  plainClient,
  readQuestion,
  runApproved,
  textsOf,
  whilePersonDecides,
} from '../approved-scene.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Json = any;

const mail = { from: 'Acme <hello@acme.dev>', subject: 'Hello', markdown: 'Hello there.' };
const two = { emails: ['ada@mailbox.dev', 'bob@mailbox.dev'].map((to) => ({ ...mail, to })) };

onBothDatabases((place) => {
  let here: Place;
  beforeEach(() => {
    here = place();
  });

  /** Calls a tool as an assistant does. */
  async function say(
    name: string,
    given: object,
    {
      choices = {},
      by,
      ...saying
    }: Partial<Conversation> & { choices?: Partial<McpChoices>; by?: Caller } = {},
  ): Promise<Json> {
    const context = mcpContext(here.platform.platform.engine, catalogue, '2.1.0', choices);
    const talk = { ...plainClient, ...saying };
    const caller = by ?? (await callerIn(here));
    const came = await callTool(context, caller, context.tools.get(name)!, { ...given }, talk, () => true);
    return 'inputRequests' in came ? came : JSON.parse(textsOf(came)[0]!);
  }
  const records = () => here.platform.platform.engine.store.forOrganization(here.organization.key).approvals;
  const question = (id: string) => readQuestion(here, id);
  /** A person decides about the question as it is shown now. */
  async function decide(id: string, decision: 'approve' | 'decline', word?: string): Promise<boolean> {
    const decided = await decideInConsole(here, id, { decision, word });
    return decided?.taken ?? false;
  }
  const carryOut = (id: string) => runApproved(here, id);
  const mailed = async () => (await here.use('list_emails', { limit: 100 })).data.length;

  describe('a batch of an assistant whose client has no forms', () => {
    it('is held with a link for its person, and the result contains no token that could send it', async () => {
      const { name, details, next } = await say('send_email_batch', two);
      expect(name).toBe('confirmation_required');
      const { approval } = details;
      expect(approval).toEqual({
        id: expect.stringMatching(/^apr_/),
        url: `${baseUrl}/console/approvals/${approval.id}`,
        expires_at: expect.any(String),
      });
      const openMs = Date.parse(approval.expires_at) - here.platform.clock.now();
      expect(openMs).toBe(approvalLimits.openMs);
      expect(details).toMatchObject({ reason: 'not_confirmed', preview: { recipients: 2 } });
      expect(details).not.toHaveProperty('confirmation_token');
      expect(next).toContain('wait_for_approval');
      const again = await say('send_email_batch', { ...two, confirmation_token: 'confirm_x' });
      expect(again.details.approval.id).toBe(approval.id);
      expect(await mailed()).toBe(0);
    });

    it('is sent once by the approval itself, and a repeat returns the result', async () => {
      const { details } = await say('send_email_batch', two);
      const { id } = details.approval;
      expect(await decide(id, 'approve')).toBe(true);
      const ran = await Promise.all([carryOut(id), carryOut(id)]);
      expect(ran.map(({ kind }) => kind).sort()).toEqual(['done', 'meanwhile']);
      expect(await mailed()).toBe(2);
      expect(await say('get_approval', { id })).toMatchObject({
        status: 'used',
        outcome: 'done',
        decided_by: { id: 'per_ada' },
      });
      expect((await say('send_email_batch', two)).data).toHaveLength(2);
      expect(await mailed()).toBe(2);
      // A separate call gets its own question.
      const third = await say('send_email_batch', two);
      expect(third.details.approval.id).not.toBe(id);
    });

    it('is sent by one of many repeats if the approval did not send it', async () => {
      const { details } = await say('send_email_batch', two);
      await decide(details.approval.id, 'approve');
      const came = await Promise.all(Array.from({ length: 8 }, () => say('send_email_batch', two)));
      expect(came.filter(({ data }) => data).length).toBeGreaterThanOrEqual(1);
      expect(await mailed()).toBe(2);
    });

    it('with an idempotency key returns the result to every repeat', async () => {
      const keyed = { ...two, idempotency_key: 'march' };
      const { details } = await say('send_email_batch', keyed);
      await decide(details.approval.id, 'approve');
      expect((await carryOut(details.approval.id)).kind).toBe('done');
      const first = await say('send_email_batch', keyed);
      expect(first.data).toHaveLength(2);
      expect(await say('send_email_batch', keyed)).toEqual(first);
      expect(await mailed()).toBe(2);
    });

    it('is not sent after a refusal, and its assistant reads the reason', async () => {
      const { details } = await say('send_email_batch', two);
      const { id } = details.approval;
      expect(await decide(id, 'decline', ' Not \u200b to Bob ')).toBe(true);
      const again = await say('send_email_batch', two);
      expect(again.details).toMatchObject({ reason: 'declined', word: 'Not to Bob', approval: { id } });
      expect(await carryOut(id)).toEqual({ kind: 'meanwhile' });
      expect(await mailed()).toBe(0);
      // Its person may change their mind.
      expect(await decide(id, 'approve')).toBe(true);
      expect((await carryOut(id)).kind).toBe('done');
      expect(await mailed()).toBe(2);
    });

    it('is decided only as it was shown, not after a change or its end', async () => {
      const { details } = await say('send_email_batch', two);
      const { id } = details.approval;
      const decided = await decideInConsole(here, id, { about: 'something else', by: null });
      expect(decided).toMatchObject({ taken: false, question: { status: 'pending' } });
      await here.platform.clock.advance(approvalLimits.openMs);
      expect(await decide(id, 'approve')).toBe(false);
      expect((await say('get_approval', { id })).status).toBe('expired');
      expect((await say('send_email_batch', two)).details.approval.id).not.toBe(id);
    });

    it('is not sent with a token that was revoked in the meantime', async () => {
      const by = await callerIn(here, { scopes: ['emails.send'] });
      const { details } = await say('send_email_batch', two, { by });
      await decide(details.approval.id, 'approve');
      await here.use('revoke_token', { id: by.token!.id });
      const ran = await carryOut(details.approval.id);
      expect(ran).toMatchObject({ kind: 'refused', failure: { failure: 'invalid_api_key' } });
      expect(await mailed()).toBe(0);
    });
  });

  describe('a campaign', () => {
    const asked = async () => {
      await addReaders(here.platform, here.organization, readers(30));
      const { id: campaignId } = await draftCampaign(here);
      const { details } = await say('send_campaign', { campaignId });
      return { campaignId, id: details.approval.id as string };
    };

    it('is sent exactly as shown', async () => {
      const { campaignId, id } = await asked();
      await decide(id, 'approve');
      expect((await carryOut(id)).kind).toBe('done');
      expect((await here.use('get_campaign', { campaignId })).status).not.toBe('DRAFT');
    });

    it.each<[string, (campaignId: string) => Promise<unknown>]>([
      ['has grown by one', () => addReaders(here.platform, here.organization, ['x@mailbox.dev'])],
      ['was edited', (campaignId) => here.use('update_campaign', { campaignId, subject: 'Another' })],
    ])('needs another approval if it %s after the first approval', async (_, change) => {
      const { campaignId, id } = await asked();
      await decide(id, 'approve');
      await change(campaignId);
      expect((await carryOut(id)).kind).toBe('changed');
      expect(await question(id)).toMatchObject({ status: 'pending', decidedBy: null });
      const repeated = await say('send_campaign', { campaignId });
      expect(repeated.details).toMatchObject({ reason: 'not_confirmed', approval: { id } });
      expect((await here.use('get_campaign', { campaignId })).status).toBe('DRAFT');
    });

    it('needs no second decision after a refusal until its content changes', async () => {
      const { campaignId, id } = await asked();
      await decide(id, 'decline', 'Another subject');
      const repeated = (await say('send_campaign', { campaignId })).details;
      expect(repeated).toMatchObject({ reason: 'declined', word: 'Another subject', approval: { id } });
      expect(await question(id)).toMatchObject({ status: 'declined' });
      await here.use('update_campaign', { campaignId, subject: 'Another' });
      const { reason, approval } = (await say('send_campaign', { campaignId })).details;
      expect({ reason, id: approval.id }).toEqual({ reason: 'not_confirmed', id });
      expect(await question(id)).toMatchObject({ status: 'pending', word: null, decidedBy: null });
      expect(await decide(id, 'approve')).toBe(true);
      expect((await carryOut(id)).kind).toBe('done');
    });

    it('gets its usual refusal, and the approval is used up', async () => {
      const { campaignId, id } = await asked();
      await decide(id, 'approve');
      await here.use('send_campaign', { campaignId });
      const ran = await carryOut(id);
      expect(ran).toMatchObject({ kind: 'refused', failure: { failure: 'campaign_not_draft' } });
      expect(await question(id)).toMatchObject({ status: 'used', outcome: 'campaign_not_draft' });
    });
  });

  describe('the client of an assistant', () => {
    it('opens the page if it can, and its call continues after the decision', async () => {
      const first = await say('send_email_batch', two, { opensPages: true });
      const { params } = first.inputRequests.confirm;
      expect(params).toMatchObject({ mode: 'url', url: expect.stringContaining('/console/approvals/apr_') });
      const id = params.elicitationId;
      const opened = {
        opensPages: true,
        requestState: first.requestState,
        inputResponses: { confirm: { action: 'accept' } },
      };
      const waiting = say('send_email_batch', two, opened);
      await decide(id, 'approve');
      expect((await whilePersonDecides(here, waiting)).data).toHaveLength(2);
      expect(await mailed()).toBe(2);
    });

    it('gets one result and no second form if an approval runs the keyed call while the client waits', async () => {
      const keyed = { ...two, idempotency_key: 'both-1' };
      const first = await say('send_email_batch', keyed, { opensPages: true });
      const id = first.inputRequests.confirm.params.elicitationId;
      const waiting = say('send_email_batch', keyed, {
        opensPages: true,
        requestState: first.requestState,
        inputResponses: { confirm: { action: 'accept' } },
      });
      await here.platform.clock.waitedFor(secondMs);
      await decide(id, 'approve');
      expect((await carryOut(id)).kind).toBe('done');
      expect((await whilePersonDecides(here, waiting)).data).toHaveLength(2);
      expect(await mailed()).toBe(2);
      const { data } = await here.use('list_approvals', { status: 'pending' });
      expect(data).toEqual([]);
    });

    it('gets no second form for a keyed call while an approval runs it', async () => {
      const keyed = { ...two, idempotency_key: 'both-2' };
      const { id } = (await say('send_email_batch', keyed)).details.approval;
      await decide(id, 'approve');
      await useQuestion(here.platform.platform.engine, await callerIn(here), await question(id));
      expect((await say('send_email_batch', keyed)).name).toBe('concurrent_idempotent_requests');
      const { data } = await here.use('list_approvals', { status: 'pending' });
      expect(data).toEqual([]);
    });

    it('gets the refusal of its call if the campaign was sent in the meantime', async () => {
      await addReaders(here.platform, here.organization, readers(30));
      const { id: campaignId } = await draftCampaign(here);
      const first = await say('send_campaign', { campaignId }, { opensPages: true });
      const waiting = say(
        'send_campaign',
        { campaignId },
        {
          opensPages: true,
          requestState: first.requestState,
          inputResponses: { confirm: { action: 'accept' } },
        },
      );
      const id = first.inputRequests.confirm.params.elicitationId;
      await here.platform.clock.waitedFor(secondMs);
      await here.use('send_campaign', { campaignId });
      await decide(id, 'approve');
      expect((await carryOut(id)).kind).toBe('refused');
      expect((await whilePersonDecides(here, waiting)).name).toBe('campaign_not_draft');
      const { data } = await here.use('list_approvals', { status: 'pending' });
      expect(data).toEqual([]);
    });

    it('that closes the page has not decided, and a decision in the console closes its form', async () => {
      const first = await say('send_email_batch', two, { opensPages: true });
      const closed = {
        opensPages: true,
        requestState: first.requestState,
        inputResponses: { confirm: { action: 'decline' } },
      };
      expect((await say('send_email_batch', two, closed)).details.reason).toBe('not_confirmed');
      const formed = await whilePersonDecides(
        here,
        say('send_email_batch', two, {
          elicits: true,
          choices: { confirmBy: 'console' },
          requestState: first.requestState,
          inputResponses: { confirm: { action: 'accept', content: { confirm: true } } },
        }),
      );
      expect(formed.details.reason).toBe('not_confirmed');
      expect(await mailed()).toBe(0);
    });
  });

  it('the number of pending approvals is limited, so that each stays visible', async () => {
    const batch = (index: number) => ({
      emails: two.emails.map((one) => ({ ...one, subject: `No. ${index}` })),
    });
    for (let index = 0; index < approvalLimits.pendingOfTokenMax; index += 1) {
      expect((await say('send_email_batch', batch(index))).details.approval).toBeDefined();
    }
    const more = await say('send_email_batch', batch(99));
    expect(more.details).toMatchObject({ reason: 'too_many_pending' });
    expect(more.details.approval).toBeUndefined();
    expect((await say('send_email_batch', batch(0))).details.approval).toBeDefined();
  });

  it('an approval is visible to its token and to a token with every scope, but not to another organization', async () => {
    const { details } = await say('send_email_batch', two);
    const { id } = details.approval;
    const { token: narrow } = await here.platform.addToken(here.organization, { scopes: ['emails.read'] });
    const seen = async (token: string) =>
      (await here.http('GET', `/api/v2/approvals/${id}`, { token })).status;
    expect([await seen(here.token), await seen(narrow)]).toEqual([200, 404]);
    const listed = async (token: string) =>
      (await here.http('GET', '/api/v2/approvals?status=pending', { token })).body.data.length;
    expect([await listed(here.token), await listed(narrow)]).toEqual([1, 0]);
    const other = await here.platform.addOrganization('Other');
    expect([await seen(other.token), await listed(other.token)]).toEqual([404, 0]);
  });

  it('an approval drops an erased person, and its arguments after it was used', async () => {
    await here.use('create_subscriber', { email: 'ada@mailbox.dev' });
    const { details } = await say('send_email_batch', two);
    await decide(details.approval.id, 'approve');
    expect((await carryOut(details.approval.id)).kind).toBe('done');
    expect((await question(details.approval.id)).arguments).toBe('');
    const open = await say('send_email_batch', {
      emails: two.emails.map((one) => ({ ...one, subject: 'More' })),
    });
    await here.use('delete_subscriber', { subscriber: 'ada@mailbox.dev' });
    expect(await records().byId(open.details.approval.id)).toBeUndefined();
    const used = await question(details.approval.id);
    expect(JSON.stringify(used)).not.toContain('ada@mailbox.dev');
    expect(used).toMatchObject({ status: 'used', outcome: 'done', shown: { preview: { recipients: 2 } } });
  });

  it('an approval is deleted if its encrypted arguments contain an erased person', async () => {
    await here.use('create_subscriber', { email: 'p19@mailbox.dev', externalId: 'customer-19' });
    const people = Array.from({ length: 20 }, (_, n) => ({ ...mail, to: `p${n}@mailbox.dev` }));
    const asked = [
      await say('send_email_batch', { emails: people }),
      await say('send_email_batch', { emails: people.slice(0, 19) }),
      ...(await Promise.all(
        Array.from({ length: 9 }, (_, n) =>
          say('send_email_batch', { emails: [...two.emails, { ...mail, to: `q${n}@mailbox.dev` }] }),
        ),
      )),
      await say('send_email_batch', { emails: [...two.emails, { ...mail, to: 'P19@mailbox.dev' }] }),
    ].map(({ details }) => details.approval.id as string);
    await decide(asked[0]!, 'approve');
    expect(JSON.stringify((await question(asked[0]!)).shown)).not.toContain('p19@');
    await here.use('delete_subscriber', { subscriber: 'p19@mailbox.dev' });
    const left = await Promise.all(asked.map(async (id) => (await records().byId(id)) !== undefined));
    expect(left).toEqual([false, ...Array.from({ length: 10 }, () => true), false]);
  });

  it('an approval encrypts its arguments and is deleted after 30 days', async () => {
    const { details } = await say('send_email_batch', two);
    const { id } = details.approval;
    const { store } = here.platform.platform.engine;
    const row = await store.database.reader.get<{ arguments: string }>(
      'SELECT arguments FROM approvals WHERE id = $1 AND organization = $2',
      [id, here.organization.key],
    );
    expect(row!.arguments).not.toContain('Hello');
    await here.platform.clock.advance(approvalLimits.openMs);
    await sweep(here.platform.platform.engine);
    expect(await question(id)).toMatchObject({ arguments: '', shown: { preview: { recipients: 2 } } });
    await here.platform.clock.advance(approvalLimits.keptMs + 1);
    await sweep(here.platform.platform.engine);
    expect(await records().byId(id)).toBeUndefined();
  });
});
