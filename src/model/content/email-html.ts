import { hiddenPreview } from './preview.ts';
import { runWithinLimit } from './run-within-limit.ts';
import { safeCss } from './safe-attributes.ts';
import { type SafeHtml, sanitizeHtml } from './sanitize-html.ts';
import { putSlots, type SlotTable, slotTable, takeSlotsOut } from './slots.ts';
import { mailProgramRules } from './style/mail-program-css.ts';

type EmailDocument = {
  untilBody: string;
  fromBody: string;
  framed: boolean;
};

type EmailHtmlOptions = {
  /** BCP 47 tag; a document with its own language keeps it. */
  lang?: string | undefined;
  prose?: boolean;
};

const defaultLang = 'en';
/** Wider layouts do not fit the reading pane of most clients. */
const contentWidth = 600;

/**
 * Completes a fragment, or sanitizes a document. Inlines stylesheets, because many clients drop them. Media
 * queries stay in the head. `preview` is the text that inboxes show after the subject.
 */
export async function emailSafeHtml(
  source: string,
  { preview = null, ...options }: EmailHtmlOptions & { preview?: string | null } = {},
): Promise<string> {
  await loadInlinerFor(source);
  const slots = slotTable(source);
  const { untilBody, fromBody } = emailDocument(putSlots(slots, source), slots, options);
  return takeSlotsOut(slots, untilBody) + hiddenPreview(preview) + takeSlotsOut(slots, fromBody);
}

/** Requires slots instead of placeholders, and a call of `loadInlinerFor`. */
export function emailDocument(
  source: string,
  slots: SlotTable,
  { lang, prose = false }: EmailHtmlOptions = {},
): EmailDocument {
  const language = languageTag(lang);
  const options = { slots, prose, lang: language };
  let document: SafeHtml | null = null;
  if (/<html[\s/>]/i.test(source)) {
    document = sanitizeHtml(source, { ...options, prose: false, whole: true });
  }
  let styles = document?.styles ?? [];
  const framed = !document?.whole;
  // The document tag was inside a comment or an attribute, so the source is a fragment.
  if (!document?.whole) {
    const fragment = sanitizeHtml(source, { ...options, whole: false });
    styles = fragment.styles;
    document = frame(fragment, language);
  }
  if (styles.length > 0 && canInline(styles, document.pieces.length)) {
    const inlined = inlineStyles(document.pieces.map(notInlined).join(''), styles);
    // The inliner's output is untrusted, so it is sanitized again.
    document = sanitizeHtml(inlined, { ...options, prose: false, whole: true });
    addStyle(document, safeCss(mailProgramRules(styles), slots));
  }
  return { ...takeApart(document), framed };
}

function addStyle(document: SafeHtml, css: string): void {
  if (css === '') return;
  const { pieces } = document;
  let at = pieces.indexOf('</head>');
  if (at === -1) at = pieces.findIndex((piece) => piece.startsWith('<html')) + 1;
  pieces.splice(at, 0, `<style>\n${css}\n</style>`);
  if (document.bodyAt > at) document.bodyAt += 1;
}

export function withFoot(
  { fromBody, framed }: Pick<EmailDocument, 'fromBody' | 'framed'>,
  foot: string,
): string {
  // Only the closing tags of our tables follow the last `div`.
  const column = framed ? fromBody.lastIndexOf('</div>') + '</div>'.length : -1;
  const body = fromBody.lastIndexOf('</body>');
  const end = body === -1 ? fromBody.lastIndexOf('</html>') : body;
  const at = framed ? column : end;
  return at === -1 ? fromBody + foot : fromBody.slice(0, at) + foot + fromBody.slice(at);
}

