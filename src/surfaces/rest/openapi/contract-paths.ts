/** The whole contract. */
export const openApiPath = '/openapi.json';
/** The list of its parts. */
export const contractPath = '/openapi';
/** A part: `/openapi/emails.json`. */
export const partPath = '/openapi/:file';
