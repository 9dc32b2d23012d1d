/** Normalizes for comparison: lower case without a trailing dot. */
export function plainHost(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
