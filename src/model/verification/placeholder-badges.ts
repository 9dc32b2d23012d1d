import type { Body } from '../content/body.ts';
import { holdsOtherMarks, marksIn, type Placeholder } from '../content/merge-fields.ts';
import { fragmentOf } from '../content/render.ts';
import { type OnLoop, runStep } from '../content/run-within-limit.ts';
import { type SlotTable, slotsShown, slotTable } from '../content/slots.ts';
import { foreignTagsIn, mayHoldForeignTags } from '../content/template/foreign-syntax.ts';
import {
  isKnownField,
  meantField,
  meantPlaceholder,
  withoutReferences,
} from '../content/template/meant-field.ts';
import { cutText } from '../text/text.ts';
import { badgeDoc } from './content/guidance.ts';
import type { Badge, ContentVerdict, Unjudged, VerifiedContent } from './content/verdict.ts';

/** A faulty placeholder and its location. */
type Finding = { id: string; path: string; found: string; meant: string | null; certain: boolean };

/** The author's texts of a mail. */
type Texts = Pick<VerifiedContent, 'subject' | 'preview'> & {
  from: Pick<VerifiedContent['from'], 'displayName'>;
  body: Body | null;
};

export const foreignPlaceholder = 'merge.foreign_placeholder';
const unknownField = 'merge.unknown_field';
const unknownAttribute = 'merge.unknown_attribute';

/** Findings reported for one content. */
const badgesMax = 20;
const foundCharactersMax = 80;

/** Whether a badge is about placeholders, which the operator's policy does not cover. */
export function isPlaceholderBadge({ id }: Pick<Badge, 'id'>): boolean {
  return id.startsWith('merge.');
}

/**
 * Finds placeholders of other systems and unknown merge fields in all text that a reader sees. A campaign with a placeholder of
 * another system is refused; a transactional mail is sent without it.
 */
export async function placeholderBadges(
  { from, subject, preview, body, purpose }: Texts & Pick<VerifiedContent, 'purpose'>,
  on: OnLoop | null = null,
): Promise<Badge[]> {
  const findings = [
    ...inSenderName(from.displayName ?? ''),
    ...inLine(subject, 'subject'),
    ...inLine(preview ?? '', 'preview'),
    ...(body === null ? [] : await inBody(body, on)),
  ];
  const relevant = findings.filter(({ id }) => purpose === 'campaign' || id === foreignPlaceholder);
  const different = new Map(relevant.map((finding) => [`${finding.path} ${finding.found}`, finding]));
  return [...different.values()]
    .slice(0, badgesMax)
    .map(({ certain, ...finding }) => badgeOf(finding, certain && purpose === 'campaign' ? 'block' : 'warn'));
}

/** A cheap test: false if `placeholderBadges` would find no certain placeholder. Takes microseconds. */
export function holdsForeignPlaceholder({ from, subject, preview, body }: Texts): boolean {
  const name = from.displayName ?? '';
  if (name.includes('{{')) return true;
  return [name, subject, preview ?? '', body?.source ?? ''].some(
    (text) => holdsOtherMarks(text) || mayHoldForeignTags(text),
  );
}

/** Makes the warning for an attribute that no subscriber has. @param meant the attribute with the closest name */
export function unknownAttributeBadge(attribute: string, path: string, meant: string | undefined): Badge {
  const found = `{{attributes.${attribute}}}`;
  return badgeOf(
    { id: unknownAttribute, path, found, meant: meant === undefined ? null : `{{attributes.${meant}}}` },
    'warn',
  );
}

/** Adds the badges about placeholders to a verdict. Unjudged content stays unjudged. */
export function withPlaceholders<Judged extends ContentVerdict | Unjudged>(
  judged: Judged,
  found: readonly Badge[],
): Judged | ContentVerdict {
  if (found.length === 0) return judged;
  const badges = [...judged.badges, ...found];
  if (judged.verdict === 'unjudged') return { ...judged, badges };
  const blocking = found.find(({ severity }) => severity === 'block');
  const guidance = [judged.guidance, badgeDoc((blocking ?? found[0]!).id).guidance];
  if (judged.verdict === 'block' || blocking === undefined) {
    return { ...judged, badges, guidance: judged.guidance || guidance[1]! };
  }
  return { ...judged, verdict: 'block', badges, guidance: guidance.filter(Boolean).join(' ') };
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

/** Merge fields in the sender name are not filled, so even our own placeholders would appear raw. */
function inSenderName(name: string): Finding[] {
  const marks = marksIn(name).map((mark) =>
    mark.kind === 'field' ? writtenField(mark) : mark.kind === 'foreign' ? mark.written : null,
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

/** Checks the sanitized body, because readers never see removed parts and code may show any placeholder. */
async function inBody(body: Body, on: OnLoop | null): Promise<Finding[]> {
  const { sanitizeHtml } = await import('../content/sanitize-html.ts');
  const slots = slotTable(body.source);
  const html = await fragmentOf(body, slots, on);
  const whole = /<html[\s/>]/i.test(html);
  return runStep(on, () => findIn(sanitizeHtml(html, { slots, whole, lang: 'en' }).pieces.join(''), slots));
}

function findIn(sent: string, slots: SlotTable): Finding[] {
  return [
    ...slotsShown(slots, sent).flatMap((source) => {
      if (source.foreign) return [foreign(source.written!, 'content', true)];
      return source.written === undefined ? unknown(source, 'content') : [];
    }),
    ...tagsIn(withoutCode(sent), 'content'),
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
  const meant = field === null ? null : writtenField({ name: field, fallback });
  return [{ id: unknownField, path, found: writtenField(placeholder), meant, certain: false }];
}

function writtenField({ name, fallback }: Placeholder): string {
  return fallback === '' ? `{{${name}}}` : `{{${name}|${fallback}}}`;
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
