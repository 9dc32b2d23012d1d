/**
 * Returns true if a client prefers Markdown to HTML (RFC 9110 section 12.5.1): it names Markdown with at least the same
 * weight.
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  const weight = weights(accept);
  const markdown = weight.get('text/markdown') ?? 0;
  return markdown > 0 && markdown >= (weight.get('text/html') ?? 0);
}

/** Returns true if a client names HTML, as browsers do. */
export function acceptsHtml(accept: string | undefined): boolean {
  return (weights(accept).get('text/html') ?? 0) > 0;
}

function weights(accept = ''): Map<string, number> {
  return new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length);
      return [type, weight === undefined ? 1 : Number(weight) || 0];
    }),
  );
}
