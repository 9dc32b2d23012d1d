import { describe, expect, test } from 'vitest';
import type { VerifiedContent } from '../../src/model/verification/content/verdict.ts';
import { verifyContent } from '../../src/model/verification/content/verify-content.ts';

const badge = 'phishing.link_text_mismatch';
const threat = '<p>Your account will be suspended. Confirm your password.</p>';
const news = '<p>What we read this week, and what we think of it.</p>';
const home = '<p><a href="https://northfield.example/">Northfield</a></p>';
const linkTo = (target: string, shown: string) => `<p><a href="${target}">${shown}</a></p>`;

function mailWith(html: string, more: Partial<VerifiedContent> = {}): VerifiedContent {
  const from = {
    displayName: 'Northfield',
    address: 'mail@northfield.example',
    domain: 'northfield.example',
  };
  return { from, subject: 'A notice', preview: null, html, text: null, purpose: 'campaign', ...more };
}

const idsIn = (content: VerifiedContent) => verifyContent(content).badges.map(({ id }) => id);

describe('an address displayed on a link to another site', () => {
  const own = linkTo('https://collect.example/x', 'https://northfield.example/login');
  const ofBrand = linkTo('https://northfield.example/x', 'www.paypal.com/signin');
  const paypal = { displayName: 'PayPal', address: 'mail@northfield.example', domain: 'northfield.example' };

  test.each<[string, string, Partial<VerifiedContent>]>([
    ['the sender’s, in a threat', threat + own + home, {}],
    ['the sender’s, in a mail to one person', threat + own + home, { purpose: 'transactional' }],
    [
      'the sender’s, in letters that do not show',
      threat + home + own.replace('field.example/l', 'field.ex\u200Bample/l'),
      {},
    ],
    ['a brand’s that the sender claims to be, leading to the sender', threat + ofBrand, { from: paypal }],
  ])('is blocked if it is %s', (_, html, more) => {
    const verdict = verifyContent(mailWith(html, more));
    expect(verdict).toMatchObject({
      verdict: 'block',
      blockReasons: expect.arrayContaining(['URL_MISMATCH']),
    });
    expect(verdict.badges).toContainEqual(expect.objectContaining({ id: badge, severity: 'block' }));
  });

  test.each([
    [
      'newsletters link to a site through a click counter',
      news + home + linkTo('https://clicks.example/r?7', 'https://paper.example/'),
    ],
    [
      'legal notices contain it',
      threat + home + linkTo('https://clicks.example/r?7', 'www.regulator.example'),
    ],
    [
      'a click counter redirects to the sender’s own site',
      threat + linkTo('https://northfield.us14.list-manage.com/track?u=1', 'northfield.example'),
    ],
    ['a brand is only cited', news + home + linkTo('https://clicks.example/r?7', 'https://www.paypal.com/')],
  ])('causes no finding if %s', (_, html) => {
    expect(idsIn(mailWith(html))).not.toContain(badge);
  });

  test('is ignored in a mail without a call to action', () => {
    expect(verifyContent(mailWith(news + own + home)).verdict).toBe('pass');
  });

  test('causes no finding if the link leads to the brand itself', () => {
    const html = threat + home + linkTo('https://www.paypal.de/x', 'https://www.paypal.com/x');
    expect(idsIn(mailWith(html, { from: paypal }))).not.toContain(badge);
  });
});
