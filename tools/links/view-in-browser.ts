import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { redirectedLinks } from '../../src/engine/campaigns/redirected-links.ts';
import { readBodies } from '../../src/engine/content/read-bodies.ts';
import { withRedirectedLinks } from '../../src/model/content/links/redirected-links.ts';
import { contentRemovedAt } from '../../src/model/email/email.ts';
import { IdInput } from '../../src/model/id.ts';
import { Instant } from '../../src/model/instant.ts';

export const viewInBrowser = defineTool({
  name: 'view_in_browser',
  title: 'View in browser',
  summary: 'Show the web version of a mail to its recipient.',
  toolset: 'deliverability',
  doors: ['link'],
  input: z.strictObject({
    id: IdInput.describe('Email id'),
    rendered: z.boolean().default(true).describe('false: only checks whether a web version exists'),
  }),
  output: z.object({
    object: z.literal('web_version'),
    html: z.string().describe("Empty for a mail that is text alone: what is in it is the sender's"),
    text: z.string(),
    content_removed_at: Instant.nullable().describe(
      'Time when the content was removed; html and text are then empty',
    ),
  }),
  failures: ['not_found'],
  effect: 'read',
  needs: 'emails.read',
  rest: null,
  example: {
    input: { id: 'eml_01kb3k7f5d2c8n1r4s6t9v0w3x' },
    output: { object: 'web_version', html: '<p>Hello Ada</p>', text: 'Hello Ada', content_removed_at: null },
  },
  async run(scope, { id, rendered }) {
    const { engine, store, signal, fail } = scope;
    const email = await store.emails.byId(id);
    if (!email || email.toKey === '') return fail('not_found');
    const answer = { object: 'web_version' as const, content_removed_at: contentRemovedAt(email) };
    if (!rendered) return { ...answer, html: '', text: '' };
    const content = await readBodies(engine, email, 'working', { rank: 'public', signal });
    const html = withRedirectedLinks(content?.html ?? '', await redirectedLinks(scope, email));
    return { ...answer, html, text: content?.text ?? '' };
  },
});
