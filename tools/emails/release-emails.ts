import { z } from 'zod';
import { listFields, pageRequest } from '../../src/contract/list.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { assertApproved } from '../../src/engine/approval/permit-checks.ts';
import type { Scope } from '../../src/engine/context/scope.ts';
import { aboutRelease, previewRelease } from '../../src/engine/delivery/preview-resend.ts';
import {
  assertMayRelease,
  capturedPage,
  releaseCaptured,
} from '../../src/engine/delivery/release-captured.ts';
import { IdInput } from '../../src/model/id.ts';
import { untrusted } from '../../src/model/text/untrusted.ts';

export const releaseEmails = defineTool({
  name: 'release_emails',
  title: 'Release captured emails',
  summary: 'Send emails that were captured (stored, not sent) while sending was off.',
  advice: 'While has_more is true, call again with next_after as after.',
  toolset: 'deliverability',
  rare: true,
  input: z.strictObject({
    limit: listFields.limit,
    after: IdInput.optional(),
    campaign: IdInput.optional().describe('Campaign id'),
  }),
  output: z.object({
    object: z.literal('release'),
    released: z.int(),
    refused: z.array(
      z.object({ id: z.string(), to: untrusted(z.string()), name: z.string(), message: z.string() }),
    ),
    has_more: z.boolean(),
    next_after: z.string().nullable(),
  }),
  failures: ['conflict', 'restricted_api_key'],
  effect: 'send',
  needs: 'emails.send',
  rest: { route: 'POST /emails/release' },
  example: {
    input: { limit: 100 },
    output: { object: 'release', released: 2, refused: [], has_more: false, next_after: null },
  },
  async preview(scope, input) {
    assertMayRelease(scope);
    return await previewRelease(scope, (await pageOf(scope, input)).emails);
  },
  async run(scope, input) {
    assertMayRelease(scope);
    const { emails, next } = await pageOf(scope, input);
    const answer = await scope.commit(async (store) => {
      await assertApproved(scope, async () => aboutRelease(emails));
      const fates = await releaseCaptured(scope, store, emails);
      const refused = fates.flatMap(({ email, refused: failure }) =>
        failure ? [{ id: email.id, to: email.to, name: failure.failure, message: failure.message }] : [],
      );
      return {
        object: 'release' as const,
        released: fates.length - refused.length,
        refused,
        has_more: next !== null,
        next_after: next,
      };
    });
    scope.engine.wake();
    return answer;
  },
});

async function pageOf(
  scope: Pick<Scope, 'store' | 'signal'>,
  input: { limit: number; after?: string | undefined; campaign?: string | undefined },
) {
  const { store, signal } = scope;
  const request = await pageRequest(input, store.queries, 'emails');
  return await capturedPage(scope, input.campaign, { ...request, signal });
}
