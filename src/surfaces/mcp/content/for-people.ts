import type { Tool } from '../../../contract/tool.ts';
import { type Fields, isFields } from '../../../model/text/fields.ts';
import { toolsNamedIn } from './named-tools.ts';

/** For each tool without assistant access, the tools that let an assistant do the same or a part of it. */
export const alternativeTools: Readonly<Record<string, readonly string[]>> = {
  add_import_part: ['import_subscribers'],
  delete_webhook: ['save_webhook'],
  export_suppressions: ['list_suppressions'],
  get_import_errors: ['get_import'],
  get_webhook: ['list_webhooks'],
  get_webhook_event: ['list_webhook_deliveries'],
  import_suppressions: ['add_suppressions'],
  list_imports: ['get_import'],
  release_emails: ['retry_email'],
  remove_suppressions: ['remove_suppression'],
  restore_campaign: ['duplicate_campaign'],
};

const namedMax = 5;

type Offered = (tool: string) => boolean;

export function describeAlternative(name: string, offered: Offered): string {
  const command = `a person can run it: posthouse tools run ${name}`;
  const own = (alternativeTools[name] ?? []).filter(offered);
  return own.length === 0 ? command : `${command}; you have ${own.join(' and ')}`;
}

export function forPeopleNotes(
  texts: readonly string[],
  forPeople: ReadonlySet<string>,
  offered: Offered,
): string[] {
  if (texts.length === 0) return [];
  const named = toolsNamedIn(texts.join('\n'), (name) => forPeople.has(name));
  if (named.length === 0) return [];
  if (named.length > namedMax) {
    const shown = named.slice(0, namedMax).join(', ');
    return [
      `Not available to assistants: ${shown} and ${named.length - namedMax} more; a person can run them: posthouse tools run NAME.`,
    ];
  }
  return named.map(
    (name) => `${name} is not available to assistants; ${describeAlternative(name, offered)}.`,
  );
}

/** Returns the documentation texts of a result. They are written for people too and name tools without assistant access. */
export function textsOfDocs({ name }: Tool, { markdown, hits }: Fields): string[] {
  if (name === 'read_docs') return [String(markdown)];
  if (name !== 'search_docs' || !Array.isArray(hits)) return [];
  return hits.filter(isFields).map(({ heading, anchor, excerpt }) => `${heading} ${anchor} ${excerpt}`);
}
