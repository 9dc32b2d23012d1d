import { describe, expect, it } from 'vitest';
import { draftCampaign } from '../../../engine/approval/preview-scene.ts';
import type { Json } from '../../../spec/assistants/assistant.ts';
import { onBothDatabases, type Place } from '../../../tools/both-databases.ts';
import { activeWorkflow, mailStep, work } from '../../../tools/workflows/scene.ts';
import { assistantIn, begin, confirmed, later, stands, toTagged } from './approved-scene.ts';

/** An assistant's change returns the approved campaigns and workflows that it stops. */

const people = Array.from({ length: 30 }, (_, index) => `person${index}@mailbox.dev`);
const consent = { consent: { source: 'a form' } };

onBothDatabases((place) => {
  /** Starts a campaign that mails a few people and keeps the others waiting. */
  const running = async (here: Place): Promise<{ id: string; last: string[] }> => {
    const { campaignId } = await toTagged(here, 'reader', people, { throttle: { perHour: 60 } });
    await confirmed(here, 'send_campaign', { campaignId });
    for (let step = 0; step < 5; step += 1) await here.platform.deliver();
    const { data } = await here.use('list_campaign_recipients', { campaignId, limit: 100 });
    const last = (data as { email: string; state: string }[]).flatMap(({ email, state }) =>
      state === 'WAITING' ? [email] : [],
    );
    expect(last.length).toBeGreaterThan(2);
    return { id: campaignId, last };
  };
  const waits = (id: string, who: string) =>
    `Campaign ${id} was approved before this change to ${who} waiting for its mail: it pauses before mailing them and waits for a new approval (resume_campaign)`;
  const pauses = (id: string, amount: number) =>
    `Workflow ${id} was approved before this change to ${amount} people: it pauses before mailing more than 10 of them within 15 minutes and waits for a new approval (activate_workflow)`;

  describe('an approved campaign that will pause', () => {
    it('is named by the bulk save that stops it', async () => {
      const here = place();
      const { id, last } = await running(here);
      const subscribers = last.slice(0, 2).map((email) => ({ email, firstName: 'Ada' }));
      const { result } = await assistantIn(here).call('save_subscribers', { subscribers });
      expect(result.warnings).toEqual([waits(id, '2 people')]);
      for (let hour = 0; hour < 4; hour += 1) await begin(here);
      expect(await stands(here, id)).toMatchObject({ status: 'SENDING', paused: true });
    });

    it('is named by a dry run and by the save of one subscriber', async () => {
      const here = place();
      const { id, last } = await running(here);
      const subscribers = [{ email: last[0], firstName: 'Ada' }];
      const tried = await assistantIn(here).call('save_subscribers', { subscribers, dry_run: true });
      expect(tried.result.warnings).toEqual([waits(id, '1 person')]);
      const saved = await assistantIn(here).call('create_subscriber', { email: last[0], firstName: 'Ada' });
      expect(saved.result.warnings).toEqual([waits(id, '1 person')]);
      const changed = { subscriber: last[1], firstName: 'Ada' };
      expect((await assistantIn(here).call('update_subscriber', changed)).result.warnings).toEqual([
        waits(id, '1 person'),
      ]);
    });

    it('is named by the preview and the result of an import that stops it', async () => {
      const here = place();
      const { id, last } = await running(here);
      const csv = `email,firstName\n${last[0]},Ada\n${last[1]},Bob\nnew@mailbox.dev,New\n`;
      const assistant = assistantIn(here);
      const preview = await assistant.call('import_subscribers', { csv, ...consent, start: false });
      expect(preview.result.warnings).toContain(waits(id, '2 people'));
      await assistant.call('import_subscribers', { importId: preview.result.id });
      await here.platform.deliver();
      const done = await here.use('get_import', { importId: preview.result.id });
      expect([done.status, done.warnings]).toEqual(['completed', [waits(id, '2 people')]]);
    });

    it('is named while it is scheduled, because it pauses at its start', async () => {
      const here = place();
      const { campaignId } = await toTagged(here, 'reader', people.slice(0, 12));
      await here.use('create_subscriber', { email: 'aside@mailbox.dev' });
      await confirmed(here, 'send_campaign', { campaignId, scheduledAt: later(here) });
      const assistant = assistantIn(here);
      const save = async (subscribers: object[]) =>
        (await assistant.call('save_subscribers', { subscribers })).result.warnings;
      expect(await save([{ email: 'aside@mailbox.dev', firstName: 'Eve' }])).toBeUndefined();
      expect(await save([{ email: 'other@mailbox.dev' }])).toBeUndefined();
      expect(await save([{ email: people[0], firstName: 'Ada' }])).toEqual([waits(campaignId, '1 person')]);
      expect(
        await save([
          { email: 'joins@mailbox.dev', tags: ['reader'] },
          { email: 'aside@mailbox.dev', tags: ['reader'] },
        ]),
      ).toEqual([waits(campaignId, '2 people')]);
      await begin(here);
      expect(await stands(here, campaignId)).toMatchObject({ status: 'SENDING', paused: true, mails: 0 });
    });

    /** Schedules a campaign to the subscribers with any of these first names. */
    const schedule = async (here: Place, ...firstNames: string[]): Promise<string> => {
      const filter = { field: 'firstName', operator: 'in', value: firstNames };
      const { id } = await draftCampaign(here, { audience: { filter } });
      await here.use('send_campaign', { campaignId: id, scheduledAt: later(here) });
      return id;
    };

    it('is named after many other campaigns that start earlier', async () => {
      const here = place();
      const subscribers = [
        { email: 'ada@mailbox.dev', firstName: 'Ada' },
        { email: 'bob@mailbox.dev', firstName: 'Bob' },
      ];
      await here.use('save_subscribers', { subscribers });
      for (let index = 0; index < 50; index += 1) await schedule(here, 'Ada');
      const id = await schedule(here, 'Bob');
      const assistant = assistantIn(here);
      const saved = await assistant.call('save_subscribers', {
        subscribers: [{ email: 'bob@mailbox.dev', lastName: 'Best' }],
      });
      expect(saved.result.warnings).toEqual([waits(id, '1 person')]);
      const both = subscribers.map((one) => ({ ...one, lastName: 'Bird' }));
      const { warnings } = (await assistant.call('save_subscribers', { subscribers: both })).result;
      expect(warnings).toHaveLength(21);
      expect(warnings[20]).toBe(
        '31 more approved campaigns and workflows wait for a new approval because of this change',
      );
    });

    it('may be missing if there are too many audiences to check, and the result says so', async () => {
      const here = place();
      await here.use('create_subscriber', { email: 'bob@mailbox.dev', firstName: 'Bob' });
      for (let index = 0; index < 50; index += 1) await schedule(here, `Ada ${index}`);
      const assistant = assistantIn(here);
      const save = async (lastName: string) => {
        const subscribers = [{ email: 'bob@mailbox.dev', lastName }];
        return (await assistant.call('save_subscribers', { subscribers })).result.warnings;
      };
      expect(await save('Best')).toBeUndefined();
      await schedule(here, 'Bob');
      const others =
        'This organization has too many approved campaigns and workflows to check them all: others may also pause and wait for a new approval';
      expect(await save('Bird')).toEqual([others]);
      const csv = 'email,lastName\nbob@mailbox.dev,Ball\n';
      const { result } = await assistant.call('import_subscribers', { csv, ...consent });
      await here.platform.deliver();
      const done = await here.use('get_import', { importId: result.id });
      expect([done.status, done.warnings]).toEqual(['completed', [others]]);
    });

    it('is named by tags and events that stop it', async () => {
      const here = place();
      const { id, last } = await running(here);
      await here.use('create_tag', { name: 'vip' });
      const [one, two] = last as [string, string];
      const assistant = assistantIn(here);
      const warnings = async (tool: string, given: Json) =>
        (await assistant.call(tool, given)).result.warnings;
      const named = [waits(id, '1 person')];
      expect(await warnings('track_event', { name: 'paid', email: one })).toEqual(named);
      expect(await warnings('add_subscriber_tags', { subscriber: one, tags: ['vip'] })).toEqual(named);
      expect(await warnings('remove_subscriber_tags', { subscriber: one, tags: ['vip'] })).toEqual(named);
      expect(await warnings('add_subscriber_tags', { subscriber: one, tags: ['reader'] })).toBeUndefined();
      const rule = { field: 'email', operator: 'in', value: [one, two] };
      const tried = await warnings('apply_tag', { tag: 'vip', rule, dry_run: true });
      expect(tried).toEqual([waits(id, '2 people')]);
      expect(await warnings('apply_tag', { tag: 'vip', rule })).toEqual([waits(id, '2 people')]);
      expect(await warnings('apply_tag', { tag: 'vip', rule })).toBeUndefined();
      for (let hour = 0; hour < 4; hour += 1) await begin(here);
      expect(await stands(here, id)).toMatchObject({ status: 'SENDING', paused: true });
    });

    it('is named over REST to an assistant’s token', async () => {
      const here = place();
      const { id, last } = await running(here);
      const { token } = await here.use('create_token', {
        name: 'Assistant',
        scopes: ['full_access'],
        assistant: true,
      });
      const path = `/api/v2/subscribers/${last[0]}`;
      const asked = async (method: string, of: string, body: object) =>
        (await here.http(method, of, { token, body })).body.warnings;
      const named = [waits(id, '1 person')];
      expect(await asked('PATCH', path, { firstName: 'Ada' })).toEqual(named);
      expect(await asked('POST', `${path}/tags`, { tags: ['vip'] })).toEqual(named);
      expect(await asked('POST', '/api/v2/events', { name: 'paid', email: last[0] })).toEqual(named);
      const batch = { subscribers: [{ email: last[0], lastName: 'L' }] };
      expect(await asked('POST', '/api/v2/subscribers/batch', batch)).toEqual(named);
    });

    it('is not named after a change by a person, or a change by an assistant to people outside its audience', async () => {
      const here = place();
      const { last } = await running(here);
      const saved = await here.use('save_subscribers', { subscribers: [{ email: last[0], firstName: 'A' }] });
      expect(saved.warnings).toBeUndefined();
      const aside = { subscribers: [{ email: 'aside@mailbox.dev' }] };
      const { result } = await assistantIn(here).call('save_subscribers', aside);
      expect(result.warnings).toBeUndefined();
    });
  });

  describe('an approved workflow that will pause', () => {
    it('is named by a save and an import that start more runs than it may mail', async () => {
      const here = place();
      await here.use('create_tag', { name: 'vip' });
      const welcome = await activeWorkflow(here, {
        name: 'Welcome',
        trigger: { type: 'SUBSCRIBER_CREATED' },
        steps: [mailStep('welcome')],
      });
      const tagged = await activeWorkflow(here, {
        name: 'VIP',
        trigger: { type: 'TAG_ADDED', tag: 'vip' },
        steps: [mailStep('vip')],
      });
      const assistant = assistantIn(here);
      const some = people.slice(0, 15).map((email) => ({ email, tags: ['vip'] }));
      const few = await assistant.call('save_subscribers', { subscribers: [{ email: 'one@mailbox.dev' }] });
      expect(few.result.warnings).toBeUndefined();
      const saved = await assistant.call('save_subscribers', { subscribers: some });
      expect(saved.result.warnings).toEqual([pauses(welcome, 15), pauses(tagged, 15)]);
      await work(here);
      await work(here);
      expect((await here.use('get_workflow', { workflowId: tagged })).status).toBe('PAUSED');
      expect((await here.use('get_workflow', { workflowId: welcome })).status).toBe('PAUSED');

      const csv = `email\n${people.slice(15).join('\n')}\n`;
      const quiet = await assistant.call('import_subscribers', { csv, ...consent, start: false });
      expect(quiet.result.warnings).toEqual([]);
    });

    it('is named for people who already have a run', async () => {
      const here = place();
      const subscribers = people.map((email) => ({ email }));
      await here.use('create_tag', { name: 'vip' });
      await here.use('save_subscribers', { subscribers });
      const id = await activeWorkflow(here, {
        name: 'Later',
        trigger: { type: 'TAG_ADDED', tag: 'vip' },
        steps: [{ key: 'wait', type: 'delay', config: { duration: '1 day' } }, mailStep('later')],
      });
      await here.use('save_subscribers', { subscribers: people.map((email) => ({ email, tags: ['vip'] })) });
      await work(here);
      const named = people.map((email) => ({ email, firstName: 'Ada' }));
      const { result } = await assistantIn(here).call('save_subscribers', { subscribers: named });
      expect(result.warnings).toEqual([pauses(id, 30)]);
    });

    it('is named by a rule that tags more people than it may mail', async () => {
      const here = place();
      await here.use('create_tag', { name: 'vip' });
      const subscribers = people.slice(0, 15).map((email) => ({ email }));
      await here.use('save_subscribers', { subscribers });
      const id = await activeWorkflow(here, {
        name: 'VIP',
        trigger: { type: 'TAG_ADDED', tag: 'vip' },
        steps: [mailStep('vip')],
      });
      const rule = { field: 'status', operator: 'eq', value: 'ACTIVE' };
      const { result } = await assistantIn(here).call('apply_tag', { tag: 'vip', rule });
      expect(result.warnings).toEqual([pauses(id, 15)]);
      await work(here);
      await work(here);
      expect((await here.use('get_workflow', { workflowId: id })).status).toBe('PAUSED');
    });

    it('is named when single changes together reach more people than it may mail', async () => {
      const here = place();
      const id = await activeWorkflow(here, {
        name: 'Paid',
        trigger: { type: 'EVENT', name: 'paid' },
        steps: [mailStep('paid')],
      });
      const subscribers = people.map((email) => ({ email }));
      await here.use('save_subscribers', { subscribers });
      const assistant = assistantIn(here);
      const track = async (name: string, email: string) =>
        (await assistant.call('track_event', { name, email })).result.warnings;
      for (const email of people.slice(0, 10)) expect(await track('paid', email)).toBeUndefined();
      expect(await track('seen', people[10]!)).toBeUndefined();
      expect(await track('paid', people[11]!)).toEqual([
        `Workflow ${id} was approved before assistants changed more than 10 people in the last 15 minutes: it pauses before mailing more than 10 of them within 15 minutes and waits for a new approval (activate_workflow)`,
      ]);
      await work(here);
      await work(here);
      expect((await here.use('get_workflow', { workflowId: id })).status).toBe('PAUSED');
    });

    it('is named when a change moves people into its segment', async () => {
      const here = place();
      const subscribers = people.slice(0, 15).map((email) => ({ email }));
      await here.use('save_subscribers', { subscribers });
      const segment = await here.use('create_segment', {
        name: 'Berlin',
        rule: { field: 'attributes.city', operator: 'eq', value: 'Berlin' },
      });
      const id = await activeWorkflow(here, {
        name: 'Hello Berlin',
        trigger: { type: 'SEGMENT_ENTERED', segment: segment.id },
        steps: [mailStep('berlin')],
      });
      await work(here);
      const moved = subscribers.map((one) => ({ ...one, attributes: { city: 'Berlin' } }));
      const { result } = await assistantIn(here).call('save_subscribers', { subscribers: moved });
      expect(result.warnings).toEqual([pauses(id, 15)]);
    });
  });
});
