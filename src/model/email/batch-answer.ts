import { z } from 'zod';
import type { Failure } from '../failure.ts';
import { untrusted } from '../text/untrusted.ts';
import { contentRefusalInList, type RefusedContent } from '../verification/content-refusal.ts';

export const batchSizeMax = 100;
export const batchBytesMax = 10 * 1024 * 1024;

const batchValidations = ['strict', 'permissive'] as const;
export type BatchValidation = (typeof batchValidations)[number];

export const BatchValidationInput = z
  .enum(batchValidations)
  .default('strict')
  .describe('strict sends all or none; permissive sends the valid ones and lists the others in errors');

const Refused = z
  .object({
    index: z.int(),
    to: untrusted(z.string()),
    name: z.string(),
    message: z.string(),
    statusCode: z.int(),
    /** The same details as in a single send. */
    details: z.unknown().optional(),
  })
  // For refused content.
  .extend(z.object(contentRefusalInList).partial().shape);

export const BatchAnswer = z.object({
  data: z.array(z.object({ id: z.string() })),
  errors: z.array(Refused).optional(),
});
export type BatchAnswer = z.infer<typeof BatchAnswer>;

/** A mail of a batch that was refused. `to` is the recipient as the caller wrote it. */
export type BatchRefusal = { index: number; to: string; failure: Failure };

export function refusalAnswer({ index, to, failure: refusal }: BatchRefusal): z.infer<typeof Refused> {
  const { failure: name, message, status, code, fields, details } = refusal;
  return {
    index,
    to,
    name,
    message,
    statusCode: status,
    ...(details !== undefined && { details }),
    ...(fields && { ...(fields as RefusedContent), ...(code !== undefined && { code }) }),
  };
}
