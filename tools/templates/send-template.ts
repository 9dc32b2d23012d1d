import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { acceptedId, sendFailures } from '../../src/engine/context/submission.ts';
import { previewMail, previewSend } from '../../src/engine/sending/preview-send.ts';
import { verifiedDraft } from '../../src/engine/sending/verify-send.ts';
import {
  aboutSend,
  assertApprovedSend,
  loadTemplate,
  readTemplateMail,
} from '../../src/engine/templates/template-mail.ts';
import { sendFields } from '../../src/model/email/send-body.ts';
import {
  TemplateRefInput,
  TemplateVersionInput,
  VariableValuesInput,
} from '../../src/model/template/template-input.ts';
import { templateExample } from './template-example.ts';

const { from, to, reply_to } = sendFields;

export const sendTemplate = defineTool({
  name: 'send_template',
  title: 'Send a template',
  summary: 'Send the published version of a template to one person.',
  advice: 'get_template lists its variables. For the result, call get_email with the returned id.',
  toolset: 'campaigns',
  input: z.strictObject({
    template: TemplateRefInput,
    from: from.optional().describe('Default: sender of the template'),
    to,
    reply_to,
    variables: VariableValuesInput.optional().describe('Values by name'),
    version: TemplateVersionInput.optional().describe('Default: the newest'),
  }),
  output: z.object({ id: z.string() }),
  failures: [...sendFailures, 'not_found', 'conflict'],
  effect: 'send',
  mailsOne: true,
  needs: 'emails.send',
  rest: { route: 'POST /templates/{template}/send' },
  example: {
    input: {
      template: templateExample.name,
      to: 'ada@example.com',
      variables: { number: 'R-17', first_name: 'Ada', receipt_url: 'https://acme.example/receipts/17' },
    },
    output: { id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb' },
  },
  async preview(scope, input) {
    const sent = await loadTemplate(scope, input);
    const mail = readTemplateMail(sent, input);
    return await previewSend(scope, {
      tool: 'send_template',
      source: 'api',
      mode: 'strict',
      mails: [await previewMail(mail, () => verifiedDraft(scope, mail))],
      bulk: false,
      about: aboutSend(sent, input),
    });
  },
  async run(scope, input) {
    const sent = await loadTemplate(scope, input);
    await assertApprovedSend(scope, sent, input);
    const mail = readTemplateMail(sent, input);
    return await scope.accept({
      source: 'api',
      mode: 'strict',
      drafts: [await verifiedDraft(scope, mail)],
      answer: ([fate]) => ({ id: acceptedId(fate) }),
    });
  },
});
