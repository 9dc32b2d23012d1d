import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { findConfirmation } from '../../src/engine/consent/confirm-link.ts';
import { liftUnsubscribe } from '../../src/engine/consent/link-recipient.ts';
import { keepSubscriber } from '../../src/engine/subscribers/keep-subscriber.ts';
import { ConfirmationShown, ConfirmLink, consented } from '../../src/model/subscriber/consent.ts';
import { confirmationExample } from './confirmation-example.ts';

export const confirmSubscriber = defineTool({
  name: 'confirm_subscriber',
  title: 'Confirm subscriber',
  summary: 'Confirm a subscriber who followed an opt-in link.',
  toolset: 'deliverability',
  doors: ['link'],
  input: z.strictObject({
    link: ConfirmLink,
    ip: z.string().max(45).describe('IP address recorded with the consent'),
  }),
  output: ConfirmationShown,
  failures: ['not_found'],
  effect: 'write',
  idempotent: true,
  needs: 'subscribers.write',
  rest: null,
  example: {
    input: { link: confirmationExample.link, ip: '192.0.2.7' },
    output: { ...confirmationExample.before, standing: 'subscribed' },
  },
  async run(scope, { link, ip }) {
    const { engine, now } = scope;
    return await scope.commit(async (store) => {
      const found = await findConfirmation(engine, store, link, now, 'hold');
      const { subscriber, stops } = found ?? scope.fail('not_found');
      if (subscriber.status === 'PENDING') await liftUnsubscribe(store, stops, now);
      await keepSubscriber(store, subscriber, consented(subscriber, 'double opt-in', ip, now), now);
      const after = await findConfirmation(engine, store, link, now);
      return after?.shown ?? scope.fail('not_found');
    });
  },
});
