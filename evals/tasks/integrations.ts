import { createHmac } from 'node:crypto';
import { type Answer, type EvalTask, firstOf, unsaid } from '../task.ts';
import type { EvalWorld } from '../world.ts';

const secret = 'whsec_9kQ2vYc7LxA4sDf8';

/** What Stripe sends when somebody new buys, to the URL that the integration has. @returns the status of the answer */
async function bought(world: EvalWorld, url: string, email: string): Promise<number> {
  const time = Math.floor(world.clock.now() / 1000);
  const object = { id: 'cus_1', object: 'customer', email, name: 'Mila Novak' };
  const body = JSON.stringify({ id: 'evt_1', type: 'customer.created', created: time, data: { object } });
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const headers = { 'stripe-signature': `t=${time},v1=${signature}` };
  const { status } = await world.http('POST', new URL(url).pathname, { token: null, body, headers });
  await world.deliver();
  return status;
}

export const integrationTasks: readonly EvalTask[] = [
  {
    id: 'connect-stripe',
    group: 'audience',
    ask: `Connect our Stripe, so that new customers become subscribers with the tag customer. The signing secret of the endpoint is ${secret}. Tell me what to enter at Stripe.`,
    async world() {},
    callsMax: 4,
    async check(world, transcript) {
      const { data } = await world.use('list_integrations', {});
      const [integration] = data;
      if (data.length !== 1 || integration.provider !== 'stripe') return 'Stripe is not the one integration';
      const status = await bought(world, integration.url, 'mila@mailbox.dev');
      const mila = await world.subscriber('mila@mailbox.dev');
      const tags = (mila?.tags ?? []).map(({ name }: Answer) => name).join();
      return firstOf(
        status !== 200 && `an event of Stripe was answered ${status}`,
        mila === undefined && 'a new customer became no subscriber',
        tags !== 'customer' && `the tags of a new customer: ${tags}`,
        unsaid(transcript, integration.id),
      );
    },
    async script({ send }) {
      const { url } = await send('create_integration', {
        provider: 'stripe',
        secret,
        mapping: { tags: ['customer'] },
      });
      return `At Stripe, enter this endpoint URL and choose customer.*: ${url}`;
    },
  },
];
