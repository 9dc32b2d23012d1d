import { createHash } from 'node:crypto';
import { type Tracked, untracked } from '../email/tracked.ts';
import type { Body } from './body.ts';
import { escapeHtml } from './escape-html.ts';
import {
  type FollowedLink,
  followLink,
  type TrackedTarget,
  withPixel,
  withTrackedLinks,
} from './links/tracked-links.ts';
import type { MergeFields } from './merge-fields.ts';
import { addressLine, postalAddressField, renderFooter } from './postal-address.ts';
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
import { withoutTrailingBlanks } from './trailing-blanks.ts';

/** Compiling parses a body once for all recipients; filling joins strings with one recipient's values. */

export type EmailTemplate = {
  untilPreview: Template;
  fromPreview: Template;
  text: Template;
  targets: readonly TrackedTarget[];
};

type CompileOptions = {
  lang?: string | undefined;
  /** With tracking, the values contain its links; see `tracked-links.ts`. */
  tracked?: Tracked | undefined;
  /** Limits parsing time on the event loop; omitted in a child process. */
  on?: OnLoop | null;
};

export type RenderedEmail = { html: string; text: string };

const templatesMax = 200;
const templateCharactersMax = 16_000_000;

const compiled = new TemplateCache<EmailTemplate>({
  entriesMax: templatesMax,
  charactersMax: templateCharactersMax,
});

/** Never throws for a checked body. @param values snapshot from acceptance; a missing field gets its default */
export async function renderEmail(
  email: { body: Body; preview: string | null; values: MergeFields } & CompileOptions,
): Promise<RenderedEmail> {
  return fillEmail(await compiledEmail(email.body, email), email.preview, email.values);
}

/** Returns null if the mail has no such link. @param link last segment of the link's path */
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

export function fillEmail(
  template: EmailTemplate,
  preview: string | null,
  values: MergeFields,
): RenderedEmail {
  const before = fillTemplate(template.untilPreview, values);
  const after = fillTemplate(template.fromPreview, values);
  // An empty field leaves the blank before it.
  const text = withoutTrailingBlanks(fillTemplate(template.text, values));
  return { html: before + hiddenPreview(preview) + after, text };
}

/** For many recipients. @throws TookTooLong */
export async function compileEmail(
  body: Body,
  { on = null, ...options }: CompileOptions = {},
): Promise<EmailTemplate> {
  const parsers = await loadParsers(body);
  return runStep(on, () => compileWith(parsers, body, options));
}

/** Loads the parsers first, so that compiling is synchronous. */
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
    // Placeholders in comments or hidden content do not count, so the check uses the text part.
    const isPlaced = showsField(slots, text, postalAddressField);
    settleField(slots, postalAddressField, escapeHtml(addressLine(body.postalAddress)));
    if (!isPlaced) {
      const foot = renderFooter(body.postalAddress, slots, document);
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

export async function renderFragment(body: Body, slots: SlotTable, on: OnLoop | null): Promise<string> {
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
    compiled.set(key, template, countTemplateCharacters(template));
  }
  return template;
}

export function countTemplateCharacters({ untilPreview, fromPreview, text, targets }: EmailTemplate): number {
  let characters = 0;
  for (const { literals } of [untilPreview, fromPreview, text]) {
    for (const literal of literals) characters += literal.length;
  }
  for (const { source } of targets) characters += source.length * 2;
  return characters;
}
