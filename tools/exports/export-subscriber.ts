import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { exportLink } from '../../src/engine/exports/export-link.ts';
import { findPerson } from '../../src/engine/exports/find-person.ts';
import { exportAnswerFields } from '../../src/model/export/export-answer.ts';
import { personScopes } from '../../src/model/export/export-kind.ts';
import { isoInstant } from '../../src/model/instant.ts';
import { SubscriberRefInput } from '../../src/model/subscriber/subscriber.ts';
import { subscriberExample } from '../subscribers/subscriber-example.ts';

export const exportSubscriber = defineTool({
  name: 'export_subscriber',
  title: 'Export one person',
  summary: 'Create a link that downloads all data about one person as JSON. It is valid for 15 minutes.',
  advice: 'This also works for an address without a subscriber.',
  toolset: 'audience',
  rare: true,
  input: z.strictObject({ subscriber: SubscriberRefInput }),
  output: z.object({
    ...exportAnswerFields,
    kind: z.literal('subscriber'),
    id: z.string().nullable().describe('Subscriber id; null for an address without a subscriber'),
  }),
  failures: ['not_found'],
  effect: 'read',
  secretAnswer: true,
  needs: 'subscribers.read',
  needsOf: () => personScopes,
  rest: { route: 'POST /subscribers/{subscriber}/export' },
  example: {
    input: { subscriber: 'ada@example.com' },
    output: {
      object: 'export',
      url: 'https://mail.acme.example/exports/subscriber.json?link=3q2-7w',
      expires_at: '2026-11-21T09:45:00.000Z',
      kind: 'subscriber',
      id: subscriberExample.id,
    },
  },
  async asks({ store, fail }, { subscriber }) {
    if (!(await findPerson(store, subscriber))) fail('not_found');
    return [`Creates a link, valid for 15 minutes, to all data about ${subscriber}`];
  },
  async run({ engine, store, caller, now, fail, commit }, { subscriber }) {
    const person = (await findPerson(store, subscriber)) ?? fail('not_found');
    const wanted = { tool: 'export_subscriber', input: { subscriber }, file: 'subscriber.json' };
    const { url, expiresAt } = exportLink(engine, caller, now, wanted);
    return await commit(async () => ({
      object: 'export' as const,
      url,
      expires_at: isoInstant(expiresAt),
      kind: 'subscriber' as const,
      id: person.subscriber?.id ?? null,
    }));
  },
});
