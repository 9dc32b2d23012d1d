import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { noSender } from '../../src/engine/campaigns/verify-campaign.ts';
import { verifyUnread } from '../../src/engine/content/verify-content.ts';
import { unlessCancelled } from '../../src/engine/context/long-work.ts';
import { bodyKinds, readSend, sendFields } from '../../src/model/email/send-body.ts';
import { ContentRefusal, contentFields } from '../../src/model/verification/content-refusal.ts';

const { from, subject, html, tiptap, preview } = sendFields;
/** A placeholder, because the later recipients do not change the verdict. */
const reader = 'reader@example.com';

export const verifyContent = defineTool({
  name: 'verify_content',
  title: 'Verify content',
  summary: 'Check content against the sending policy: no cold email, no phishing.',
  advice:
    'It sends nothing. It returns findings as badges: a badge of severity block stops a send, and its guidance says what to change.',
  toolset: 'campaigns',
  input: z.strictObject({
    from: from.optional().describe('Default: the organization’s sender'),
    subject,
    html,
    markdown: z.string().min(1).optional(),
    tiptap,
    preview,
    purpose: z.enum(['campaign', 'transactional']).default('campaign'),
  }),
  exactlyOneOf: { fields: bodyKinds },
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
  async run({ engine, caller, signal }, { purpose, from: given, ...send }) {
    const sender = given ?? caller.organization.defaultFrom ?? noSender.address;
    const read = readSend({ ...send, from: sender, to: reader });
    const { body } = read;
    const content = {
      from: read.from,
      subject: read.subject,
      preview: read.preview,
      body,
      text: null,
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
