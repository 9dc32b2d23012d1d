import { describe, expect, test } from 'vitest';
import { tiptapToHtml } from '../../src/model/content/tiptap.ts';
import { blockReasons } from '../../src/model/verification/content/block-reason.ts';
import { badgeDocs } from '../../src/model/verification/content/guidance.ts';
import { needsVerification } from '../../src/model/verification/content/needs-verification.ts';
import { Badge, type VerifiedContent } from '../../src/model/verification/content/verdict.ts';
import { verifiedCharactersMax, verifyContent } from '../../src/model/verification/content/verify-content.ts';
import { htmlOfBody } from '../../src/model/verification/reading/html-of-body.ts';
import { isLongRun } from '../world/simulated/random.ts';
import * as ownMail from './own-mail.ts';
import { honestTwins, type Trick, tricks } from './tricks.ts';

/**
 * Only the project's own mail that may be used for tuning is tested here; `verify:report` measures the
 * held-back mail.
 */

const riskyHonest = [...ownMail.riskyHonest, ...ownMail.riskyHonestHeldBack];
const cold = [...ownMail.cold, ...ownMail.coldHeldBack];

type Mail = Omit<Trick, 'trick'>;

async function contentOf(
  mail: Mail,
  purpose: VerifiedContent['purpose'] = 'campaign',
): Promise<VerifiedContent> {
  const { from, subject, html, markdown, tiptap, text } = mail;
  const body =
    markdown !== undefined
      ? await htmlOfBody({ kind: 'markdown', source: markdown })
      : tiptap !== undefined
        ? await htmlOfBody({ kind: 'tiptap', source: JSON.stringify(tiptap) })
        : (html ?? '');
  const domain = from.address.slice(from.address.indexOf('@') + 1);
  return { from: { ...from, domain }, subject, preview: null, html: body, text: text ?? null, purpose };
}

function written(html: string, changes: Partial<VerifiedContent> = {}): VerifiedContent {
  const from = {
    displayName: 'Northfield',
    address: 'mail@northfield.example',
    domain: 'northfield.example',
  };
  return { from, subject: 'News', preview: null, html, text: null, purpose: 'campaign', ...changes };
}

const lure = (href: string) =>
  `<p>Dear customer, your PayPal account has been suspended. Verify your identity and confirm your password within 24 hours.</p><p><a href="${href}">Verify now</a></p>`;

async function blockedOf(mails: readonly Mail[], purpose?: VerifiedContent['purpose']): Promise<string[]> {
  const blocked: string[] = [];
  for (const mail of mails) {
    if (verifyContent(await contentOf(mail, purpose)).verdict === 'block') blocked.push(mail.name);
  }
  return blocked;
}

describe('phishing is blocked', () => {
  test.each(tricks.map((trick) => [trick.name, trick] as const))('despite the trick %s', async (_, trick) => {
    const { verdict, blockReasons: reasons, guidance } = verifyContent(await contentOf(trick));
    expect(verdict).toBe('block');
    expect(reasons).toContain('PHISHING');
    expect(guidance).not.toBe('');
  });

  test('in HTML, Markdown and a Tiptap document', async () => {
    const text =
      'Dear customer, your PayPal account has been suspended. Verify your identity within 24 hours.';
    const href = 'https://review-desk.example/login';
    const tiptap = {
      type: 'doc',
      content: [
        { type: 'paragraph', content: [{ type: 'text', text }] },
        {
          type: 'paragraph',
          content: [{ type: 'text', text: 'Verify now', marks: [{ type: 'link', attrs: { href } }] }],
        },
      ],
    };
    const bodies = [
      `<p>${text}</p><a href="${href}">Verify now</a>`,
      await htmlOfBody({ kind: 'markdown', source: `${text}\n\n[Verify now](${href})` }),
      tiptapToHtml(JSON.stringify(tiptap)),
    ];
    for (const html of bodies) {
      expect(verifyContent(written(html)).blockReasons).toEqual(
        expect.arrayContaining(['PHISHING', 'CREDENTIAL_REQUEST']),
      );
    }
  });

  test.each([
    ['a password field', '<form><input type="password"></form>', 'phishing.embedded_form'],
    ['a data link', '<a href="data:text/html,x">Open</a>', 'phishing.unsafe_link'],
    ['a user before the host', '<a href="https://paypal.com@evil.example/">Open</a>', 'phishing.unsafe_link'],
    ['a field for a host', '<a href="https://{{host}}/x">Open</a>', 'phishing.placeholder_host'],
    [
      'a field for a whole link',
      '<a href="{{attributes.link|https://x.example}}">Open</a>',
      'phishing.placeholder_host',
    ],
  ])('if %s is its only sign', (_, html, id) => {
    const { verdict, badges } = verifyContent(written(html));
    expect(verdict).toBe('block');
    expect(badges).toContainEqual(expect.objectContaining({ id, severity: 'block' }));
  });

  test('in transactional mail too, where a sales letter may pass', async () => {
    const sales = cold[0]!;
    expect(
      verifyContent(written(lure('https://review.example/'), { purpose: 'transactional' })).verdict,
    ).toBe('block');
    expect(verifyContent(await contentOf(sales)).blockReasons).toContain('COLD_EMAIL');
    expect(verifyContent(await contentOf(sales, 'transactional')).verdict).toBe('pass');
  });
});

