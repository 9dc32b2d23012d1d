import type { Body } from '../content/body.ts';
import {
  isLinkField,
  listPlaceholders,
  type MergeFields,
  rewritePlaceholders,
  writePlaceholder,
} from '../content/merge-fields.ts';
import type { TemplateContent } from './template.ts';

/** A body whose URL variables have names that may begin a link. @property links the new names by variable */
export type LinkedBody = { body: Body; links: ReadonlyMap<string, string> };

/** Renames URL variables, because only a field with the name of a link may begin a link; see `isLinkField`. */
export function linkVariables({ body, variables }: Pick<TemplateContent, 'body' | 'variables'>): LinkedBody {
  const { names } = listPlaceholders([body.source]);
  const taken = new Set([...names, ...variables.map(({ name }) => name)]);
  const links = new Map<string, string>();
  let number = 0;
  for (const { name, type } of variables) {
    if (type !== 'url' || isLinkField(name) || !names.includes(name)) continue;
    do number += 1;
    while (taken.has(`link${number}Url`));
    links.set(name, `link${number}Url`);
  }
  if (links.size === 0) return { body, links };
  const source = rewritePlaceholders(body.source, ({ name, fallback }) => {
    const link = links.get(name);
    return link === undefined ? null : writePlaceholder({ name: link, fallback });
  });
  return { body: { ...body, source }, links };
}

export function withLinkValues(values: MergeFields, { links }: LinkedBody): MergeFields {
  const linked = { ...values };
  for (const [name, link] of links) if (Object.hasOwn(values, name)) linked[link] = values[name]!;
  return linked;
}
