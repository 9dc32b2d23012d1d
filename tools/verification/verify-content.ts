import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { noSender } from '../../src/engine/campaigns/verify-campaign.ts';
import { verifyUnread } from '../../src/engine/content/verify-content.ts';
import { unlessCancelled } from '../../src/engine/context/long-work.ts';
import { type Body, footedBody } from '../../src/model/content/body.ts';
import { bodyKinds, readSend, sendFields } from '../../src/model/email/send-body.ts';
import { atMostCharacters } from '../../src/model/text/text.ts';
import { ContentRefusal, contentFields } from '../../src/model/verification/content-refusal.ts';

const textCharactersMax = 1_000_000;
const { from, reply_to, subject, html, tiptap, preview } = sendFields;
/** A placeholder, because the later recipients do not change the verdict. */
const reader = 'reader@example.com';

export const verifyContent = defineTool({
  name: 'verify_content',
  title: 'Verify content',
  summary: 'Check content against the sending policy: no cold email, no phishing.',
  advice: 'Sends nothing. Badges of severity block stop a send; guidance names the remedy.',
  toolset: 'campaigns',
  input: z.strictObject({
    from: from.optional().describe('Default: your sender'),
    reply_to,
    subject,
    html,
    markdown: z.string().min(1).optional(),
    tiptap,
    preview,
    text: z.string().min(1).check(atMostCharacters(textCharactersMax)).optional(),
    purpose: z.enum(['campaign', 'transactional']).default('campaign'),
  }),
  output: z.object({
    object: z.literal('content_verification'),
    verdict: z.enum(['pass', 'review', 'block']).describe('review: refused until a person releases it'),
    ...ContentRefusal.shape,
  }),
  failures: ['invalid_from_address', 'content_verification_unavailable'],
  effect: 'read',
  needs: 'campaigns.write',
  rest: { route: 'POST /verify/content' },
  example: {
    input: {
      from: 'Acme <hello@acme.example>',
      subject: 'Our news in May',
      markdown: '# News\n\nHello {{firstName|there}}. [Leave]({{unsubscribeUrl}})',
    },
    output: {
      object: 'content_verification',
      verdict: 'pass',
      blockReasons: [],
      badges: [],
      documentationUrl: 'https://mail.acme.example/docs/content-verification',
      guidance: '',
    },
  },
  async run({ engine, caller, signal }, { purpose, from: given, text, ...send }) {
    const { postalAddress } = caller.organization;
    const footed = (body: Body) => (purpose === 'campaign' ? footedBody(body, postalAddress) : body);
    const sender = given ?? caller.organization.defaultFrom ?? noSender.address;
    const isPlain = text !== undefined && bodyKinds.every((kind) => send[kind] === undefined);
    // The empty body is not judged.
    const read = readSend({ ...send, ...(isPlain && { markdown: '-' }), from: sender, to: reader });
    const content = {
      from: read.from,
      replyTo: read.replyTo?.address ?? caller.organization.defaultReplyTo ?? null,
      subject: read.subject,
      preview: read.preview,
      body: isPlain ? null : footed(read.body),
      text: text ?? null,
      purpose,
    };
    // An operator's verification service may take seconds.
    const verdict = await unlessCancelled(
      signal,
      verifyUnread(engine, caller.organization, content, { rank: 'look', signal }),
    );
    return {
      object: 'content_verification' as const,
      verdict: verdict.verdict,
      ...contentFields(verdict, engine.settings.baseUrl),
    };
  },
});