describe('cold e-mail', () => {
  test('is blocked in at least 95 % of cases', async () => {
    const blocked = await blockedOf(cold);
    expect(blocked.length / cold.length).toBeGreaterThanOrEqual(0.95);
  });

  test.each([...new Set(cold.map(({ lang }) => lang))])(
    'is blocked in at least 90 % of cases in %s',
    async (lang) => {
      const mails = cold.filter((mail) => mail.lang === lang);
      const blocked = await blockedOf(mails);
      expect(blocked.length / mails.length).toBeGreaterThanOrEqual(0.9);
    },
  );

  test('is never blocked as cold if it is transactional', async () => {
    for (const mail of cold) {
      const { blockReasons: reasons } = verifyContent(await contentOf(mail, 'transactional'));
      expect(reasons).not.toContain('COLD_EMAIL');
    }
  });

  test.each([
    [
      'in English',
      '<p>Hi {{firstName}}, {}. Would you be open to a 15 minute call next week? Just reply and let me know.</p>',
      'I came across your company and we help teams like yours',
      'you signed up for the trial last week and your account is ready',
    ],
    [
      'in German',
      '<p>Guten Tag, {}. Hätten Sie nächste Woche 15 Minuten Zeit für ein kurzes Gespräch?</p>',
      'ich bin auf Ihr Unternehmen aufmerksam geworden, wir sind eine Agentur für Neukunden',
      'Sie haben sich für den Kurs angemeldet und sind seit Mai Mitglied',
    ],
    [
      'in French',
      '<p>Bonjour, {}. Auriez-vous 15 minutes pour un échange la semaine prochaine ?</p>',
      'je me permets de vous écrire, nous aidons des entreprises comme la vôtre',
      'merci pour votre commande, vous êtes abonné depuis mai',
    ],
  ])('is recognized by whether the reader is a customer: %s', (_, letter, unknown, known) => {
    const verdictOf = (words: string) => verifyContent(written(letter.replace('{}', words)));
    expect(verdictOf(unknown).blockReasons).toContain('COLD_EMAIL');
    expect(verdictOf(known).verdict).toBe('pass');
  });

  test('does not include a private mail between friends', () => {
    const letter =
      '<p>Hi {{firstName}}, I was wondering whether Sunday works for the picnic. What do you think? Let me know.</p>';
    expect(verifyContent(written(letter)).verdict).toBe('pass');
  });

  test('includes a letter with alternative words for a program to choose from', () => {
    const offer = '<p>{Hi|Hello|Hey}, our agency does web design. Interested?</p>';
    expect(verifyContent(written(offer)).blockReasons).toContain('COLD_EMAIL');
  });

  test('is blocked if it says where the address was found', () => {
    const { blockReasons: reasons } = verifyContent(
      written(
        '<p>Hi {{firstName}}, I found your email address on LinkedIn. We help companies like yours get more leads. Do you have 15 minutes for a call this week?</p>',
      ),
    );
    expect(reasons).toEqual(expect.arrayContaining(['COLD_EMAIL', 'PURCHASED_LIST']));
  });
});

