import type { Body } from '../model/content/body.ts';
import { verificationUnavailable } from '../model/verification/content-refusal.ts';
import { RenderingBusy } from '../world/rendering.ts';
import type { Engine } from './scope.ts';

/** Larger mails are not read, since everybody else would wait for it, and what nobody has read shows nothing. */
const readCharactersMax = 500_000;
/** Something that can be seen and clicked. */
const clickable = /[\p{L}\p{N}\p{So}\p{Extended_Pictographic}]/u;

/**
 * Whether every reader of this body sees `{{unsubscribeUrl}}`: as the whole target of a link that shows, or as text. It is
 * rendered as a mail would be and read as its recipient does, so that a placeholder in a comment, in a style, in another
 * address, in what is hidden or folded up on some screen or in whatever is taken out does not count.
 * @throws Failure content_verification_unavailable when too many wait to be rendered
 */
export async function showsUnsubscribeLink(
  { world, settings }: Pick<Engine, 'world' | 'settings'>,
  body: Body,
): Promise<boolean> {
  if (!body.source.includes('unsubscribeUrl')) return false;
  // Made up anew each time, so that nobody can write it into a body in the place of the link.
  const mark = `https://link.invalid/${world.ids.id('msg')}`;
  const values = { unsubscribeUrl: mark };
  const { html } = await world.rendering.render({ body, preview: null, values }).catch((error: unknown) => {
    throw error instanceof RenderingBusy ? verificationUnavailable(settings.baseUrl) : error;
  });
  if (html.length > readCharactersMax || !html.includes(mark)) return false;
  const { readHtml } = await import('../model/verification/content/read-html.ts');
  const { text, links } = readHtml(html, 'by_everybody');
  return (
    standsAlone(text, mark) ||
    links.some(({ target, from, to, image, hidden }) => {
      return !hidden && target === mark && (image || clickable.test(text.slice(from, to)));
    })
  );
}

/** As an address of its own, and not as a part of another one. */
function standsAlone(text: string, mark: string): boolean {
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) {
    if (
      !/[^\s(<["':,]$/.test(text.slice(Math.max(0, at - 1), at)) &&
      !/^[\w/?#&=%@-]/.test(text.slice(at + mark.length))
    )
      return true;
  }
  return false;
}
