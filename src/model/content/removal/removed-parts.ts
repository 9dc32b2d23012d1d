import { cutAtCodeUnits } from '../../text/text.ts';

/** Removed parts of a body with their counts: `<iframe>`, `onclick`, `href="javascript:"`. */
export type RemovedParts = Map<string, number>;

const partsNamedMax = 10;
const partCharactersMax = 60;

export function noteRemoved(parts: RemovedParts, part: string): void {
  const name = cutAtCodeUnits(part, partCharactersMax);
  const count = parts.get(name);
  if (count !== undefined) parts.set(name, count + 1);
  else if (parts.size < partsNamedMax) parts.set(name, 1);
}

/** Ignores icons and preloads, which mail programs never use. */
export function noteRemovedFromHead(
  parts: RemovedParts,
  element: string,
  attributes: ReadonlyMap<string, string>,
): void {
  if (element === 'link' && /\bstylesheet\b/i.test(attributes.get('rel') ?? '')) {
    noteRemoved(parts, '<link rel="stylesheet">');
  } else if (element === 'meta' && attributes.get('http-equiv')?.trim().toLowerCase() === 'refresh') {
    noteRemoved(parts, '<meta http-equiv="refresh">');
  }
}

const unseen = /[\p{Cc}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;

/** Names an attribute by the scheme of its target, or by the merge field that begins it. */
export function namedTarget(attribute: string, target: string): string {
  const [field] = /^\s*\{\{[^{}]*\}\}/.exec(target) ?? [];
  if (field !== undefined) return `${attribute}="${field.trim()}"`;
  const [scheme] = /^[a-z][a-z\d+.-]{0,30}:/.exec(target.replace(unseen, '').toLowerCase()) ?? [];
  return scheme === undefined ? attribute : `${attribute}="${scheme}"`;
}
