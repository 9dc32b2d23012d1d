const named: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => named[character]!);
}

/** Keeps apostrophes, because our attributes use double quotes. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => named[character]!);
}

/** Keeps references such as `&amp;` and `&#8217;`. The result cannot open a tag or end an attribute. */
export function escapeHtmlKeepingReferences(text: string): string {
  return text.replace(
    /&(?!(?:[A-Za-z][A-Za-z0-9]{0,31}|#\d{1,7}|#[xX][0-9A-Fa-f]{1,6});)|[<>"']/g,
    (character) => named[character]!,
  );
}
