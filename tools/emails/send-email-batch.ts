import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { faultsMax, fieldPath } from '../../src/contract/validation-errors.ts';
import type { Scope } from '../../src/engine/context/scope.ts';
import { sendFailures } from '../../src/engine/context/submission.ts';
import { previewBatch, type ReadBatch, readBatch, sendBatch } from '../../src/engine/sending/send-batch.ts';
import { verifiedDraft } from '../../src/engine/sending/verify-send.ts';
import {
  BatchAnswer,
  type BatchValidation,
  BatchValidationInput,
  batchBytesMax,
  batchSizeMax,
} from '../../src/model/email/batch-answer.ts';
import {
  bodyKinds,
  readSend,
  type SendBody,
  sendFaults,
  sendFields,
} from '../../src/model/email/send-body.ts';
import type { FieldFault } from '../../src/model/failure.ts';

export const sendEmailBatch = defineTool({
  name: 'send_email_batch',
  title: 'Send a batch of emails',
  summary: 'Send 1 to 100 transactional emails, each to one person.',
  advice: 'For one message to a list of subscribers, use create_campaign.',
  toolset: 'core',
  input: z.strictObject({
    emails: z.array(z.strictObject(sendFields)).min(1).max(batchSizeMax),
    validation: BatchValidationInput,
  }),
  exactlyOneOf: { fields: bodyKinds, inEach: 'emails' },
  output: BatchAnswer,
  failures: sendFailures,
  effect: 'send',
  needs: 'emails.send',
  rest: {
    route: 'POST /emails/batch',
    bodyAs: 'emails',
    headers: { 'x-batch-validation': 'validation' },
    bodyBytesMax: batchBytesMax,
  },
  example: {
    input: {
      emails: [
        { from: 'hello@acme.example', to: 'ada@example.com', subject: 'Hello', markdown: 'Hello Ada' },
        { from: 'hello@acme.example', to: 'bob@example.com', subject: 'Hello', html: '<p>Hello Bob</p>' },
      ],
    },
    output: { data: [{ id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb' }, { id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzc' }] },
  },
  otherFaults({ emails }) {
    if (!Array.isArray(emails)) return [];
    const faults: FieldFault[] = [];
    for (const [index, email] of emails.slice(0, batchSizeMax).entries()) {
      faults.push(...sendFaults(email, fieldPath(['emails', index])));
      if (faults.length >= faultsMax) break;
    }
    return faults;
  },
  async preview(scope, input) {
    const { emails, validation } = input;
    return await previewBatch(
      scope,
      'send_email_batch',
      readAll(scope, emails, validation),
      validation,
      input,
    );
  },
  async run(scope, { emails, validation }) {
    return await sendBatch(scope, readAll(scope, emails, validation), validation);
  },
});

function readAll(scope: Scope, emails: readonly SendBody[], validation: BatchValidation): ReadBatch {
  return readBatch(emails, validation, (email, index) => {
    const path = fieldPath(['emails', index]);
    const draft = readSend(email, path);
    return { draft, verify: () => verifiedDraft(scope, draft, path) };
  });
}
