import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { verifyAddress } from '../../src/engine/recipients/verify-address.ts';
import { Verification } from '../../src/model/verification/verification-answer.ts';

/** Longer than any address with a display name. */
const inputCharactersMax = 2_000;

export const verifyEmailAddress = defineTool({
  name: 'verify_email_address',
  title: 'Verify an email address',
  summary: 'Check whether an address can receive mail.',
  advice: 'It sends nothing and contacts no mail server.',
  toolset: 'core',
  input: z.strictObject({
    email: z.string().max(inputCharactersMax),
  }),
  output: Verification,
  failures: [],
  effect: 'read',
  // A token that may send to an address may also verify it.
  needs: 'emails.send',
  rest: { route: 'POST /verify', aliases: ['POST /emails/verify'] },
  example: {
    input: { email: 'ada@gmial.com' },
    output: {
      object: 'verification',
      email: 'ada@gmial.com',
      valid: false,
      result: 'undeliverable',
      code: 'DOMAIN_NOT_FOUND',
      error: 'The domain of this address does not exist',
      suggestion: 'ada@gmail.com',
      checks: {
        syntax: true,
        domain: false,
        mx: false,
        disposable: true,
        role: false,
        free: false,
        suppressed: false,
        test_mode: false,
      },
    },
  },
  async run({ engine, store, now }, { email }) {
    return await verifyAddress(email, {
      world: engine.world,
      runners: engine.settings.testRunners,
      store,
      now,
    });
  },
});
