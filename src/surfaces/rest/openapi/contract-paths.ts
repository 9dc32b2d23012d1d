export const openApiPath = '/openapi.json';
export const contractPath = '/openapi';
/** A part: `/openapi/emails.json`. */
export const partPath = '/openapi/:file';
