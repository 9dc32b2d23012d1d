import { expect, it, test } from 'vitest';
import { countCharacters, isLongerThan } from '../../src/model/text/text.ts';
import { onBothDatabases } from './both-databases.ts';

/** Text limits count code points, as JSON Schema does, so this emoji counts as one. */

const emoji = '😀';

onBothDatabases((place) => {
  const mail = { from: 'shop@acme.test', to: 'ada@example.com', html: '<p>Hi</p>' };
  const cases: readonly [field: string, tool: string, max: number, input: (text: string) => object][] = [
    ['the name of a tag', 'create_tag', 64, (name) => ({ name })],
    ['the description of a tag', 'create_tag', 500, (description) => ({ name: 'news', description })],
    [
      'the name of a segment',
      'create_segment',
      100,
      (name) => ({
        name,
        rule: { field: 'status', operator: 'eq', value: 'ACTIVE' },
      }),
    ],
    ['the name of a campaign', 'create_campaign', 256, (name) => ({ name })],
    ['the sender name of a campaign', 'create_campaign', 256, (fromName) => ({ name: 'x', fromName })],
    ['the subject of a campaign', 'create_campaign', 998, (subject) => ({ subject })],
    ['the subject of a mail', 'send_email', 998, (subject) => ({ ...mail, subject })],
    ['a first name', 'create_subscriber', 256, (firstName) => ({ email: 'ada@example.com', firstName })],
    [
      'the name of an attribute',
      'create_subscriber',
      100,
      (name) => ({
        email: 'ada@example.com',
        attributes: { [name]: 1 },
      }),
    ],
    [
      'the subject of a step',
      'save_workflow',
      998,
      (subject) => ({
        name: 'Welcome',
        trigger: { type: 'MANUAL' },
        steps: [{ key: 'mail', type: 'send_email', config: { subject, html: '<p>{{unsubscribeUrl}}</p>' } }],
      }),
    ],
  ];

  it('a tool rejects a list in place of a text, whatever its length', async () => {
    for (const length of [1, 65, 100, 1_000]) {
      const name = Array.from({ length }, () => 0);
      expect(await place().refusal('create_tag', { name })).toMatchObject({ failure: 'validation_error' });
    }
  });

  it.each(cases)('the length limit of %s counts characters', async (_, tool, max, input) => {
    const { use, refusal } = place();
    if (max <= 256) await use(tool, input(emoji.repeat(max)));
    else await use(tool, input('a'.repeat(max - 1) + emoji));
    const { failure, details } = await refusal(tool, input(emoji.repeat(max + 1)));
    expect([failure, (details as unknown[]).length]).toEqual(['validation_error', 1]);
  });
});

test('a text is measured in code points, and a lone surrogate counts as one', () => {
  expect(countCharacters(`a${emoji}é\uD83D`)).toBe(4);
  expect(countCharacters('')).toBe(0);
  expect([isLongerThan(emoji.repeat(3), 3), isLongerThan(emoji.repeat(4), 3)]).toEqual([false, true]);
});
