import { marksIn, mergeFieldsIn, replacePlaceholders } from '../../content/merge-fields.ts';
import { isUnreadLanguage } from '../language/unread-language.ts';
import {
  addressesIn,
  type LinkTarget,
  mailboxesIn,
  readTarget,
  registrableDomain,
  replaceMailboxes,
  type SeenMailbox,
} from '../reading/links.ts';
import { type PlainText, plainText, splitWords } from '../reading/plain-words.ts';
import { readHtml } from '../reading/read-html.ts';
import type { SeenHtml } from '../reading/seen-html.ts';
import { brandWords } from './brands.ts';
import { disguisedWords } from './disguised-words.ts';
import { undisguised } from './disguises.ts';
import { fitsInOtherScript } from './requests/domain-names.ts';
import { namesSender } from './sender-traits.ts';
import type { VerifiedContent } from './verdict.ts';

/** A mail as its recipient sees it. All signals derive from it. */
export type SeenMail = {
  purpose: VerifiedContent['purpose'];
  senderDomain: string;
  senderHost: string;
  name: string;
  nameWords: string[];
  subjectWords: string[];
  subject: string;
  /** Subject and preview, the beginning of hidden text (which inboxes show), then the visible text. */
  words: string[];
  bodyFrom: number;
  /** Index of the first word of hidden text, which ends at `bodyFrom`. */
  hiddenFrom: number;
  /** Index of the first word of the last words, which say how to unsubscribe. */
  footerFrom: number;
  links: SeenLink[];
  /** Registered domains of mailboxes that readers are asked to write to, except the sender's and the readers' own. */
  mailboxes: string[];
  namesOwnMailbox: boolean;
  /** The registered domain that replies go to, if it is not the sender's. */
  replyDomain: string | null;
  namesSender: boolean;
  html: SeenHtml;
  letters: PlainText;
  split: number;
  leet: number;
  disguised: number;
  text: string;
  fields: string[];
  languageUnread: boolean;
};

export type SeenLink = LinkTarget & { words: string; image: boolean; hidden: boolean; bare: boolean };

/** About the length of a sentence with a link to unsubscribe and an address. */
const footerWords = 25;
/** Length of hidden text that an inbox shows as the preview. */
const previewCharacters = 250;

export function readMail(content: VerifiedContent): SeenMail {
  const html = readHtml(content.html);
  const plain = content.text ?? '';
  const written = `${html.text}\n${html.alternatives}\n${plain}`;
  const shown = `${open(written)}${examplesIn(written)}`;
  const head = open(`${content.subject}\n${content.preview ?? ''}`);
  const letters = plainText(shown);
  const headLetters = plainText(`${head}\n${open(content.from.displayName ?? '')}`);
  const beginning = plainText(open(html.preheader).slice(0, previewCharacters));
  const senderDomain = registrableDomain(content.from.domain);
  const readers = new Set(content.readers?.map((address) => address.toLowerCase()));
  const isOwn = (domain: string): boolean => registrableDomain(domain) === senderDomain;
  const isOthers = ({ address, domain }: SeenMailbox): boolean => !isOwn(domain) && !readers.has(address);
  const mailboxes = mailboxesIn(letters.text);
  const replyTo = content.replyTo == null ? null : domainOf(content.replyTo);
  const body = undisguised(saidIn(letters.text));
  const subject = undisguised(saidIn(plainText(head).text));
  const nameWords = undisguised(splitWords(plainText(open(content.from.displayName ?? '')).text)).words;
  const namesOwnMailbox = mailboxes.some(({ domain }) => isOwn(domain));
  const preview = splitWords(beginning.text);
  const bodyFrom = subject.words.length + preview.length;
  const after = html.text === '' ? '' : `${html.alternatives}\n${plain}`;
  const wordsAfter = splitWords(plainText(open(after)).text).length;
  return {
    purpose: content.purpose,
    senderDomain,
    senderHost: content.from.domain,
    name: content.from.displayName ?? '',
    nameWords,
    subjectWords: undisguised(saidIn(plainText(open(content.subject)).text)).words,
    subject: content.subject,
    words: [...subject.words, ...preview, ...body.words],
    bodyFrom,
    hiddenFrom: subject.words.length,
    footerFrom: bodyFrom + body.words.length - wordsAfter - footerWords,
    links: linksOf(html, plain).filter(
      ({ kind, host, path }) => kind !== 'mail' || isOthers({ address: path, domain: host }),
    ),
    mailboxes: mailboxes.filter(isOthers).map(({ domain }) => registrableDomain(domain)),
    namesOwnMailbox,
    replyDomain: replyTo === null || isOwn(replyTo) ? null : registrableDomain(replyTo),
    namesSender:
      namesOwnMailbox ||
      fitsInOtherScript(content.from.displayName ?? '', senderDomain) ||
      namesSender(body.words, { nameWords, host: content.from.domain, senderDomain }),
    html,
    letters: {
      text: '',
      describeMarks: letters.describeMarks + headLetters.describeMarks,
      overrides: letters.overrides + headLetters.overrides,
      disguised: letters.disguised + headLetters.disguised,
      styled: letters.styled + headLetters.styled,
    },
    split: body.split + subject.split,
    leet: body.leet + subject.leet,
    disguised:
      body.telling +
      subject.telling +
      disguisedWords(`${head}\n${open(content.from.displayName ?? '')}\n${shown}`, html),
    text: letters.text,
    fields: mergeFieldsIn(`${content.subject}${content.html}${plain}`),
    languageUnread: isUnreadLanguage(`${head}\n${shown}`),
  };
}

/** @param mailbox an address, with or without a name */
function domainOf(mailbox: string): string {
  return mailbox.slice(mailbox.lastIndexOf('@') + 1).replace(/>.*/, '');
}

/** Excludes mailboxes, whose provider is irrelevant. `p@ypal.com` is a disguised name, not a mailbox. */
function saidIn(text: string): string[] {
  return splitWords(
    replaceMailboxes(text, (address) => {
      const name = address.slice(0, address.indexOf('.', address.indexOf('@'))).replace('@', 'a');
      return brandWords.has(name) ? address : ' ';
    }),
  );
}

/** Renders merge fields as for a recipient without data: with their defaults, or empty. */
function open(text: string): string {
  return replacePlaceholders(text, ({ fallback }) => fallback);
}

/** Foreign placeholders are excluded from text, but shown in code. */
function examplesIn(text: string): string {
  return marksIn(text)
    .map((mark) => (mark.kind === 'foreign' ? `\n${mark.written}` : ''))
    .join('');
}

function linksOf(html: SeenHtml, plain: string): SeenLink[] {
  const read = new Map<string, LinkTarget>();
  const target = (written: string): LinkTarget => {
    const known = read.get(written) ?? readTarget(written, html.base);
    read.set(written, known);
    return known;
  };
  const links: SeenLink[] = html.links.map((link) => ({
    ...target(link.target),
    words: html.text.slice(link.from, Math.min(link.to, link.from + linkWordsMax)).trim(),
    image: link.image,
    hidden: link.hidden,
    bare: false,
  }));
  for (const { target: written } of [...addressesIn(html.text), ...addressesIn(plain)]) {
    links.push({
      ...target(written),
      words: written.slice(0, linkWordsMax),
      image: false,
      hidden: false,
      bare: true,
    });
  }
  return links;
}

const linkWordsMax = 300;
