import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invoke } from '../../../src/contract/invoke.ts';
import { hashSubject } from '../../../src/engine/approval/send-approvals.ts';
import { canMail } from '../../../src/model/approval/operation-classes.ts';
import { wouldBeCaptured } from '../../../src/model/email/captured.ts';
import { Failure } from '../../../src/model/failure.ts';
import { hourMs } from '../../../src/model/instant.ts';
import type { PreviewedSend, SendPreview } from '../../../src/model/sending/send-preview.ts';
import { onBothDatabases, type Place } from '../../tools/both-databases.ts';
import { phishing } from '../../tools/verification/scene.ts';
import { refused, unreachable } from '../../world/mail/capture-mail.ts';
import {
  callerIn,
  countOf,
  draftCampaign,
  everyRow,
  previewed,
  previewedIn,
  settle,
  toolNamed,
} from '../approval/preview-scene.ts';
import { addReaders, readers, untilSent } from '../campaigns/campaign-scene.ts';

const mail = { from: 'Acme <hello@acme.dev>', subject: 'Your order', markdown: 'It is on its way.' };

/** Returns the mailed recipients of a batch or test, and those skipped as suppressed. */
async function mailed(place: Place, ids: readonly { id: string }[]) {
  const emails = await Promise.all(ids.map(({ id }) => place.use('get_email', { id })));
  const suppressed = emails.filter(({ last_event }) => last_event === 'suppressed').length;
  return { mailed: emails.length - suppressed, suppressed };
}

