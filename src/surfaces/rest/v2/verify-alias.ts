import { z } from 'zod';

/** Older path of `POST /verify`, with exactly its original three response fields. */
export const verifyAlias = 'POST /emails/verify';

export const VerifyAliasAnswer = z.object({
  valid: z.boolean(),
  error: z.string().nullable(),
  code: z.string().nullable(),
});

export function verifyAliasAnswer(output: unknown): z.infer<typeof VerifyAliasAnswer> {
  const { valid, error, code } = output as z.infer<typeof VerifyAliasAnswer>;
  return { valid, error, code };
}
