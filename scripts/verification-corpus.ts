/**
 * Reads labelled real mail to measure the content verifier: parses it, converts it to the verifier's input, and splits it into a
 * learning half and a held-back half. The project does not contain the mail itself.
 */
import { readFileSync } from 'node:fs';
import type { VerifiedContent } from '../src/model/verification/content/verdict.ts';
import { htmlOfBody } from '../src/model/verification/reading/html-of-body.ts';

type Label =
  | 'phishing'
  | 'cold'
  | 'legit-marketing'
  | 'legit-transactional'
  | 'legit-newsletter'
  | 'spam-other';

/** A line of the corpus. Only fields that a sender could have written are judged; the others are for statistics. */
export type Row = {
  id: string;
  label: Label;
  subtype: string;
  subject: string;
  from: string;
  html?: string;
  text?: string;
  source: string;
  lang: string;
  cluster: string;
  spoofedSender?: boolean;
};

export type Split = 'learning' | 'heldBack';

/** A verified sender without a brand. Mail with a forged sender is also measured with this sender. */
const neutralSender = { address: 'mail@northfield-works.com', domain: 'northfield-works.com' };
const unsubscribeLine = {
  html: '<p><a href="{{unsubscribeUrl}}">Unsubscribe</a></p>',
  text: '\n\n{{unsubscribeUrl}}\n',
};

/** @param path file with one JSON object per line */
export function readCorpus(path: string): Row[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Row);
}

/** Returns the script's only argument, or exits with a usage message. */
export function corpusPath(script: string): string {
  const path = process.argv[2];
  if (path !== undefined) return path;
  console.error(`Say which corpus to read: npm run ${script} -- PATH, a file with one labelled mail a line.`);
  process.exit(2);
}

const heldBackShare = 0.4;
/** Collections of many publishers. Each of their senders is a group of its own. */
const manyPublishers = /spam-assassin|phishing_pot/;

/** Returns the half of a row. Near-duplicates, mails of a publisher and templates of an author stay together. */
export function splitOf(row: Row): Split {
  return fractionOf(groupOf(row)) < heldBackShare ? 'heldBack' : 'learning';
}

/** Returns the group of a row. Splitting a group would put learned mail into the measured half. */
export function groupOf(row: Row): string {
  if (row.label === 'cold') return `author ${row.source}`;
  if (row.label !== 'legit-newsletter') return `cluster ${row.cluster}`;
  const publisher = manyPublishers.test(row.source) ? senderOf(row).domain : row.source;
  return `publisher ${publisher}`;
}

/** Maps a text to a deterministic number in [0, 1) (FNV-1a with a final mix). */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

/** Converts a row to a campaign with an unsubscribe link, whatever its label. */
export function contentOf(
  row: Row,
  purpose: VerifiedContent['purpose'],
  sender: 'as written' | 'neutral' = 'as written',
): VerifiedContent {
  const from = { ...senderOf(row), ...(sender === 'neutral' ? neutralSender : {}) };
  const linked = (row.html ?? row.text ?? '').includes('{{unsubscribeUrl}}');
  const html = personal(row.html ?? '');
  const text = row.html === undefined ? personal(row.text ?? '') : null;
  return {
    from,
    subject: personal(row.subject ?? ''),
    preview: null,
    html: html !== '' && !linked ? html + unsubscribeLine.html : html,
    text: text !== null && !linked ? text + unsubscribeLine.text : text,
    purpose,
  };
}

/** Replaces the collector's placeholder for the recipient's address with a merge field. */
function personal(written: string): string {
  return written.replaceAll('recipient@example.com', '{{email}}');
}

function senderOf({ from }: Row): VerifiedContent['from'] {
  const address = (/<([^<>]*)>\s*$/.exec(from)?.[1] ?? from).trim().toLowerCase();
  const displayName = from.includes('<') ? from.slice(0, from.lastIndexOf('<')).trim() : null;
  return {
    displayName: displayName?.replace(/^"|"$/g, '') || null,
    address,
    domain: address.slice(address.lastIndexOf('@') + 1),
  };
}

/** A mail of the project, with exactly one body. `name` starts with its kind and a slash. */
export type LabelledMail = {
  name: string;
  from: { displayName: string; address: string };
  subject: string;
  html?: string;
  text?: string;
  markdown?: string;
  tiptap?: object;
};

export async function contentOfOwn(mail: LabelledMail): Promise<VerifiedContent> {
  const { from, subject, html, text, markdown, tiptap } = mail;
  let body = html ?? '';
  if (markdown !== undefined) body = await htmlOfBody({ kind: 'markdown', source: markdown });
  if (tiptap !== undefined) body = await htmlOfBody({ kind: 'tiptap', source: JSON.stringify(tiptap) });
  return {
    from: { ...from, domain: from.address.slice(from.address.indexOf('@') + 1) },
    subject,
    preview: null,
    html: body,
    text: text ?? null,
    purpose: 'campaign',
  };
}
