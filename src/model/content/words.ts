/** The words of a text as a set, so that a list of names can be written as text. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