function frame(fragment: SafeHtml, lang: string): SafeHtml {
  const head = [
    '<!doctype html>',
    `<html lang="${lang}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    ...(fragment.heading.trim() === '' ? [] : [`<title>${fragment.heading.trim()}</title>`]),
    ...fragment.styles.map((css) => `<style>${css}</style>`),
    '</head>',
    `<body style="margin:0;padding:0;word-break:break-word;-webkit-text-size-adjust:100%">`,
  ].join('\n');
  const table = 'role="presentation" border="0" cellpadding="0" cellspacing="0"';
  const before = [
    `<table ${table} width="100%"><tr><td align="center" style="padding:24px 16px">`,
    `<!--[if mso]><table ${table} width="${contentWidth}"><tr><td><![endif]-->`,
    `<table ${table} width="100%" style="max-width:${contentWidth}px"><tr>`,
    `<td align="left" dir="auto" style="font-family:${fonts};font-size:16px;line-height:1.5;text-align:start">`,
    `<div role="article" aria-roledescription="email" lang="${lang}">\n`,
  ].join('\n');
  const after = [
    '\n</div>',
    '</td></tr></table>',
    '<!--[if mso]></td></tr></table><![endif]-->',
    '</td></tr></table>',
    '</body>',
    '</html>\n',
  ].join('\n');
  return {
    ...fragment,
    pieces: [head, `\n${before}`, ...fragment.pieces, after],
    whole: true,
    doctype: true,
    bodyAt: 1,
  };
}

const fonts = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function takeApart({ pieces, bodyAt, doctype }: SafeHtml): Omit<EmailDocument, 'framed'> {
  // Without a body element, text begins after the head; without a head, after `<html>`.
  let at = bodyAt;
  if (at === -1) at = pieces.indexOf('</head>') + 1;
  if (at === 0) at = pieces.findIndex((piece) => piece.startsWith('<html')) + 1;
  return {
    untilBody: (doctype ? '' : '<!doctype html>\n') + pieces.slice(0, at).join(''),
    fromBody: pieces.slice(at).join(''),
  };
}

/** The inliner matches every rule with every element. */
const matchesMax = 4_000_000;
/** The inliner builds an object tree, which may exceed the renderer's memory for two megabytes of HTML. */
const inlinedPiecesMax = 300_000;
const stylesMax = 50;
const cssCharactersMax = 128_000;
const cssNestingMax = 10;

/** The inliner recurses on nested rules and takes exponential time on `:has()`. */
function canInline(styles: readonly string[], pieces: number): boolean {
  if (pieces > inlinedPiecesMax) return false;
  const css = styles.join('');
  if (styles.length > stylesMax || css.length > cssCharactersMax || /:has\(/i.test(css)) return false;
  let rules = 0;
  let depth = 0;
  for (const [mark] of css.matchAll(/[{},]/g)) {
    if (mark === '}') depth -= 1;
    else rules += 1;
    if (mark === '{') depth += 1;
    if (depth > cssNestingMax) return false;
  }
  return rules * pieces <= matchesMax;
}

const styleForSomeScreens = /^<style(?=[^>]*\smedia="(?!\s*(?:all|screen)\s*"))/i;

/** Keeps a style element with a `media` attribute, which the inliner would remove. */
function notInlined(piece: string): string {
  return piece.replace(styleForSomeScreens, '<style data-embed');
}

/** The inliner expands nested variables, which doubles the text at every step. */
const variableOfVariables = /--[\w-]{1,64}\s{0,9}:[^;{}]{0,999}var\(/;

let inliner: typeof import('juice').default | null = null;

/** Loads the inliner only for a source with a stylesheet, because loading takes a third of a second. */
export async function loadInlinerFor(source: string): Promise<void> {
  if (inliner === null && /<style/i.test(source)) inliner = (await import('juice')).default;
}

/** Keeps a stylesheet that the inliner cannot parse. */
function inlineStyles(document: string, styles: readonly string[]): string {
  const juice = inliner;
  if (juice === null) throw new Error('The inliner was not loaded for a source with a stylesheet');
  // The inliner's template languages would hide code from its parser; code-like text must be parsed.
  for (const language of Object.keys(juice.codeBlocks)) delete juice.codeBlocks[language];
  const resolveCSSVariables = !styles.some((css) => variableOfVariables.test(css));
  return runWithinLimit(
    { characters: document.length, unwatched: 0 },
    () => juice(document, { inlinePseudoElements: false, resolveCSSVariables }),
    () => document,
  );
}

function languageTag(lang: string | undefined): string {
  return lang !== undefined && /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/.test(lang) ? lang : defaultLang;
}
