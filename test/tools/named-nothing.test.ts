import { describe, expect, test } from 'vitest';
import { callThrough, doors } from '../spec/doors.ts';
import { openPlatform } from '../world/platform.ts';
import { onBothDatabases } from './both-databases.ts';

const noTag = 'is not a tag of this organization, so no subscriber has it';
const noAttribute = 'is an attribute that no subscriber has';
const noEvent = 'is an event that no subscriber has';
const shoe = { field: 'attributes.shoe', operator: 'eq', value: 'red' };
const plan = { field: 'attributes.plan', operator: 'eq', value: 'gold' };

onBothDatabases((place) => {
  describe('a list of subscribers', () => {
    test('warns about each unknown tag and lists subscribers with the known tags', async () => {
      const { use } = place();
      await use('create_subscriber', { email: 'ada@example.com', tags: ['news'] });
      const alone = await use('list_subscribers', { tag: 'newz' });
      expect([alone.data, alone.warnings]).toEqual([[], [`tag ${noTag}`]]);
      const beside = await use('list_subscribers', { tag: ['newz', 'NEWS', 'tag_gone'] });
      expect(beside.data).toMatchObject([{ email: 'ada@example.com' }]);
      expect(beside.warnings).toEqual([`tag[0] ${noTag}`, `tag[2] ${noTag}`]);
    });

    test('with an unknown segment is empty and has a warning', async () => {
      const { use } = place();
      await use('create_subscriber', { email: 'ada@example.com', tags: ['news'] });
      for (const segment of ['seg_gone', 'Pros', 'x'.repeat(100)]) {
        const { data, warnings } = await use('list_subscribers', { segment });
        expect([data, warnings]).toEqual([[], [expect.stringMatching(/^segment is /)]]);
      }
      expect(await use('list_subscribers', { tag: 'news' })).not.toHaveProperty('warnings');
    });
  });

  describe('a rule', () => {
    test('with an attribute that no subscriber has causes a warning when it is saved', async () => {
      const { use } = place();
      await use('create_subscriber', { email: 'ada@example.com', attributes: { plan: 'gold' } });
      const made = await use('create_segment', { name: 'Red', rule: { or: [plan, shoe] } });
      expect(made.warnings).toEqual([`rule.or[1].field ${noAttribute}`]);
      const sound = await use('update_segment', { segmentId: made.id, rule: plan });
      expect(sound).not.toHaveProperty('warnings');
      const changed = await use('update_segment', { segmentId: made.id, rule: shoe });
      expect(changed.warnings).toEqual([`rule.field ${noAttribute}`]);
    });

    test.each([
      ['email_opened', 'opens', 'open_tracking'],
      ['email_clicked', 'clicks', 'click_tracking'],
    ])('about %s causes a warning until a domain tracks it', async (field, what, setting) => {
      const { use, organization } = place();
      await use('create_subscriber', { email: 'ada@example.com', attributes: { plan: 'gold' } });
      const rule = { and: [plan, { field, operator: 'exists' }] };
      const never = `and[1].field uses ${what}, but no domain tracks ${what}, so none were recorded. Turn on tracking with update_domain and ${setting}: true`;
      const made = await use('create_segment', { name: 'Keen', rule });
      expect(made.warnings).toEqual([`rule.${never}`]);
      const { id: campaignId } = await use('create_campaign', {
        subject: 'News',
        audience: { filter: rule },
      });
      const preview = await use('preview_campaign_audience', { campaignId });
      expect(preview.warnings).toContain(`audience.filter.${never}`);
      const domain = await use('add_domain', { name: `${what}-${organization.key}.test` });
      await use('update_domain', { id: domain.id, [setting]: true });
      expect(await use('get_segment', { segmentId: made.id })).not.toHaveProperty('warnings');
      expect((await use('preview_campaign_audience', { campaignId })).warnings.join()).not.toContain(
        'tracks',
      );
    });

    test('in an audience causes a warning in the campaign preview, for the filter and the segment', async () => {
      const { use } = place();
      await use('create_subscriber', { email: 'ada@example.com', attributes: { plan: 'gold' } });
      const { id: segmentId } = await use('create_segment', { name: 'Red', rule: shoe });
      const warningsFor = async (audience: object): Promise<string[]> => {
        const { id: campaignId } = await use('create_campaign', { subject: 'News', audience });
        return (await use('preview_campaign_audience', { campaignId })).warnings;
      };
      expect(await warningsFor({ filter: { and: [plan, shoe] } })).toContain(
        `audience.filter.and[1].field ${noAttribute}`,
      );
      expect(await warningsFor({ segmentId })).toContain(
        'audience.segmentId is a segment whose rule uses an attribute that no subscriber has',
      );
      expect((await warningsFor({ filter: plan })).join()).not.toContain('attribute');
    });

    test('with an event that was never tracked causes a warning in segments, audiences, lists and workflows', async () => {
      const { use } = place();
      await use('track_event', { email: 'ada@example.com', name: 'order.paid' });
      const paid = { field: 'event.order.paid', operator: 'exists' };
      const typo = { field: 'event.order.payed', operator: 'exists' };
      const made = await use('create_segment', { name: 'Payers', rule: { or: [paid, typo] } });
      expect(made.warnings).toEqual([`rule.or[1].field ${noEvent}`]);
      expect(await use('update_segment', { segmentId: made.id, rule: paid })).not.toHaveProperty('warnings');
      const { id: campaignId } = await use('create_campaign', {
        subject: 'News',
        audience: { filter: typo },
      });
      const preview = await use('preview_campaign_audience', { campaignId });
      expect(preview.warnings).toContain(`audience.filter.field ${noEvent}`);
      expect((await use('list_subscribers', { rule: typo })).warnings).toContain(`rule.field ${noEvent}`);
      await use('update_segment', { segmentId: made.id, rule: typo });
      await use('update_campaign', { campaignId, audience: { segmentId: made.id } });
      expect((await use('preview_campaign_audience', { campaignId })).warnings).toContain(
        'audience.segmentId is a segment whose rule uses an event that no subscriber has',
      );
      const workflow = await use('save_workflow', {
        name: 'Orders',
        trigger: { type: 'SUBSCRIBER_CREATED', filter: typo },
        steps: [
          { key: 'ask', type: 'condition', config: { rule: { and: [paid, plan] } } },
          { key: 'track', type: 'track_event', config: { name: 'welcomed' } },
          {
            key: 'later',
            type: 'condition',
            config: { rule: { field: 'event.welcomed', operator: 'exists' } },
          },
        ],
      });
      const named = [`trigger.filter.field ${noEvent}`, `steps.ask.rule.and[1].field ${noAttribute}`];
      expect(workflow.warnings).toEqual(expect.arrayContaining(named));
      expect(workflow.warnings.filter((each: string) => each.includes('no subscriber has'))).toHaveLength(2);
      const again = await use('get_workflow', { workflowId: workflow.id });
      expect(again.warnings).toEqual(expect.arrayContaining(named));
    });

    test('with many unknown attributes warns only about the first ten', async () => {
      const { use } = place();
      await use('create_subscriber', { email: 'ada@example.com' });
      const or = Array.from({ length: 12 }, (_, index) => ({ ...shoe, field: `attributes.a${index}` }));
      expect((await use('create_segment', { name: 'Many', rule: { or } })).warnings).toHaveLength(10);
    });
  });
});

test.each(doors.current)(
  'an unknown tag gives an empty list through %s, with a warning except over REST',
  async (door) => {
    const platform = await openPlatform();
    const result = await callThrough(door, platform, 'list_subscribers', { tag: ['newz'] });
    const warnings = [expect.stringMatching(new RegExp(`^tag(\\[0\\])? ${noTag}$`))];
    const lists = { object: 'list', data: [], has_more: false };
    if (door === 'v2') expect(result).toEqual({ ok: true, output: lists });
    else expect(result).toMatchObject({ ok: true, output: { data: [], warnings } });
    await platform.close();
  },
);
