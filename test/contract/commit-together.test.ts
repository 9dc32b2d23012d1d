import { expect, test } from 'vitest';
import { onBothDatabases, type Place } from '../tools/both-databases.ts';
import { activeWorkflow, startedBy, tagStep, work } from '../tools/workflows/scene.ts';

onBothDatabases((place) => {
  const people = Array.from({ length: 30 }, (_, number) => `person-${number}@example.com`);

  test('events that wait together share transactions, and each call gets its own answer', async () => {
    const { http, platform, use } = place();
    const post = (body: object, more = {}) => http('POST', '/api/v2/events', { body, ...more });
    const count = countTransactions(platform);
    const answers = await Promise.all([
      ...people.map((email) => post({ name: 'signed_up', email })),
      post({ name: 'signed_up', subscriberId: 'sub_unknown' }),
      post({ name: 'signed_up', email: people[0] }, { headers: { 'Idempotency-Key': 'once' } }),
    ]);
    // One for the first call, one for the calls that came meanwhile.
    expect(count.end()).toBeLessThan(8);
    expect(answers.map(({ status }) => status)).toEqual([...people.map(() => 200), 404, 200]);
    expect(answers.slice(0, people.length).map(({ body }) => body.email)).toEqual(people);
    const keyed = answers.at(-1)!.body;
    expect(keyed).toMatchObject({ email: people[0], subscriberId: answers[0]!.body.subscriberId });
    const again = await post(
      { name: 'signed_up', email: people[0] },
      { headers: { 'Idempotency-Key': 'once' } },
    );
    expect(again.body).toEqual(keyed);
    const { data } = await use('list_subscriber_events', { subscriber: people[0] });
    expect(data).toHaveLength(2);
  });

  test('calls of other tokens, and calls that start no workflows, commit apart', async () => {
    const { http, platform, organization } = place();
    const workflowId = await activeWorkflow(place(), {
      trigger: { type: 'EVENT', name: 'signed_up' },
      steps: [tagStep('new')],
    });
    const { token } = await platform.addToken(organization);
    await Promise.all(
      people.slice(0, 6).map((email, number) =>
        http('POST', '/api/v2/events', {
          body: { name: 'signed_up', email, triggerWorkflows: number % 2 === 0 },
          ...(number > 3 && { token }),
        }),
      ),
    );
    await work(place());
    expect((await startedBy(place(), workflowId)).sort()).toEqual([people[0], people[2], people[4]]);
  });

  test.each([
    ['ONCE', ['a', 'b', 'c']],
    ['EVERY_TIME', ['a', 'a', 'b', 'c']],
    ['event.order', ['a', 'a', 'b', 'c']],
  ])('events routed together start only the people who may enter: %s', async (reentry, expected) => {
    const { http } = place();
    const trigger = { type: 'EVENT', name: 'paid' };
    const workflowId = await activeWorkflow(place(), { trigger, reentry, steps: [tagStep('paying')] });
    const paid = (name: string, order: number) =>
      http('POST', '/api/v2/events', {
        body: { name: 'paid', email: `${name}@example.com`, properties: { order } },
      });
    await paid('a', 1);
    await work(place());
    await Promise.all([paid('a', 2), paid('b', 1), paid('c', 1)]);
    await work(place());
    const started = await startedBy(place(), workflowId);
    expect(started.map((email) => email[0]).sort()).toEqual(expected);
  });
});

function countTransactions({ platform }: Place['platform']): { end(): number } {
  const { database } = platform.engine.store;
  const { transaction } = database;
  let amount = 0;
  database.transaction = (work, kind) => {
    amount += 1;
    return transaction(work, kind);
  };
  return {
    end() {
      database.transaction = transaction;
      return amount;
    },
  };
}
