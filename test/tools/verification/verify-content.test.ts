import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callThrough, doors, outputThrough } from '../../spec/doors.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { cold, docsPage, odd, phishing, polish, receipt } from './scene.ts';

let posthouse: SimulatedPlatform;
beforeAll(async () => {
  posthouse = await openPlatform();
});
afterAll(() => posthouse.close());

describe.each(doors.current)('verify_content through %s', (door) => {
  test('answers a verdict on each content, and a block is an answer too', async () => {
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

  test('names the host of a link that was noticed, and of no other badge', async () => {
    const { badges } = await outputThrough(door, posthouse, 'verify_content', phishing);
    const hosts = new Map(badges.map(({ id, host }: { id: string; host?: string }) => [id, host]));
    expect(hosts.get('phishing.link_text_mismatch')).toBe('192.168.7.9');
    expect(hosts.get('phishing.account_threat')).toBeUndefined();
  });

  test('refuses cold mail of campaigns, and lets one person write to another', async () => {
    const verdictOn = async (input: Record<string, unknown>) =>
      (await outputThrough(door, posthouse, 'verify_content', input)).verdict;
    expect(await verdictOn(cold)).toBe('block');
    expect(await verdictOn({ ...cold, purpose: 'transactional' })).toBe('pass');
  });

  test('warns of what is odd', async () => {
    const { verdict, badges } = await outputThrough(door, posthouse, 'verify_content', {
      ...odd,
      purpose: 'transactional',
    });
    expect(verdict).toBe('pass');
    expect(new Set(badges.map(({ severity }: { severity: string }) => severity))).toEqual(new Set(['warn']));
  });

  test('says that a language is not read, and that its structure alone was judged', async () => {
    const answer = await outputThrough(door, posthouse, 'verify_content', { ...receipt, markdown: polish });
    expect(answer).toMatchObject({
      verdict: 'pass',
      badges: [{ id: 'language_unread', severity: 'warn', path: 'content' }],
      documentationUrl: `${docsPage}#language_unread`,
      guidance: expect.stringContaining('judged by its structure alone'),
    });
  });

  test.each([
    ['no body', { markdown: undefined }, 'html'],
    ['two bodies', { html: '<p>x</p>' }, 'html'],
    ['a subject of two lines', { subject: 'a\r\nb' }, 'subject'],
    ['a purpose of its own', { purpose: 'fun' }, 'purpose'],
    ['a field that is none', { to: 'ada@example.com' }, 'to'],
  ])('is not asked with %s', async (_, fields, field) => {
    const result = await callThrough(door, posthouse, 'verify_content', { ...receipt, ...fields });
    expect(result).toMatchObject({ ok: false, name: 'validation_error' });
    expect(result).toHaveProperty('message', expect.stringContaining(field));
  });
});

test('judges what has no sender yet as from default_from, or as from no sender', async () => {
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

test('a body too large to be looked at in passing gets the same verdict', async () => {
  const filler = '<p>The weather was fine and the harvest good.</p>\n'.repeat(400);
  const { output } = await posthouse.call('verify_content', { ...phishing, html: filler + phishing.html });
  expect(output).toMatchObject({ verdict: 'block' });
});

describe('the page about it', () => {
  test('needs no token, holds no script, and explains every badge at its own place', async () => {
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
    expect(text).toContain(
      'in these languages: Dutch, English, French, German, Italian, Portuguese, Spanish',
    );
    const system = ['verification_unavailable', 'content_too_large', 'content_unreadable'];
    for (const id of [...badges, ...system.map((name) => `system.${name}`)]) {
      expect(text).toContain(` id="${id}"`);
    }
    // Nothing but the script of all pages of the documentation, which is a file.
    expect(text).not.toMatch(/<script(?! src="\/docs\/)/);
  });
});
