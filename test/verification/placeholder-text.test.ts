import { expect, test } from 'vitest';
import type { VerifiedContent } from '../../src/model/verification/content/verdict.ts';
import { verifyContent } from '../../src/model/verification/content/verify-content.ts';

const leave =
  '<p><a href="{{unsubscribeUrl}}">Unsubscribe from all of this mail at any time you like</a></p>';

function verdictOn(html: string, purpose: VerifiedContent['purpose']) {
  return verifyContent({
    from: { displayName: 'Acme', domain: 'acme.example', address: 'news@acme.example' },
    subject: 'Our May news',
    preview: null,
    html: html + leave,
    text: null,
    purpose,
  });
}

test.each([
  '<p>{{attributes.lure}}</p>',
  '<p>Hi {{firstName}},</p><p>{{attributes.lure}}</p>',
  '<p>{{attributes.lure|Here is what we made for you in May, and what comes in June}}</p>',
  '<p>{{attributes.one}} {{attributes.two}}</p>',
  '<div style="display:none">What we made in May and what comes in June, for all of you</div>{{attributes.lure}}',
])('a campaign that consists only of placeholder values is blocked: %s', (html) => {
  expect(verdictOn(html, 'campaign')).toMatchObject({
    verdict: 'block',
    blockReasons: ['PHISHING'],
    badges: [{ id: 'phishing.placeholder_text', severity: 'block', path: 'content' }],
  });
  expect(verdictOn(html, 'transactional').badges).toEqual([]);
});

test.each([
  '<p>Your code is {{attributes.code}}</p>',
  '<p>Hi {{firstName}},</p><p>here is what we made in May, and what comes in June.</p>',
  '<p>{{firstName}}</p>',
  '<p>What we made in May, and what comes in June.</p><p>{{attributes.tip}}</p>',
  '<p>五月我们做了这些新东西</p><p>{{attributes.tip}}</p>',
])('a campaign with its own text passes: %s', (html) => {
  expect(verdictOn(html, 'campaign').badges).toEqual([]);
});
