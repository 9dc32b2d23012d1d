import { z } from 'zod';
import { Instant } from '../instant.ts';

/** The file is generated during the download. */
export const exportAnswerFields = {
  object: z.literal('export'),
  url: z.string().describe('Download URL. Keep it secret until it expires'),
  expires_at: Instant,
};
