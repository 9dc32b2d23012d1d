/** Media types that no browser executes. The sender chooses the type, so other types are served as octet streams. */
const inertTypes: ReadonlySet<string> = new Set([
  'application/gzip',
  'application/json',
  'application/msword',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/zip',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'message/rfc822',
  'text/calendar',
  'text/csv',
  'text/plain',
]);

export function servedType(type: string): string {
  return inertTypes.has(type) ? type : 'application/octet-stream';
}

const fileNameCharactersMax = 150;
/** Path separators, line breaks, reserved characters, and characters that hide or reorder others. */
const unsafe = /[\p{Control}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\s/\\:*?"<>|]/gu;
const leadingDots = /^[. ]{1,150}/;

/** RFC 6266 4.3. @param name untrusted text from the message's sender */
export function attachmentDisposition(name: string): string {
  const characters = [...name.toWellFormed()].slice(0, fileNameCharactersMax).join('');
  const safe = characters.replaceAll(unsafe, ' ').replace(leadingDots, '').trim();
  const ascii = safe.replaceAll(/[^\w.\- ]/g, '_');
  const encoded = encodeURIComponent(safe).replaceAll(
    /['()*!~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"${ascii === safe ? '' : `; filename*=UTF-8''${encoded}`}`;
}
