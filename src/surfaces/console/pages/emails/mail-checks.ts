/** Checks of a mail before it goes to real mailboxes. They follow no link, because a link may act for its recipient. */
import { verifyContent } from '../../../../../tools/verification/verify-content.ts';
import { gmailBytesMax } from '../../../../model/content/body.ts';
import { Failure } from '../../../../model/failure.ts';
import { scopesAllow } from '../../../../model/organization/token.ts';
import {
  aboutBadge,
  type Badge,
  type ContentVerdict,
} from '../../../../model/verification/content/verdict.ts';
import { type MailLink, mailExtracts } from '../../../../sdk/mail-extracts.ts';
import { type Html, html } from '../../../public/html.ts';
import { icon, list, type State, sheet } from '../../look/parts.ts';
import { inNumber, renderSize } from '../../number-words.ts';
import type { Visit } from '../../page.ts';
import { foreign } from '../../shown.ts';
import type { Whole } from './mail-words.ts';

type Check = { state: State; title: string; text: Html | string };

export async function renderChecks(visit: Visit, email: Whole): Promise<Html> {
  const verdict = await verificationChecks(visit, email);
  const checks = [...verdict, ...checkLinks(email), checkUnsubscribe(email), checkSize(email)];
  const all = [...checks, ...checkForm(email)];
  const order: Readonly<Record<string, number>> = { bad: 0, warn: 1, still: 2, ok: 3 };
  const sorted = all.toSorted((one, other) => order[one.state]! - order[other.state]!);
  const found = all.filter(({ state }) => state === 'bad' || state === 'warn').length;
  return html`<div class="pad">${sheet({
    title: found === 0 ? 'All checks pass' : inNumber(found, 'finding'),
    bare: true,
    body: list(
      sorted.map(({ state, title, text }) => ({
        state,
        sign: icon(state === 'ok' ? 'ok' : state === 'bad' ? 'bad' : state === 'warn' ? 'warn' : 'still'),
        body: html`<b>${title}</b><small>${text}</small>`,
      })),
    ),
    footer: html`<p class="small">No link was opened. <a href="/docs/verification">How content is verified</a></p>`,
  })}</div>`;
}

/** Without the right to verify content, a person sees the findings of the send. */
async function verificationChecks(visit: Visit, email: Whole): Promise<Check[]> {
  if (!scopesAllow(visit.caller.scopes, 'campaigns.write')) return badgeChecks(email.badges, 'pass');
  const { from, subject, html: written, text, source } = email;
  const body = written ? { html: written } : { markdown: text || '-' };
  try {
    const { verdict, badges } = await visit.call(verifyContent, {
      from,
      subject: subject || '-',
      ...body,
      purpose: source === 'campaign' ? 'campaign' : 'transactional',
    });
    return badgeChecks(badges, verdict);
  } catch (error) {
    if (!(error instanceof Failure) || error.status === 500) throw error;
    return [{ state: 'still', title: 'Content could not be verified', text: `${error.message}.` }];
  }
}

function badgeChecks(badges: readonly Badge[], verdict: ContentVerdict['verdict']): Check[] {
  const passes: Check = {
    state: 'ok',
    title: 'Content passes verification',
    text: 'Neither phishing nor cold email was found.',
  };
  const states = { block: 'bad', warn: 'warn', info: 'still' } as const;
  const found = badges.map((badge): Check => {
    const about = aboutBadge(badge);
    return {
      state: states[badge.severity],
      title: badge.label,
      text: about === undefined ? 'Found by content verification.' : html`Found: ${foreign(about)}`,
    };
  });
  return verdict === 'pass' ? [passes, ...found] : found;
}

const linksNamedMax = 10;

function checkLinks({ html: written, text }: Whole): Check[] {
  const { links } = mailExtracts(written, text);
  const broken = links.flatMap((link) => {
    const fault = linkFault(link);
    return fault === null ? [] : [{ state: fault.state, title: fault.title, text: foreign(shortHref(link)) }];
  });
  if (broken.length > 0) return broken.slice(0, linksNamedMax);
  if (links.length === 0) return [{ state: 'still', title: 'No links', text: 'The email has no link.' }];
  return [{ state: 'ok', title: 'Links are well-formed', text: `${inNumber(links.length, 'link')} read.` }];
}

