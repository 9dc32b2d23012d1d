import { readMail } from '../src/model/verification/content/seen-mail.ts';
import type { VerifiedContent } from '../src/model/verification/content/verdict.ts';
import { contentOf, type Row } from './verification-corpus.ts';

/**
 * Sender variants of each mail. Attackers on a platform with verified domains choose their sender, so detecting clumsy From
 * lines is not enough.
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
 * Returns a row as a campaign of each sender: the original; a neutral verified domain with a matching name; the domain of most of its
 * links, with a matching name, without a name, and with the original name. Omits the last three for a mail without links.
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

/** Turns `north-field.example` into "North Field". */
function nameFor(domain: string): string {
  return domain
    .slice(0, domain.indexOf('.'))
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');
}
