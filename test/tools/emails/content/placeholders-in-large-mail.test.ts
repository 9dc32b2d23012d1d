import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { doors, outputThrough } from '../../../spec/doors.ts';
import { openPlatform, type SimulatedPlatform } from '../../../world/platform.ts';
import { phishing, receipt } from '../../verification/scene.ts';

const { markdown: _, ...letter } = receipt;
const to = 'ada@example.com';
const leftover = '<p>Dear {{ .FirstName }}, {{#if vip}}thank you</p>';
const placeholders = [
  { id: 'merge.foreign_placeholder', severity: 'warn', found: '{{ .FirstName }}', meant: '{{firstName}}' },
  { id: 'merge.foreign_placeholder', severity: 'warn', found: '{{#if vip}}' },
];
const unreadable = `${leftover}<p>${'Itâ\u0080\u0099s on its way. '.repeat(150)}</p>`;
const unreadableBadge = { id: 'system.content_unreadable', severity: 'warn' };
/** More links than the verifier follows, so it judges the mail in pieces. */
const manyLinks = Array.from(
  { length: 20_001 },
  (_, index) => `<a href="https://acme.example/${index}">${index}</a> `,
).join('');

let platform: SimulatedPlatform;
beforeAll(async () => {
  platform = await openPlatform();
});
afterAll(() => platform.close());

async function badgesOf(id: string): Promise<{ id: string }[]> {
  const { output } = await platform.call('get_email', { id });
  return (output as { badges: { id: string }[] }).badges;
}

describe('leftover placeholders are reported with suggested fields', () => {
  test.each(doors.all)('in mail that cannot be verified completely, through %s', async (door) => {
    const { id } = await outputThrough(door, platform, 'send_email', { ...letter, html: unreadable, to });
    expect(await badgesOf(id)).toMatchObject([unreadableBadge, ...placeholders]);
  });

  test('in mail verified in the child process', async () => {
    const html = `${leftover}${'<p>Your order is on its way.</p>\n'.repeat(2_000)}`;
    const { id } = await outputThrough('v2', platform, 'send_email', { ...letter, html, to });
    expect(await badgesOf(id)).toMatchObject(placeholders);
  });

  test('in mail verified in pieces', async () => {
    const html = `${manyLinks}${leftover}`;
    const { id } = await outputThrough('v2', platform, 'send_email', { ...letter, html, to });
    const tooLarge = { id: 'system.content_too_large', severity: 'warn' };
    expect(await badgesOf(id)).toMatchObject([tooLarge, ...placeholders]);
  });

  test('in every mail of a batch', async () => {
    const emails = ['ada@example.com', 'grace@example.com'].map((to) => ({
      ...letter,
      html: unreadable,
      to,
    }));
    const { data } = await outputThrough('v2', platform, 'send_email_batch', { emails });
    expect(data).toHaveLength(2);
    for (const { id } of data) {
      expect(await badgesOf(id)).toMatchObject([unreadableBadge, ...placeholders]);
    }
  });

  test('by verify_content, for transactional mail and for campaigns', async () => {
    const content = { ...letter, html: unreadable };
    const { output } = await platform.call('verify_content', { ...content, purpose: 'transactional' });
    expect(output).toMatchObject({ verdict: 'pass', badges: [unreadableBadge, ...placeholders] });
    const { body } = await platform.http('POST', '/api/v2/verify/content', { body: content });
    expect(body).toMatchObject({
      name: 'content_verification_unavailable',
      badges: [
        { id: 'system.content_unreadable', severity: 'block' },
        { found: '{{ .FirstName }}', meant: '{{firstName}}' },
        { found: '{{#if vip}}' },
      ],
    });
  });

  test('as the only finding when the operator disabled verification', async () => {
    const [{ id: organization }] = (await outputThrough('tools', platform, 'list_organizations', {})).data;
    const setting = { id: organization, verify_transactional: 'off' };
    await outputThrough('tools', platform, 'update_organization', setting);
    const html = `${phishing.html}${unreadable}`;
    const { id } = await outputThrough('v2', platform, 'send_email', { ...phishing, html, to });
    expect(await badgesOf(id)).toMatchObject(placeholders);
  });
});
