import { getDomain, getHostname } from 'tldts';
import { describe, expect, test } from 'vitest';
import { checkTiptap } from '../../src/model/content/body.ts';
import { domainOf, type OwnMail } from './own-mail/mail.ts';
import { cold, coldHeldBack, riskyHonest, riskyHonestHeldBack } from './own-mail.ts';
import { honestTwins, type Trick, tricks } from './tricks.ts';

/** Tests the test mail itself, not the verifier: measurements on bad samples mean nothing. */

const sets: readonly { called: string; mails: readonly OwnMail[]; least: number }[] = [
  { called: 'riskyHonest', mails: riskyHonest, least: 60 },
  { called: 'riskyHonestHeldBack', mails: riskyHonestHeldBack, least: 60 },
  { called: 'cold', mails: cold, least: 40 },
  { called: 'coldHeldBack', mails: coldHeldBack, least: 60 },
];
const everyMail = sets.flatMap(({ mails }) => mails);
const otherLanguages = ['de', 'pt', 'es', 'fr', 'nl', 'it'];
const otherLanguagesShareMin = 0.3;
const wordsMin = 15;

/**
 * Other companies’ hosts that honest and cold mail really link to: carriers, authorities, networks, mailing
 * tools.
 */
const partners = [
  'actionfraud.police.uk',
  'affirm.com',
  'auspost.com.au',
  'cal.com',
  'calendly.com',
  'correios.com.br',
  'dhl.com',
  'dhl.de',
  'digid.nl',
  'elster.de',
  'ftc.gov',
  'www.gov.br',
  'instagram.com',
  'irs.gov',
  'laposte.fr',
  'linkedin.com',
  'list-manage.com',
  'moneyhelper.org.uk',
  'nhtsa.gov',
  'ups.com',
  'youtube.com',
];
/** Namespaces and document types, which are not links. */
const notLinks = /http:\/\/www\.w3\.org\/[\w/.-]+/g;
/**
 * Redirects and shorteners with a path that does not exist, and addresses that are displayed or stand before
 * an `@`.
 */
const realHostsOfTricks = ['google.com', 'bing.com', 'bit.ly', 'tinyurl.com', 'list-manage.com'];

const bodyOf = ({ html, text }: OwnMail) => `${html ?? ''}${text ?? ''}`;
const bodyOfTrick = ({ html, markdown, tiptap, text }: Trick) =>
  `${html ?? ''}${markdown ?? ''}${text ?? ''}${tiptap ? JSON.stringify(tiptap) : ''}`;
