import { describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '../../../src/model/instant.ts';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import { accepted, refused } from '../../world/mail/capture-mail.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { onBothDatabases, type Place } from '../both-databases.ts';

const mail = { from: 'hello@acme.dev', subject: 'Hello', markdown: 'Hello' };
const policy = refused(550, 'rcpt', '5.7.1');
const full = refused(552, 'rcpt', '5.2.2');
const gone = refused(550, 'rcpt', '5.1.1');
let mailboxes = 0;

async function bounced({ use, platform }: Place, by: typeof policy): Promise<string> {
  mailboxes += 1;
  platform.mailbox.script = () => by;
  const { id } = await use('send_email', { ...mail, to: `reader${mailboxes}@mailbox.dev` });
  await platform.deliver();
  expect((await use('get_email', { id })).last_event).toBe('bounced');
  platform.mailbox.script = () => accepted;
  return id;
}

onBothDatabases((place) => {
  describe('retrying a bounced email', () => {
    test.each([
      ['after a policy rejection', policy, 'policy'],
      ['after a full mailbox', full, 'full'],
    ])('%s is refused during the cooldown and accepted after it', async (_, by, subType) => {
      const here = place();
      const { use, refusal, platform } = here;
      const id = await bounced(here, by);
      const result = await refusal('retry_email', { id });
      expect([result.failure, result.status, result.retryAfterSeconds]).toEqual([
        'RECIPIENT_RATE_LIMITED',
        429,
        3_600,
      ]);
      expect(result.details).toEqual({
        reason: 'cooldown',
        rule: 'cooldown after a bounce',
        retry_after: 3_600,
        retry_at: new Date(platform.clock.now() + hourMs).toISOString(),
        bounce: { type: 'soft', subType },
      });
      await platform.clock.advance(hourMs);
      expect(await use('retry_email', { id })).toMatchObject({ id, last_event: 'queued' });
      await platform.deliver();
      const email = await use('get_email', { id });
      expect(email.last_event).toBe('sent');
      expect(email.events.map(({ type }: { type: string }) => type)).toEqual([
        'queued',
        'bounced',
        'queued',
        'sent',
      ]);
    });

    test('is always refused after a hard bounce', async () => {
      const here = place();
      const id = await bounced(here, gone);
      await here.platform.clock.advance(48 * hourMs);
      const result = await here.refusal('retry_email', { id });
      expect([result.failure, result.details]).toEqual([
        'conflict',
        { bounce: { type: 'hard', subType: 'mailbox' } },
      ]);
      expect((await here.use('get_email', { id })).last_event).toBe('bounced');
    });

    test('that bounces again records one more bounce without another attempt', async () => {
      const here = place();
      const { use, platform } = here;
      const id = await bounced(here, policy);
      await platform.clock.advance(hourMs);
      platform.mailbox.script = () => policy;
      await use('retry_email', { id });
      await platform.deliver();
      await platform.clock.advance(minuteMs);
      await platform.deliver();
      const { last_event, events } = await use('get_email', { id });
      expect(last_event).toBe('bounced');
      expect(events.map(({ type }: { type: string }) => type)).toEqual([
        'queued',
        'bounced',
        'queued',
        'bounced',
      ]);
    });
  });
});

describe('the next step for an assistant', () => {
  const open = async (by: typeof policy): Promise<[SimulatedPlatform, string]> => {
    const platform = await openPlatform();
    platform.mailbox.script = () => by;
    const { output } = await platform.call('send_email', { ...mail, to: 'ada@mailbox.dev' });
    await platform.deliver();
    return [platform, (output as { id: string }).id];
  };

  test('names the cause and the time after a bounce with a cooldown', async () => {
    const [platform, id] = await open(policy);
    const { result } = await assistantOf(platform).call('retry_email', { id });
    expect(result.name).toBe('RECIPIENT_RATE_LIMITED');
    expect(result.next).toContain('a policy of the receiver');
    expect(result.next).toContain(result.details.retry_at);
    await platform.close();
  });

  test('names the cause and suggests another address after a hard bounce', async () => {
    const [platform, id] = await open(gone);
    const { result } = await assistantOf(platform).call('retry_email', { id });
    expect(result.name).toBe('conflict');
    expect(result.next).toBe(
      'It bounced: the mailbox or its domain. A retry would bounce again, so ask the person for another address.',
    );
    await platform.close();
  });
});
