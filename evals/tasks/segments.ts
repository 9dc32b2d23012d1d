import { addPeople, type Person } from '../people.ts';
import { type Answer, type EvalTask, firstOf, unsaid } from '../task.ts';
import { dayMs, type EvalWorld } from '../world.ts';

const customers: Person[] = [
  { email: 'p1@mailbox.dev', attributes: { plan: 'pro', country: 'DE' } },
  { email: 'p2@mailbox.dev', attributes: { plan: 'pro', country: 'FR' } },
  { email: 'p3@mailbox.dev', attributes: { plan: 'pro', country: 'DE' } },
  { email: 'f1@mailbox.dev', attributes: { plan: 'free', country: 'DE' } },
  { email: 'f2@mailbox.dev', attributes: { plan: 'free', country: 'DE' } },
];

async function inSegment(world: EvalWorld, id: string): Promise<string> {
  const { data } = await world.use('list_subscribers', { segment: id, limit: 100 });
  return data
    .map(({ email }: Answer) => email.split('@')[0])
    .sort()
    .join(' ');
}

async function onlySegment(world: EvalWorld): Promise<Answer | undefined> {
  const { data } = await world.use('list_segments', {});
  return data.length === 1 ? data[0] : undefined;
}

export const segmentTasks: readonly EvalTask[] = [
  {
    id: 'segment-pro-buyers',
    group: 'segments',
    ask: 'Make me a segment "Recent pro buyers": people on the pro plan (attribute plan) with an order.paid event within the last 30 days.',
    async world(world) {
      await addPeople(world, ...customers);
      const paid = async (who: string, daysAgo: number) => {
        const occurredAt = new Date(world.clock.now() - daysAgo * dayMs).toISOString();
        await world.use('track_event', { name: 'order.paid', email: `${who}@mailbox.dev`, occurredAt });
      };
      await paid('p1', 3);
      await paid('p2', 60);
      await paid('f1', 3);
      await world.use('track_event', { name: 'page.viewed', email: 'p3@mailbox.dev' });
    },
    callsMax: 6,
    async check(world) {
      const segment = await onlySegment(world);
      if (!segment) return 'there is not exactly one segment';
      const people = await inSegment(world, segment.id);
      return firstOf(
        !/recent pro buyers/i.test(segment.name) && `the segment is called ${segment.name}`,
        people !== 'p1' && `in the segment: ${people}`,
      );
    },
    async script({ call }) {
      const rule = {
        and: [
          { field: 'attributes.plan', operator: 'eq', value: 'pro' },
          { field: 'event.order.paid', operator: 'within', value: '30 days' },
        ],
      };
      const { subscriber_count } = await call('create_segment', { name: 'Recent pro buyers', rule });
      return `The segment has ${subscriber_count} person now.`;
    },
  },
  {
    id: 'segment-narrowed',
    group: 'segments',
    ask: 'Our segment "Germany" should from now on have only those in Germany who are on the free plan. Please change it, keep its name.',
    async world(world) {
      await addPeople(world, ...customers);
      const rule = { field: 'attributes.country', operator: 'eq', value: 'DE' };
      await world.use('create_segment', { name: 'Germany', rule });
    },
    callsMax: 5,
    async check(world) {
      const segment = await onlySegment(world);
      if (!segment) return 'there is not exactly one segment';
      const people = await inSegment(world, segment.id);
      return firstOf(
        segment.name !== 'Germany' && 'it has another name',
        people !== 'f1 f2' && `in it: ${people}`,
      );
    },
    async script({ call }) {
      const { data } = await call('list_segments', { detail: 'full' });
      const { id, rule } = data.find(({ name }: Answer) => name === 'Germany');
      const free = { field: 'attributes.plan', operator: 'eq', value: 'free' };
      await call('update_segment', { segmentId: id, rule: { and: [rule, free] } });
      return 'The segment Germany is now of the free plan alone.';
    },
  },
  {
    id: 'count-people',
    group: 'segments',
    ask: 'How many of our 14 people in the tag "workshop" are in Vienna (attribute city)? Just the number; do not leave anything behind.',
    async world(world) {
      const people = Array.from({ length: 14 }, (_, n) => ({
        email: `w${n}@mailbox.dev`,
        tags: ['workshop'],
        attributes: { city: n % 3 === 0 ? 'Vienna' : 'Graz' },
      }));
      await addPeople(world, ...people, { email: 'other@mailbox.dev', attributes: { city: 'Vienna' } });
    },
    callsMax: 5,
    async check(world, transcript) {
      const { data } = await world.use('list_segments', {});
      return firstOf(data.length > 0 && 'a segment was left behind', unsaid(transcript, /\b(5|five)\b/));
    },
    async script({ call }) {
      const { data } = await call('list_subscribers', { tag: 'workshop', limit: 100, detail: 'full' });
      return String(data.filter(({ attributes }: Answer) => attributes.city === 'Vienna').length);
    },
    async wrong({ call }) {
      const rule = { field: 'attributes.city', operator: 'eq', value: 'Vienna' };
      const { subscriber_count } = await call('create_segment', { name: 'Vienna', rule });
      return `${subscriber_count}, or 5.`;
    },
  },
];
