import { classifyReach, type Preview } from '../sending/send-preview.ts';
import { stripInvisible } from '../text/strip-invisible.ts';
import { cutAtCodeUnits } from '../text/text.ts';
import { sentence } from './approval-words.ts';

/** A sentence with slots for untrusted text, such as `Send “{name}” to {people}?`. */
export type Question = { words: string; values: Readonly<Record<string, string>> };

/** Verbs of the tools whose preview is one send. */
const verbs: Readonly<Record<string, string>> = {
  send_email: 'Send',
  send_email_batch: 'Send',
  send_template: 'Send',
  send_template_batch: 'Send',
  send_campaign: 'Send',
  send_test_email: 'Send the test',
  test_campaign: 'Send the test',
  retry_email: 'Send again:',
  release_emails: 'Release',
};

const nameCharactersMax = 120;

/**
 * The decision as a question.
 *
 * @param title title of the tool
 * @param name campaign or workflow that the call concerns; null if unknown
 */
export function describeQuestion(title: string, preview: Preview | undefined, name: string | null): Question {
  const plain = ask(title, name, preview?.tool);
  if (preview === undefined || preview.object === 'change_preview') return plain;
  const { subjects, subjects_more = 0, recipients, scheduled_at } = preview;
  if (classifyReach(preview) !== 'sent' || recipients === 0) return plain;
  const emails = subjects.length + subjects_more;
  const values = { name: cut(name ?? subjects[0] ?? ''), people: countPeople(preview) };
  if (values.name === '') return { words: `${title}, for {people}?`, values };
  const what = name === null && emails > 1 ? `${emails.toLocaleString('en')} different emails` : '“{name}”';
  const verb = verbs[preview.tool] ?? `${title}:`;
  const words = scheduled_at === null ? `${verb} ${what} to {people}?` : `Schedule ${what} for {people}?`;
  return { words, values };
}

export function writeQuestion({ words, values }: Question): string {
  return sentence(words, values);
}

function ask(title: string, name: string | null, tool: string | undefined): Question {
  if (name === null) return { words: `${title}?`, values: {} };
  const words = tool === 'redirect_link' ? `${title} in “{name}”?` : `${title} “{name}”?`;
  return { words, values: { name: cut(name) } };
}

function countPeople({ recipients, at_least, to }: Extract<Preview, { object: 'send_preview' }>): string {
  if (recipients === 1) return stripInvisible(to[0] ?? '1 person');
  return `${at_least ? 'at least ' : ''}${recipients.toLocaleString('en')} people`;
}

function cut(text: string): string {
  return cutAtCodeUnits(stripInvisible(text).trim(), nameCharactersMax);
}
