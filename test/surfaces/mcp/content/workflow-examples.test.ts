import { describe, expect, test } from 'vitest';
import { docTopics } from '../../../../src/surfaces/mcp/content/doc-topics.ts';
import { verifies } from '../../../spec/verifies.ts';
import { onBothDatabases } from '../../../tools/both-databases.ts';

const page = docTopics()
  .find(({ topic }) => topic === 'workflows')!
  .text();
const examples = [...page.matchAll(/^### (.+)$[\s\S]*?^```json\n([^`]+)^```$/gm)].map(([, title, json]) => ({
  title: title!,
  definition: JSON.parse(json!),
}));

/** The events of each example, and the mails and the end state they lead to. */
const plays: Record<string, [given: object, mails: number, end: string][]> = {
  Welcome: [
    [{}, 2, 'finished'],
    [{ acts: [{ after: '1 hour', clicks: 'welcome' }] }, 1, 'finished'],
    [{ acts: [{ after: '1 hour', event: 'order.paid' }] }, 1, 'goal'],
  ],
  'Trial ending': [
    [{ properties: { remindOn: '2030-01-15' } }, 0, 'still at delay'],
    [{ properties: { remindOn: '2020-01-15' } }, 2, 'finished'],
    [{ properties: { remindOn: '2020-01-15' }, acts: [{ after: '1 day', event: 'plan.bought' }] }, 1, 'goal'],
  ],
  'Abandoned cart': [
    [{ properties: { cart: 'c1', total: 50 } }, 1, 'finished'],
    [
      {
        properties: { cart: 'c1', total: 50 },
        acts: [{ after: '1 hour', event: 'order.paid', properties: { cart: 'c1' } }],
      },
      0,
      'exit: bought',
    ],
    [
      {
        properties: { cart: 'c1', total: 50 },
        acts: [{ after: '1 hour', event: 'order.paid', properties: { cart: 'c2' } }],
      },
      1,
      'finished',
    ],
  ],
  'Re-engagement': [
    [
      { person: { attributes: { asleep: true } }, acts: [{ after: '1 day', clicks: 'still' }] },
      1,
      'finished',
    ],
    [{ person: { attributes: { asleep: true } } }, 1, 'finished'],
  ],
  Birthday: [[{ person: { attributes: { birthday: '1990-05-01' } } }, 1, 'finished']],
  Onboarding: [
    [{}, 1, 'finished'],
    [
      {
        acts: [
          { after: '1 hour', event: 'project.created' },
          { after: '2 hours', event: 'member.invited' },
        ],
      },
      0,
      'finished',
    ],
  ],
  'Win-back': [[{}, 1, 'finished']],
  'Review request': [[{ properties: { order: 'o1', product: 'lamp' } }, 1, 'finished']],
  Dunning: [
    [{ properties: { invoice: 'i1' } }, 2, 'finished'],
    [
      {
        properties: { invoice: 'i1' },
        acts: [{ after: '1 day', event: 'invoice.paid', properties: { invoice: 'i1' } }],
      },
      1,
      'exit: paid',
    ],
  ],
  'Internal alert': [[{ properties: { total: 5_000 } }, 0, 'finished']],
};

verifies('workflow.examples', 'the documentation page has ten worked examples', () => {
  expect(examples.map(({ title }) => title)).toEqual([
    'Welcome',
    'Trial ending',
    'Abandoned cart',
    'Re-engagement',
    'Birthday',
    'Onboarding by behaviour',
    'Win-back',
    'Review request',
    'Dunning',
    'Internal alert',
  ]);
});

onBothDatabases((place) => {
  describe('a workflow example on the documentation page can be saved and works as described:', () => {
    test.each(examples)('$title', async ({ title, definition }) => {
      const { use } = place();
      const { id } = await use('save_workflow', definition);
      expect(await use('get_workflow', { workflowId: id })).toMatchObject({ name: definition.name });
      for (const [given, mails, end] of plays[title] ?? plays[definition.name]!) {
        const played = await use('simulate_workflow', { workflowId: id, ...given });
        expect([played.enters, played.reason, played.mails, played.end], JSON.stringify(given)).toEqual([
          true,
          null,
          mails,
          end,
        ]);
      }
    });
  });
});
