import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { findPerson } from '../../src/engine/exports/find-person.ts';
import { personSections } from '../../src/engine/exports/person-sections.ts';
import { ExportPageAnswer, pageFields } from '../../src/model/export/export-answer.ts';
import { personScopes } from '../../src/model/export/export-kind.ts';
import { SubscriberRefInput } from '../../src/model/subscriber/subscriber.ts';
import { awayStore } from '../../src/store/records/transfers/export-reads.ts';

export const readSubscriberExport = defineTool({
  name: 'read_subscriber_export',
  title: 'Read a page of a person’s export',
  summary: 'Read the next records about one person during the download of their export.',
  toolset: 'audience',
  doors: ['link'],
  input: z.strictObject({
    subscriber: SubscriberRefInput,
    section: z.enum(Object.keys(personSections)),
    ...pageFields,
  }),
  output: ExportPageAnswer,
  failures: ['not_found'],
  effect: 'read',
  bulk: true,
  needs: 'subscribers.read',
  needsOf: () => personScopes,
  rest: null,
  example: {
    input: { subscriber: 'ada@example.com', section: 'profile', at: 1_795_000_000_000, after: null },
    output: { object: 'export_page', text: '{"object":"subscriber"}\n', rows: 1, next: null },
  },
  async run({ store, engine, signal, fail }, { subscriber, section, at, after }) {
    const away = awayStore(store);
    const person = (await findPerson(away, subscriber)) ?? fail('not_found');
    const { secretBox } = engine;
    const page = await personSections[section]!({ store: away, person, secretBox, at, signal }, after);
    return { object: 'export_page' as const, ...page };
  },
});
