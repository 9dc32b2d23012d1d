import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../../../src/engine/context/caller.ts';
import { dayMs } from '../../../../src/model/instant.ts';
import { callerIn, draftCampaign } from '../../../engine/approval/preview-scene.ts';
import { addReaders, readers } from '../../../engine/campaigns/campaign-scene.ts';
import { onBothDatabases, type Place } from '../../../tools/both-databases.ts';
import { activeWorkflow, mailStep } from '../../../tools/workflows/scene.ts';
import { callPlainly, decideInConsole, runApproved } from './approved-scene.ts';

/**
 * Questions about changes that send no mail, and the result that an assistant sees after its person's
 * approval.
 */

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Json = any;

onBothDatabases((place) => {
  let here: Place;
  let caller: Caller;
  beforeEach(async () => {
    here = place();
    caller = await callerIn(here, { scopes: ['full_access', 'admin'] });
  });

  const call = (name: string, given: object) => callPlainly(here, caller, name, given);

  async function asked(tool: string, given: Record<string, unknown>): Promise<Json> {
    const { result } = await call(tool, given);
    expect(result.name).toBe('confirmation_required');
    return result;
  }

  /** A person approves in the console, which executes the call. */
  async function approve({ details }: Json): Promise<string> {
    const { id } = details.approval;
    await decideInConsole(here, id);
    expect(await runApproved(here, id)).toEqual({ kind: 'done' });
    return id;
  }

  describe('an approval', () => {
    it('of a new token describes everything the token could do, but not the text of a send', async () => {
      const { id: domain_id } = await here.use('add_domain', { name: 'acme.dev' });
      const { details, next, message } = await asked('create_token', {
        name: 'shop',
        scopes: ['emails.send'],
        domain_id,
        allowed_recipients: ['*@acme.dev'],
        send_cap: { per_hour: 100, per_day: 2_000 },
        ip_allowlist: ['10.0.0.0/8'],
        expires_at: '2030-01-01T00:00:00Z',
      });
      expect(details.preview).toEqual({
        object: 'change_preview',
        tool: 'create_token',
        changes: [
          'Creates an API token named shop. Permissions: Send emails (emails.send)',
          'Sends real mail',
          'Can send only from acme.dev',
          'Can mail only “*@acme.dev”',
          'Can send at most 100 mails an hour and 2,000 mails a day',
          'Works only from “10.0.0.0/8”',
          'Works until 2030-01-01T00:00:00.000Z',
          expect.stringMatching(
            /^It is for an assistant: without approval it can mail at most 10 people in 15 minutes/,
          ),
          expect.stringMatching(/^The assistant sees its secret/),
        ],
      });
      expect(message).toMatch(/^Nothing was done/);
      expect(next).toContain('an approved call is done automatically, once');
      const shown = await call('get_approval', { id: details.approval.id });
      expect(shown.result.preview).toEqual(details.preview);
    });

    it('of a new token names missing limits, and mentions sending only if the token can send', async () => {
      const limits = async (scopes: string[]): Promise<string[]> =>
        (await asked('create_token', { name: 't', scopes })).details.preview.changes.slice(1, -2);
      const open = ['Works from any IP address', 'Never expires'];
      expect(await limits(['tags.write'])).toEqual(open);
      expect(await limits(['campaigns.send'])).toEqual([
        'Sends real mail',
        'Can send from every domain of the organization',
        'Can mail any address',
        'Has no send cap',
        ...open,
      ]);
    });

    it('is also needed for a read-only token', async () => {
      const { changes } = (await asked('create_token', { name: 't', scopes: ['emails.read'] })).details
        .preview;
      expect(changes[0]).toBe('Creates an API token named t. Permissions: Read emails (emails.read)');
    });

    it('of a webhook to a new host shows its complete URL', async () => {
      const url = 'https://hooks.acme.dev/in?key=1';
      const { details } = await asked('save_webhook', { url, events: ['email.sent'] });
      expect(details.preview.changes).toEqual([
        `Posts events of the organization to ${url}`,
        'The organization has no webhook to hooks.acme.dev yet',
      ]);
    });

    it('of a changed segment rule names the workflow that the segment starts', async () => {
      const rule = (plan: string) => ({ field: 'attributes.plan', operator: 'eq', value: plan });
      const { id: segmentId } = await here.use('create_segment', { name: 'Pro', rule: rule('pro') });
      const workflowId = await activeWorkflow(here, {
        name: 'Pro',
        trigger: { type: 'SEGMENT_ENTERED', segment: segmentId },
        steps: [mailStep('pro')],
      });
      const { details } = await asked('update_segment', { segmentId, rule: rule('free') });
      expect(details.preview.changes).toEqual([
        `Changes the members of a segment that starts the approved workflow ${workflowId}`,
      ]);
    });

    it('of a changed token names the additional rights', async () => {
      const { id } = await here.platform.addToken(here.organization, {
        scopes: ['emails.read'],
        allowed_recipients: ['*@acme.dev'],
        mode: 'test',
      });
      const given = { id, scopes: ['emails.read', 'emails.send'], allowed_recipients: null, mode: 'live' };
      const { details } = await asked('update_token', given);
      expect(details.preview.changes.slice(1)).toEqual([
        'May also: emails.send',
        'Sends real mail',
        'Can mail any address',
      ]);
    });
  });

  describe('the result of an approved call', () => {
    it('contains its ids, and one repeat returns the response with the secret', async () => {
      const wish = { name: 'shop', scopes: ['emails.send'] };
      const id = await approve(await asked('create_token', wish));
      const { result } = await call('wait_for_approval', { id });
      expect(result).toMatchObject({
        status: 'used',
        outcome: 'done',
        ids: [expect.stringMatching(/^tok_/)],
      });
      expect(Date.parse(result.answer_until) - here.platform.clock.now()).toBe(dayMs);
      expect(JSON.stringify(result)).not.toContain('posthouse_');
      expect((await call('get_approval', { id })).notes[0]).toContain(
        'To read the result of create_token, including any secret, repeat the call',
      );
      const repeat = await call('create_token', wish);
      expect(repeat.result).toMatchObject({ id: result.ids[0], token: expect.stringMatching(/^posthouse_/) });
      expect(repeat.notes[0]).toContain('assistant is true, because an assistant created this token');
      const after = (await call('get_approval', { id })).result;
      expect([after.ids, after.answer_until]).toEqual([result.ids, null]);
      expect((await call('get_approval', { id })).notes).toEqual([]);
    });

    it('promises no response after the response was deleted', async () => {
      const id = await approve(await asked('create_token', { name: 'shop', scopes: ['emails.send'] }));
      await here.platform.clock.advance(dayMs);
      expect((await call('get_approval', { id })).result.answer_until).toBeNull();
    });

    it('says that the campaign starts at once when the response is read', async () => {
      await addReaders(here.platform, here.organization, readers(3));
      const { id: campaignId } = await draftCampaign(here);
      await approve(await asked('send_campaign', { campaign_id: campaignId }));
      const { result, notes } = await call('send_campaign', { campaign_id: campaignId });
      expect(result.status).toBe('SCHEDULED');
      expect(notes[0]).toContain('Sending starts immediately');
    });
  });

  it('an assistant can move a scheduled campaign to a later time without losing its approval', async () => {
    await addReaders(here.platform, here.organization, readers(3));
    const { id: campaign_id } = await draftCampaign(here);
    const at = (ms: number) => new Date(here.platform.clock.now() + ms).toISOString();
    await approve(await asked('send_campaign', { campaign_id, scheduled_at: at(dayMs) }));
    const moved = await call('reschedule_campaign', { campaign_id, scheduled_at: at(2 * dayMs) });
    expect(moved.result).toMatchObject({ status: 'SCHEDULED', scheduledAt: at(2 * dayMs) });
    await here.platform.clock.advance(2 * dayMs);
    await here.platform.deliver();
    expect((await here.use('get_campaign', { campaignId: campaign_id })).stats.recipients).toBe(3);
  });
});
