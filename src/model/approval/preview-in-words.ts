import { domainCharactersMax, localPartCharactersMax, parseMailbox } from '../address.ts';
import { isChangeAlone, type SendPreview } from '../sending/send-preview.ts';
import { stripInvisible } from '../text/strip-invisible.ts';
import { beginningOf } from '../text/text.ts';

/** What a person reads before they decide, where there is no page: in a form of a client, or on a terminal. */

const textCharactersMax = 120;
/** Of an address nothing is cut: what stands at its end says whose it is. */
const addressCharactersMax = localPartCharactersMax + 1 + domainCharactersMax;
/** A warning is a sentence of ours, and may quote a postal address, which is to be seen whole. */
const warningCharactersMax = 600;
/** Of what the mail says so much that a person knows it again. */
const textShownMax = 300;
/** Who is meant, and how an A/B test goes: sentences of ours with names in them. */
const planCharactersMax = 500;
/** Entries of each list: in a form, which has little room, and on a terminal, where all of them are read. */
const shownMax = {
  some: { subjects: 3, to: 3, badges: 5, warnings: 5, skipped: 6 },
  all: { subjects: 1_000, to: 1_000, badges: 1_000, warnings: 1_000, skipped: 1_000 },
} as const;

/**
 * The facts in plain words, one to a line. What others wrote stands in quotation marks, on one line and short, so that it can
 * neither add a fact nor push one out of sight.
 *
 * @param title of the tool
 * @param length `all`: every entry of its lists, for a reader who has the room
 */
export function previewInWords(
  title: string,
  preview: SendPreview,
  length: keyof typeof shownMax = 'some',
): string {
  const max = shownMax[length];
  const { subjects, text, from, to, skipped, badges, warnings, audience, ab_test } = preview;
  if (isChangeAlone(preview)) {
    return [`${title}:`, ...warnings.map((warning) => oneLine(warning, warningCharactersMax))].join('\n');
  }
  const people = preview.recipients === 1 ? '1 person' : `${preview.recipients.toLocaleString('en')} people`;
  const lines = [
    `${title}: to ${preview.at_least ? 'at least ' : ''}${people}, ${timeOf(preview)}.`,
    audience === undefined ? '' : `Audience: ${oneLine(audience, planCharactersMax)}.`,
    ab_test === undefined ? '' : `A/B test: ${oneLine(ab_test, planCharactersMax)}.`,
    some(
      'Subject',
      subjects.map((subject) => quoted(subject)),
      max.subjects,
    ),
    text === null ? '' : says(text),
    from === null ? '' : `From: ${sender(from)}`,
    some('To', to.map(addressed), max.to),
    some(
      'Skipped',
      skipped.map(({ reason, count }) => `${count.toLocaleString('en')} ${reason.replaceAll('_', ' ')}`),
      max.skipped,
    ),
    deliveries[preview.delivery],
    some(
      'Noticed',
      badges.map(({ label, host }) => `${oneLine(label)}${host === undefined ? '' : ` (${quoted(host)})`}`),
      max.badges,
    ),
    ...warnings.slice(0, max.warnings).map((warning) => oneLine(warning, warningCharactersMax)),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function timeOf({ scheduled_at, scheduled_local }: SendPreview): string {
  if (scheduled_at === null) return 'at once';
  return scheduled_local === undefined ? `at ${scheduled_at}` : `on ${scheduled_local}, ${scheduled_at}`;
}

const deliveries: Readonly<Record<SendPreview['delivery'], string>> = {
  live: '',
  test: 'Nothing really leaves: it is a test.',
  captured: 'Nothing really leaves: it is kept here.',
  mixed: 'Some of it really leaves.',
};

function some(label: string, texts: readonly string[], most: number): string {
  if (texts.length === 0) return '';
  const more = texts.length > most ? ` and ${texts.length - most} more` : '';
  return `${label}: ${texts.slice(0, most).join(', ')}${more}`;
}

/** What is left out is said: by the word, and by an ellipsis at its end. */
function says(text: string): string {
  if (text === '') return 'It has no text.';
  const shown = quoted(text, textShownMax);
  return `It ${shown.endsWith('…”') ? 'begins' : 'says'}: ${shown}`;
}

/** The address first, where no name can push it out of sight or pass for it. */
function sender(from: string): string {
  const read = parseMailbox(from);
  if (!read.ok) return quoted(from);
  const { address, displayName } = read.mailbox;
  return `${addressed(address)}${displayName === null ? '' : `, named ${quoted(displayName)}`}`;
}

function addressed(address: string): string {
  return quoted(address, parseMailbox(address).ok ? addressCharactersMax : textCharactersMax);
}

/** What others wrote: on one line, short, and within quotation marks that nothing in it can end. */
export function quoted(text: string, charactersMax = textCharactersMax): string {
  return `“${oneLine(text, charactersMax).replace(/[“”]/g, "'")}”`;
}

function oneLine(text: string, charactersMax = textCharactersMax): string {
  const line = stripInvisible(text).replace(/\s+/gu, ' ').trim();
  const beginning = beginningOf(line, charactersMax);
  return beginning.length < line.length ? `${beginning}…` : beginning;
}
