import { readSubscriberExport } from '../../../tools/exports/read-subscriber-export.ts';
import { personSections } from '../../engine/exports/person-sections.ts';
import { isoInstant } from '../../model/instant.ts';
import { type Download, pagesOf } from './pages.ts';

export async function* personFile(
  download: Download,
  { subscriber }: { subscriber: string },
): AsyncGenerator<string> {
  yield `{"object":"subscriber_export","exported_at":${JSON.stringify(isoInstant(download.at))}`;
  for (const section of Object.keys(personSections)) {
    yield `,${JSON.stringify(section)}:[`;
    let between = '\n';
    for await (const { text } of pagesOf(download, readSubscriberExport, { subscriber, section })) {
      if (text === '') continue;
      // Records are lines of JSON without line breaks.
      yield between + text.trimEnd().replaceAll('\n', ',\n');
      between = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}
