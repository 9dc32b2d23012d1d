/** The words of a text, as a set: a list of names that reads like one. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
