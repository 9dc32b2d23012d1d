import { z } from 'zod';

/** The older path of `POST /verify`. It goes on answering the three fields it always had, and no others. */
export const verifyAlias = 'POST /emails/verify';

export const VerifyAliasAnswer = z.object({
  valid: z.boolean(),
  error: z.string().nullable(),
  code: z.string().nullable(),
});

/** @param output what `verify_email_address` answered */
export function verifyAliasAnswer(output: unknown): z.infer<typeof VerifyAliasAnswer> {
  const { valid, error, code } = output as z.infer<typeof VerifyAliasAnswer>;
  return { valid, error, code };
}
