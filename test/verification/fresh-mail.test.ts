import { describe, expect, test } from 'vitest';
import { freshCold, freshHonest } from './fresh-mail.ts';
import type { OwnMail } from './own-mail.ts';

const mailsMin = 64;
const wordsOfColdMin = 20;
const wordsOfColdMax = 250;
/** The most that may follow the link: the end of the tables, a pixel, the style of the link itself. */
const tailLength = 320;

const languages = ['en', 'de', 'pt', 'es', 'fr', 'nl', 'it'] as const;

const bodyOf = ({ html, text }: OwnMail) => html ?? text ?? '';

/** The words a reader counts: without markup and the placeholder of the unsubscribe link. */
const wordsOf = (mail: OwnMail) =>
  bodyOf(mail)
    .replaceAll('{{unsubscribeUrl}}', '')
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter((word) => /\p{L}|\d/u.test(word)).length;

describe.each([
  ['honest', freshHonest],
  ['cold', freshCold],
] as const)('the fresh %s mail', (_, mails) => {
  test('is large enough for a measurement', () => {
    expect(mails.length).toBeGreaterThanOrEqual(mailsMin);
  });

  test('is 60 % English and includes six other languages', () => {
    const english = mails.filter(({ lang }) => lang === 'en').length / mails.length;
    expect(english).toBeGreaterThan(0.55);
    expect(english).toBeLessThan(0.65);
    for (const language of languages) {
      expect(mails.filter(({ lang }) => lang === language).length, language).toBeGreaterThanOrEqual(4);
    }
  });

  test('has one body each, html or text, and no duplicates', () => {
    for (const { name, html, text } of mails) {
      expect([html, text].filter((body) => body !== undefined).length, name).toBe(1);
    }
    expect(new Set(mails.map(bodyOf)).size).toBe(mails.length);
    const written = mails.filter(({ html }) => html !== undefined).length / mails.length;
    expect(written).toBeGreaterThan(0.2);
    expect(written).toBeLessThan(0.8);
  });

  test('ends with an unsubscribe link in every body', () => {
    for (const mail of mails) {
      expect(bodyOf(mail).slice(-tailLength), mail.name).toContain('{{unsubscribeUrl}}');
    }
  });
});

test('all fresh mails have different names', () => {
  const names = [...freshHonest, ...freshCold].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('a cold mail has from 20 to 250 words', () => {
  for (const mail of freshCold) {
    expect(wordsOf(mail), mail.name).toBeGreaterThanOrEqual(wordsOfColdMin);
    expect(wordsOf(mail), mail.name).toBeLessThanOrEqual(wordsOfColdMax);
  }
});
