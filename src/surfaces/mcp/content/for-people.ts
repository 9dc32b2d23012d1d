import { toolsNamedIn } from './named-tools.ts';

const namedMax = 5;

export function describeAlternative(name: string): string {
  return `a person can run it: posthouse tools run ${name}`;
}

/** Describes the tools without assistant access that a text names. */
export function forPeopleNotes(text: string, forPeople: ReadonlySet<string>): string[] {
  const named = toolsNamedIn(text, (name) => forPeople.has(name));
  if (named.length === 0) return [];
  if (named.length > namedMax) {
    const shown = named.slice(0, namedMax).join(', ');
    return [
      `Not available to assistants: ${shown} and ${named.length - namedMax} more; a person can run them: posthouse tools run NAME.`,
    ];
  }
  return named.map((name) => `${name} is not available to assistants; ${describeAlternative(name)}.`);
}
