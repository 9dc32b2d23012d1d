import { createHash } from 'node:crypto';
import { type Tracked, untracked } from '../email/tracked.ts';
import type { Body } from './body.ts';
import { escapeHtml } from './escape-html.ts';
import type { MergeFields } from './merge-fields.ts';
import { addressLine, footOf, postalAddressField } from './postal-address.ts';
import { hiddenPreview } from './preview.ts';
import { type OnLoop, runStep } from './run-within-limit.ts';
import {
  compileTemplate,
  fillTemplate,
  putMarkdownSlots,
  putSlots,
  type SlotTable,
  settleField,
  showsField,
  slotTable,
  type Template,
} from './slots.ts';
import { TemplateCache } from './template-cache.ts';
import { tiptapToHtml } from './tiptap.ts';
import {
  type FollowedLink,
  followLink,
  type TrackedTarget,
  withPixel,
  withTrackedLinks,
} from './tracked-links.ts';
import { withoutTrailingBlanks } from './trailing-blanks.ts';

/**
 * A body becomes a mail in two steps: compiling parses it once for all recipients, filling inserts one recipient's
 * values and only joins strings. The parsers are imported when the first body needs them.
 */

/** A compiled body: both parts of the mail, with their merge fields unfilled. */
export type EmailTemplate = {
  untilPreview: Template;
  fromPreview: Template;
  text: Template;
  /** The targets of the tracked links in its HTML. */
  targets: readonly TrackedTarget[];
};

type CompileOptions = {
  /** BCP 47, for a body that does not name a language. */
  lang?: string | undefined;
  /** Whether opens and clicks are tracked: then the values contain its links, see `tracked-links.ts`. */
  tracked?: Tracked | undefined;
  /** Limits the time of parsing on the event loop; left out in a child process. */
  on?: OnLoop | null;
};

export type RenderedEmail = { html: string; text: string };

/** Compiled bodies in the cache, and their total size in characters. */
const templatesMax = 200;
const templateCharactersMax = 16_000_000;

const compiled = new TemplateCache<EmailTemplate>({
  entriesMax: templatesMax,
  charactersMax: templateCharactersMax,
});

/**
 * Renders both parts of one mail.
 *
 * For a checked body it never throws. A recently rendered body is not parsed again.
 *
 * @param preview final text with its merge fields filled; it is not parsed again
 * @param values the snapshot the mail was accepted with; a missing field gets its default or stays empty
 */
export async function renderEmail(
  email: { body: Body; preview: string | null; values: MergeFields } & CompileOptions,
): Promise<RenderedEmail> {
  return fillEmail(await compiledEmail(email.body, email), email.preview, email.values);
}

/**
 * The target of a mail's tracked link; null if the mail has no such link.
 * @param link the last segment of its path
 */
export async function followedLink(
  email: { body: Body; values: MergeFields; lang?: string },
  link: string,
): Promise<FollowedLink | null> {
  const { targets } = await compiledEmail(email.body, {
    lang: email.lang,
    tracked: { opens: false, clicks: true },
  });
  return followLink(targets, link, email.values);
}

/** One recipient's mail of a compiled body. */
export function fillEmail(
  template: EmailTemplate,
  preview: string | null,
  values: MergeFields,
): RenderedEmail {
  const before = fillTemplate(template.untilPreview, values);
  const after = fillTemplate(template.fromPreview, values);
  // A field that stays empty leaves the blank before it.
  const text = withoutTrailingBlanks(fillTemplate(template.text, values));
  return { html: before + hiddenPreview(preview) + after, text };
}

/**
 * For sending one body to many recipients: compile it once, then call `fillEmail` for each.
 *
 * @throws TookTooLong
 */
export async function compileEmail(
  body: Body,
  { on = null, ...options }: CompileOptions = {},
): Promise<EmailTemplate> {
  const parsers = await loadParsers(body);
  return runStep(on, () => compileWith(parsers, body, options));
}

