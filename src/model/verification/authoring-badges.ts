import type { Body } from '../content/body.ts';
import { mayLoseParts } from '../content/removal/may-lose-parts.ts';
import type { RemovedParts } from '../content/removal/removed-parts.ts';
import { renderFragment } from '../content/render.ts';
import { type OnLoop, runStep } from '../content/run-within-limit.ts';
import { slotTable, takeSlotsOut } from '../content/slots.ts';
import { withoutReferences } from '../content/template/meant-field.ts';
import { removedFromTiptap } from '../content/tiptap.ts';
import { badgeDoc } from './content/guidance.ts';
import type { Badge, ContentVerdict, Unjudged, VerifiedContent } from './content/verdict.ts';
import {
  type Finding,
  holdsForeignPlaceholder,
  isPlaceholderBadge,
  placeholderBadges,
  placeholdersInBody,
  placeholdersInLines,
  type Texts,
} from './placeholder-badges.ts';

export const removedPart = 'content.removed';

/** The operator's policy does not cover authoring badges. */
export function isAuthoringBadge(badge: Pick<Badge, 'id'>): boolean {
  return isPlaceholderBadge(badge) || badge.id === removedPart;
}

/** Foreign placeholders refuse a campaign, but only add a badge to a transactional mail. */
export async function authoringBadges(
  texts: Texts & Pick<VerifiedContent, 'purpose'>,
  on: OnLoop | null = null,
): Promise<Badge[]> {
  const lines = placeholdersInLines(texts);
  if (texts.body === null) return placeholderBadges(lines, texts.purpose);
  const { findings, parts } = await inBody(texts.body, on);
  return [...placeholderBadges([...lines, ...findings], texts.purpose), ...removalBadges(parts)];
}

export function mayHaveAuthoringBadges(texts: Texts): boolean {
  return holdsForeignPlaceholder(texts) || (texts.body !== null && mayLoseParts(texts.body));
}

export function withAuthoringBadges<Judged extends ContentVerdict | Unjudged>(
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
  return {
    ...judged,
    verdict: 'block',
    blockReasons: [],
    badges,
    guidance: guidance.filter(Boolean).join(' '),
  };
}

/** Checks the sanitized body, because readers never see removed parts and code may show any placeholder. */
async function inBody(body: Body, on: OnLoop | null): Promise<{ findings: Finding[]; parts: RemovedParts }> {
  const { sanitizeHtml } = await import('../content/sanitize-html.ts');
  const slots = slotTable(body.source);
  const html = await renderFragment(body, slots, on);
  const whole = /<html[\s/>]/i.test(html);
  return runStep(on, () => {
    if (body.kind === 'tiptap') slots.parts = removedFromTiptap(body.source);
    const sent = sanitizeHtml(html, { slots, whole, lang: 'en' }).pieces.join('');
    const named = [...slots.parts].map(
      ([part, count]) => [withoutReferences(takeSlotsOut(slots, part)), count] as const,
    );
    return { findings: placeholdersInBody(sent, slots), parts: new Map(named) };
  });
}

function removalBadges(parts: RemovedParts): Badge[] {
  return [...parts].map(([found, count]) => ({
    id: removedPart,
    label: badgeDoc(removedPart).title,
    severity: 'warn',
    path: 'content',
    found,
    count,
  }));
}
