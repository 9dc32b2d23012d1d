import { readFileSync } from 'node:fs';
import type { VerifiedContent } from '../../../src/model/verification/content/verdict.ts';

/** A line of `open.jsonl` or `sealed.jsonl`; see the README of this folder. */
export type RequestMail = {
  id: string;
  language: string;
  request: string;
  label: 'bad' | 'honest';
  sender: string;
  fromName: string;
  from: string;
  replyTo: string | null;
  subject: string;
  html?: string;
  text?: string;
};

export function readRequestMail(half: 'open' | 'sealed'): RequestMail[] {
  const lines = readFileSync(new URL(`${half}.jsonl`, import.meta.url), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as RequestMail);
}

export function contentOfRequest(mail: RequestMail): VerifiedContent {
  const address = mail.from.toLowerCase();
  return {
    from: { displayName: mail.fromName, address, domain: address.slice(address.lastIndexOf('@') + 1) },
    replyTo: mail.replyTo,
    subject: mail.subject,
    preview: null,
    html: mail.html ?? '',
    text: mail.text ?? null,
    purpose: 'campaign',
  };
}
