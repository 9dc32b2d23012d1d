import { z } from 'zod';
import { defineTool } from '../../../src/contract/tool.ts';
import { previewRedirection, redirectLink as redirect } from '../../../src/engine/campaigns/redirect-link.ts';
import { LinkRedirectAnswer, linkCharactersMax } from '../../../src/model/campaign/link-redirect.ts';
import { IdInput } from '../../../src/model/id.ts';
import { sendingExample } from '../campaign-example.ts';

const Link = z.string().min(1).max(linkCharactersMax);

export const redirectLink = defineTool({
  name: 'redirect_link',
  title: 'Redirect a link',
  summary: 'Change the target of tracked links to a URL, also in mail already sent.',
  toolset: 'campaigns',
  rare: true,
  input: z.strictObject({
    campaignId: IdInput,
    url: Link.describe('Original or current target, or number of the link, from 1'),
    to: Link.describe('New https target'),
  }),
  output: LinkRedirectAnswer,
  failures: [
    'not_found',
    'conflict',
    'restricted_api_key',
    'domain_not_verified',
    'content_verification_failed',
    'content_verification_unavailable',
  ],
  effect: 'send',
  needs: 'campaigns.send',
  rest: { route: 'POST /campaigns/{campaignId}/redirect-link' },
  example: {
    input: {
      campaignId: sendingExample.id,
      url: 'https://acme.example/sale-25',
      to: 'https://acme.example/sale-26',
    },
    output: {
      object: 'link_redirect',
      campaignId: sendingExample.id,
      url: 'https://acme.example/sale-25',
      to: 'https://acme.example/sale-26',
      previous: 'https://acme.example/sale-25',
      mails: 2,
      redirectedAt: '2027-05-04T08:10:00.000Z',
    },
  },
  preview: previewRedirection,
  run: redirect,
});
