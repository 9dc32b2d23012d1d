import { readFileSync } from 'node:fs';
import type { VerifiedContent } from '../../src/model/verification/content/verdict.ts';

/** Mail of `requests/` and `campaigns/`; see the README of each folder. */
export type WrittenMail = {
  id: string;
  language: string;
  fromName: string;
  from: string;
  replyTo: string | null;
  subject: string;
  html?: string;
  text?: string;
};
export type RequestMail = WrittenMail & { request: string; label: 'bad' | 'honest'; sender: string };
export type CampaignMail = WrittenMail & { kind: string; label: 'honest' | 'phishing' | 'cold' };

type Half = 'open' | 'sealed';

export function readRequestMail(half: Half): RequestMail[] {
  return readLines(`requests/${half}.jsonl`);
}

export function readCampaigns(half: Half): CampaignMail[] {
  return readLines(`campaigns/${half}.jsonl`);
}

function readLines<Mail>(file: string): Mail[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Mail);
}

export function contentOfLine(mail: WrittenMail): VerifiedContent {
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
