import type { Body } from '../content/body.ts';
import { holdsOtherMarks, marksIn, type Placeholder, writePlaceholder } from '../content/merge-fields.ts';
import { type SlotTable, slotsShown } from '../content/slots.ts';
import { foreignTagsIn, mayHoldForeignTags } from '../content/template/foreign-syntax.ts';
import {
  isKnownField,
  meantField,
  meantPlaceholder,
  withoutReferences,
} from '../content/template/meant-field.ts';
import { cutText } from '../text/text.ts';
import { badgeDoc } from './content/guidance.ts';
import type { Badge, VerifiedContent } from './content/verdict.ts';

export type Texts = Pick<VerifiedContent, 'subject' | 'preview'> & {
  from: Pick<VerifiedContent['from'], 'displayName'>;
  body: Body | null;
};

export type Finding = { id: string; path: string; found: string; meant: string | null; certain: boolean };

export const foreignPlaceholder = 'merge.foreign_placeholder';
export const unknownField = 'merge.unknown_field';
const unknownAttribute = 'merge.unknown_attribute';

const badgesMax = 20;
const foundCharactersMax = 80;

export function isPlaceholderBadge({ id }: Pick<Badge, 'id'>): boolean {
  return id.startsWith('merge.');
}

export function placeholdersInLines({ from, subject, preview }: Omit<Texts, 'body'>): Finding[] {
  return [
    ...inSenderName(from.displayName ?? ''),
    ...inLine(subject, 'subject'),
    ...inLine(preview ?? '', 'preview'),
  ];
}

export function placeholdersInBody(sent: string, slots: SlotTable): Finding[] {
  return [
    ...slotsShown(slots, sent).flatMap((source) => {
      if (source.foreign) return [foreign(source.written!, 'content', true)];
      return source.written === undefined ? unknown(source, 'content') : [];
    }),
    ...tagsIn(withoutCode(sent), 'content'),
  ];
}

/** Deduplicates findings. Transactional mail reports unknown merge fields elsewhere. */
export function placeholderBadges(
  findings: readonly Finding[],
  purpose: VerifiedContent['purpose'],
): Badge[] {
  const relevant = findings.filter(({ id }) => purpose === 'campaign' || id === foreignPlaceholder);
  const different = new Map(relevant.map((finding) => [`${finding.path} ${finding.found}`, finding]));
  return [...different.values()]
    .slice(0, badgesMax)
    .map(({ certain, ...finding }) => badgeOf(finding, certain && purpose === 'campaign' ? 'block' : 'warn'));
}

/** Returns false if the texts contain no certain foreign placeholder. Takes microseconds. */
export function holdsForeignPlaceholder({ from, subject, preview, body }: Texts): boolean {
  const name = from.displayName ?? '';
  if (name.includes('{{')) return true;
  return [name, subject, preview ?? '', body?.source ?? ''].some(
    (text) => holdsOtherMarks(text) || mayHoldForeignTags(text),
  );
}

export function unknownAttributeBadge(attribute: string, path: string, meant: string | undefined): Badge {
  const found = `{{attributes.${attribute}}}`;
  return badgeOf(
    { id: unknownAttribute, path, found, meant: meant === undefined ? null : `{{attributes.${meant}}}` },
    'warn',
  );
}

function badgeOf({ id, path, found, meant }: Omit<Finding, 'certain'>, severity: Badge['severity']): Badge {
  return {
    id,
    label: badgeDoc(id).title,
    severity,
    path,
    found: cutText(found.replace(/\s+/g, ' '), foundCharactersMax),
    ...(meant !== null && { meant }),
  };
}

/** Merge fields in the sender name are not filled, so even ours would appear unfilled. */
function inSenderName(name: string): Finding[] {
  const marks = marksIn(name).map((mark) =>
    mark.kind === 'field' ? writePlaceholder(mark) : mark.kind === 'foreign' ? mark.written : null,
  );
  const braces = marks.filter((written) => written !== null);
  const tags = foreignTagsIn(name);
  return [
    ...braces.map((written) => ({ ...foreign(written, 'fromName', true), meant: null })),
    ...tags.map(({ written, certain }) => ({ ...foreign(written, 'fromName', certain), meant: null })),
  ];
}

function inLine(text: string, path: string): Finding[] {
  return [
    ...marksIn(text).flatMap((mark) => {
      if (mark.kind === 'field') return unknown(mark, path);
      return mark.kind === 'foreign' ? [foreign(mark.written, path, true)] : [];
    }),
    ...tagsIn(text, path),
  ];
}

function tagsIn(text: string, path: string): Finding[] {
  return foreignTagsIn(text).map(({ written, certain }) => foreign(written, path, certain));
}

function foreign(written: string, path: string, certain: boolean): Finding {
  return {
    id: foreignPlaceholder,
    path,
    found: withoutReferences(written),
    meant: meantPlaceholder(written),
    certain,
  };
}

function unknown(placeholder: Placeholder, path: string): Finding[] {
  const { name, fallback } = placeholder;
  if (isKnownField(name)) return [];
  const field = meantField(name);
  const meant = field === null ? null : writePlaceholder({ name: field, fallback });
  return [{ id: unknownField, path, found: writePlaceholder(placeholder), meant, certain: false }];
}

const codeOrStyle = /<(code|pre|kbd|samp|tt|style|textarea)\b/g;

/** Removes code and stylesheets from sanitized HTML. An unclosed element ends with the text. */
function withoutCode(html: string): string {
  let rest = '';
  let from = 0;
  codeOrStyle.lastIndex = 0;
  for (let begin = codeOrStyle.exec(html); begin !== null; begin = codeOrStyle.exec(html)) {
    rest += html.slice(from, begin.index);
    const close = `</${begin[1]}>`;
    const end = html.indexOf(close, begin.index);
    if (end === -1) return rest;
    from = end + close.length;
    codeOrStyle.lastIndex = from;
  }
  return rest + html.slice(from);
}
