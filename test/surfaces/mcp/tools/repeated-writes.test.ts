import { describe, expect, test } from 'vitest';
import { canMail } from '../../../../src/model/approval/operation-classes.ts';
import { catalogue } from '../../../../tools/index.ts';
import { assistantOf, type Json } from '../../../spec/assistants/assistant.ts';
import { open } from '../../../spec/scene.ts';

/** With double opt-in these tools mail a new subscriber, so they accept an idempotency key. */
const calls: readonly (readonly [string, object, object])[] = [
  ['create_subscriber', { email: 'grace@example.com', firstName: 'Grace' }, { email: 'ada@example.com' }],
  ['update_subscriber', { subscriber: 'ada@example.com', firstName: 'A' }, { subscriber: 'ada@example.com' }],
  [
    'save_subscribers',
    { subscribers: [{ email: 'grace@example.com' }] },
    { subscribers: [{ email: 'b@example.com' }] },
  ],
  ['import_subscribers', { csv: 'email\ngrace@example.com\n' }, { csv: 'email\nada@example.com\n' }],
  ['track_event', { name: 'x', email: 'grace@example.com' }, { name: 'y', email: 'grace@example.com' }],
];

describe('a write that can mail', () => {
  test('is a listed tool', () => {
    expect(
      catalogue
        .filter(({ name, effect }) => effect !== 'send' && canMail(name))
        .map(({ name }) => name)
        .sort(),
      // It needs a SCHEDULED campaign: see approved-time.test.ts.
    ).toEqual([...calls.map(([name]) => name), 'reschedule_campaign'].sort());
  });

  test.each(calls)(
    '%s returns its first result for the same key and rejects another body',
    async (name, given, other) => {
      const platform = await open();
      await platform.call('create_subscriber', { email: 'ada@example.com' });
      const idempotency_key = 'from its occasion';
      const assistant = assistantOf(platform);
      const byTools = async (input: object): Promise<Json> =>
        (await platform.http('POST', `/api/v2/tools/${name}`, { body: input })).body.structured_content;
      const first = await assistant.call(name, { ...given, idempotency_key });
      expect(first.refused).toBe(false);
      await platform.clock.advance(1_000);
      const again = await assistant.call(name, { ...given, idempotency_key });
      expect(again.result).toEqual(first.result);
      // The same key works at another door under the tool's name.
      expect(await byTools({ ...given, idempotency_key })).toMatchObject(
        name === 'save_subscribers' ? { created: 1 } : { id: first.result.id },
      );
      expect((await assistant.call(name, { ...other, idempotency_key })).result.name).toBe(
        'invalid_idempotent_request',
      );
      const outcomes = (await platform.call('list_audit_log', { tool: name })).output as Json;
      expect(outcomes.data.map(({ outcome }: Json) => outcome).slice(0, 4)).toEqual([
        'invalid_idempotent_request',
        'replayed',
        'replayed',
        'done',
      ]);
    },
  );
});
