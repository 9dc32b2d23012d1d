import { localPartOctetsMax, parseMailbox } from '../address.ts';
import { domainCharactersMax } from '../mail-domain.ts';
import { classifyReach, isChangeAlone, type SendPreview } from '../sending/send-preview.ts';
import { describeSkipped } from '../sending/skipped.ts';
import { oneLine, quoted, quotedCharactersMax } from '../text/quoted.ts';
import { cutAtCodeUnits, cutEnd } from '../text/text.ts';
import { wordForPerson } from '../text/tool-remedies.ts';
import { aboutBadge } from '../verification/content/verdict.ts';
import { stepsHeading } from '../workflow/outline/describe-steps.ts';
import { deliverySentences, factLabels, factWords, sentence, textWords } from './approval-words.ts';

/** Formats the preview for a form or a terminal. */

/** Fits any address, because the domain at the end identifies the owner. */
const addressCharactersMax = localPartOctetsMax + 1 + domainCharactersMax;
/** Fits a quoted postal address, which must not be cut. */
const sentenceCharactersMax = 600;
/** Fits the outline of a workflow, or values set by an assistant. */
const formSentenceCharactersMax = 4_000;
/** Enough for the approver to recognize the mail. */
const textShownMax = 300;
/** Sentences about the audience and the A/B test, which contain names. */
const planCharactersMax = 500;
const few = {
  subjects: 3,
  to: 3,
  badges: 5,
  warnings: 5,
  skipped: 6,
  sentence: sentenceCharactersMax,
  plan: planCharactersMax,
  cut: factWords.cutBesidePage,
};
const all = {
  subjects: 1_000,
  to: 1_000,
  badges: 1_000,
  warnings: 1_000,
  skipped: 1_000,
  sentence: Infinity,
  plan: Infinity,
  cut: '',
};
/** Limits of each place. A form shows every entry and cuts long sentences; a message that opens the page shows a few entries. */
const shownMax = {
  page: few,
  form: { ...all, sentence: formSentenceCharactersMax, cut: factWords.cut },
  all,
} as const;

/**
 * Quotes untrusted text on one line, so that it can neither add nor hide a fact. A `page` has a few entries
 * per list, a `form` all of them, and `all` also has complete sentences.
 */
export function describePreview(
  title: string,
  preview: SendPreview,
  length: keyof typeof shownMax = 'form',
): string {
  const max = shownMax[length];
  const { subjects, subjects_more, text, text_for, from, to, skipped, badges, warnings, audience, ab_test } =
    preview;
  if (isChangeAlone(preview)) {
    return [`${title}:`, ...warnings.map((warning) => sentenceOf(warning, max))].join('\n');
  }
  const people = preview.recipients === 1 ? '1 person' : `${preview.recipients.toLocaleString('en')} people`;
  const count = preview.at_least ? sentence(factWords.atLeast, { count: people }) : people;
  const reach = classifyReach(preview);
  const lines = [
    reach === 'sent'
      ? `${title}: to ${count}, ${timeOf(preview)}.`
      : `${title}: ${reach === 'fromNowOn' ? 'to ' : ''}${sentence(factWords[reach], { count })}.`,
    audience === undefined ? '' : `${factLabels.audience}: ${oneLine(audience, max.plan)}.`,
    ab_test === undefined ? '' : `${factLabels.ab_test}: ${oneLine(ab_test, max.plan)}.`,
    some(
      factLabels.subjects,
      subjects.map((subject) => quoted(subject)),
      max.subjects,
      subjects_more,
    ),
    text === null ? '' : says(text, text_for),
    from === null ? '' : `${factLabels.from}: ${describeMailbox(from)}`,
    preview.reply_to === undefined ? '' : `${factLabels.reply_to}: ${describeMailbox(preview.reply_to)}`,
    some(factWords.to, to.map(addressed), max.to, Math.max(0, preview.recipients - to.length)),
    some(factLabels.skipped, skipped.map(describeSkipped), max.skipped),
    reach === 'sentBefore' ? '' : `${deliverySentences[preview.delivery]}.`,
    some(
      factLabels.badges,
      badges.map((badge) => {
        const about = aboutBadge(badge);
        return `${oneLine(badge.label)}${about === undefined ? '' : ` (${quoted(about)})`}`;
      }),
      max.badges,
    ),
    ...warnings.slice(0, max.warnings).map((warning) => sentenceOf(warning, max)),
    moreNotes(warnings.length - max.warnings),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function moreNotes(count: number): string {
  return count > 0 ? sentence(factWords.moreNotes, { count: count.toLocaleString('en') }) : '';
}

function sentenceOf(warning: string, max: { sentence: number; cut: string }): string {
  const text = wordForPerson(warning);
  const isSteps = text.startsWith(`${stepsHeading}\n`);
  const shown = isSteps ? indentLines(text, max.sentence) : oneLine(text, max.sentence);
  return text.length > max.sentence && shown.endsWith('…')
    ? `${shown} ${sentence(max.cut, { count: text.length.toLocaleString('en') })}`
    : shown;
}

/** Keeps the lines of a list of steps. Untrusted text in a step has no line breaks. */
function indentLines(text: string, charactersMax: number): string {
  const lines = text.split('\n').map((line) => oneLine(line, Number.POSITIVE_INFINITY));
  const whole = lines.join('\n  ');
  const beginning = cutAtCodeUnits(whole, charactersMax);
  return beginning.length < whole.length ? `${beginning}…` : beginning;
}

function timeOf({ scheduled_at, scheduled_local }: SendPreview): string {
  if (scheduled_at === null) return factWords.atOnce;
  return scheduled_local === undefined ? `at ${scheduled_at}` : `on ${scheduled_local}, ${scheduled_at}`;
}

/** @param beyond number of entries that are not in `texts` */
function some(label: string, texts: readonly string[], most: number, beyond = 0): string {
  if (texts.length === 0) return '';
  const shown = texts.slice(0, most).join(', ');
  const count = Math.max(0, texts.length - most) + beyond;
  return `${label}: ${count > 0 ? sentence(factWords.more, { shown, count: count.toLocaleString('en') }) : shown}`;
}

function says(text: string, textFor: string | undefined): string {
  if (text === '') return textWords.none;
  const shown = quoted(text, textShownMax);
  const isCut = shown.endsWith('…”') || cutEnd.test(text);
  const { whole, cut, wholeFor, cutFor } = textWords;
  if (textFor === undefined) return `${isCut ? cut : whole}: ${shown}`;
  return `${sentence(isCut ? cutFor : wholeFor, { address: addressed(textFor) })}: ${shown}`;
}

/** Puts the address first, so that a name can neither hide nor imitate it. */
export function describeMailbox(from: string): string {
  const read = parseMailbox(from);
  if (!read.ok) return quoted(from);
  const { address, displayName } = read.mailbox;
  return `${addressed(address)}${displayName === null ? '' : `, named ${quoted(displayName)}`}`;
}

function addressed(address: string): string {
  return quoted(address, parseMailbox(address).ok ? addressCharactersMax : quotedCharactersMax);
}
