import { z } from 'zod';

const positionCharactersMax = 128;

export const pageFields = {
  at: z.int().describe('When the export began, epoch ms'),
  after: z.string().max(positionCharactersMax).nullable().describe('Where it goes on; null at the beginning'),
};

export const ExportPageAnswer = z.object({
  object: z.literal('export_page'),
  text: z.string(),
  rows: z.int(),
  next: z.string().nullable().describe('Where it goes on; null at its end'),
});
