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

/** Describes the tools without assistant access that a text names. */
export function forPeopleNotes(text: string, forPeople: ReadonlySet<string>, offered: Offered): string[] {
  const named = toolsNamedIn(text, (name) => forPeople.has(name));
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
