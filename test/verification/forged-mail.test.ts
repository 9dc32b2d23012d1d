import { describe, expect, test } from 'vitest';
import { needsVerification } from '../../src/model/verification/content/needs-verification.ts';
import type { VerifiedContent } from '../../src/model/verification/content/verdict.ts';
import { verifyContent } from '../../src/model/verification/content/verify-content.ts';
import * as lures from './tricks/lures.ts';

const home = 'harbour-lane.dev';

/** Mail from a sender with a verified domain, with links only to that domain. */
function mailOf(html: string, more: Partial<VerifiedContent> = {}): VerifiedContent {
  return {
    from: { displayName: null, address: `mail@${home}`, domain: home },
    subject: 'A message for you',
    preview: null,
    html: `${html}<p><a href="{{unsubscribeUrl}}">Unsubscribe</a></p>`,
    text: null,
    purpose: 'campaign',
    ...more,
  };
}

const verdictOf = (html: string, more?: Partial<VerifiedContent>) => {
  const { verdict, badges } = verifyContent(mailOf(html, more));
  return [verdict, ...badges.filter(({ severity }) => severity === 'block').map(({ id }) => id)];
};

const { harmless, wordsOf: _, ...claims } = lures;

describe('another brand’s name with a call to action', () => {
  test.each(Object.entries(claims))(
    'is blocked although every link leads to the sender’s verified domain: %s',
    (_name, lure) => {
      expect(verdictOf(lure(`https://${home}/go`))[0]).toBe('block');
    },
  );

  test.each(['suspended', 'bbva', 'digid', 'poste'] as const)(
    'is blocked in mail to one person: %s',
    (name) => {
      expect(verdictOf(claims[name](`https://${home}/go`), { purpose: 'transactional' })[0]).toBe('block');
    },
  );

  test('passes if the text names the real sender', () => {
    const html = `<p>Harbour Lane here. Your PayPal account could not be charged for May. Update how you pay.</p><a href="https://${home}/billing">Billing</a>`;
    expect(verdictOf(html)).toEqual(['pass']);
    expect(verdictOf(html, { purpose: 'transactional' })).toEqual(['pass']);
  });
});

describe('a warning about fraud', () => {
  const warning =
    '<p>Three tricks are going round. A text from DHL asks you to pay a customs fee. A mail from Netflix says that your membership is on hold and wants your card. PayPal, it says, has suspended your account: verify your identity within 24 hours. All three are scams: never click the links, and tell your bank if you did.</p>';

  test('passes although it quotes the fraud and does not name the sender', () => {
    expect(verdictOf(`${warning}<p><a href="https://${home}/tricks">How to tell them</a></p>`)[0]).toBe(
      'pass',
    );
  });
});

describe('a promise in a mail', () => {
  const prize = (first: string) =>
    `<p>${first}Congratulations! You have been selected. Claim your reward: answer our short survey and your free gift is on its way.</p><a href="https://${home}/gift">Claim it</a>`;

  test('is blocked with the reason if the mail names no sender', () => {
    expect(verdictOf(prize(''))).toContain('phishing.unnamed_sender');
  });

  test('passes if the mail names the sender', () => {
    expect(verdictOf(prize('Harbour Lane turns ten. '))).not.toContain('phishing.unnamed_sender');
  });
});

