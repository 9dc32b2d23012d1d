const named: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, between tags or inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => named[character]!);
}

/** The same, keeping apostrophes: our attributes are in double quotes. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => named[character]!);
}

/**
 * The same for a text that may contain character references: `&amp;` and `&#8217;` stay, every other `&` is escaped. It
 * can never open a tag or end an attribute.
 */
export function escapeHtmlKeepingReferences(text: string): string {
  return text.replace(
    /&(?!(?:[A-Za-z][A-Za-z0-9]{0,31}|#\d{1,7}|#[xX][0-9A-Fa-f]{1,6});)|[<>"']/g,
    (character) => named[character]!,
  );
}
