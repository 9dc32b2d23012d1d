/** A host name normalized for comparison: lower case, without the final dot of a fully qualified one. */
export function plainHost(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
