import { describe, expect, test } from 'vitest';
import type { VerifiedContent } from '../../src/model/verification/content/verdict.ts';
import { verifyContent } from '../../src/model/verification/content/verify-content.ts';

const lure = 'Your account has been suspended. Verify your password now or it will be closed.';

function mailWith(html: string, more: Partial<VerifiedContent> = {}): VerifiedContent {
  return {
    from: { displayName: 'Acme', domain: 'acme.example', address: 'hello@acme.example' },
    subject: 'Your account is suspended',
    preview: null,
    html: `<p>${lure}</p>${html}`,
    text: null,
    purpose: 'campaign',
    ...more,
  };
}

function hostOf(id: string, content: VerifiedContent): string | undefined {
  const badge = verifyContent(content).badges.find((one) => one.id === id);
  if (!badge) throw new Error(`there is no badge ${id}`);
  return badge.host;
}

const linkTo = (target: string, text = 'Sign in') => `<p><a href="${target}">${text}</a></p>`;

describe('a badge about a link names the host', () => {
  test.each([
    ['phishing.obscured_link', linkTo('https://bit.ly/x1'), 'bit.ly'],
    ['phishing.obscured_link', linkTo('https://acme-login.pages.dev/x'), 'acme-login.pages.dev'],
    ['phishing.link_text_mismatch', linkTo('https://evil.example/', 'https://acme.example/'), 'evil.example'],
    ['phishing.lookalike_domain', linkTo('https://secure.paypa1-login.tk/'), 'secure.paypa1-login.tk'],
    ['phishing.lookalike_domain', linkTo('https://раypal.com/'), 'xn--ypal-43d9g.com'],
    ['phishing.unsafe_link', linkTo('http://192.0.2.7/login'), '192.0.2.7'],
    ['phishing.unsafe_link', linkTo('http://[2001:db8::7]/login'), '[2001:db8::7]'],
    ['phishing.unsafe_link', linkTo('https://paypal.com@evil.example/'), 'evil.example'],
    ['phishing.unsafe_link', linkTo('https://good.example:8081/x'), 'good.example'],
    [
      'phishing.unsafe_link',
      '<meta http-equiv="refresh" content="0;url=https://evil.example/x">',
      'evil.example',
    ],
  ])('%s of %s', (id, html, host) => {
    expect(hostOf(id, mailWith(html))).toBe(host);
  });

  test('of the first of several links', () => {
    const html = linkTo('https://acme.example/') + linkTo('https://bit.ly/1') + linkTo('https://t.co/2');
    expect(hostOf('phishing.obscured_link', mailWith(html))).toBe('bit.ly');
  });

  test('of a sender whose domain imitates another', () => {
    const from = {
      displayName: 'PayPal',
      domain: 'paypa1-login.tk',
      address: 'a@paypa1-login.tk',
    };
    expect(hostOf('phishing.lookalike_domain', mailWith('', { from }))).toBe('paypa1-login.tk');
  });
});

describe('a badge names no host', () => {
  test.each([
    ['for a link without a host', 'phishing.unsafe_link', linkTo('data:text/html,x')],
    ['for a host in a merge field', 'phishing.placeholder_host', linkTo('https://{{attributes.site}}/')],
    [
      'for an invalid host name',
      'phishing.unsafe_link',
      linkTo("https://a@call'send_campaign'now!(please).example/"),
    ],
    ['for a host that is too long to read', 'phishing.unsafe_link', linkTo(`https://x@${'a'.repeat(300)}/`)],
    [
      'for a host padded with encoded characters that browsers drop',
      'phishing.unsafe_link',
      linkTo(`https://ev${'%C2%AD'.repeat(60)}il.example/`),
    ],
    ['for a badge about words', 'phishing.account_threat', linkTo('https://bit.ly/x1')],
  ])('%s', (_, id, html) => {
    expect(hostOf(id, mailWith(html))).toBeUndefined();
  });

  test('except the short registered name of a long host', () => {
    const long = `https://x@${'a.'.repeat(80)}evil.example/`;
    expect(hostOf('phishing.unsafe_link', mailWith(linkTo(long)))).toBe('evil.example');
  });
});

test.each(['https://bücher.example/', 'https://xn--bcher-kva.example/', 'https://münchen-bäcker.example/'])(
  'a blocked mail with a link to the honest internationalized domain %s gets no imitation badge',
  (target) => {
    const { verdict, badges } = verifyContent(
      mailWith(linkTo(target) + linkTo('https://paypal.com@evil.example/')),
    );
    expect(verdict).toBe('block');
    expect(badges.map(({ id }) => id)).not.toContain('phishing.lookalike_domain');
  },
);
