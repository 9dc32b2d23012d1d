import type { Body } from '../model/content/body.ts';
import { readHtml } from '../model/verification/content/read-html.ts';
import { verificationUnavailable } from '../model/verification/content-refusal.ts';
import { RenderingBusy } from '../world/rendering.ts';
import type { Engine } from './scope.ts';

/** Larger mails, of which there are few, are not read as a recipient does: that would stop everybody else too long. */
const readCharactersMax = 500_000;
/** Nothing that could be clicked. */
const blank = /^[\s\u200b-\u200d\u2060]*$/;

/**
 * Whether a reader of this body sees `{{unsubscribeUrl}}`: as the target of a link that shows, or as text. It is rendered
 * as a mail would be and read as its recipient does, so that a placeholder in a comment, in a style, in what is hidden or
 * in whatever is taken out does not count.
 * @throws Failure content_verification_unavailable when too many wait to be rendered
 */
export async function showsUnsubscribeLink(
  { world, settings }: Pick<Engine, 'world' | 'settings'>,
  body: Body,
): Promise<boolean> {
  if (!body.source.includes('unsubscribeUrl')) return false;
  // Made up anew each time, so that nobody can write it into a body in the place of the link.
  const mark = world.ids.id('msg');
  const values = { unsubscribeUrl: `https://link.invalid/${mark}` };
  const { html } = await world.rendering.render({ body, preview: null, values }).catch((error: unknown) => {
    throw error instanceof RenderingBusy ? verificationUnavailable(settings.baseUrl) : error;
  });
  // With the slash before it, as it is or percent-encoded: of a value put into a style that is taken out.
  const marked = new RegExp(`(?:/|%2F)${mark}`, 'gi');
  const places = Array.from(html.matchAll(marked), ({ index }) => index);
  if (places.length === 0) return false;
  if (html.length > readCharactersMax) return places.some((at) => isInLinkOrText(html, at));
  const { text, links } = readHtml(html);
  const shows = (part: string): boolean => part.search(marked) >= 0;
  return (
    shows(text) ||
    links.some(({ target, from, to, image, hidden }) => {
      return !hidden && shows(target) && (image || !blank.test(text.slice(from, to)));
    })
  );
}

/** What we render has its attributes in double quotes and its text escaped: the last bracket says where we are. */
function isInLinkOrText(html: string, at: number): boolean {
  const opened = html.lastIndexOf('<', at);
  const tag = html.slice(opened, at);
  if (opened > html.lastIndexOf('>', at)) return /^<(?:a|area)\s/i.test(tag) && /\shref="[^"]*$/i.test(tag);
  return !/^<(?:title|style|option|textarea)[\s>]/i.test(tag);
}