onBothDatabases((place) => {
  describe('an approval of a preview is bound to', () => {
    const changed = { failure: 'confirmation_required', details: { reason: 'changed' } };

    it('the resumed campaign', async () => {
      const here = place();
      const campaignId = await pausedCampaign(here, 3);
      const approval = (await previewedIn(here, 'resume_campaign', { campaignId }))!;
      await settle(here, { sendingEnabled: false });
      await expect(runAgreed(here, 'resume_campaign', { campaignId }, approval)).rejects.toMatchObject(
        changed,
      );
      expect((await here.use('get_campaign', { campaignId })).paused).toBe(true);
      await settle(here, { sendingEnabled: true });
      await runAgreed(here, 'resume_campaign', { campaignId }, approval);
      expect((await here.use('get_campaign', { campaignId })).paused).toBe(false);
      await untilSent(here.platform, here.organization, campaignId, { stepMs: hourMs });
    });

    it('the retried mail', async () => {
      const here = place();
      const id = await failedEmail(here);
      const approval = (await previewedIn(here, 'retry_email', { id }))!;
      await settle(here, { sendingEnabled: false });
      await expect(runAgreed(here, 'retry_email', { id }, approval)).rejects.toMatchObject(changed);
      expect((await here.use('get_email', { id })).last_event).toBe('failed');
      await settle(here, { sendingEnabled: true });
      await runAgreed(here, 'retry_email', { id }, approval);
      expect((await here.use('get_email', { id })).last_event).toBe('queued');
      await here.platform.deliver();
    });
  });

  describe('a dry run writes nothing', () => {
    it.each<[string, (here: Place) => Promise<unknown>]>([
      ['send_email', async () => ({ ...mail, to: 'ada@mailbox.dev' })],
      [
        'send_email_batch',
        async () => ({ emails: [{ ...mail, to: 'ada@mailbox.dev' }], validation: 'permissive' }),
      ],
      ['send_test_email', async () => ({ ...mail, to: ['ada@mailbox.dev', 'bob@example.com'] })],
      ['retry_email', async (here) => ({ id: await failedEmail(here) })],
      [
        'test_campaign',
        async (here) => ({ campaignId: (await draftCampaign(here)).id, to: ['a@mailbox.dev'] }),
      ],
      [
        'send_campaign',
        async (here) => {
          await addReaders(here.platform, here.organization, readers(3));
          return { campaignId: (await draftCampaign(here)).id };
        },
      ],
      ['resume_campaign', async (here) => ({ campaignId: await pausedCampaign(here, 3) })],
      ['create_subscriber', async () => ({ email: 'ada@mailbox.dev', doubleOptIn: true })],
      ['save_subscribers', async () => ({ subscribers: [{ email: 'ada@mailbox.dev', doubleOptIn: true }] })],
      ['update_subscriber', async (here) => movedSubscriber(here)],
      [
        'track_event',
        async (here) => {
          await settle(here, { doubleOptIn: true });
          return { name: 'signed.up', email: 'new@mailbox.dev' };
        },
      ],
    ])('for %s', async (tool, inputIn) => {
      const here = place();
      const input = await inputIn(here);
      const capped = await callerIn(here, { send_cap: { per_hour: 50, per_day: null } });
      const caller = tool === 'retry_email' ? await callerIn(here) : capped;
      const before = await everyRow(here);
      const preview = await previewed(here, tool, input, caller);
      expect(await everyRow(here)).toEqual(before);
      expect(preview).toMatchObject({ object: 'send_preview', tool });
      expect(preview.recipients).toBeGreaterThan(0);
      expect(canMail(tool)).toBe(true);
    });
  });

  describe('a preview predicts the result of', () => {
    const kinds = ['real', 'fixture', 'suppressed', 'tired', 'phishing', 'unreadable'] as const;

    it('any batch, strict or permissive', async () => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 7 }),
          fc.constantFrom('strict' as const, 'permissive' as const),
          async (wanted, validation) => {
            const here = place();
            run += 1;
            const emails = [];
            for (const [index, kind] of wanted.entries())
              emails.push(await mailOf(here, kind, `${run}-${index}`));
            const input = { emails, validation };
            const preview = await previewed(here, 'send_email_batch', input).catch((error: unknown) => error);
            const answer = await here.use('send_email_batch', input).catch((error: unknown) => error);
            if (answer instanceof Failure) {
              if (preview instanceof Failure) {
                expect(preview.message).toBe(answer.message);
                return;
              }
              expect(preview).toMatchObject({
                recipients: 0,
                warnings: [`The send would be refused: ${whyOf(answer)}`, ...laterWarnings(preview)],
              });
              return;
            }
            const seen = preview as Awaited<ReturnType<typeof previewed>>;
            const fate = await mailed(here, answer.data);
            expect(seen.recipients).toBe(fate.mailed);
            expect(countOf(seen, 'suppressed')).toBe(fate.suppressed);
            const errors: { name: string }[] = answer.errors ?? [];
            const named = (name: string) => errors.filter((one) => one.name === name).length;
            expect(countOf(seen, 'rate_limited')).toBe(named('RECIPIENT_RATE_LIMITED'));
            expect(countOf(seen, 'content_blocked')).toBe(named('content_verification_failed'));
            expect(countOf(seen, 'invalid')).toBe(named('validation_error'));
          },
        ),
        { numRuns: 25, seed: 20_261_122 },
      );
    });

    it('a single mail: real, test, suppressed, or refused by the guard, the token or the verifier', async () => {
      const here = place();
      for (const kind of ['real', 'fixture', 'suppressed', 'tired', 'phishing'] as const) {
        const input = await mailOf(here, kind, `one-${kind}`);
        const { recipients, warnings, delivery } = await previewed(here, 'send_email', input);
        const answer = await here.use('send_email', input).catch((error: unknown) => error);
        if (answer instanceof Failure) {
          expect([recipients, warnings[0]]).toEqual([0, `The send would be refused: ${whyOf(answer)}`]);
        } else {
          expect(recipients).toBe((await mailed(here, [answer])).mailed);
          const { delivery_mode } = await here.use('get_email', answer);
          if (recipients > 0) expect(delivery).toBe(delivery_mode);
        }
      }
      const limited = await callerIn(here, { allowed_recipients: ['*@acme.dev'] });
      const refusal = await previewed(here, 'send_email', { ...mail, to: 'ada@mailbox.dev' }, limited);
      expect(refusal.warnings[0]).toBe(
        'The send would be refused: This API token cannot send to this recipient',
      );
      expect(countOf(refusal, 'not_allowed')).toBe(1);
    });

    it('a batch by a token near its cap, which is refused as a whole', async () => {
      const here = place();
      const caller = await callerIn(here, { send_cap: { per_hour: 2, per_day: null } });
      const input = { emails: [1, 2, 3].map((n) => ({ ...mail, to: `cap-${n}@mailbox.dev` })) };
      const preview = await previewed(
        here,
        'send_email_batch',
        { ...input, validation: 'permissive' },
        caller,
      );
      expect(preview).toMatchObject({ recipients: 0, skipped: [{ reason: 'send_cap', count: 3 }] });
      expect(preview.warnings[0]).toBe('The send would be refused: This API token has reached its send_cap');
    });

    it('a batch, and counts the subjects that it does not show', async () => {
      const here = place();
      const emails = Array.from({ length: 8 }, (_, n) => ({
        ...mail,
        to: `differs-${n}@mailbox.dev`,
        subject: `Order ${Math.min(n, 6)}`,
      }));
      const few = await previewed(here, 'send_email_batch', { emails: emails.slice(0, 5) });
      expect(few).not.toHaveProperty('subjects_more');
      expect(await previewed(here, 'send_email_batch', { emails })).toMatchObject({
        subjects: ['Order 0', 'Order 1', 'Order 2', 'Order 3', 'Order 4'],
        subjects_more: 2,
      });
    });

    it('a test mail to several addresses, which is sent to all or none', async () => {
      const here = place();
      await here.use('add_suppression', { email: 'gone@mailbox.dev' });
      const input = { ...mail, to: ['ada@mailbox.dev', 'gone@mailbox.dev', 'bob@example.com'] };
      const preview = await previewed(here, 'send_test_email', input);
      expect(preview).toMatchObject({ recipients: 2, delivery: 'mixed', subjects: ['[Test] Your order'] });
      expect(await mailed(here, (await here.use('send_test_email', input)).data)).toEqual({
        mailed: preview.recipients,
        suppressed: countOf(preview, 'suppressed'),
      });
      const campaignId = (await draftCampaign(here)).id;
      const test = { campaignId, to: input.to };
      const seen = await previewed(here, 'test_campaign', test);
      expect(await mailed(here, (await here.use('test_campaign', test)).data)).toEqual({
        mailed: seen.recipients,
        suppressed: countOf(seen, 'suppressed'),
      });
    });

    it('a campaign, including recipients skipped by status, suppression or token', async () => {
      const here = place();
      const { platform, organization } = here;
      await addReaders(platform, organization, [...readers(6), 'pat@example.com', 'one@other.dev']);
      await here.use('unsubscribe_subscriber', { subscriber: 'reader-1@mailbox.dev' });
      await here.use('add_suppression', { email: 'reader-2@mailbox.dev' });
      const caller = await callerIn(here, { allowed_recipients: ['*@mailbox.dev', '*@example.com'] });
      const input = { campaignId: (await draftCampaign(here)).id };
      const preview = await previewed(here, 'send_campaign', input, caller);
      await platform.call('send_campaign', input, { caller: { ...caller, door: 'v2' } });
      await untilSent(platform, organization, input.campaignId);
      const { data } = await here.use('list_campaign_recipients', { ...input, limit: 100 });
      const lines = data as { state: string; reason: string | null }[];
      const accepted = lines.filter(({ state }) => state === 'ACCEPTED').length;
      expect(preview).toMatchObject({ recipients: accepted, at_least: false, delivery: 'mixed', to: [] });
      for (const reason of ['suppressed', 'not_allowed']) {
        expect([reason, countOf(preview, reason)]).toEqual([
          reason,
          lines.filter((line) => line.reason === reason).length,
        ]);
      }
      expect(countOf(preview, 'unsubscribed')).toBe(1);
      expect(preview.recipients).toBe(5);
    });

    it('a resumed campaign with waiting recipients', async () => {
      const here = place();
      const campaignId = await pausedCampaign(here, 8);
      await here.use('unsubscribe_subscriber', { subscriber: 'reader-8@mailbox.dev' });
      const before = here.platform.mailbox.messages.length;
      const preview = await previewed(here, 'resume_campaign', { campaignId });
      // One of the eight was mailed before the pause.
      expect(preview.recipients).toBe(6);
      expect(countOf(preview, 'unsubscribed')).toBe(1);
      await here.use('resume_campaign', { campaignId });
      await untilSent(here.platform, here.organization, campaignId, { stepMs: hourMs });
      expect(here.platform.mailbox.messages.length - before).toBe(preview.recipients);
    });

    it('a resumed campaign with mail that could not be sent', async () => {
      const here = place();
      here.platform.mailbox.next(unreachable());
      const campaignId = await pausedCampaign(here, 4);
      expect((await previewed(here, 'resume_campaign', { campaignId })).recipients).toBe(4);
      const before = here.platform.mailbox.messages.length;
      await here.use('resume_campaign', { campaignId });
      await untilSent(here.platform, here.organization, campaignId, { stepMs: hourMs });
      expect(here.platform.mailbox.messages.length - before).toBe(4);
    });

    it('a retry', async () => {
      const here = place();
      const id = await failedEmail(here);
      expect(await previewed(here, 'retry_email', { id })).toMatchObject({
        recipients: 1,
        to: ['ada@mailbox.dev'],
        delivery: 'live',
      });
      await here.use('add_suppression', { email: 'ada@mailbox.dev' });
      expect(await previewed(here, 'retry_email', { id })).toMatchObject({
        recipients: 0,
        skipped: [{ reason: 'suppressed', count: 1 }],
      });
      await here.use('retry_email', { id });
      await here.platform.deliver();
      expect((await here.use('get_email', { id })).last_event).toBe('suppressed');
      await expect(previewed(here, 'retry_email', { id })).rejects.toMatchObject({ failure: 'conflict' });
    });

    it('resuming a running campaign: no preview', async () => {
      const here = place();
      const campaignId = await pausedCampaign(here, 3);
      await here.use('resume_campaign', { campaignId });
      expect(await previewedIn(here, 'resume_campaign', { campaignId })).toBeNull();
      expect(await previewed(here, 'resume_campaign', { campaignId })).toMatchObject({ recipients: 0 });
      await untilSent(here.platform, here.organization, campaignId, { stepMs: hourMs });
    });

    it('saves with opt-in requests, and is null for saves without requests', async () => {
      const here = place();
      const subscribers = [
        { email: 'a@mailbox.dev', doubleOptIn: true },
        { email: 'b@mailbox.dev', doubleOptIn: true },
        { email: 'A@mailbox.dev', firstName: 'Ada' },
        { email: 'c@mailbox.dev' },
        { email: 'not an address' },
      ];
      const previewed = await previewedIn(here, 'save_subscribers', { subscribers });
      expect(previewed).toMatchObject({ bulk: true, preview: { recipients: 2, delivery: 'live' } });
      const before = here.platform.mailbox.messages.length;
      await here.use('save_subscribers', { subscribers });
      await here.platform.deliver();
      expect(here.platform.mailbox.messages.length - before).toBe(2);
      // Recently requested: saving them again sends no request.
      expect(await previewedIn(here, 'save_subscribers', { subscribers })).toBeNull();
      const one = { email: 'd@mailbox.dev', doubleOptIn: true };
      expect(await previewedIn(here, 'create_subscriber', one)).toMatchObject({ bulk: false });
      expect(await previewedIn(here, 'create_subscriber', { email: 'd@mailbox.dev' })).toBeNull();
      expect(await previewedIn(here, 'track_event', { name: 'seen', email: 'e@mailbox.dev' })).toBeNull();
      expect(await previewedIn(here, 'update_subscriber', { subscriber: 'c@mailbox.dev' })).toBeNull();
    });
  });

  it('a preview warns of disabled sending, a test-mode token and an unverified domain', async () => {
    const here = place();
    const input = { ...mail, to: 'ada@mailbox.dev' };
    expect((await previewed(here, 'send_email', input)).warnings).toEqual([
      'acme.dev is not verified, so its mail may be treated as spam',
    ]);
    const test = await callerIn(here, { mode: 'test' });
    expect(await previewed(here, 'send_email', input, test)).toMatchObject({
      delivery: 'test',
      recipients: 1,
      warnings: ['This API token has mode test: no real mail is sent'],
    });
    await settle(here, { sendingEnabled: false });
    expect(await previewed(here, 'send_email', input)).toMatchObject({
      delivery: 'captured',
      recipients: 1,
      warnings: [wouldBeCaptured],
    });
  });
});