/** The parsers that a body needs, so that nothing is awaited while it is compiled. */
async function loadParsers({ kind, source }: Body) {
  const { emailDocument, withFoot, loadInlinerFor } = await import('./email-html.ts');
  const { withReferencesRead } = await import('./sanitize-html.ts');
  const { loadPlainText } = await import('./plain-text.ts');
  const plainText = await loadPlainText();
  await loadInlinerFor(source);
  const markdownToHtml = await loadMarkdown(kind);
  return { emailDocument, withFoot, withReferencesRead, plainText, markdownToHtml };
}

function compileWith(
  { emailDocument, withFoot, withReferencesRead, plainText, markdownToHtml }: Parsers,
  body: Body,
  { lang, tracked = untracked }: CompileOptions,
): EmailTemplate {
  const slots = slotTable(body.source);
  const document = emailDocument(toFragment(body, slots, markdownToHtml), slots, {
    lang,
    prose: body.kind !== 'html',
  });
  let text = plainText(document.untilBody + document.fromBody);
  let { fromBody } = document;
  if (body.postalAddress !== undefined) {
    // A placeholder in a comment or in hidden content does not count: the text part has what a reader sees.
    const isPlaced = showsField(slots, text, postalAddressField);
    settleField(slots, postalAddressField, escapeHtml(addressLine(body.postalAddress)));
    if (!isPlaced) {
      const foot = footOf(body.postalAddress, slots, document);
      fromBody = withFoot({ ...document, fromBody }, foot.html);
      text = text === '' ? foot.text : `${text}\n\n${foot.text}`;
    }
  }
  const compile = (part: string, format: 'html' | 'text'): Template =>
    compileTemplate(slots, part, format, withReferencesRead);
  let targets: readonly TrackedTarget[] = [];
  if (tracked.clicks) {
    const followed = withTrackedLinks(fromBody, slots, (target) => compile(target, 'text'));
    fromBody = followed.html;
    targets = followed.targets;
  }
  if (tracked.opens) fromBody = withPixel(fromBody, slots);
  return {
    untilPreview: compile(document.untilBody, 'html'),
    fromPreview: compile(fromBody, 'html'),
    text: compile(text, 'text'),
    targets,
  };
}

type Parsers = Awaited<ReturnType<typeof loadParsers>>;

function asWritten(source: string): string {
  return source;
}

/** The body as HTML, with slots for its placeholders. */
export async function fragmentOf(body: Body, slots: SlotTable, on: OnLoop | null): Promise<string> {
  const markdownToHtml = await loadMarkdown(body.kind);
  return runStep(on, () => toFragment(body, slots, markdownToHtml));
}

async function loadMarkdown(kind: Body['kind']): Promise<(source: string) => string> {
  return kind === 'markdown' ? (await import('./markdown.ts')).markdownToHtml : asWritten;
}

function toFragment(
  { kind, source }: Body,
  slots: SlotTable,
  markdownToHtml: Parsers['markdownToHtml'],
): string {
  switch (kind) {
    case 'html':
      return putSlots(slots, source);
    case 'tiptap':
      return putSlots(slots, tiptapToHtml(source));
    case 'markdown':
      return markdownToHtml(putMarkdownSlots(slots, source));
  }
}

async function compiledEmail(
  body: Body,
  { lang, tracked = untracked, on = null }: CompileOptions,
): Promise<EmailTemplate> {
  const following = `${tracked.opens ? 'opens' : ''} ${tracked.clicks ? 'clicks' : ''}`;
  const key = createHash('sha256')
    .update(JSON.stringify([body.kind, lang ?? '', following, body.postalAddress ?? null]))
    .update(body.source)
    .digest('base64');
  let template = compiled.get(key);
  if (template === undefined) {
    template = await compileEmail(body, { lang, tracked, on });
    compiled.set(key, template, charactersOf(template));
  }
  return template;
}

/** The approximate size of a template. */
export function charactersOf({ untilPreview, fromPreview, text, targets }: EmailTemplate): number {
  let characters = 0;
  for (const { literals } of [untilPreview, fromPreview, text]) {
    for (const literal of literals) characters += literal.length;
  }
  for (const { source } of targets) characters += source.length * 2;
  return characters;
}
