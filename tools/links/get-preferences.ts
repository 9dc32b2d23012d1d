import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { answerPreferences, linkRecipient } from '../../src/engine/consent/link-recipient.ts';
import { IdInput } from '../../src/model/id.ts';
import { Preferences } from '../../src/model/subscriber/consent.ts';
import { preferencesExample } from './preferences-example.ts';

export const getPreferences = defineTool({
  name: 'get_preferences',
  title: 'Get preferences',
  summary: 'Show the email preferences of a mail’s recipient.',
  toolset: 'deliverability',
  doors: ['link'],
  input: z.strictObject({ id: IdInput.describe('Email id') }),
  output: Preferences,
  failures: ['not_found'],
  effect: 'read',
  needs: 'subscribers.read',
  rest: null,
  example: { input: { id: 'eml_01kb3k7f5d2c8n1r4s6t9v0w3x' }, output: preferencesExample },
  async run({ engine, store, now, fail }, { id }) {
    return await answerPreferences(store, (await linkRecipient(engine, store, id, now)) ?? fail('not_found'));
  },
});