/** The explanation for an assistant: the guard rule and its end. */
function whyOf({ explanation, message }: Failure): string {
  return explanation ?? message;
}

function laterWarnings(preview: unknown): string[] {
  return (preview as SendPreview).warnings.slice(1);
}

async function mailOf(
  here: Place,
  kind: string,
  name: string,
): Promise<Record<string, unknown> & { to: string }> {
  const to = `${kind}-${name}@mailbox.dev`;
  switch (kind) {
    case 'fixture':
      return { ...mail, to: `${name}@example.com` };
    case 'suppressed':
      await here.use('add_suppression', { email: to });
      return { ...mail, to };
    case 'tired':
      for (let send = 0; send < 5; send += 1) await here.use('send_email', { ...mail, to });
      return { ...mail, to };
    case 'phishing':
      return { ...phishing, to };
    case 'unreadable':
      return { ...mail, to: 'not an address' };
    default:
      return { ...mail, to };
  }
}

async function failedEmail(here: Place): Promise<string> {
  const { id } = await here.use('send_email', { ...mail, to: 'ada@mailbox.dev' });
  here.platform.mailbox.next({ ...refused(554, 'data', '5.6.0'), by: 'posthouse' });
  await here.platform.deliver();
  expect((await here.use('get_email', { id })).last_event).toBe('failed');
  return id;
}

/** A campaign paused after its first mail. */
async function pausedCampaign(here: Place, amount: number): Promise<string> {
  await addReaders(here.platform, here.organization, readers(amount));
  const { id } = await draftCampaign(here, { throttle: { perHour: 1 } });
  await here.use('send_campaign', { campaignId: id });
  await here.platform.deliver();
  await here.use('pause_campaign', { campaignId: id });
  return id;
}

/** Runs a tool as after the approval of its preview. */
async function runAgreed(here: Place, name: string, input: object, { about, preview }: PreviewedSend) {
  const approval = { about: hashSubject(about), recipients: preview.recipients, shownAt: 0 };
  const listening = {
    signal: new AbortController().signal,
    progress() {},
    permit: { kind: 'approved', approval } as const,
  };
  const { engine } = here.platform.platform;
  return await invoke(engine, toolNamed(name), await callerIn(here), input, undefined, listening);
}

async function movedSubscriber(here: Place): Promise<Record<string, unknown>> {
  await here.use('create_subscriber', { email: 'old@mailbox.dev' });
  await settle(here, { doubleOptIn: true });
  return { subscriber: 'old@mailbox.dev', email: 'new@mailbox.dev' };
}