const stripInvisible = (body: string) =>
  body
    .replace(/<!--[\s\S]*?-->|<style[\s\S]*?<\/style>|<title>[^<]*<\/title>|<[^>]*>/g, ' ')
    .replace(/&[#\w]+;/g, ' ');
const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];
const hostsOf = (body: string) =>
  [...body.replace(notLinks, '').matchAll(/https?:\/\/([^\s/"'<>?)\]]+)/g)].map(([, host]) =>
    host!.replace(/\.$/, ''),
  );
const isUnder = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);

/** Words in groups of five, which two mails by different authors share only by accident. */
function groupsOf(mail: OwnMail): Set<string> {
  const words = wordsOf(stripInvisible(bodyOf(mail)));
  return new Set(words.slice(4).map((_, at) => words.slice(at, at + 5).join(' ')));
}

describe.each(sets)('$called', ({ mails, least }) => {
  test(`has at least ${least} mails`, () => {
    expect(mails.length).toBeGreaterThanOrEqual(least);
  });

  test('covers all seven languages, with at least 30 % in languages other than English', () => {
    const others = mails.filter(({ lang }) => lang !== 'en');
    expect(new Set(others.map(({ lang }) => lang))).toEqual(new Set(otherLanguages));
    expect(others.length / mails.length).toBeGreaterThanOrEqual(otherLanguagesShareMin);
  });

  test('mixes HTML and plain text, one per mail, with an unsubscribe link', () => {
    for (const mail of mails) {
      expect([mail.html, mail.text].filter((body) => body !== undefined).length, mail.name).toBe(1);
      expect(bodyOf(mail), mail.name).toContain('{{unsubscribeUrl}}');
      expect(bodyOf(mail), mail.name).not.toMatch(/undefined|\[object|\]\(http/);
      const placeholders = /\{\{[\w.]+(\|[^{}|]+)?\}\}/g;
      expect(bodyOf(mail).replace(placeholders, ''), mail.name).not.toContain('{{');
      expect(mail.subject.trim().length, mail.name).toBeGreaterThan(2);
    }
    const inHtml = mails.filter(({ html }) => html !== undefined).length;
    expect(inHtml).toBeGreaterThanOrEqual(10);
    expect(mails.length - inHtml).toBeGreaterThanOrEqual(10);
  });

  test('has enough words in each mail', () => {
    const short = mails.filter((mail) => wordsOf(stripInvisible(bodyOf(mail))).length < wordsMin);
    // People really write follow-ups of a few words.
    expect(short.map(({ name }) => name).filter((name) => !name.startsWith('cold bump/'))).toEqual([]);
  });

  test('links to its own sender or to a realistic partner', () => {
    const strange = mails.flatMap((mail) =>
      hostsOf(bodyOf(mail))
        .filter((host) => !isUnder(host, getDomain(domainOf(mail.from.address))!))
        .filter((host) => !partners.some((partner) => isUnder(host, partner)))
        .map((host) => `${mail.name}: ${host}`),
    );
    expect(strange).toEqual([]);
  });
});

test('all mails have different names', () => {
  const names = [...everyMail, ...tricks, ...honestTwins].map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test.each([
  { kind: 'honest', tuned: riskyHonest, held: riskyHonestHeldBack },
  { kind: 'cold', tuned: cold, held: coldHeldBack },
])(
  'the held-back $kind half shares no sender, subject or sentence with the other half',
  ({ tuned, held }) => {
    const senders = new Set(tuned.map(({ from }) => domainOf(from.address)));
    const subjects = new Set(tuned.map(({ subject }) => subject.toLowerCase()));
    for (const { name, from, subject } of held) {
      expect(senders.has(domainOf(from.address)), `${name}: sender`).toBe(false);
      expect(subjects.has(subject.toLowerCase()), `${name}: subject`).toBe(false);
    }
    const sharedMax = 0.1;
    const known = tuned.map((mail) => ({ name: mail.name, groups: groupsOf(mail) }));
    const alike = held.flatMap((mail) => {
      const groups = groupsOf(mail);
      return known
        .map((other) => ({
          ...other,
          shared: [...groups].filter((group) => other.groups.has(group)).length / (groups.size || 1),
        }))
        .filter(({ shared }) => shared > sharedMax)
        .map((other) => `${mail.name} and ${other.name}: ${other.shared.toFixed(2)}`);
    });
    expect(alike).toEqual([]);
  },
);

test('a set contains no mail twice', () => {
  for (const { called, mails } of sets) {
    expect(new Set(mails.map((mail) => stripInvisible(bodyOf(mail)))).size, called).toBe(mails.length);
  }
});

describe('the collected tricks', () => {
  test('are at least sixty, with many different methods, in all four forms of a body', () => {
    expect(tricks.length).toBeGreaterThanOrEqual(60);
    expect(new Set(tricks.map(({ trick }) => trick)).size).toBeGreaterThanOrEqual(40);
    for (const form of ['html', 'markdown', 'tiptap', 'text'] as const) {
      expect(tricks.filter((mail) => mail[form] !== undefined).length, form).toBeGreaterThanOrEqual(4);
    }
  });

  test('have honest counterparts for at least twenty of the features', () => {
    expect(new Set(honestTwins.map(({ trick }) => trick)).size).toBeGreaterThanOrEqual(20);
  });

  test('have one valid body each, with an unsubscribe link', () => {
    for (const mail of [...tricks, ...honestTwins]) {
      const forms = [mail.html, mail.markdown, mail.tiptap, mail.text];
      expect(forms.filter((form) => form !== undefined).length, mail.name).toBe(1);
      expect(bodyOfTrick(mail), mail.name).toContain('{{unsubscribeUrl}}');
      if (mail.tiptap) expect(checkTiptap(mail.tiptap), mail.name).toMatchObject({ ok: true });
    }
  });

  test('reach no server: their hosts are reserved, invented, numeric or a redirect to a missing page', () => {
    const isInvented = (host: string) =>
      /(^|\.)[\p{L}\d-]+\.example$/u.test(getHostname(`https://${host}`) ?? '') ||
      /example-login\.com$|-example\.com$/.test(host);
    const reachable = [...tricks, ...honestTwins].flatMap((mail) => {
      const targets = [
        ...bodyOfTrick(mail).matchAll(/(?:href|action|src)=\\?"(?:https?:)?[\\/]{2,}([^"\\/\s?]+)/g),
      ];
      return targets
        .map(([, host]) =>
          host!
            .replace(/^[^@]*@/, '')
            .replace(/\u3002/g, '.')
            .replace(/:\d+$/, ''),
        )
        .filter((host) => !/^[\dx.a-f]+$/.test(host) && !host.includes('{{') && !isInvented(host))
        .filter((host) => !realHostsOfTricks.some((real) => isUnder(host, real)))
        .map((host) => `${mail.name}: ${host}`);
    });
    expect(reachable).toEqual([]);
  });

  test('change the text as their names say', () => {
    const textOf = (name: string) => bodyOfTrick(tricks.find((mail) => mail.name === name)!);
    expect(textOf('cyrillic/whole text')).not.toContain('PayPal');
    expect(textOf('math/bold wallet')).not.toMatch(/wallet has|recovery phrase/);
    expect(textOf('zero width/paypal')).toContain('P\u200ba\u200by');
    expect(textOf('entities/every letter')).not.toContain('parcel');
    expect(textOf('split/spaces')).toContain('m e m b e r s h i p');
    expect(textOf('far/visible padding').length).toBeGreaterThan(300_000);
    expect(textOf('bidi/words reversed')).toContain('\u202e');
    expect(textOf('leet/paypal')).toContain('P4yP4l');
  });
});
