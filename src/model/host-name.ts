/** A host name as names are compared: in lower case, and without the final dot of a fully qualified one. */
export function plainHost(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
