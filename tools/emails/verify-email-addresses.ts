import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { verifyAddresses } from '../../src/engine/recipients/verify-address.ts';
import { Verification, verificationResults } from '../../src/model/verification/verification-answer.ts';
import { verifyEmailAddress } from './verify-email-address.ts';

const batchSizeMax = 1_000;

const Counts = z.object(
  Object.fromEntries(verificationResults.map((result) => [result, z.int()])) as Record<
    (typeof verificationResults)[number],
    z.ZodInt
  >,
);

export const verifyEmailAddresses = defineTool({
  name: 'verify_email_addresses',
  title: 'Verify many email addresses',
  summary: 'Check whether 1 to 1,000 addresses can receive mail.',
  advice: 'It sends nothing. TIMEOUT means that the check took too long: try again.',
  toolset: 'core',
  rare: true,
  input: z.strictObject({
    emails: z.array(verifyEmailAddress.input.shape.email).min(1).max(batchSizeMax),
  }),
  output: z.object({
    data: z.array(Verification).describe('One result per address, in request order'),
    summary: Counts.describe('Counts by result'),
  }),
  failures: [],
  effect: 'read',
  needs: 'emails.send',
  rest: { route: 'POST /verify/batch' },
  example: {
    input: { emails: ['ada@gmial.com'] },
    output: {
      data: [verifyEmailAddress.example.output],
      summary: { deliverable: 0, undeliverable: 1, risky: 0, unknown: 0 },
    },
  },
  async run({ engine, store, now, signal, progress }, { emails }) {
    const setting = { world: engine.world, runners: engine.settings.testRunners, store, now };
    const data = await verifyAddresses(emails, setting, { signal, progress });
    const summary = { deliverable: 0, undeliverable: 0, risky: 0, unknown: 0 };
    for (const { result } of data) summary[result] += 1;
    return { data, summary };
  },
});
