import { hash } from 'node:crypto';
import { redirectTarget } from '../tracking/redirect.ts';
import type { MergeFields } from './merge-fields.ts';
import { fillTemplate, ownLinkSlot, type SlotTable, type Template, takeSlotsOut } from './slots.ts';

/**
 * Tracked links and the open pixel. In the HTML a link of the author becomes `{link base}/{number}-{digest}`; both are
 * used to look up its target in the mail's source. The target is never in the link itself, so that an attacker cannot
 * forge one of our links to a site of their own.
 *
 * The text part keeps its links: there the URL is visible, and readers take a long meaningless one for fraud.
 */

/** Values that the renderer of a tracked mail supplies. No placeholder can have such a name. */
export const clickLink = '/click';
export const openPixel = '/open';

/** The target of a link in a body. */
export type TrackedTarget = {
  /** A short digest of `source`: finds the link again if a later version numbers links differently. */
  digest: string;
  /** As its author wrote it, with its placeholders. */
  source: string;
  target: Template;
};

/** A longer link is not tracked, because the redirect with its values has to fit into a response header. */
const sourceCharactersMax = 2_000;
const digestCharacters = 10;

/** Outlook's own elements have links as well: buttons are drawn with them. */
const linkElement = /<(?:a|area|v:[A-Za-z]+)((?: [^<>]*)?)>/g;
const attribute = / ([\w.:-]+)="([^"]*)"/g;

/**
 * The HTML with its web links rewritten to go through the tracker.
 *
 * Only absolute web URLs whose host is written out are rewritten; links the platform makes, `mailto:` and `tel:` links,
 * and links whose host is a merge field stay. In the output of the safety pass `<` only ever begins a tag and `"` only
 * ever ends an attribute.
 * @param compile makes a template of a target
 * @returns the HTML, and the targets of its links, each once
 */
export function withTrackedLinks(
  html: string,
  slots: SlotTable,
  compile: (target: string) => Template,
): { html: string; targets: TrackedTarget[] } {
  const targets: TrackedTarget[] = [];
  const base = ownLinkSlot(slots, clickLink);
  const numbers = new Map<string, number>();
  const tracked = (written: string): string | null => {
    const target = withReferencesOfAttribute(written);
    if (!isTrackable(target, slots)) return null;
    const source = takeSlotsOut(slots, target);
    let number = numbers.get(source);
    if (number === undefined) {
      const digest = linkDigest(source);
      targets.push({ digest, source, target: compile(target) });
      number = targets.length;
      numbers.set(source, number);
    }
    return `${base}/${number}-${targets[number - 1]!.digest}`;
  };
  const tracking = html.replace(linkElement, (tag, attributes: string) => {
    if (!attributes.includes(' href="')) return tag;
    const rewritten = attributes.replace(attribute, (whole, name: string, value: string) => {
      const link = name === 'href' ? tracked(value) : null;
      return link === null ? whole : ` href="${link}"`;
    });
    return tag.replace(attributes, () => rewritten);
  });
  return { html: tracking, targets };
}

/** The short digest of a link as its author wrote it. */
export function linkDigest(source: string): string {
  return hash('sha256', source, 'base64url').slice(0, digestCharacters);
}

/** An image of one pixel whose fetch counts as an open; last in the body, so that it delays nothing. */
export function withPixel(html: string, slots: SlotTable): string {
  const source = `${ownLinkSlot(slots, openPixel)}.gif`;
  const pixel = `<img src="${source}" width="1" height="1" alt="" style="display:block;border:0">`;
  const body = html.lastIndexOf('</body>');
  const at = body === -1 ? html.lastIndexOf('</html>') : body;
  return at === -1 ? html + pixel : html.slice(0, at) + pixel + html.slice(at);
}

/** The target of a followed link. */
export type FollowedLink = {
  /** A web URL, ready for `Location`. */
  target: string;
  /** As its author wrote it, without a recipient's values. */
  source: string;
};

/**
 * The target of a followed link for one recipient; null for a link that the mail does not have, or that is not allowed.
 * @param link the last segment of its path: the number and the digest
 */
export function followLink(
  targets: readonly TrackedTarget[],
  link: string,
  values: MergeFields,
): FollowedLink | null {
  const [, number, digest] = /^([1-9]\d{0,5})-([\w-]{10})$/.exec(link) ?? [];
  if (digest === undefined) return null;
  const counted = targets[Number(number) - 1];
  const found = counted?.digest === digest ? counted : targets.find((one) => one.digest === digest);
  if (found === undefined) return null;
  const target = redirectTarget(fillTemplate(found.target, values));
  // A value must never change a link's host; this enforces it.
  if (target === null || new URL(target).host !== URL.parse(found.target.literals[0]!)?.host) return null;
  return { target, source: found.source };
}

/** Before its first slot, an absolute web URL with its complete host, and nothing that a browser reads differently. */
function isTrackable(target: string, slots: SlotTable): boolean {
  if (target.length > sourceCharactersMax) return false;
  const first = target.includes(slots.stem) ? target.search(slots.pattern) : -1;
  const start = first === -1 ? target : target.slice(0, first);
  if (first !== -1 && !/^https?:\/\/[^/?#]+[/?#]/i.test(start)) return false;
  return redirectTarget(start) !== null && redirectTarget(target) !== null;
}

/** The inverse of `escapeAttribute`. */
function withReferencesOfAttribute(value: string): string {
  return value.replace(/&(?:amp|lt|gt|quot);/g, (reference) => characters[reference]!);
}

const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