describe('honest mail passes', () => {
  test('however suspicious it looks', async () => {
    expect(await blockedOf(riskyHonest)).toEqual([]);
    expect(await blockedOf(riskyHonest, 'transactional')).toEqual([]);
  });

  test('with the technical features of tricks', async () => {
    expect(await blockedOf(honestTwins)).toEqual([]);
  });

  test('if the same words lead to the sender', () => {
    const reset =
      '<p>Somebody asked to reset your password. Confirm your account within 24 hours, or ignore this email.</p>';
    const link = (host: string) => `${reset}<a href="https://${host}/reset">Reset password</a>`;
    expect(verifyContent(written(link('account.northfield.example'))).verdict).toBe('pass');
  });

  test('with the platform’s own links', () => {
    expect(verifyContent(written('<a href="{{unsubscribeUrl}}">Leave</a>')).verdict).toBe('pass');
  });
});

describe('the quick check', () => {
  test('never clears mail that would be blocked', async () => {
    const cleared: string[] = [];
    for (const mail of [...tricks, ...riskyHonest, ...cold, ...honestTwins]) {
      const content = await contentOf(mail, 'transactional');
      if (!needsVerification(content) && verifyContent(content).verdict === 'block') cleared.push(mail.name);
    }
    expect(cleared).toEqual([]);
  });

  test('does not treat an image from the sender as a link to it', () => {
    const html =
      '<img src="https://northfield.example/logo.png"><p>Dear customer, your account will be suspended within 24 hours. Reply with your password and confirm your identity to avoid suspension.</p>';
    const content = written(html, { purpose: 'transactional' });
    expect(verifyContent(content).verdict).toBe('block');
    expect(needsVerification(content)).toBe(true);
  });

  const home = '<a href="https://northfield.example/t/1">See it</a>';
  test.each([
    [
      'between two links',
      '<p><a href="https://northfield.example/a">pass</a><a href="https://northfield.example/b">word</a></p>',
    ],
    ['by empty elements', '<p>confi<b></b><i></i>rmation</p>'],
    ['by a comment', '<p>confi<!-- now > then -->rmation</p>'],
    ['by hidden words', '<p>pass <i style="display:none">for the</i> word</p>'],
    ['by a field without a value', '<p>pass{{gap}}word</p>'],
    ['by the end of a default', '<p>{{gap|confi}}rmation</p>'],
    ['by a soft hyphen', '<p>pass&shy;word</p>'],
  ])('recognizes a word that is split %s', (_, html) => {
    const odd = { purpose: 'transactional', subject: 'Re: {{gap}} AB12CD34EF' } as const;
    expect(needsVerification(written(`${home}${html}`, odd))).toBe(true);
    expect(needsVerification(written(`${home}<p>A calm word.</p>`, odd))).toBe(false);
  });

  test('clears plain mail that links to its sender', () => {
    const html =
      '<p>Hello Maria, the table by the window is yours on Friday.</p><a href="https://northfield.example/t/1">See it</a>';
    expect(needsVerification(written(html, { purpose: 'transactional' }))).toBe(false);
    expect(
      needsVerification(written(html.replace('northfield', 'elsewhere'), { purpose: 'transactional' })),
    ).toBe(true);
  });
});

