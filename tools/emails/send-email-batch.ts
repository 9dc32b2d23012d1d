import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { faultsMax, fieldPath } from '../../src/contract/validation-errors.ts';
import { countedProgress } from '../../src/engine/context/long-work.ts';
import type { Scope } from '../../src/engine/context/scope.ts';
import type { Draft, Fate } from '../../src/engine/context/submission.ts';
import { sendFailures } from '../../src/engine/context/submission.ts';
import { trackedSend } from '../../src/engine/domains/domain-signers.ts';
import { type PreviewedMail, previewMail, previewSend } from '../../src/engine/sending/preview-send.ts';
import { verifiedSend } from '../../src/engine/sending/verify-send.ts';
import {
  bodyKinds,
  type ReadSend,
  readSend,
  type SendBody,
  sendFaults,
  sendFields,
} from '../../src/model/email/send-body.ts';
import { Failure, type FieldFault, invalidFields } from '../../src/model/failure.ts';
import { untrusted } from '../../src/model/text/untrusted.ts';
import {
  type ContentRefusal,
  contentRefusalInList,
  joinedRefusal,
} from '../../src/model/verification/content-refusal.ts';

const batchSizeMax = 100;
const batchBytesMax = 10 * 1024 * 1024;
/** A few milliseconds of verification, after which other requests run. */
const charactersPerTurn = 64_000;

const Refused = z
  .object({
    index: z.int(),
    to: untrusted(z.string()),
    name: z.string(),
    message: z.string(),
    statusCode: z.int(),
    /** The same details as in a single send. */
    details: z.unknown().optional(),
  })
  // For refused content.
  .extend(z.object(contentRefusalInList).partial().shape);

const BatchAnswer = z.object({
  data: z.array(z.object({ id: z.string() })),
  errors: z.array(Refused).optional(),
});

export const sendEmailBatch = defineTool({
  name: 'send_email_batch',
  title: 'Send a batch of emails',
  summary: 'Send 1 to 100 transactional emails to real people. Not for campaigns.',
  advice: 'strict sends all or none; permissive lists the invalid ones in errors.',
  toolset: 'core',
  input: z.strictObject({
    emails: z.array(z.strictObject(sendFields)).min(1).max(batchSizeMax),
    validation: z.enum(['strict', 'permissive']).default('strict'),
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
    const read = readAll(input.emails, input.validation);
    const mails: PreviewedMail[] = [];
    for (const one of read.drafts) mails.push(await previewMail(one.draft, () => verifiedDraft(scope, one)));
    return await previewSend(scope, {
      tool: 'send_email_batch',
      source: 'api',
      mode: input.validation,
      mails,
      unreadable: read.refused.length,
      bulk: true,
      about: input,
    });
  },
  async run(scope, { emails, validation }) {
    const permissive = validation === 'permissive';
    const read = readAll(emails, validation);
    // Verification takes most of the time. The last step is reported after acceptance.
    const tell = countedProgress(scope, emails.length, 'emails verified');
    const verified = await verifyAll(scope, read.drafts, (done) => tell(Math.min(done, emails.length - 1)));
    const { drafts } = verified;
    if (!permissive && verified.refused.length > 0)
      throw joinedRefusal(verified.refused.map(({ failure }) => failure));
    const refused = [...read.refused, ...verified.refused].sort((a, b) => a.index - b.index);
    if (drafts.length === 0) return { data: [], errors: refused.map((one) => errorOf(one, emails)) };
    const answer = await scope.accept({
      source: 'api',
      mode: validation,
      drafts: drafts.map(({ draft }) => draft),
      answer: (fates) => answerOf(emails, drafts, refused, fates, permissive),
    });
    tell(emails.length);
    return answer;
  },
});

type Read = { index: number; draft: ReadSend };
type Indexed = { index: number; draft: Draft };
type Refusal = { index: number; failure: Failure };

/** @throws Failure with every fault, in strict mode */
function readAll(
  emails: readonly SendBody[],
  validation: 'strict' | 'permissive',
): { drafts: Read[]; refused: Refusal[] } {
  const drafts: Read[] = [];
  const refused: Refusal[] = [];
  for (const [index, email] of emails.entries()) {
    try {
      drafts.push({ index, draft: readSend(email, fieldPath(['emails', index])) });
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      refused.push({ index, failure });
    }
  }
  if (validation === 'strict' && refused.length > 0) {
    throw strictRefusal(refused.map(({ failure }) => failure));
  }
  return { drafts, refused };
}

async function verifiedDraft(scope: Scope, { index, draft }: Read): Promise<Draft> {
  const mail = await verifiedSend(scope, draft, fieldPath(['emails', index]));
  return await trackedSend(scope.engine, scope.caller.organization.key, mail);
}

/** Returns refusals of content separately. @throws the abort reason of the signal */
async function verifyAll(
  scope: Scope,
  read: readonly Read[],
  tell: (done: number) => void,
): Promise<{ drafts: Indexed[]; refused: Refusal[] }> {
  const drafts: Indexed[] = [];
  const refused: Refusal[] = [];
  let characters = 0;
  for (const one of read) {
    const { index } = one;
    characters += one.draft.body.source.length;
    if (characters > charactersPerTurn) {
      characters = 0;
      await nextTurn();
    }
    scope.signal.throwIfAborted();
    try {
      drafts.push({ index, draft: await verifiedDraft(scope, one) });
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      refused.push({ index, failure });
    }
    tell(index + 1);
  }
  return { drafts, refused };
}

function strictRefusal(failures: readonly Failure[]): Failure {
  return invalidFields(failures.flatMap(({ details }) => details as FieldFault[]));
}

function answerOf(
  emails: readonly SendBody[],
  drafts: readonly Indexed[],
  refused: readonly Refusal[],
  fates: readonly Fate[],
  permissive: boolean,
): z.infer<typeof BatchAnswer> {
  const data = fates.flatMap((fate) => (fate.kind === 'accepted' ? [{ id: fate.id }] : []));
  if (!permissive) return { data };
  const late = fates.flatMap((fate, at) =>
    fate.kind === 'refused' ? [{ index: drafts[at]!.index, failure: fate.failure }] : [],
  );
  const errors = [...refused, ...late].sort((a, b) => a.index - b.index);
  return { data, errors: errors.map((one) => errorOf(one, emails)) };
}

function errorOf({ index, failure }: Refusal, emails: readonly SendBody[]): z.infer<typeof Refused> {
  const { failure: name, message, status, code, fields, details } = failure;
  return {
    index,
    to: [emails[index]!.to].flat()[0] ?? '',
    name,
    message,
    statusCode: status,
    ...(details !== undefined && { details }),
    ...(fields && { ...(fields as ContentRefusal), ...(code !== undefined && { code }) }),
  };
}
