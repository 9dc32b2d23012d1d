import { z } from 'zod';
import { Instant } from '../instant.ts';

/** The file is generated during the download. */
export const exportAnswerFields = {
  object: z.literal('export'),
  url: z.string().describe('Download URL. Keep it secret until it expires'),
  expires_at: Instant,
};

const positionCharactersMax = 128;

export const pageFields = {
  at: z.int().describe('Start of the export in epoch milliseconds'),
  after: z
    .string()
    .max(positionCharactersMax)
    .nullable()
    .describe('Position to continue from; null for the first page'),
};

export const ExportPageAnswer = z.object({
  object: z.literal('export_page'),
  text: z.string(),
  rows: z.int(),
  next: z.string().nullable().describe('Position of the next page; null: no further page'),
});
