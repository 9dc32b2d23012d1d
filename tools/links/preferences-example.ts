import type { z } from 'zod';
import type { Preferences } from '../../src/model/subscriber/consent.ts';

export const preferencesExample: z.infer<typeof Preferences> = {
  object: 'preferences',
  email: 'a…@example.com',
  locale: 'pt-PT',
  standing: 'subscribed',
  subscriber: true,
  topics: [
    { id: 'tag_01kb3k7f5d2c8n1r4s6t9v0w3x', name: 'newsletter', description: 'Monthly news', chosen: true },
  ],
};
