import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languagesRead } from '../../../src/model/verification/language/languages.ts';
import { callThrough, doors, outputThrough } from '../../spec/doors.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { cold, croatian, docsPage, odd, phishing, receipt } from './scene.ts';

let posthouse: SimulatedPlatform;
beforeAll(async () => {
  posthouse = await openPlatform();
});
afterAll(() => posthouse.close());

describe.each(doors.current)('verify_content through %s', (door) => {
  test('returns a verdict for each content, including a block', async () => {
    expect(await outputThrough(door, posthouse, 'verify_content', receipt)).toEqual({
      object: 'content_verification',
      verdict: 'pass',
      blockReasons: [],
      badges: [],
      documentationUrl: docsPage,
      guidance: '',
    });
    const blocked = await outputThrough(door, posthouse, 'verify_content', phishing);
    expect(blocked).toMatchObject({ verdict: 'block', blockReasons: expect.arrayContaining(['PHISHING']) });
    expect(blocked.guidance).not.toBe('');
    expect(blocked.documentationUrl).toBe(`${docsPage}#${blocked.badges[0].id}`);
  });

  test('names the host only for badges about a link', async () => {
    const { badges } = await outputThrough(door, posthouse, 'verify_content', phishing);
    const hosts = new Map(badges.map(({ id, host }: { id: string; host?: string }) => [id, host]));
    expect(hosts.get('phishing.link_text_mismatch')).toBe('192.168.7.9');
    expect(hosts.get('phishing.account_threat')).toBeUndefined();
  });

  test('blocks cold mail in campaigns, but not mail from one person to another', async () => {
    const verdictOn = async (input: Record<string, unknown>) =>
      (await outputThrough(door, posthouse, 'verify_content', input)).verdict;
    expect(await verdictOn(cold)).toBe('block');
    expect(await verdictOn({ ...cold, purpose: 'transactional' })).toBe('pass');
  });

  test('judges the text part, alone and next to a body', async () => {
    const verdictOn = async (input: Record<string, unknown>) =>
      (await outputThrough(door, posthouse, 'verify_content', input)).verdict;
    const { markdown, ...coldText } = cold;
    expect(await verdictOn({ ...coldText, text: markdown })).toBe('block');
    const { from, subject } = phishing;
    const text =
      'Dear customer, your PayPal account has been suspended. Verify your password now: http://192.168.7.9/login';
    expect(await verdictOn({ from, subject, text, purpose: 'transactional' })).toBe('block');
    expect(await verdictOn({ ...receipt, text: 'Thank you. Your order is on its way.' })).toBe('pass');
    expect(await verdictOn({ ...receipt, text })).toBe('block');
  });

  test('warns about suspicious content', async () => {
    const { verdict, badges } = await outputThrough(door, posthouse, 'verify_content', {
      ...odd,
      purpose: 'transactional',
    });
    expect(verdict).toBe('pass');
    expect(new Set(badges.map(({ severity }: { severity: string }) => severity))).toEqual(new Set(['warn']));
  });

  test('reports an unsupported language, in which only the structure is verified', async () => {
    const answer = await outputThrough(door, posthouse, 'verify_content', { ...receipt, markdown: croatian });
    expect(answer).toMatchObject({
      verdict: 'pass',
      badges: [{ id: 'language_unread', severity: 'warn', path: 'content' }],
      documentationUrl: `${docsPage}#language_unread`,
      guidance: expect.stringContaining('only the structure of the text was verified'),
    });
  });

  test.each([
    ['no body', { markdown: undefined }, 'html'],
    ['two bodies', { html: '<p>x</p>' }, 'html'],
    ['a subject with two lines', { subject: 'a\r\nb' }, 'subject'],
    ['an unknown purpose', { purpose: 'fun' }, 'purpose'],
    ['an unknown field', { to: 'ada@example.com' }, 'to'],
  ])('rejects %s', async (_, fields, field) => {
    const result = await callThrough(door, posthouse, 'verify_content', { ...receipt, ...fields });
    expect(result).toMatchObject({ ok: false, name: 'validation_error' });
    expect(result).toHaveProperty('message', expect.stringContaining(field));
  });
});

test('verify_content without a sender uses default_from, or an anonymous sender', async () => {
  const { from: _, ...unsigned } = odd;
  const verdictOn = async () =>
    await outputThrough('v2', posthouse, 'verify_content', { ...unsigned, purpose: 'transactional' });
  const set = async (default_from: string | null) =>
    await posthouse.call('update_organization_settings', { default_from });
  const anonymous = await verdictOn();
  await set(odd.from);
  const theirs = await verdictOn();
  await set(null);
  const named = await outputThrough('v2', posthouse, 'verify_content', { ...odd, purpose: 'transactional' });
  expect(theirs).toEqual(named);
  expect(anonymous).not.toEqual(named);
});

test('verify_content returns the same verdict for a body too large for the quick check', async () => {
  const filler = '<p>The weather was fine and the harvest good.</p>\n'.repeat(400);
  const { output } = await posthouse.call('verify_content', { ...phishing, html: filler + phishing.html });
  expect(output).toMatchObject({ verdict: 'block' });
});

describe('the content verification page', () => {
  test('needs no token, has no inline script, and explains every badge at its anchor', async () => {
    const { status, headers, text } = await posthouse.http('GET', '/docs/content-verification', {
      token: null,
    });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self'; script-src 'self'/,
    );
    const result = [phishing, cold].map(async (content) => {
      const { output } = await posthouse.call('verify_content', content);
      return (output as { badges: { id: string }[] }).badges;
    });
    const badges = (await Promise.all(result)).flat().map(({ id }) => id);
    expect(badges.length).toBeGreaterThan(3);
    expect(text).toContain(' id="language_unread"');
    expect(text).toContain(`in these languages: ${languagesRead()}`);
    const system = ['verification_unavailable', 'content_too_large', 'content_unreadable'];
    for (const id of [...badges, ...system.map((name) => `system.${name}`)]) {
      expect(text).toContain(` id="${id}"`);
    }
    // The only script is the shared file of all documentation pages.
    expect(text).not.toMatch(/<script(?! src="\/docs\/)/);
  });
});
