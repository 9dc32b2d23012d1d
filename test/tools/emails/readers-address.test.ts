import { describe, expect, onTestFinished, test } from 'vitest';
import type { VerifiedContent } from '../../../src/model/verification/content/verdict.ts';
import { verifyContent } from '../../../src/model/verification/content/verify-content.ts';
import { doors, outputThrough } from '../../spec/doors.ts';
import { openSmtp, submit } from '../../surfaces/smtp/scene.ts';
import { openPlatform } from '../../world/platform.ts';

const providers = ['gmail.com', 'yahoo.com', 'icloud.com', 'outlook.com'];
const booking = (address: string) => ({
  from: 'Harbour House <stay@harbour-house.example>',
  subject: `Booking for ${address}`,
  html: `<p>Your room is ready for ${address}. Sign in with your password to choose a breakfast, or write to stay@harbour-house.example.</p>`,
});

function letter(subject: string, html: string): VerifiedContent {
  const from = {
    displayName: 'Northfield',
    address: 'mail@northfield.example',
    domain: 'northfield.example',
  };
  return { from, subject, preview: null, html, text: null, purpose: 'campaign' };
}

describe("a mail that mentions its recipient's address", () => {
  test.each(doors.all)('is accepted through %s without a badge', async (door) => {
    const posthouse = await openPlatform();
    onTestFinished(() => posthouse.close());
    for (const provider of providers) {
      const to = `ada@${provider}`;
      const { id } = await outputThrough(door, posthouse, 'send_email', { ...booking(to), to });
      const { output } = await posthouse.call('get_email', { id });
      expect(output).toMatchObject({ badges: [] });
    }
  });

  test('is accepted over SMTP without a badge', async () => {
    const scene = await openSmtp();
    const client = await scene.client();
    const to = 'ada@gmail.com';
    const { from, subject, html } = booking(to);
    const head = [
      `From: ${from}`,
      `To: ${to}`,
      `Subject: ${subject}`,
      'Content-Type: text/html; charset=utf-8',
    ];
    const reply = await submit(client, `${head.join('\r\n')}\r\n\r\n${html}\r\n`, to);
    expect(reply.code).toBe(250);
    const [mail] = await scene.mails();
    const { output } = await scene.call('get_email', { id: String(mail!.id) });
    expect(output).toMatchObject({ badges: [] });
  });

  test('gets a badge if the address belongs to another person', async () => {
    const posthouse = await openPlatform();
    onTestFinished(() => posthouse.close());
    const noticed = async (to: string): Promise<unknown[]> => {
      const { id } = await outputThrough('v2', posthouse, 'send_email', { ...booking('ada@gmail.com'), to });
      const { output } = await posthouse.call('get_email', { id });
      return (output as { badges: unknown[] }).badges;
    };
    expect(await noticed('bob@gmail.com')).not.toEqual([]);
    expect(await noticed('ada@gmail.com')).toEqual([]);
    expect(await noticed('bob@gmail.com')).not.toEqual([]);
  });
});

describe('an address in a text', () => {
  const ask = 'Verify your password within 24 hours or your account will be closed.';
  const ids = (content: VerifiedContent) => verifyContent(content).badges.map(({ id }) => id);

  test.each(providers)('at %s does not count as a brand name', (provider) => {
    const content = letter(`Form sent by ada@${provider}`, `<p>${ask} It is about ada@${provider}.</p>`);
    expect(ids(content)).not.toContain('phishing.brand_impersonation');
  });

  test.each([
    ['that is a name with a sign in it', 'P@ypal.com'],
    ['beside the name itself', 'Paypal, help@paypal.com'],
  ])('does not hide a brand name %s', (_, name) => {
    const content = letter(
      `${name}: your account`,
      `<p>${ask}</p><a href="https://review.example/x">Verify</a>`,
    );
    expect(ids(content)).toContain('phishing.brand_impersonation');
  });
});
