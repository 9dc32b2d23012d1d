import { answered } from '../../test/world/simulated/receivers.ts';
import { mailed } from '../people.ts';
import { type Answer, type EvalTask, firstOf, unsaid } from '../task.ts';
import { dayMs, type EvalWorld, minuteMs } from '../world.ts';

const relay = 'https://relay.acme.dev/slack/bounces';
const shop = 'https://shop.acme.dev/hooks/posthouse';

/** Creates a webhook that refuses every message until it is disabled, and accepts messages afterwards. */
async function refusedByShop(world: EvalWorld): Promise<void> {
  world.receivers.answers.set(shop, [
    answered(401, null, '{"error":"webhook-signature does not match: wrong secret"}'),
  ]);
  const { id } = await world.use('save_webhook', { url: shop, events: ['email.sent'] });
  world.kept.set('webhook', id);
  await mailed(world, 'ada@mailbox.dev');
  await mailed(world, 'omar@mailbox.dev');
  await world.pass(6 * dayMs);
  // The attempt for this mail is the first after 120 hours without a success.
  await mailed(world, 'grace@mailbox.dev');
  await world.pass(minuteMs);
  world.receivers.answers.set(shop, [204]);
}

async function webhookTo(world: EvalWorld, url: string): Promise<Answer | undefined> {
  const { data } = await world.use('list_webhooks', {});
  return data.find((one: Answer) => one.url === url);
}

export const webhookTasks: readonly EvalTask[] = [
  {
    id: 'tell-slack-of-bounces',
    group: 'webhooks',
    ask: `Tell our Slack when a mail bounces, and of nothing else. Our relay for it takes webhooks at ${relay}.`,
    async world() {},
    callsMax: 4,
    async check(world, transcript) {
      const webhook = await webhookTo(world, relay);
      return firstOf(
        !webhook && 'there is no webhook to the relay',
        webhook?.status !== 'enabled' && 'the webhook is not enabled',
        webhook?.events.join() !== 'email.bounced' &&
          `it is told of ${webhook?.events.join() || 'everything'}`,
        unsaid(transcript, /whsec_/),
      );
    },
    async script({ call, send }) {
      const saved = await send('save_webhook', { url: relay, events: ['email.bounced'] });
      const { id, signing_secret } = saved!;
      await call('test_webhook', { webhook: id });
      return `Bounces are posted to the relay. Its signing secret is ${signing_secret}`;
    },
    async wrong({ send }) {
      const saved = await send('save_webhook', { url: relay, events: ['email.*'] });
      return `Done: ${saved!.signing_secret}`;
    },
  },
  {
    id: 'why-webhook-stopped',
    group: 'webhooks',
    ask: 'Our shop hears nothing of our mails any more. Why did that webhook stop? Only tell me, change nothing.',
    world: refusedByShop,
    callsMax: 5,
    check: async (world, transcript) =>
      firstOf(
        unsaid(transcript, /disabled|stopped|switched off|turned off/, /401|secret|signature/),
        (await webhookTo(world, shop))?.status !== 'auto_disabled' && 'the webhook was changed',
      ),
    async script({ call }) {
      const { data } = await call('list_webhooks', {});
      const { id, status, reason: because } = data.find((one: Answer) => one.url === shop);
      const { data: sent } = await call('list_webhook_deliveries', {
        webhook: id,
        status: 'failed',
        detail: 'full',
      });
      const [attempt] = sent[0].last_attempts;
      return `It is ${status}: ${because}. The shop answered ${attempt.status_code}: ${attempt.answer}`;
    },
  },
  {
    id: 'restart-webhook',
    group: 'webhooks',
    ask: 'Our shop has the right secret now. Start its webhook again and have all that failed sent once more.',
    world: refusedByShop,
    callsMax: 6,
    async check(world) {
      const { data } = await world.use('list_webhook_deliveries', { webhook: world.known('webhook') });
      return firstOf(
        (await webhookTo(world, shop))?.status !== 'enabled' && 'the webhook is not enabled',
        data.length === 0 && 'nothing is there to be sent',
        data.some(({ status }: Answer) => status === 'failed') && 'something is still failed',
      );
    },
    async script({ call }) {
      const { data } = await call('list_webhooks', {});
      const { id } = data.find((one: Answer) => one.url === shop);
      await call('save_webhook', { id, enabled: true });
      const { replayed } = await call('replay_webhook_deliveries', { webhook: id });
      return `It runs again, and ${replayed} are sent once more.`;
    },
  },
];