describe('a disguised brand or bait word', () => {
  const about = (words: string) =>
    `<p>Harbour Lane keeps its books open. ${words} is a word of ours. ${'We met on the pier and talked about boats. '.repeat(30)}</p><a href="https://${home}/pier">The pier</a>`;
  const disguises: readonly (readonly [string, string])[] = [
    ['letters of another script', 'P\u0430yP\u0430l'],
    ['invisible marks', 'pass\u200bword'],
    ['letters too small to be seen', 'Pay<span style="font-size:0">er of b</span>Pal'],
    [
      'white letters on white',
      '<span style="background:#fff">pass<span style="color:#ffffff">es</span>word</span>',
    ],
    ['letters that are not displayed', 'Net<i style="display:none">work</i>flix'],
    ['a bidi override', '\u202elaPyaP\u202c'],
    ['CSS that reverses letters', '<span style="unicode-bidi:bidi-override;direction:rtl">drowssap</span>'],
    ['digits for letters', 'N3tfl1x'],
    ['blanks between letters', 'p a s s w o r d'],
  ];

  test.each(disguises)('is blocked in a long mail: %s', (_name, written) => {
    expect(verdictOf(about(written))).toContain('obfuscation.homoglyphs');
    expect(verdictOf(about(written), { purpose: 'transactional' })).toContain('obfuscation.homoglyphs');
  });

  const honest: readonly (readonly [string, string])[] = [
    ['the words themselves', 'PayPal password Netflix'],
    ['soft hyphens', 'Pass&shy;word&shy;manager'],
    ['a joiner in another script', '\u0645\u06cc\u200c\u0622\u06cc\u062f'],
    ['a Russian ending on a Latin name', 'Google\u0430'],
    ['Hebrew with a Latin name', '<span dir="rtl">\u05e9\u05dc\u05d5\u05dd PayPal</span>'],
    ['a version', 'bolt3, mp3 and p2p'],
    ['a headline in spaced capitals', 'W E L C O M E'],
    ['a hidden line before the text', '<span style="display:none">News from the pier</span> <b>account</b>'],
  ];

  test.each(honest)('is distinguished from %s', (_name, written) => {
    expect(verdictOf(about(written))).toEqual(['pass']);
  });
});

describe('a link to a host without a name', () => {
  const to = (host: string) =>
    `<p>Harbour Lane has news from the pier. ${harmless}</p><a href="http://${host}/news">Read on</a>`;

  test.each(['203.0.113.9', '3405803785', '0xcb007109', '[2001:db8::9]', 'pier'])(
    'is blocked in a campaign: %s',
    (host) => {
      expect(verdictOf(to(host))).toEqual(['block', 'phishing.unsafe_link']);
      expect(verdictOf(to(host), { purpose: 'transactional' })).toEqual(['pass']);
    },
  );

  test.each(['localhost:3000', '127.0.0.1:3025'])(
    'passes if it leads to the reader’s own machine: %s',
    (host) => {
      expect(verdictOf(to(host))).toEqual(['pass']);
    },
  );
});

describe('an image without text', () => {
  const picture = `<a href="https://${home}/x"><img src="https://${home}/code.png" width="300" height="300" alt=""></a>`;

  test('is blocked even with hidden text next to it', () => {
    expect(verdictOf(picture)).toEqual(['block', 'obfuscation.image_only']);
    const hidden = `<div style="display:none">${harmless.repeat(3)}</div>`;
    expect(verdictOf(picture + hidden)).toEqual(['block', 'obfuscation.image_only']);
    for (const html of [picture, picture + hidden]) {
      const mail = mailOf(html, { purpose: 'transactional' });
      expect([verifyContent(mail).verdict, needsVerification(mail)]).toEqual(['block', true]);
    }
  });

  test('passes with visible or alternative text', () => {
    expect(verdictOf(picture + harmless)).toEqual(['pass']);
    const alternative = wordsAlone(harmless);
    expect(verdictOf(picture.replace('alt=""', `alt="${alternative}"`))).toEqual(['pass']);
  });
});

describe('invisible text', () => {
  test('counts neither for nor against a mail', () => {
    const hidden = `<div style="display:none">${claims.suspended(`https://${home}/go`)}</div>`;
    expect(
      verdictOf(`${harmless}<p>Harbour Lane</p><a href="https://${home}/">Us</a>${hidden.repeat(2)}`),
    ).toEqual(['pass']);
    const excuse =
      '<div style="display:none">You asked for this newsletter. We never ask for your password.</div>';
    expect(verdictOf(excuse + claims.suspended(`https://${home}/go`))[0]).toBe('block');
  });

  test.each([
    ['a background that is transparent', '<td style="background-color:transparent">', '</td>'],
    ['a head in the wrong place', '<body><head>', '</head></body>'],
    [
      'white letters over a picture',
      '<div style="background-image:url(sea.png)"><p style="color:#ffffff">',
      '</p></div>',
    ],
  ])('does not include text in %s', (_name, before, after) => {
    expect(verdictOf(before + claims.suspended(`https://${home}/go`) + after)[0]).toBe('block');
  });
});

function wordsAlone(html: string): string {
  return lures.wordsOf(html);
}
