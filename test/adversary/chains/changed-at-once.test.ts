import { beforeEach, describe, expect, it } from 'vitest';
import { previewCall } from '../../../src/contract/invoke.ts';
import { permitFor } from '../../../src/contract/send-permits.ts';
import { type Caller, callerByToken } from '../../../src/engine/context/caller.ts';
import { unapprovedPeopleMax } from '../../../src/model/sending/unapproved-people.ts';
import { changedMoreThan } from '../../../src/store/records/permits/assistant-changes.ts';
import { sendCampaign } from '../../../tools/campaigns/sending/send-campaign.ts';
import { assistantIn } from '../../surfaces/mcp/approval/approved-scene.ts';
import { onBothDatabases, type Place } from '../../tools/both-databases.ts';
import { activeWorkflow, mailStep, work } from '../../tools/workflows/scene.ts';

const people = Array.from({ length: 20 }, (_, index) => `p${index}@mailbox.dev`);

/** Changes by an assistant in the very millisecond in which a person sees the question. */

onBothDatabases((place) => {
  let here: Place;
  let before: number;
  beforeEach(async () => {
    here = place();
    before = here.platform.mailbox.messages.length;
    await here.use('save_subscribers', {
      subscribers: people.map((email) => ({ email, tags: ['readers'] })),
    });
    await here.use('create_tag', { name: 'vip' });
    await work(here);
  });

  /** Changes everyone as an assistant, while the clock stands still. */
  const changeAtOnce = async (): Promise<void> => {
    const { platform, organization } = here;
    const { id } = await platform.addToken(organization, { assistant: true });
    const token = (await platform.platform.engine.store.forOrganization(organization.key).tokens.byId(id))!;
    const caller: Caller = { ...platform.caller('v2', organization), token, scopes: token.scopes };
    for (const subscriber of people) {
      await platform.call('update_subscriber', { subscriber, attributes: { words: 'Buy now' } }, { caller });
    }
  };
  const left = async (): Promise<number> => {
    await work(here);
    await here.platform.deliver();
    return here.platform.mailbox.messages.length - before;
  };
  const tagEveryone = async (): Promise<void> => {
    for (const subscriber of people) {
      await here.use('add_subscriber_tags', { subscriber, tags: ['vip'] });
      await work(here);
    }
  };
  const welcome = { trigger: { type: 'TAG_ADDED', tag: 'vip' }, steps: [mailStep('welcome')] };

  describe('a workflow', () => {
    it('counts subscribers that an assistant changed in the millisecond after the approval request', async () => {
      const { id: workflowId } = await here.use('save_workflow', { name: 'Welcome', ...welcome });
      const assistant = assistantIn(here);
      const { result } = await assistant.call('activate_workflow', { workflowId });
      await changeAtOnce();
      const { confirmation_token } = result.details;
      expect((await assistant.call('activate_workflow', { workflowId, confirmation_token })).refused).toBe(
        false,
      );
      await tagEveryone();
      expect(await left()).toBeLessThanOrEqual(unapprovedPeopleMax);
    });

    it('mails subscribers that an assistant changed in the millisecond before a person activated it', async () => {
      await changeAtOnce();
      await activeWorkflow(here, welcome);
      await tagEveryone();
      expect(await left()).toBe(people.length);
    });
  });

  describe('a campaign', () => {
    const draft = async (): Promise<string> => {
      const { id } = await here.use('create_campaign', {
        name: 'News',
        subject: 'News',
        fromEmail: 'news@acme.dev',
        markdown: 'Hello {{attributes.words|you}}. [Leave]({{unsubscribeUrl}})',
        audience: { tags: { any: ['readers'] } },
      });
      return id;
    };

    it('pauses for subscribers that an assistant changed in the millisecond after the approval request', async () => {
      const campaignId = await draft();
      const assistant = assistantIn(here);
      const { result } = await assistant.call('send_campaign', { campaignId });
      await changeAtOnce();
      const { confirmation_token } = result.details;
      expect((await assistant.call('send_campaign', { campaignId, confirmation_token })).refused).toBe(false);
      expect(await left()).toBe(0);
      expect((await here.use('get_campaign', { campaignId })).paused).toBe(true);
    });

    it('counts subscribers that an assistant changed during its preview', async () => {
      const input = { campaignId: await draft() };
      const { platform, organization } = here;
      const { engine } = platform.platform;
      const store = engine.store.forOrganization(organization.key);
      const { id } = await platform.addToken(organization, { assistant: true });
      const known = (await engine.store.organizations.byKey(organization.key))!;
      const caller: Caller = { ...callerByToken(known, await store.tokens.byId(id), 'req_1'), door: 'mcp' };
      const decided = await permitFor(engine, { tool: sendCampaign, caller, input }, async () => {
        const previewed = await previewCall(engine, sendCampaign, caller, input);
        await changeAtOnce();
        return previewed;
      });
      if (decided.kind !== 'needs approval') throw new Error('it needs no approval');
      const since = decided.previewed.shownAt!;
      expect(await changedMoreThan(store, since, people.length - 1)).toBe(true);
    });

    it('mails subscribers that an assistant changed in the millisecond before a person sent it', async () => {
      const campaignId = await draft();
      await changeAtOnce();
      await here.use('send_campaign', { campaignId });
      expect(await left()).toBe(people.length);
    });
  });
});
