import { Parser } from 'htmlparser2';
import type { SimulatedPlatform } from '../../world/platform.ts';
import type { Browser, Page } from './scene.ts';

export type CrawledForm = { action: string; fields: Record<string, string> };

export type Crawl = {
  /** Answers by path with query. */
  pages: ReadonlyMap<string, Page>;
  /** Forms that act, once for each action. */
  forms: readonly CrawledForm[];
};

const pagesMax = 700;
/** Below the request budget of a session. */
const pagesPerMinute = 100;
const minuteMs = 60_000;
/** Links of one kind of page, such as mails, and of one query, such as a filter. */
const perShapeMax = 4;

/** Follows every link of the console from Home, with a few pages of each shape. */
export async function crawl(
  at: Browser,
  starts: readonly string[],
  { clock }: Pick<SimulatedPlatform, 'clock'>,
): Promise<Crawl> {
  const pages = new Map<string, Page>();
  const forms = new Map<string, CrawledForm>();
  const shapes = new Map<string, number>();
  const waiting = [...starts];
  for (let path = waiting.shift(); path !== undefined && pages.size < pagesMax; path = waiting.shift()) {
    if (pages.has(path)) continue;
    const shape = path.replaceAll(/[a-z]{3}_[0-9a-z]{26}/g, 'ID').replaceAll(/=[^&]*/g, '=');
    const seen = shapes.get(shape) ?? 0;
    if (seen >= perShapeMax) continue;
    shapes.set(shape, seen + 1);
    const page = await at.get(path);
    pages.set(path, page);
    if (pages.size % pagesPerMinute === 0) await clock.advance(minuteMs);
    const onward = page.headers.get('location');
    if (onward?.startsWith('/console')) waiting.push(onward.split('#')[0]!);
    if (!page.headers.get('content-type')?.startsWith('text/html')) continue;
    // The links and forms of a sandboxed frame lead nowhere.
    if (page.headers.get('content-security-policy')?.startsWith('sandbox')) continue;
    const read = readPage(page.text);
    waiting.push(...read.links);
    for (const form of read.forms) {
      const key = form.action.replaceAll(/[a-z]{3}_[0-9a-z]{26}/g, 'ID');
      if (!forms.has(key)) forms.set(key, form);
    }
  }
  return { pages, forms: [...forms.values()] };
}

export type ReadPage = { links: string[]; forms: CrawledForm[]; faults: string[]; texts: string[] };

const ours = /^\/(?:console|docs|oauth|openapi\.json)(?:[/?#]|$)/;
const outside = /^(?:https?:|mailto:|cursor:|vscode:|#)/;

/** Reads links, forms and texts, and reports markup that the console must never produce. */
export function readPage(text: string): ReadPage {
  const read: ReadPage = { links: [], forms: [], faults: [], texts: [] };
  let form: (CrawledForm & { isPost: boolean }) | null = null;
  const inside: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      inside.push(name);
      for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith('on') || key === 'style' || key === 'srcdoc') read.faults.push(`<${name} ${key}>`);
        if (key === 'src' && !value.startsWith('/console/')) read.faults.push(`<${name} src=${value}>`);
      }
      if (['object', 'embed', 'base', 'math', 'img', 'style'].includes(name)) read.faults.push(`<${name}>`);
      if (name === 'iframe' && attributes.sandbox !== '') read.faults.push('an open frame');
      if (name === 'script' && !attributes.src?.startsWith('/console/assets/')) read.faults.push('a script');
      if (name === 'iframe' && attributes.src) read.links.push(attributes.src);
      if (name === 'a' && attributes.href !== undefined) {
        const [path] = attributes.href.split('#');
        if (!ours.test(attributes.href) && !outside.test(attributes.href)) {
          read.faults.push(`a link to ${attributes.href}`);
        }
        if (path?.startsWith('/console')) read.links.push(path);
      }
      if (name === 'form') {
        if (!attributes.action?.startsWith('/console')) read.faults.push(`a form for ${attributes.action}`);
        form = { action: attributes.action ?? '', fields: {}, isPost: attributes.method === 'post' };
      }
      if (form && attributes.name !== undefined && ['input', 'button', 'textarea', 'select'].includes(name)) {
        form.fields[attributes.name] = attributes.value ?? '';
      }
    },
    ontext(words) {
      if (
        !inside.includes('script') &&
        !inside.includes('code') &&
        !inside.includes('pre') &&
        !inside.includes('textarea')
      ) {
        read.texts.push(words);
      }
    },
    onclosetag(name) {
      inside.pop();
      if (name !== 'form' || form === null) return;
      const { isPost, ...found } = form;
      if (isPost) read.forms.push(found);
      form = null;
    },
  });
  parser.end(text);
  return read;
}
