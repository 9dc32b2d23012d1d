/** RFC 2606 2, RFC 6761. A host may also be one of these alone: `x@localhost`. */
export const reservedTopLevelDomains: readonly string[] = ['test', 'example', 'invalid', 'localhost'];
