import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { fieldPath } from '../../src/contract/validation-errors.ts';
import type { Scope } from '../../src/engine/context/scope.ts';
import { sendFailures } from '../../src/engine/context/submission.ts';
import { previewBatch, type ReadBatch, readBatch, sendBatch } from '../../src/engine/sending/send-batch.ts';
import { verifiedDraft } from '../../src/engine/sending/verify-send.ts';
import {
  aboutSend,
  assertApprovedSend,
  loadTemplate,
  readTemplateMail,
  type SentTemplate,
} from '../../src/engine/templates/template-mail.ts';
import {
  BatchAnswer,
  BatchValidationInput,
  batchBytesMax,
  batchSizeMax,
} from '../../src/model/email/batch-answer.ts';
import { sendFields } from '../../src/model/email/send-body.ts';
import { TemplateRefInput, VariableValuesInput } from '../../src/model/template/template-input.ts';
import { templateExample } from './template-example.ts';

const { from, to } = sendFields;

const Input = z.strictObject({
  template: TemplateRefInput,
  from: from.optional().describe('Default: sender of the template'),
  messages: z
    .array(z.strictObject({ to, variables: VariableValuesInput.optional().describe('Values by name') }))
    .min(1)
    .max(batchSizeMax),
  validation: BatchValidationInput,
});

export const sendTemplateBatch = defineTool({
  name: 'send_template_batch',
  title: 'Send a template to several people',
  summary: 'Send the published version of a template to 1 to 100 people.',
  advice: 'For one message to a list of subscribers, use create_campaign.',
  toolset: 'campaigns',
  rare: true,
  input: Input,
  output: BatchAnswer,
  failures: [...sendFailures, 'not_found', 'conflict'],
  effect: 'send',
  needs: 'emails.send',
  rest: {
    route: 'POST /templates/{template}/send/batch',
    headers: { 'x-batch-validation': 'validation' },
    bodyBytesMax: batchBytesMax,
  },
  example: {
    input: {
      template: templateExample.name,
      messages: [
        { to: 'ada@example.com', variables: { number: 'R-17', receipt_url: 'https://acme.example/17' } },
        { to: 'bob@example.com', variables: { number: 'R-18', receipt_url: 'https://acme.example/18' } },
      ],
    },
    output: { data: [{ id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb' }, { id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzc' }] },
  },
  async preview(scope, input) {
    const sent = await loadTemplate(scope, input);
    const { validation } = input;
    const about = aboutSend(sent, input);
    return await previewBatch(scope, 'send_template_batch', readAll(scope, sent, input), validation, about);
  },
  async run(scope, input) {
    const sent = await loadTemplate(scope, input);
    await assertApprovedSend(scope, sent, input);
    return await sendBatch(scope, readAll(scope, sent, input), input.validation);
  },
});

function readAll(
  scope: Scope,
  sent: SentTemplate,
  { messages, validation }: z.output<typeof Input>,
): ReadBatch {
  return readBatch(messages, validation, (message, index) => {
    const path = fieldPath(['messages', index]);
    const draft = readTemplateMail(sent, message, path);
    return { draft, verify: () => verifiedDraft(scope, draft, path) };
  });
}