function shortHref({ href }: MailLink): string {
  return href === '' ? '(empty)' : href.slice(0, hrefShownMax);
}

const hrefShownMax = 200;

function linkFault({ href }: MailLink): { state: State; title: string } | null {
  if (href.includes('{{')) return { state: 'bad', title: 'Link with an unfilled placeholder' };
  if (href === '' || href === '#') return { state: 'bad', title: 'Link that leads nowhere' };
  if (/^(?:mailto|tel|sms):/i.test(href)) return null;
  const url = URL.parse(href);
  if (url === null) return { state: 'bad', title: 'Broken link' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { state: 'bad', title: 'Link that mail programs block' };
  if (/^(?:localhost|127\.|10\.|192\.168\.)/.test(url.hostname) || !url.hostname.includes('.'))
    return { state: 'warn', title: 'Link that works only on your network' };
  return url.protocol === 'http:' ? { state: 'warn', title: 'Link without encryption (http)' } : null;
}

/** Campaigns need a visible link. */
function checkUnsubscribe({ html: written, text, source }: Whole): Check {
  const { links } = mailExtracts(written, text);
  const hasLink = links.some((link) => /unsubscribe|preferences/i.test(`${link.href} ${link.text}`));
  if (hasLink) return { state: 'ok', title: 'Unsubscribe link', text: 'Readers can unsubscribe.' };
  if (source === 'campaign') {
    const advice =
      'Receivers require it for mail to many people. Add [Unsubscribe]({{unsubscribeUrl}}) to the body.';
    return { state: 'bad', title: 'No unsubscribe link', text: advice };
  }
  const text_ = 'Email to one person that the person asked for, such as a receipt, needs none.';
  return { state: 'still', title: 'No unsubscribe link', text: text_ };
}

function checkSize({ html: written, text }: Whole): Check {
  const octets = Buffer.byteLength(written || text || '');
  if (octets <= gmailBytesMax) return { state: 'ok', title: 'Size', text: `${renderSize(octets)}.` };
  const limit = renderSize(gmailBytesMax);
  return { state: 'warn', title: 'Gmail clips this email', text: `${renderSize(octets)} (limit ${limit}).` };
}

const textCharactersMin = 20;
const capitalsMin = 8;

/** Traits that spam filters count against a mail. */
function checkForm({ html: written, text, subject }: Whole): Check[] {
  const images = written?.match(/<img\b[^>]{0,4000}>/gi) ?? [];
  const unnamed = images.filter((image) => !/\balt\s{0,9}=/i.test(image)).length;
  const checks: (Check | false)[] = [
    subject.trim() === '' && {
      state: 'bad',
      title: 'No subject',
      text: 'Spam filters count it against the email.',
    },
    /^[^a-z]*$/.test(subject) &&
      subject.replaceAll(/[^A-Z]/g, '').length >= capitalsMin && {
        state: 'warn',
        title: 'Subject in capital letters',
        text: 'Spam filters count it against the email.',
      },
    /[!?]{3}/.test(subject) && {
      state: 'warn',
      title: 'Repeated punctuation in the subject',
      text: 'Spam filters count it against the email.',
    },
    written !== null &&
      (text ?? '').trim() === '' && {
        state: 'warn',
        title: 'No text version',
        text: 'Some mail programs and filters read only the text.',
      },
    images.length > 0 &&
      (text ?? '').trim().length < textCharactersMin && {
        state: 'warn',
        title: 'Images with hardly any text',
        text: 'Spam filters distrust it, and readers without images see nothing.',
      },
    unnamed > 0 && {
      state: 'warn',
      title: `${inNumber(unnamed, 'image')} without a description`,
      text: 'Add alt="…", or alt="" for decoration.',
    },
    /\{\{[^{}]{1,100}\}\}/.test(`${subject} ${text ?? ''}`) && {
      state: 'bad',
      title: 'Unfilled placeholder',
      text: 'A reader would see the braces.',
    },
  ];
  return checks.filter((check) => check !== false);
}
