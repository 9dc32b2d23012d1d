import type { z } from 'zod';
import type { Domain } from '../../../model/sending-domain/domain-fields.ts';
import { markdownCode, markdownTable, markdownText } from '../output/markdown-table.ts';

const foundMax = 5;

/** @param domain with truncated and fenced texts */
export function dnsPage(domain: z.infer<typeof Domain>): string {
  const { records } = domain;
  const resultNotes = records.flatMap((record) => remarksOn(record));
  return [
    `# DNS records of ${markdownText(domain.name)}`,
    `Status: **${domain.status}**. Last checked: ${domain.last_checked_at ?? 'not yet'}.`,
    markdownTable(
      ['State', 'For', 'Type', 'Name', 'Value', 'Priority', 'TTL'],
      records.map((record) => [
        record.status,
        record.record,
        record.type,
        markdownCode(record.name),
        markdownCode(record.value),
        record.priority === undefined ? '' : String(record.priority),
        record.ttl,
      ]),
    ),
    ...(resultNotes.length === 0 ? [] : ['## What the last check found', resultNotes.join('\n')]),
    '',
  ].join('\n\n');
}

function remarksOn({
  record,
  name,
  status,
  found,
  advice,
}: z.infer<typeof Domain>['records'][number]): string[] {
  if (status === 'verified' && advice === null) return [];
  const seen = (found ?? []).slice(0, foundMax).map((each) => markdownCode(each));
  if (advice === null && seen.length === 0) return [];
  return [
    `- ${record} ${markdownCode(name)}:${advice === null ? '' : ` ${markdownText(advice)}`}${
      seen.length === 0 ? '' : ` DNS answered ${seen.join(', ')}.`
    }`,
  ];
}
