import type { HttpRequest } from './request-response.ts';

export type UploadedFile = { name: string; bytes: Buffer };

type MultipartForm = {
  fields: URLSearchParams;
  /** By field. A file field without a chosen file is missing. */
  files: ReadonlyMap<string, UploadedFile>;
};

/** A browser sends one part for each field. */
const partsMax = 100;
/** RFC 2046 section 5.1.1: at most 70 characters. */
const boundaryShape = /^multipart\/form-data *;.*\bboundary="?([^";\s]{1,70})/i;

/** Returns null for another content type, a malformed body, or a repeated field. */
export async function readMultipart({
  headers,
  body,
}: Pick<HttpRequest, 'headers' | 'body'>): Promise<MultipartForm | null> {
  const boundary = boundaryShape.exec(headers['content-type'] ?? '')?.[1];
  if (boundary === undefined || body === null || !hasFewParts(body, `--${boundary}`)) return null;
  // A second boundary in the header would bypass the count of the parts.
  const type = `multipart/form-data; boundary="${boundary}"`;
  let data: FormData;
  try {
    data = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData();
  } catch {
    return null;
  }
  const fields = new URLSearchParams();
  const files = new Map<string, UploadedFile>();
  for (const [name, value] of data) {
    if (fields.has(name) || files.has(name)) return null;
    if (typeof value === 'string') fields.set(name, value);
    else if (value.name !== '' || value.size > 0) {
      files.set(name, { name: value.name, bytes: Buffer.from(await value.arrayBuffer()) });
    }
  }
  return { fields, files };
}

/** Checked before parsing, because a body of empty parts would become many objects. */
function hasFewParts(body: Buffer, delimiter: string): boolean {
  let at = -1;
  for (let parts = 0; parts <= partsMax; parts += 1) {
    at = body.indexOf(delimiter, at + 1);
    if (at < 0) return true;
  }
  return false;
}
