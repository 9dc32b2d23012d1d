import { describe, expect, test } from 'vitest';
import {
  continueTagging,
  nextUntagged,
  tagPeople,
  untaggedTerms,
} from '../../../src/engine/subscribers/apply-tag.ts';
import { tagsPerSubscriberMax } from '../../../src/model/subscriber/subscriber.ts';
import { tagApplicationLimits } from '../../../src/model/subscriber/tag-application.ts';
import { claimJobs } from '../../../src/store/jobs.ts';
import { OrganizationStore } from '../../../src/store/store.ts';
import { verifies } from '../../spec/verifies.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';
import { activeWorkflow, startedBy, tagStep, tagsOf, work } from '../workflows/scene.ts';

const { peoplePerPage } = tagApplicationLimits;
const pro = { field: 'attributes.plan', operator: 'eq', value: 'pro' } as const;
const all = { field: 'email', operator: 'exists' };

async function people({ use }: Place, amount: number, fields: object = {}): Promise<void> {
  for (let made = 0; made < amount; made += 1_000) {
    await use('save_subscribers', {
      subscribers: Array.from({ length: Math.min(1_000, amount - made) }, (_, index) => ({
        email: `person${made + index}@example.com`,
        ...fields,
      })),
    });
  }
}

async function countOf({ use }: Place, tag: string): Promise<number> {
  return (await use('get_tag', { tag })).subscriberCount;
}