describe('hostile input', () => {
  const pieces: [string, (size: number) => string][] = [
    ['deep nesting', (size) => '<div>'.repeat(size / 5)],
    ['stray end tags in deep nesting', (size) => '<b>'.repeat(size / 10) + '</x>'.repeat(size / 6)],
    ['crossed tags', (size) => '<b><i></b></i>'.repeat(size / 14)],
    ['an unclosed attribute', (size) => `<a href="${'x'.repeat(size)}`],
    ['unclosed tags', (size) => '<a '.repeat(size / 3)],
    ['stylesheets', (size) => `<style>${'a{color:red '.repeat(size / 12)}</style>`],
    ['selectors', (size) => `<style>${',.a '.repeat(size / 4)}</style>`],
    ['hidden pieces', (size) => `word${'<i hidden>x</i>'.repeat(size / 15)}`],
    ['single letters', (size) => 'p a s s w o r d '.repeat(size / 16)],
    ['phrases that do not end', (size) => 'verify your your your '.repeat(size / 22)],
    ['links', (size) => '<a href="https://a.example/x">a</a>'.repeat(size / 35)],
    ['open comments', (size) => '<!--[if mso]>'.repeat(size / 13)],
    ['braces', (size) => '{{a|'.repeat(size / 4)],
    ['digits', (size) => '1 2-3.'.repeat(size / 6)],
    ['addresses', (size) => 'a.a@a-a.'.repeat(size / 8)],
    ['right-to-left overrides', (size) => '\u202e'.repeat(size)],
    ['blanks', (size) => `display${' '.repeat(size)}`],
    ['angle brackets', (size) => '>a'.repeat(size / 2)],
  ];
  /**
   * Half as long as a body may be, or the full length: quadratic time would exceed the time limit of a test.
   */
  const characters = isLongRun ? 2_000_000 : 1_000_000;

  test.each(pieces)('is read in one pass: %s', (_, make) => {
    const content = written(make(characters));
    expect(verifyContent(content)).toHaveProperty('badges');
    expect(typeof needsVerification({ ...content, purpose: 'transactional' })).toBe('boolean');
  });

  test('of two megabytes is read to the end', () => {
    const padding = '<p>The society met on Saturday in fine weather.</p>'.repeat(40_000);
    expect(padding.length).toBeGreaterThan(2_000_000 - 50_000);
    expect(verifyContent(written(`${padding}${lure('https://review.example/')}`)).blockReasons).toContain(
      'PHISHING',
    );
  });

  test('that is too large or not text gets no verdict', () => {
    const badgeOf = (html: string) => verifyContent(written(html)).badges[0]?.id;
    expect(badgeOf('x'.repeat(verifiedCharactersMax + 1))).toBe('system.content_too_large');
    expect(badgeOf('\u0001'.repeat(1_000))).toBe('system.content_unreadable');
    expect(verifyContent(written('\u0001'.repeat(1_000)))).toMatchObject({
      verdict: 'unjudged',
      blockReasons: [],
    });
  });
});

describe('a verdict', () => {
  test('is the same for the same content', async () => {
    for (const mail of [...tricks.slice(0, 10), ...cold.slice(0, 5)]) {
      const content = await contentOf(mail);
      expect(verifyContent(content)).toEqual(verifyContent(structuredClone(content)));
    }
  });

  test('uses only documented badges and their titles', async () => {
    const known = new Map(badgeDocs.map(({ id, title }) => [id, title]));
    for (const mail of [...tricks, ...cold]) {
      const verdict = verifyContent(await contentOf(mail));
      for (const badge of verdict.badges) expect(known.get(Badge.parse(badge).id)).toBe(badge.label);
      for (const reason of verdict.blockReasons) expect(blockReasons).toContain(reason);
    }
    expect(known.size).toBe(badgeDocs.length);
  });

  test('asks for a review if the signs are almost sufficient for a block', () => {
    const html =
      '<p>Northfield: congratulations, you have won a gift card. Claim your prize and take our short survey, the offer expires today.</p><a href="https://other.example/s">Start now</a>';
    const { verdict, blockReasons, badges, guidance } = verifyContent(
      written(html, {
        subject: 'You have been selected',
        from: { displayName: null, address: 'mail@northfield.example', domain: 'northfield.example' },
      }),
    );
    expect(verdict).toBe('review');
    expect(blockReasons).toEqual(['PHISHING']);
    expect(badges.every(({ severity }) => severity === 'warn')).toBe(true);
    expect(badges.map(({ id }) => id)).toContain('phishing.prize_lure');
    expect(guidance).not.toBe('');
  });
});
