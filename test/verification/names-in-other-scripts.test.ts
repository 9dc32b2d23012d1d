import { expect, test } from 'vitest';
import type { VerifiedContent } from '../../src/model/verification/content/verdict.ts';
import { scoreContent } from '../../src/model/verification/content/verify-content.ts';

function signsOf(displayName: string, domain: string) {
  const content: VerifiedContent = {
    from: { displayName, domain, address: `mail@${domain}` },
    subject: 'News',
    preview: null,
    html: `<p>News</p><a href="https://${domain}/">More</a>`,
    text: null,
    purpose: 'campaign',
  };
  return scoreContent(content).phishing.evidence.structure;
}

test.each([
  ['Japanese', '山田商店', 'yamada-store.example'],
  ['Russian', 'Северный дом', 'northern-house.example'],
  ['Greek', 'Βιβλιοπωλείο Αθηνά', 'athena-books.example'],
  ['Arabic', 'دار النشر', 'publishing-house.example'],
  ['Hebrew', 'חנות ספרים', 'book-store.example'],
  ['Korean', '한빛서점', 'hanbit-books.example'],
  ['Hindi', 'हिन्दी किताबें', 'hindi-books.example'],
])('a %s name with a Latin domain is not suspicious', (_, name, domain) => {
  expect(signsOf(name, domain)).not.toHaveProperty('strangeName');
});

test.each([
  ['another Latin name', 'Harbour Bookings'],
  ['a Latin name in letters that only look like Latin ones', 'Наrbour Вооkings'],
])('%s is suspicious', (_, name) => {
  expect(signsOf(name, 'quiet-desk.example')).toHaveProperty('strangeName', 1);
});
