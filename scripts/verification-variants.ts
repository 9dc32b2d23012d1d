import { readMail } from '../src/model/verification/content/seen-mail.ts';
import type { VerifiedContent } from '../src/model/verification/content/verdict.ts';
import { contentOf, type Row } from './verification-corpus.ts';

/**
 * The senders each mail is judged with: an attacker on a platform with verified domains chooses the sender, so
 * detecting only clumsy From lines is not enough.
 */
export const variants = [
  'as written',
  'neutral',
  'own domain',
  'own domain, no name',
  'own domain, own name',
] as const;
export type Variant = (typeof variants)[number];

const neutral = {
  displayName: 'Northfield Works',
  address: 'mail@northfield-works.com',
  domain: 'northfield-works.com',
};

/**
 * A row as a campaign of each sender: the original; a neutral verified domain with a matching name; the domain that
 * most of its links lead to, with a matching name, without one, and with the original name. Left out without links.
 */
export function variantsOf(row: Row): Partial<Record<Variant, VerifiedContent>> {
  const written = contentOf(row, 'campaign');
  const { displayName } = written.from;
  const domain = domainOfLinks(written);
  const own = domain === null ? neutral : { displayName: nameFor(domain), address: `mail@${domain}`, domain };
  return {
    'as written': written,
    neutral: { ...written, from: neutral },
    ...(domain !== null && {
      'own domain': { ...written, from: own },
      'own domain, no name': { ...written, from: { ...own, displayName: null } },
    }),
    'own domain, own name': { ...written, from: { ...own, displayName } },
  };
}

function domainOfLinks(content: VerifiedContent): string | null {
  const counts = new Map<string, number>();
  for (const { kind, host, registrable } of readMail(content).links) {
    if (kind !== 'web' || !registrable.includes('.') || /^[\d.]+$/.test(host)) continue;
    counts.set(registrable, (counts.get(registrable) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** `north-field.example` is "North Field". */
function nameFor(domain: string): string {
  return domain
    .slice(0, domain.indexOf('.'))
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');
}
