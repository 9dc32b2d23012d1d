import { describe, expect, it } from 'vitest';
import { tagApplicationLimits } from '../../../../src/model/subscriber/tag-application.ts';
import { draftCampaign } from '../../../engine/approval/preview-scene.ts';
import { onBothDatabases, type Place } from '../../../tools/both-databases.ts';
import { assistantIn, begin, confirmed, later, sent, stands, toTagged } from './approved-scene.ts';

const people = Array.from({ length: 30 }, (_, index) => `person${index}@mailbox.dev`);
const problem = (who: string) =>
  `${who} changed by an assistant after this was approved: check preview_campaign_audience and call resume_campaign`;
const tagIs = (tag: string) => ({ field: 'tags', operator: 'eq', value: tag });
const one = problem('A person of the next page was');

onBothDatabases((place) => {
  describe('an approved campaign', () => {
    const scheduled = async (here: Place, by: 'assistant' | 'person') => {
      const { campaignId, segmentId, rule } = await toTagged(here, 'reader', people);
      const sending = { campaignId, scheduledAt: later(here) };
      if (by === 'assistant') await confirmed(here, 'send_campaign', sending);
      else await here.use('send_campaign', sending);
      return { campaignId, segmentId, rule };
    };

    it.each(['assistant', 'person'] as const)(
      'sends no values that an assistant has changed since, if the %s requested the send',
      async (by) => {
        const here = place();
        const { campaignId } = await scheduled(here, by);
        const assistant = assistantIn(here);
        const changed = { subscriber: people[7], first_name: 'Pay at evil.dev' };
        expect((await assistant.call('update_subscriber', changed)).refused).toBe(false);
        await begin(here);
        expect(await stands(here, campaignId)).toEqual({
          status: 'SENDING',
          paused: true,
          problem: one,
          mails: 0,
        });
        // A person who has looked at it lets it continue.
        await here.use('resume_campaign', { campaignId });
        await begin(here);
        expect(await stands(here, campaignId)).toEqual(sent(30));
      },
    );

    it("of a person mails no more people because of an assistant's tag, save or event", async () => {
      const here = place();
      const { campaignId } = await scheduled(here, 'person');
      await here.use('create_subscriber', { email: 'late@mailbox.dev' });
      const assistant = assistantIn(here);
      const tagged = { subscriber: 'late@mailbox.dev', tags: ['reader'] };
      expect((await assistant.call('add_subscriber_tags', tagged)).refused).toBe(false);
      await begin(here);
      expect(await stands(here, campaignId)).toMatchObject({ paused: true, problem: one });
    });

    it("to people with frequent events mails no more people because of an assistant's events", async () => {
      const here = place();
      const rule = { field: 'event.order.paid', operator: 'count_gte', value: 2, within: '30 days' };
      const track = { name: 'order.paid' };
      for (const email of people.slice(0, 8)) {
        await here.use('track_event', { ...track, email });
        await here.use('track_event', { ...track, email });
      }
      await here.use('track_event', { ...track, email: 'late@mailbox.dev' });
      const { id: campaignId } = await draftCampaign(here, { audience: { filter: rule } });
      await here.use('send_campaign', { campaignId, scheduledAt: later(here) });
      const tracked = await assistantIn(here).call('track_event', { ...track, email: 'late@mailbox.dev' });
      expect(tracked.refused).toBe(false);
      await begin(here);
      expect(await stands(here, campaignId)).toMatchObject({ paused: true, problem: one, mails: 0 });
    });

    it('mails no more people through a tag that an assistant applies by a rule, at once or in the background', async () => {
      const here = place();
      const { campaignId } = await scheduled(here, 'person');
      const crowd = Array.from({ length: 1_000 }, (_, index) => ({ email: `crowd${index}@example.com` }));
      await here.use('save_subscribers', { subscribers: crowd });
      await here.use('create_subscriber', { email: 'late@mailbox.dev' });
      await here.use('create_subscriber', { email: 'last@mailbox.dev' });
      await here.use('add_subscriber_tags', { subscriber: people[1], tags: ['late'] });
      const { id: other } = await draftCampaign(here, {
        audience: {
          filter: { and: [tagIs('late'), { field: 'email', operator: 'contains', value: 'mailbox' }] },
        },
      });
      await here.use('send_campaign', { campaignId: other, scheduledAt: later(here) });
      const apply = async (tag: string, rule: object) =>
        (await assistantIn(here).call('apply_tag', { tag, rule })).result;
      const one = await apply('reader', { field: 'email', operator: 'eq', value: 'late@mailbox.dev' });
      expect(one).toMatchObject({ tagged: 1, complete: true });
      // The only person who enters the other campaign is after the first page.
      const many = await apply('late', {
        or: [
          { field: 'email', operator: 'starts_with', value: 'crowd' },
          { field: 'email', operator: 'eq', value: 'last@mailbox.dev' },
        ],
      });
      expect(many).toMatchObject({ tagged: tagApplicationLimits.peoplePerPage, complete: false });
      await here.platform.deliver();
      await begin(here);
      expect(await stands(here, campaignId)).toMatchObject({ paused: true, mails: 0 });
      expect(await stands(here, other)).toMatchObject({ paused: true, mails: 0 });
    });

    it('keeps its segment, which an assistant changes only with an approval', async () => {
      const here = place();
      const { segmentId } = await scheduled(here, 'person');
      const rule = { field: 'status', operator: 'eq', value: 'ACTIVE' };
      const { result } = await assistantIn(here).call('update_segment', { segment_id: segmentId, rule });
      expect(result.details.preview.changes[0]).toMatch(
        /^Changes the members of a segment that receives the campaign cmp_.*, which is scheduled or sending$/,
      );
    });

    it('is sent if a person or a program changed people, or an assistant changed people outside its audience', async () => {
      const here = place();
      const { campaignId } = await scheduled(here, 'person');
      await here.use('update_subscriber', { subscriber: people[3], firstName: 'Ada' });
      await here.use('create_subscriber', { email: 'new@mailbox.dev', tags: ['reader'] });
      const saved = await assistantIn(here).call('create_subscriber', { email: 'aside@mailbox.dev' });
      expect(saved.refused).toBe(false);
      await begin(here);
      expect(await stands(here, campaignId)).toEqual(sent(31));
    });
  });
});
