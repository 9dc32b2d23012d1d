import { z } from 'zod';
import { Instant } from '../instant.ts';

/** A file that is made while it is downloaded. */
export const exportAnswerFields = {
  object: z.literal('export'),
  url: z.string().describe('Downloads the file; a secret until it expires'),
  expires_at: Instant,
};
