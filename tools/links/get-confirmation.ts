import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { findConfirmation } from '../../src/engine/consent/confirm-link.ts';
import { ConfirmationShown, ConfirmLink } from '../../src/model/subscriber/consent.ts';
import { confirmationExample } from './confirmation-example.ts';

export const getConfirmation = defineTool({
  name: 'get_confirmation',
  title: 'Get confirmation',
  summary: 'Show the subscription that an opt-in link would confirm.',
  toolset: 'deliverability',
  doors: ['link'],
  input: z.strictObject({ link: ConfirmLink }),
  output: ConfirmationShown,
  failures: ['not_found'],
  effect: 'read',
  needs: 'subscribers.read',
  rest: null,
  example: { input: { link: confirmationExample.link }, output: confirmationExample.before },
  async run({ engine, store, now, fail }, { link }) {
    const found = await findConfirmation(engine, store, link, now);
    return found?.shown ?? fail('not_found');
  },
});
