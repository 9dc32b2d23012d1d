import type { z } from 'zod';
import type { ConfirmationShown } from '../../src/model/subscriber/consent.ts';

export const confirmationExample: { link: string; before: z.infer<typeof ConfirmationShown> } = {
  link: '11-sub_01kb3k7f5d2c8n1r4s6t9v0w3x-Zm9ydHktdHdvIGJpdHMu0w',
  before: { object: 'confirmation', email: 'a…@example.com', locale: 'pt-PT', standing: 'pending' },
};
