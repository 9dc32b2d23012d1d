import { expect, test } from 'vitest';
import { needsVerification } from '../../src/model/verification/content/needs-verification.ts';
import type { VerifiedContent } from '../../src/model/verification/content/verdict.ts';
import { verifyContent } from '../../src/model/verification/content/verify-content.ts';
import { honestMails } from './transactional-mail/all.ts';

const contents = honestMails.map((mail): [string, VerifiedContent] => [
  mail.name,
  { ...mail, preview: null, purpose: 'transactional' },
]);

test('the honest transactional mails are numerous and all different', () => {
  expect(honestMails.length).toBeGreaterThanOrEqual(1_000);
  const written = new Set(
    honestMails.map(({ from, subject, html, text }) => JSON.stringify([from, subject, html, text])),
  );
  expect(written.size).toBe(honestMails.length);
  expect(new Set(honestMails.map(({ subject }) => subject)).size).toBeGreaterThanOrEqual(200);
});

test('every honest transactional mail passes', () => {
  const refused = contents
    .filter(([, content]) => verifyContent(content).verdict !== 'pass')
    .map(([name]) => name);
  expect(refused).toEqual([]);
});

test('fewer than 2 % of honest transactional mails get a warning', () => {
  const warned = contents.filter(
    ([, content]) =>
      needsVerification(content) && verifyContent(content).badges.some(({ severity }) => severity === 'warn'),
  );
  expect(warned.length / contents.length).toBeLessThan(0.02);
});
