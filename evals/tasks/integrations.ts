import { type EvalTask, firstOf, unsaid } from '../task.ts';

const secret = 'whsec_9kQ2vYc7LxA4sDf8';

export const integrationTasks: readonly EvalTask[] = [
  {
    id: 'connect-stripe',
    group: 'audience',
    ask: `Connect our Stripe, so that new customers become subscribers with the tag customer. The signing secret of the endpoint is ${secret}. If you cannot, tell me how I do it.`,
    async world() {},
    callsMax: 4,
    async check(world, transcript) {
      const { data: webhooks } = await world.use('list_webhooks', {});
      return firstOf(
        webhooks.length > 0 && 'a webhook out of Posthouse does not bring customers in',
        unsaid(transcript, /create_integration|\/integrations/),
        transcript.answer.includes(secret) && 'the secret was written out once more',
      );
    },
    async script() {
      return 'A person connects it: POST /api/v2/integrations with provider stripe, your secret and mapping.tags customer; enter the url of the answer at Stripe.';
    },
  },
];
