import type { z } from 'zod';
import type { getEmail } from '../../../../../tools/emails/get-email.ts';
import { type EmailSource, type EmailSummary, emailSources } from '../../../../model/email/email.ts';
import { explainTrouble } from '../../../../model/email/explain-outcome.ts';
import { stripInvisible } from '../../../../model/text/strip-invisible.ts';
import { type Html, html } from '../../../public/html.ts';
import { straight } from '../../../public/layout.ts';
import { foreign } from '../../shown.ts';

export type Listed = z.output<typeof EmailSummary>;
export type Whole = z.output<typeof getEmail.output>;

export const sourceWords: Readonly<Record<EmailSource, string>> = {
  api: 'API',
  smtp: 'SMTP',
  campaign: 'Campaign',
  workflow: 'Workflow',
  test: 'Test',
};

/** The tool can return the message in place of this word. */
export function sourceWord({ source }: Pick<Whole, 'source'>): string {
  return emailSources.includes(source as EmailSource) ? sourceWords[source as EmailSource] : '';
}

/** Sentence for the list; null for mail without trouble. */
export function describeTrouble({ trouble }: Listed): string | null {
  return trouble ? explainTrouble(trouble) : null;
}

export function subjectWords({ subject }: Pick<Listed, 'subject'>): Html {
  const shown = readableSubject(subject);
  return shown === '' ? html`(no subject)` : foreign(shown);
}

export function subjectTitle({ subject }: Pick<Listed, 'subject'>): string {
  return readableSubject(subject) || '(no subject)';
}

function readableSubject(subject: string): string {
  return straight(stripInvisible(subject)).trim();
}