onBothDatabases((place) => {
  describe('applying a tag', () => {
    verifies('tag.apply', 'tags once every subscriber that matches a rule or a segment', async () => {
      const here = place();
      await people(here, 3, { attributes: { plan: 'pro' } });
      await here.use('create_subscriber', { email: 'free@example.com' });
      const applied = await here.use('apply_tag', { tag: 'Paying', rule: pro });
      expect(applied).toEqual({
        object: 'tag_application',
        tag_id: (await here.use('get_tag', { tag: 'paying' })).id,
        dry_run: false,
        tagged: 3,
        skipped: 0,
        complete: true,
      });
      expect(await countOf(here, 'paying')).toBe(3);
      expect(await tagsOf(here, 'person1@example.com')).toEqual(['Paying']);
      expect(await tagsOf(here, 'free@example.com')).toEqual([]);
      expect(await here.use('apply_tag', { tag: applied.tag_id, rule: pro })).toMatchObject({ tagged: 0 });

      const { id } = await here.use('create_segment', { name: 'All', rule: all });
      const rest = await here.http('POST', '/api/v2/tags/paying/apply', { body: { segment_id: id } });
      expect([rest.status, rest.body.tagged, rest.body.complete]).toEqual([200, 1, true]);
      expect(await countOf(here, 'paying')).toBe(4);
    });

    verifies(
      'tag.apply.dry-run',
      'only counts subscribers in a dry run, and names some of them',
      async () => {
        const here = place();
        await people(here, 8, { attributes: { plan: 'pro' } });
        const dry = { tag: 'paying', rule: pro, dry_run: true };
        const counted = await here.use('apply_tag', dry);
        expect(counted).toMatchObject({
          tag_id: null,
          dry_run: true,
          tagged: 8,
          skipped: 0,
          matching: 8,
          complete: true,
        });
        expect(counted.sample.map(({ email }: { email: string }) => email)).toEqual(
          [0, 1, 2, 3, 4].map((n) => `person${n}@example.com`),
        );
        expect((await here.refusal('get_tag', { tag: 'paying' })).failure).toBe('not_found');
        await here.use('add_subscriber_tags', { subscriber: 'person0@example.com', tags: ['paying'] });
        expect(await here.use('apply_tag', dry)).toMatchObject({ tagged: 7, matching: 8 });
        expect(await countOf(here, 'paying')).toBe(1);
        expect(await here.use('apply_tag', { ...dry, dry_run: false })).toMatchObject({ tagged: 7 });
      },
    );

    test('skips subscribers with the maximum number of tags, and a dry run says so', async () => {
      const here = place();
      await people(here, 3);
      const tags = Array.from({ length: tagsPerSubscriberMax }, (_, index) => `t${index}`);
      for (let from = 0; from < tags.length; from += 50) {
        const some = tags.slice(from, from + 50);
        await here.use('add_subscriber_tags', { subscriber: 'person1@example.com', tags: some });
      }
      const counts = { tagged: 2, skipped: 1, complete: true };
      expect(await here.use('apply_tag', { tag: 'x', rule: all, dry_run: true })).toMatchObject(counts);
      expect(await here.use('apply_tag', { tag: 'x', rule: all })).toMatchObject(counts);
    });

    verifies(
      'tag.apply.resumes',
      'to many subscribers continues in the background, page by page, and after a restart',
      async () => {
        const here = place();
        await people(here, 2_300);
        expect(await here.use('apply_tag', { tag: 'many', rule: all })).toMatchObject({
          tagged: peoplePerPage,
          complete: false,
        });
        const dry = async () => await here.use('apply_tag', { tag: 'many', rule: all, dry_run: true });
        const left = 2_300 - peoplePerPage;
        expect(await dry()).toMatchObject({ tagged: left, matching: 2_300, complete: true });
        expect(await onePage(here)).toBe(1);
        expect(await countOf(here, 'many')).toBe(2 * peoplePerPage);
        await work(here);
        expect(await countOf(here, 'many')).toBe(2_300);
        expect(await dry()).toMatchObject({ tagged: 0, matching: 2_300 });
        const { data } = await here.use('list_subscribers', { tag: 'many', limit: 1 });
        expect(data[0].email).toBe('person2299@example.com');
      },
    );

    test('in two concurrent calls tags every subscriber once', async () => {
      const here = place();
      await people(here, 1_700);
      const twice = { tag: 'many', rule: all };
      await here.use('apply_tag', twice);
      await here.use('apply_tag', twice);
      await here.use('apply_tag', { tag: 'many', rule: { and: [all] } });
      await work(here);
      expect(await countOf(here, 'many')).toBe(1_700);
    });

    test('stops when the tag is deleted', async () => {
      const here = place();
      await people(here, 1_200);
      const { tag_id: id } = await here.use('apply_tag', { tag: 'many', rule: all });
      await here.use('delete_tag', { tag: id });
      await work(here);
      await here.platform.clock.advance(5_000);
      await work(here);
      expect(await tagsOf(here, 'person1100@example.com')).toEqual([]);
      expect((await here.refusal('apply_tag', { tag: id, rule: all })).failure).toBe('not_found');
    });

    test('is limited to 20 concurrent runs', async () => {
      const here = place();
      await people(here, peoplePerPage + 1);
      for (let index = 0; index < 20; index += 1) {
        await here.use('apply_tag', { tag: `many${index}`, rule: all });
      }
      const refused = await here.refusal('apply_tag', { tag: 'one more', rule: all });
      expect([refused.failure, refused.message]).toEqual(['conflict', expect.stringContaining('at most 20')]);
      expect((await here.refusal('get_tag', { tag: 'one more' })).failure).toBe('not_found');
      await work(here);
      expect(await countOf(here, 'many19')).toBe(peoplePerPage + 1);
    });

    verifies('tag.apply.starts', 'starts the workflows and webhooks of an added tag', async () => {
      const here = place();
      await people(here, 2, { attributes: { plan: 'pro' } });
      await here.use('create_tag', { name: 'paying' });
      const workflowId = await activeWorkflow(here, {
        trigger: { type: 'TAG_ADDED', tag: 'paying' },
        steps: [tagStep('welcomed')],
      });
      await here.use('apply_tag', { tag: 'paying', rule: pro });
      await work(here);
      expect(await startedBy(here, workflowId)).toEqual(['person0@example.com', 'person1@example.com']);
      expect(await tagsOf(here, 'person1@example.com')).toEqual(['paying', 'welcomed']);
    });

    test('does not affect subscribers of another organization', async () => {
      const here = place();
      await people(here, 2, { attributes: { plan: 'pro' } });
      const other = await here.platform.addOrganization('Another');
      const { id } = await here.use('create_segment', { name: 'Pro', rule: pro });
      const apply = async (body: object) =>
        await here.platform.http('POST', '/api/v2/tags/paying/apply', { token: other.token, body });
      expect((await apply({ rule: pro })).body.tagged).toBe(0);
      const theirs = await apply({ segment_id: id });
      expect([theirs.status, theirs.body.message]).toEqual([
        404,
        'segment_id is not a segment of this organization',
      ]);
      expect((await here.refusal('get_tag', { tag: 'paying' })).failure).toBe('not_found');
    });

    test('is rejected with the invalid field', async () => {
      const { refusal } = place();
      const cases: [object, string, string][] = [
        [{ tag: 'x' }, 'rule', 'is required, or segment_id'],
        [{ tag: 'x', rule: all, segment_id: 'seg_x' }, 'rule', 'must be the only one'],
        [{ tag: 'x'.repeat(65), rule: all }, 'tag', '64'],
        [
          { tag: 'x', rule: { and: [{ field: 'tags', operator: 'eq', value: 'gone' }] } },
          'rule.and[0].value',
          'is not a tag',
        ],
        [{ tag: 'x', rule: { field: '__proto__', operator: 'exists' } }, 'rule.field', 'must be one of'],
        [{ tag: 'x', rule: { and: Array(101).fill(all) } }, 'rule.and[100]', 'at most 100'],
        [{ tag: 'x', rule: all, dry_run: 'yes' }, 'dry_run', ''],
      ];
      for (const [input, path, message] of cases) {
        const { failure, details } = await refusal('apply_tag', input);
        const [fault] = details as { path: string; message: string }[];
        expect([failure, fault!.path], JSON.stringify(input)).toEqual(['validation_error', path]);
        expect(fault!.message).toContain(message);
      }
    });

    test('needs the scope subscribers.write', async () => {
      const { refusal } = place();
      const refused = await refusal('apply_tag', { tag: 'x', rule: all }, ['tags.write', 'subscribers.read']);
      expect(refused.failure).toBe('restricted_api_key');
    });

    test('skips subscribers who no longer match the rule', async () => {
      const here = place();
      await people(here, 2, { attributes: { plan: 'pro' } });
      await here.use('create_tag', { name: 'paying' });
      const { store } = here.platform.platform.engine;
      const found = async () => {
        const reading = store.forOrganization(here.organization.key);
        const until = await reading.recipients.newestSubscriber();
        const terms = await untaggedTerms(reading, pro, undefined);
        return await nextUntagged(reading, terms, { through: 0, until }, here.platform.clock.now(), 10);
      };
      const { keys } = await found();
      expect(keys).toHaveLength(2);
      await here.use('update_subscriber', {
        subscriber: 'person0@example.com',
        attributes: { plan: 'free' },
      });
      const counts = await store.database.transaction(async (queries) => {
        const within = new OrganizationStore(queries, here.organization.key);
        const [tag] = await within.tags.hold(['paying']);
        return await tagPeople(within, tag!, pro, keys, here.platform.clock.now());
      });
      expect(counts).toEqual({ tagged: 1, skipped: 0 });
      expect(await tagsOf(here, 'person0@example.com')).toEqual([]);
      expect(await tagsOf(here, 'person1@example.com')).toEqual(['paying']);
    });

    test('skips subscribers created after the call', async () => {
      const here = place();
      await people(here, 1_200);
      await here.use('apply_tag', { tag: 'many', rule: all });
      await here.use('create_subscriber', { email: 'late@example.com' });
      await here.use('update_subscriber', { subscriber: 'person1100@example.com', firstName: 'Ada' });
      await work(here);
      expect(await tagsOf(here, 'late@example.com')).toEqual([]);
      expect(await tagsOf(here, 'person1100@example.com')).toEqual(['many']);
    });
  });
});

/** Runs the job for one page, like a worker that then stops. */
async function onePage({ platform }: Place): Promise<number> {
  const { engine } = platform.platform;
  const jobs = await claimJobs(engine.store.database, 'apply_tag', 1, platform.clock.now(), 20_000, 0);
  engine.stopping.now = true;
  try {
    for (const job of jobs) await continueTagging(engine, job);
  } finally {
    engine.stopping.now = false;
  }
  return jobs.length;
}
