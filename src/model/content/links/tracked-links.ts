import { hash } from 'node:crypto';
import type { MergeFields } from '../merge-fields.ts';
import { fillTemplate, ownLinkSlot, type SlotTable, type Template, takeSlotsOut } from '../slots.ts';
import { redirectTarget } from './link-target.ts';

/**
 * Rewrites the author's links to `{link base}/{number}-{digest}`, and adds the open pixel. The target comes
 * from the mail's source, so that an attacker cannot forge a link to another site. The text part keeps its
 * links, because readers would mistake a long meaningless URL for fraud.
 */

/** Values supplied by the renderer. No placeholder can have these names. */
export const clickLink = '/click';
export const openPixel = '/open';

export type TrackedTarget = {
  /** Short digest of `source`, which finds the link even if a later version numbers links differently. */
  digest: string;
  source: string;
  target: Template;
};

/** Longer links are not tracked, because the redirect with its values must fit into a response header. */
const sourceCharactersMax = 2_000;
const digestCharacters = 10;

/** Includes Outlook's own elements, which draw buttons. */
const linkElement = /<(?:a|area|v:[A-Za-z]+)((?: [^<>]*)?)>/g;
const attribute = / ([\w.:-]+)="([^"]*)"/g;

/**
 * Rewrites absolute web URLs with a literal host; returns the HTML and the distinct targets. Platform links,
 * `mailto:`, `tel:` and hosts from merge fields stay. In sanitized HTML, `<` only begins tags and `"` only
 * ends attributes.
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

export function linkDigest(source: string): string {
  return hash('sha256', source, 'base64url').slice(0, digestCharacters);
}

/** Counts opens with a one-pixel image. It is last in the body, so that it delays no other content. */
export function withPixel(html: string, slots: SlotTable): string {
  const source = `${ownLinkSlot(slots, openPixel)}.gif`;
  const pixel = `<img src="${source}" width="1" height="1" alt="" style="display:block;border:0">`;
  const body = html.lastIndexOf('</body>');
  const at = body === -1 ? html.lastIndexOf('</html>') : body;
  return at === -1 ? html + pixel : html.slice(0, at) + pixel + html.slice(at);
}

export type FollowedLink = {
  target: string;
  source: string;
};

/** Returns null if the mail has no such link or the target is not allowed. */
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
  // A value must never change a link's host.
  if (target === null || new URL(target).host !== URL.parse(found.target.literals[0]!)?.host) return null;
  return { target, source: found.source };
}

/** Requires an absolute web URL with a complete host before the first slot, without ambiguous characters. */
function isTrackable(target: string, slots: SlotTable): boolean {
  if (target.length > sourceCharactersMax) return false;
  const first = target.includes(slots.stem) ? target.search(slots.pattern) : -1;
  const start = first === -1 ? target : target.slice(0, first);
  if (first !== -1 && !/^https?:\/\/[^/?#]+[/?#]/i.test(start)) return false;
  return redirectTarget(start) !== null && redirectTarget(target) !== null;
}

function withReferencesOfAttribute(value: string): string {
  return value.replace(/&(?:amp|lt|gt|quot);/g, (reference) => characters[reference]!);
}

const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
