import { describe, expect, it } from 'vitest';
import { message, openSmtp, submit } from '../../surfaces/smtp/scene.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';

const phishing = {
  from: 'Account Team <team@harbour-row.dev>',
  subject: 'Your account is limited',
  html: '<p>Dear customer, your PayPal account has been suspended. Verify your identity and confirm your password within 24 hours, or your account will be closed.</p><p><a href="https://harbour-row.dev/verify">Verify now</a></p>',
};
const refusal = 'content_verification_failed';
const badge = 'phishing.brand_impersonation';

async function set(here: Place, mode: string) {
  await here.platform.call('update_organization', { id: here.organization.id, verify_transactional: mode });
}
const send = (here: Place, path: string, body: object) =>
  here.http('POST', path, { token: here.token, body });

/** Returns the severities of a mail's badges. */
async function badgesOf(here: Place, id: string): Promise<string[]> {
  const { badges } = await here.use('get_email', { id });
  return badges
    .filter((one: { id: string }) => one.id === badge)
    .map((one: { severity: string }) => one.severity);
}

onBothDatabases((place) => {
  describe('transactional mail that looks like phishing', () => {
    it('is refused by default in each version and in a batch', async () => {
      const here = place();
      expect((await here.use('get_organization')).verify_transactional).toBe('block');
      const one = { ...phishing, to: 'ada@example.com' };
      const v2 = await send(here, '/api/v2/emails', one);
      const v1 = await send(here, '/api/v1/emails', {
        from: one.from,
        to: one.to,
        subject: one.subject,
        content: phishing.html,
        contentType: 'HTML',
      });
      const batch = await send(here, '/api/v2/emails/batch', [one]);
      expect([v2.status, v2.body.name]).toEqual([400, refusal]);
      expect([v1.status, v1.body.error]).toEqual([400, refusal]);
      expect([batch.status, batch.body.name]).toEqual([400, refusal]);
    });

    it('is sent with a warning badge if the operator chose warn', async () => {
      const here = place();
      await set(here, 'warn');
      const sent = await send(here, '/api/v2/emails', { ...phishing, to: 'ada@example.com' });
      expect(sent.status).toBe(200);
      expect(await badgesOf(here, sent.body.id)).toEqual(['warn']);
    });

    it('is sent unverified if the operator chose off, and refused again afterwards', async () => {
      const here = place();
      await set(here, 'off');
      const sent = await send(here, '/api/v2/emails', { ...phishing, to: 'ada@example.com' });
      expect(await badgesOf(here, sent.body.id)).toEqual([]);
      await set(here, 'block');
      expect((await send(here, '/api/v2/emails', { ...phishing, to: 'ada@example.com' })).status).toBe(400);
    });

    it('cannot be allowed by the organization itself', async () => {
      const here = place();
      const changed = await here.http('PATCH', '/api/v2/organization', {
        token: here.token,
        body: { verify_transactional: 'off' },
      });
      expect([changed.status, changed.body.name]).toEqual([400, 'validation_error']);
    });

    it('does not affect the verification of campaigns', async () => {
      const here = place();
      await set(here, 'off');
      const { verdict } = await here.use('verify_content', phishing);
      expect(verdict).toBe('block');
    });
  });
});

describe('a submitted message that looks like phishing', () => {
  it("is refused, sent with a badge, or sent unverified, depending on the operator's setting", async () => {
    const scene = await openSmtp();
    const { id } = scene.organization;
    const written = message()
      .replace('Hello Grace', phishing.html)
      .replace('Subject: Hello', 'Subject: Your account\r\nContent-Type: text/html');
    const submitted = async () => (await submit(await scene.client(), written)).code;
    expect(await submitted()).toBe(550);
    await scene.call('update_organization', { id, verify_transactional: 'warn' });
    expect(await submitted()).toBe(250);
    await scene.call('update_organization', { id, verify_transactional: 'off' });
    expect(await submitted()).toBe(250);
    const { data } = (await scene.http('GET', '/api/v2/emails')).body;
    const badges = await Promise.all(
      data.map(
        async ({ id: mail }: { id: string }) =>
          (await scene.http('GET', `/api/v2/emails/${mail}`)).body.badges,
      ),
    );
    expect(badges.map((each) => each.some((one: { id: string }) => one.id === badge)).sort()).toEqual([
      false,
      true,
    ]);
  });
});
