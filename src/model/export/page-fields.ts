import { z } from 'zod';

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
