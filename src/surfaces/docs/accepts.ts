/** RFC 9110 section 12.5.1: the client must name Markdown with at least the weight of HTML. */
export function prefersMarkdown(accept: string | undefined): boolean {
  const weight = weights(accept);
  const markdown = weight.get('text/markdown') ?? 0;
  return markdown > 0 && markdown >= (weight.get('text/html') ?? 0);
}

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
