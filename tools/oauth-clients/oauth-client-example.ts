import type { z } from 'zod';
import type { OauthClientAnswer } from '../../src/model/oauth/client-answer.ts';

export const oauthClientExample: z.infer<typeof OauthClientAnswer> = {
  object: 'oauth_client',
  id: 'oac_5d2c8f1a7b4e6d9c0a3f8b1e2d',
  name: 'Cursor',
  origin: 'operator',
  redirect_uris: ['http://localhost:8787/callback'],
  authentication: 'client_secret',
  jwks_uri: null,
  created_at: '2026-11-21T09:30:00.000Z',
  used_at: null,
  ends_at: null,
};
