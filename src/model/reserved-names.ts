/** RFC 2606 2, RFC 6761. Also valid as a complete host: `x@localhost`. */
export const reservedTopLevelDomains: readonly string[] = ['test', 'example', 'invalid', 'localhost'];
