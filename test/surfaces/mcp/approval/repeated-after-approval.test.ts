import { beforeEach, describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '../../../../src/model/instant.ts';
import type { ApprovalMode } from '../../../../src/model/sending/approval-mode.ts';
import { callerIn, draftCampaign } from '../../../engine/approval/preview-scene.ts';
import { addReaders, readers } from '../../../engine/campaigns/campaign-scene.ts';
import { onBothDatabases, type Place } from '../../../tools/both-databases.ts';
import { callPlainly, decideInConsole, runApproved } from './approved-scene.ts';

/** Repeats of a call that a person approved and that the approval itself executed. */

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Json = any;

const mail = { from: 'Acme <hello@acme.dev>', subject: 'Hello', markdown: 'Hello there.' };
const batch = { emails: ['ada@mailbox.dev', 'bob@mailbox.dev'].map((to) => ({ ...mail, to })) };
const nothingDone = 'this call changed nothing';

onBothDatabases((place) => {
  let here: Place;
  beforeEach(() => {
    here = place();
  });

  /** Calls a tool as an assistant whose client has no form. */
  async function call(
    name: string,
    given: object,
    confirm: ApprovalMode = 'bulk',
  ): Promise<{ result: Json; notes: string[] }> {
    here.platform.platform.engine.settings.approvalMode = confirm;
    return await callPlainly(here, await callerIn(here), name, given);
  }

  async function asked(name: string, given: object, confirm?: ApprovalMode): Promise<string> {
    const { result } = await call(name, given, confirm);
    expect(result).toMatchObject({ name: 'confirmation_required', details: { reason: 'not_confirmed' } });
    return result.details.approval.id;
  }

  /** A person approves in the console, which executes the call. */
  async function approve(id: string): Promise<void> {
    await decideInConsole(here, id);
    expect((await runApproved(here, id)).kind).toBe('done');
  }

  const later = () => new Date(here.platform.clock.now() + 48 * hourMs).toISOString();
  const mailed = async () => (await here.use('list_emails', { limit: 100 })).data.length;
  const statusOf = async (campaignId: string) => (await here.use('get_campaign', { campaignId })).status;

  /** A draft campaign with readers. */
  async function draft(): Promise<string> {
    await addReaders(here.platform, here.organization, readers(20));
    return (await draftCampaign(here)).id;
  }

  describe('a repeat without a key needs a new approval', () => {
    it('to send a scheduled campaign that was cancelled and changed', async () => {
      const campaignId = await draft();
      const given = { campaignId, scheduledAt: later() };
      const first = await asked('send_campaign', given);
      await approve(first);
      expect(await statusOf(campaignId)).toBe('SCHEDULED');
      await here.use('cancel_campaign', { campaignId });
      await here.use('update_campaign', { campaignId, subject: 'Another' });
      const second = await asked('send_campaign', given);
      expect(second).not.toBe(first);
      expect(await statusOf(campaignId)).toBe('DRAFT');
      await approve(second);
      expect(await statusOf(campaignId)).toBe('SCHEDULED');
    });

    it('to send a scheduled campaign that was cancelled and is unchanged', async () => {
      const campaignId = await draft();
      const given = { campaignId, scheduledAt: later() };
      await approve(await asked('send_campaign', given));
      await here.use('cancel_campaign', { campaignId });
      await approve(await asked('send_campaign', given));
      expect(await statusOf(campaignId)).toBe('SCHEDULED');
    });

    it('to resume a campaign that was paused again', async () => {
      await addReaders(here.platform, here.organization, readers(30));
      const { id: campaignId } = await draftCampaign(here, { throttle: { perHour: 1 } });
      await here.use('send_campaign', { campaignId });
      await here.platform.deliver();
      await here.use('pause_campaign', { campaignId });
      const first = await asked('resume_campaign', { campaignId });
      await approve(first);
      await here.use('pause_campaign', { campaignId });
      expect(await asked('resume_campaign', { campaignId })).not.toBe(first);
      expect((await here.use('get_campaign', { campaignId })).paused).toBe(true);
    });

    it('to activate a workflow that was paused', async () => {
      await addReaders(here.platform, here.organization, readers(2));
      const { id: workflowId } = await here.use('save_workflow', {
        name: 'Welcome',
        trigger: { type: 'MANUAL' },
        steps: [{ type: 'send_email', transactional: true, ...mail }],
      });
      const first = await asked('activate_workflow', { workflowId });
      await approve(first);
      await here.use('pause_workflow', { workflowId });
      expect(await asked('activate_workflow', { workflowId })).not.toBe(first);
      expect((await here.use('get_workflow', { workflowId })).status).toBe('PAUSED');
    });

    it('to send mail that the assistant itself sent after the approval', async () => {
      const id = await asked('send_email_batch', batch);
      await decideInConsole(here, id, { by: null });
      expect((await call('send_email_batch', batch)).result.data).toHaveLength(2);
      expect(await asked('send_email_batch', batch)).not.toBe(id);
      expect(await mailed()).toBe(2);
    });
  });

  describe('the first repeat of an approved call has no effect and returns the result', () => {
    it('for a single email, even if another email would need no approval by then', async () => {
      const one = { ...mail, to: 'ada@mailbox.dev' };
      await approve(await asked('send_email', one, 'always'));
      await here.platform.deliver();
      await here.platform.clock.advance(20 * minuteMs);
      const repeat = await call('send_email', one);
      expect(repeat.result.id).toMatch(/^eml_/);
      expect(repeat.notes.join(' ')).toContain(nothingDone);
      expect(await mailed()).toBe(1);
      await asked('send_email', one, 'always');
    });

    it('for an export, with its link', async () => {
      await addReaders(here.platform, here.organization, readers(2));
      await approve(await asked('export_csv', { kind: 'subscribers' }));
      const repeat = await call('export_csv', { kind: 'subscribers' });
      expect(repeat.result.url).toMatch(/\/exports\/subscribers\.csv\?link=/);
      await asked('export_csv', { kind: 'subscribers' });
    });

    it('for a batch', async () => {
      await approve(await asked('send_email_batch', batch));
      const repeat = await call('send_email_batch', batch);
      expect(repeat.result.data).toHaveLength(2);
      expect(repeat.notes.join(' ')).toContain(nothingDone);
      expect(await mailed()).toBe(2);
      await asked('send_email_batch', batch);
    });

    it('for a scheduled campaign, with its current status', async () => {
      const campaignId = await draft();
      const given = { campaignId, scheduledAt: new Date(here.platform.clock.now() + hourMs).toISOString() };
      const id = await asked('send_campaign', given);
      await approve(id);
      expect((await call('send_campaign', given)).result).toMatchObject({
        id: campaignId,
        status: 'SCHEDULED',
      });
      await here.platform.clock.advance(2 * hourMs);
      for (let step = 0; step < 10; step += 1) {
        await here.platform.deliver();
        await here.platform.clock.advance(minuteMs);
      }
      expect((await call('get_approval', { id })).result.states).toEqual([
        { object: 'campaign', id: campaignId, status: 'SENT', paused: false },
      ]);
      expect(await mailed()).toBe(20);
    });

    it('for a campaign sent in the meantime, with its current status', async () => {
      const campaignId = await draft();
      await approve(await asked('send_campaign', { campaignId }));
      for (let step = 0; step < 10; step += 1) {
        await here.platform.deliver();
        await here.platform.clock.advance(minuteMs);
      }
      const repeat = await call('send_campaign', { campaignId });
      expect(repeat.result).toMatchObject({ id: campaignId, status: 'SENT' });
      expect(await mailed()).toBe(20);
    });

    it('for a workflow', async () => {
      await addReaders(here.platform, here.organization, readers(2));
      const { id: workflowId } = await here.use('save_workflow', {
        name: 'Welcome',
        trigger: { type: 'MANUAL' },
        steps: [{ type: 'send_email', transactional: true, ...mail }],
      });
      await approve(await asked('activate_workflow', { workflowId }));
      expect((await call('activate_workflow', { workflowId })).result).toMatchObject({ status: 'ACTIVE' });
    });
  });

  it('wait_for_approval returns the outcome with the current status', async () => {
    const campaignId = await draft();
    const id = await asked('send_campaign', { campaignId, scheduledAt: later() });
    await approve(id);
    const states = async () => (await call('wait_for_approval', { id })).result.states;
    expect(await states()).toEqual([
      { object: 'campaign', id: campaignId, status: 'SCHEDULED', paused: false },
    ]);
    await here.use('cancel_campaign', { campaignId });
    expect(await states()).toEqual([{ object: 'campaign', id: campaignId, status: 'DRAFT', paused: false }]);
  });

  it('a repeat with a key still returns the first result, whatever changed', async () => {
    const campaignId = await draft();
    const given = { campaignId, scheduledAt: later(), idempotency_key: 'may' };
    await approve(await asked('send_campaign', given));
    await here.use('cancel_campaign', { campaignId });
    expect((await call('send_campaign', given)).result.status).toBe('SCHEDULED');
  });
});
