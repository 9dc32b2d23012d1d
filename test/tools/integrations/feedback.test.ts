import { expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import * as payloads from '../../surfaces/rest/integrations/payloads.ts';
import {
  foreignTopic,
  snsCertificate,
  snsCertificateUrl,
  snsConfirmation,
  snsNotification,
  subscribeUrl,
  topic,
} from '../../surfaces/rest/integrations/signed-requests.ts';
import { accepted } from '../../world/mail/capture-mail.ts';
import { onBothDatabases } from '../both-databases.ts';
import { connected } from './scene.ts';

const to = payloads.ada.email;
const relayOf = {
  ses: 'email-smtp.eu-west-1.amazonaws.com',
  postmark: 'smtp.postmarkapp.com',
  sendgrid: 'smtp.sendgrid.net',
  mailgun: 'smtp.mailgun.org',
} as const;
type Relay = keyof typeof relayOf;

const bounce: Record<Relay, (about: { messageId: string }) => unknown> = {
  ses: payloads.sesBounce,
  postmark: () => payloads.postmarkBounce(),
  sendgrid: payloads.sendgridEvents,
  mailgun: payloads.mailgunFailed,
};
const complaint: Record<Relay, (about: { messageId: string }) => unknown> = {
  ses: payloads.sesComplaint,
  postmark: () => payloads.postmarkComplaint(),
  sendgrid: payloads.sendgridComplaint,
  mailgun: payloads.mailgunComplained,
};

onBothDatabases((place) => {
  /** Sends a mail that a relay accepts. */
  async function sentBy(host: string, recipient = to): Promise<{ id: string; messageId: string }> {
    const { mailbox, deliver, clock } = place().platform;
    mailbox.next({ ...accepted, by: `${host}:587` } as typeof accepted);
    // Tests share mailboxes, but each organization has its own recipient limit.
    const { id } = await place().use('send_email', {
      from: 'hello@acme.dev',
      to: recipient,
      subject: 'Hello',
      markdown: 'Hello',
    });
    await deliver();
    await clock.advance(60_000);
    const { message_id: messageId } = await place().use('get_email', { id });
    return { id, messageId };
  }

  const lastEvent = async (id: string) => (await place().use('get_email', { id })).last_event;
  const suppressed = async () =>
    (await place().use('list_suppressions', {})).data.map(({ origin }: { origin: string }) => origin);

  for (const relay of Object.keys(relayOf) as Relay[]) {
    verifies(
      'integration.feedback',
      `a bounce report of ${relay} counts like our own bounce, and the address is suppressed`,
      async () => {
        const { id, messageId } = await sentBy(relayOf[relay]);
        await place().use('create_subscriber', { email: to });
        const integration = await connected(place(), relay);
        expect((await integration.apply(bounce[relay]({ messageId }))).state).toBe('applied');
        expect(await lastEvent(id)).toBe('bounced');
        expect(await suppressed()).toEqual(['bounce']);
        expect(await place().use('get_subscriber', { subscriber: to })).toMatchObject({ status: 'BOUNCED' });
      },
    );

    verifies(
      'integration.feedback',
      `a complaint report of ${relay} suppresses all mail to the address`,
      async () => {
        const { id, messageId } = await sentBy(relayOf[relay]);
        const integration = await connected(place(), relay);
        expect((await integration.apply(complaint[relay]({ messageId }))).state).toBe('applied');
        expect(await lastEvent(id)).toBe('complained');
        expect(await suppressed()).toEqual(['complaint']);
      },
    );

    verifies(
      'integration.feedback',
      `a report of ${relay} about a mail sent another way is ignored`,
      async () => {
        const { id, messageId } = await sentBy('mx.mailbox.dev');
        const integration = await connected(place(), relay);
        const applied = await integration.apply(bounce[relay]({ messageId }));
        expect(applied.state).toBe('ignored');
        expect(applied.outcome).toContain('1 for unknown mail');
        expect(await lastEvent(id)).toBe('sent');
        expect(await suppressed()).toEqual([]);
      },
    );
  }

  verifies('integration.feedback', 'a report about a mail of another organization is ignored', async () => {
    const { platform } = place();
    const other = await platform.addOrganization('Beside');
    platform.mailbox.next({ ...accepted, by: `${relayOf.sendgrid}:587` } as typeof accepted);
    const { id } = (
      await platform.http('POST', '/api/v2/emails', {
        token: other.token,
        body: { from: 'hello@acme.dev', to, subject: 'Hello', markdown: 'Hello' },
      })
    ).body;
    await platform.deliver();
    const integration = await connected(place(), 'sendgrid');
    const messageId = `<${id}@acme.dev>`;
    expect((await integration.apply(payloads.sendgridEvents({ messageId }))).state).toBe('ignored');
    const { body } = await platform.http('GET', `/api/v2/emails/${id}`, { token: other.token });
    expect(body.last_event).toBe('sent');
  });

  verifies('integration.feedback', 'the mapping can name a relay with another host name', async () => {
    const { messageId } = await sentBy('mail-proxy.acme.dev');
    const integration = await connected(place(), 'sendgrid', { mapping: { relay: 'mail-proxy.acme.dev' } });
    expect((await integration.apply(payloads.sendgridEvents({ messageId }))).state).toBe('applied');
  });

  verifies(
    'integration.feedback',
    'a report about another recipient than the mail’s changes nothing',
    async () => {
      const { messageId } = await sentBy(relayOf.sendgrid);
      const integration = await connected(place(), 'sendgrid');
      const applied = await integration.apply(payloads.sendgridEvents({ to: 'bea@mailbox.dev', messageId }));
      expect(applied.state).toBe('ignored');
    },
  );

  verifies(
    'integration.sns-topic',
    'the first SNS topic confirmed through the secret URL is trusted, and no topic afterwards',
    async () => {
      const { platform } = place();
      platform.documents.found.set(subscribeUrl(), {
        text: '<ConfirmSubscriptionResponse/>',
        mediaType: 'text/xml',
      });
      const ses = await connected(place(), 'ses', { signed: false });
      const { clock } = platform;
      const early = await ses.send(snsNotification(payloads.sesBounce(), clock.now()));
      expect(early.status).toBe(401);
      expect((await ses.send(snsConfirmation(clock.now()))).status).toBe(200);
      await platform.deliver();
      expect(platform.documents.asked).toContain(subscribeUrl());
      expect(await ses.events()).toMatchObject([
        { state: 'applied', outcome: 'The subscription was confirmed' },
      ]);
      // Signed by SNS for a topic of another account.
      const foreign = { TopicArn: foreignTopic };
      expect((await ses.send(snsNotification(payloads.sesBounce(), clock.now(), foreign))).status).toBe(401);
      expect((await ses.send(snsConfirmation(clock.now(), foreignTopic))).status).toBe(401);
      expect((await ses.send(snsNotification(payloads.sesBounce(), clock.now(), {}, '1'))).status).toBe(200);
      const { topic: believed, last_fault } = await place().use('get_integration', { id: ses.id });
      expect([believed, last_fault]).toEqual([topic, 'A message from another SNS topic was rejected']);
    },
  );

  verifies(
    'integration.sns-certificate',
    'only the certificate and the subscription URL on the topic’s own host are fetched',
    async () => {
      const { platform } = place();
      const ses = await connected(place(), 'ses', { signed: false });
      const { clock, documents } = platform;
      const path = new URL(snsCertificateUrl).pathname;
      const before = documents.asked.length;
      for (const url of [
        `https://sns.us-east-1.amazonaws.com${path}`,
        `https://sns.eu-west-1.amazonaws.com.evil.example${path}`,
        `https://evil.example/${path}`,
        `http://sns.eu-west-1.amazonaws.com${path}`,
        `https://sns.eu-west-1.amazonaws.com:8443${path}`,
        `https://user@sns.eu-west-1.amazonaws.com${path}`,
        'https://sns.eu-west-1.amazonaws.com/latest/meta-data',
        `https://sns.eu-west-1.amazonaws.com${path}?x=1`,
      ]) {
        const { status } = await ses.send(snsConfirmation(clock.now(), topic, { SigningCertURL: url }));
        expect([url, status]).toEqual([url, 401]);
      }
      for (const url of [
        'https://169.254.169.254/latest/meta-data',
        subscribeUrl(foreignTopic),
        subscribeUrl().replace('ConfirmSubscription', 'DeleteTopic'),
        subscribeUrl().replace('eu-west-1', 'us-east-1'),
        `${subscribeUrl()}&Action=DeleteTopic`,
      ]) {
        const { status } = await ses.send(snsConfirmation(clock.now(), topic, { SubscribeURL: url }));
        expect([url, status]).toEqual([url, 401]);
      }
      expect(documents.asked.slice(before)).toEqual([]);
    },
  );

  verifies(
    'integration.sns-certificate',
    'a message whose certificate is unavailable gets 503, so that SNS retries',
    async () => {
      const { documents, clock } = place().platform;
      const ses = await connected(place(), 'ses', { signed: false });
      const path = 'SimpleNotificationService-ffffffffffffffffffffffffffffffff.pem';
      const url = `https://sns.eu-west-1.amazonaws.com/${path}`;
      const answer = await ses.send(snsConfirmation(clock.now(), topic, { SigningCertURL: url }));
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
      documents.found.set(url, { text: snsCertificate.certificate.toString() });
      const asked = documents.asked.length;
      // The certificate is not fetched again at once, because a sender that knows the URL could cause endless
      // fetches.
      expect((await ses.send(snsConfirmation(clock.now(), topic, { SigningCertURL: url }))).status).toBe(503);
      expect(documents.asked.length).toBe(asked);
      await clock.advance(61_000);
      expect((await ses.send(snsConfirmation(clock.now(), topic, { SigningCertURL: url }))).status).toBe(200);
    },
  );

  verifies(
    'integration.retries',
    'a subscription that cannot be confirmed is retried and then fails',
    async () => {
      const { platform } = place();
      platform.documents.found.delete(subscribeUrl());
      const ses = await connected(place(), 'ses', { signed: false });
      expect((await ses.send(snsConfirmation(platform.clock.now()))).status).toBe(200);
      for (let attempt = 0; attempt < 7; attempt += 1) {
        await platform.deliver();
        await platform.clock.advance(7 * 3_600_000);
      }
      expect(await ses.events()).toMatchObject([{ state: 'failed' }]);
      platform.documents.found.set(subscribeUrl(), { text: '', mediaType: 'text/xml' });
      expect(await place().use('replay_integration_events', { id: ses.id })).toMatchObject({
        replayed: 1,
      });
      await platform.deliver();
      expect(await ses.events()).toMatchObject([{ state: 'applied' }]);
    },
  );
});
