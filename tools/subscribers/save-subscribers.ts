import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { compactSchema, toJsonSchema } from '../../src/contract/description/json-schema.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { readBy } from '../../src/contract/validation-errors.ts';
import { resubscribeSentences } from '../../src/engine/approval/asked-sentences.ts';
import { countedProgress } from '../../src/engine/context/long-work.ts';
import type { Scope } from '../../src/engine/context/scope.ts';
import { openPermit } from '../../src/engine/context/send-permit.ts';
import {
  assertOptInRequestsApproved,
  previewOptInRequests,
} from '../../src/engine/sending/preview-opt-in-requests.ts';
import { pendingWarnings } from '../../src/engine/subscribers/opt-in-hindrance.ts';
import {
  rehearseSaves,
  type Saved,
  saveSubscribers as save,
} from '../../src/engine/subscribers/save-subscriber.ts';
import { StoppedSends } from '../../src/engine/subscribers/stopped-sends.ts';
import { invalidFields } from '../../src/model/failure.ts';
import type { AskedChange } from '../../src/model/sending/send-preview.ts';
import {
  type SubscriberSave,
  SubscriberSaveInput,
  subscriberStatuses,
} from '../../src/model/subscriber/subscriber.ts';
import { shownAs } from '../../src/model/text/alias.ts';
import { FreeObject, findFreeField } from '../../src/model/text/custom-attributes.ts';
import { untrusted } from '../../src/model/text/untrusted.ts';
import { subscriberExample } from './subscriber-example.ts';

const batchMax = 1_000;
const bodyBytesMax = 10 * 1024 * 1024;
/** Validated per turn of the event loop. */
const stretchSubscribers = 100;

const Result = z.object({
  index: z.int().describe('Position in the request'),
  result: z
    .enum(['created', 'updated', 'unchanged', 'failed'])
    .describe('unchanged occurs only in a dry run'),
  id: z.string().nullable().describe('null: failed, or not created yet'),
  email: untrusted(z.string().nullable()),
  status: z
    .enum(subscriberStatuses)
    .nullable()
    .describe('Only ACTIVE subscribers get campaigns. null: failed'),
  error: z
    .object({
      name: z.string(),
      message: z.string(),
      statusCode: z.int(),
      details: z.unknown().optional(),
    })
    .nullable(),
});

export const saveSubscribers = defineTool({
  name: 'save_subscribers',
  title: 'Save many subscribers',
  summary: 'Create or update up to 1,000 subscribers.',
  advice:
    'Omitted fields keep their values, and attributes are merged. For a CSV file, use import_subscribers.',
  toolset: 'audience',
  input: z.strictObject({
    subscribers: z
      .array(FreeObject)
      .min(1)
      .max(batchMax)
      .describe('An invalid item does not stop the others')
      .meta(
        shownAs({
          type: 'array',
          items: compactSchema(toJsonSchema(SubscriberSaveInput, 'input'), false),
        }),
      ),
    dry_run: z.boolean().optional().describe('Return the result without saving'),
  }),
  output: z.object({
    object: z.literal('subscriber_batch'),
    dry_run: z.literal(true).optional(),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int().optional().describe('Dry run only: subscribers that would not change'),
    failed: z.int(),
    data: z.array(Result).describe('One result per subscriber, in request order'),
    warnings: z.array(z.string()).optional(),
    preview: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Dry run only: opt-in requests that would be sent'),
  }),
  failures: [],
  effect: 'write',
  idempotent: true,
  bulk: true,
  // Double opt-in may mail, within the token's limits.
  needs: 'subscribers.write',
  rest: { route: 'POST /subscribers/batch', bodyBytesMax },
  example: {
    input: { subscribers: [{ email: 'ada@example.com', tags: ['newsletter'] }, { email: 'not an address' }] },
    output: {
      object: 'subscriber_batch',
      created: 1,
      updated: 0,
      failed: 1,
      data: [
        {
          index: 0,
          result: 'created',
          id: subscriberExample.id,
          email: 'ada@example.com',
          status: 'ACTIVE',
          error: null,
        },
        {
          index: 1,
          result: 'failed',
          id: null,
          email: null,
          status: null,
          error: {
            name: 'validation_error',
            message: 'email must be one mail address. There is a blank inside the address',
            statusCode: 400,
            details: [
              {
                path: 'email',
                code: 'invalid',
                message: 'must be one mail address. There is a blank inside the address',
              },
            ],
          },
        },
      ],
    },
  },
  async preview(scope, { subscribers, dry_run }) {
    if (dry_run) return null;
    const saves = (await readSaves(subscribers, scope.signal)).filter((one) => 'email' in one);
    return await previewMails(scope, saves);
  },
  async asks(scope, { subscribers, dry_run }) {
    if (dry_run) return null;
    const saves = (await readSaves(subscribers, scope.signal)).filter((one) => 'email' in one);
    return await askAbout(scope, saves);
  },
  async run(scope, input) {
    const read = await readSaves(input.subscribers, scope.signal);
    const saves = read.filter((one) => 'email' in one);
    if (input.dry_run) return await tried(scope, read, saves);
    const answer = await scope.commit(async (store) => {
      await assertOptInRequestsApproved(scope, store, saves, {
        input,
        sentences: async () => (await askAbout({ ...scope, store }, saves))?.sentences ?? null,
      });
      const stopped = new StoppedSends();
      const saved = (await save({ ...scope, store, onChanges: stopped.note }, saves)).values();
      const fates = read.map((one) => ('email' in one ? saved.next().value! : one));
      const data = fates.map(resultOf);
      const amount = (result: string) => data.filter((one) => one.result === result).length;
      return {
        object: 'subscriber_batch' as const,
        created: amount('created'),
        updated: amount('updated'),
        failed: amount('failed'),
        data,
        ...(await pendingWarnings(
          scope,
          store.queries,
          data.flatMap(({ status }) => status ?? []),
          stopped.warnings(),
        )),
      };
    });
    countedProgress(scope, input.subscribers.length, 'subscribers saved')(input.subscribers.length);
    return answer;
  },
});

type Read = Awaited<ReturnType<typeof readSaves>>;

/** Runs the saves in a transaction that is rolled back. Created subscribers have no id. */
async function tried(scope: Scope, read: Read, saves: readonly SubscriberSave[]) {
  const mails = await previewMails(scope, saves);
  const { fates, warnings } = await scope.rehearse(async (store) => {
    const stopped = new StoppedSends();
    // A rolled-back save needs no approval.
    const scene = { ...scope, store, onChanges: stopped.note, permit: openPermit };
    const saved = (await save(scene, saves)).values();
    const fates = read.map((one) => ('email' in one ? saved.next().value! : one));
    return { fates, warnings: stopped.warnings() };
  });
  const data = fates.map((fate, index): z.input<typeof Result> => {
    const result = resultOf(fate, index);
    if (fate.kind !== 'saved') return result;
    if (fate.created) return { ...result, id: null };
    return fate.unchanged ? { ...result, result: 'unchanged' } : result;
  });
  const amount = (result: string) => data.filter((one) => one.result === result).length;
  return {
    object: 'subscriber_batch' as const,
    dry_run: true as const,
    created: amount('created'),
    updated: amount('updated'),
    unchanged: amount('unchanged'),
    failed: amount('failed'),
    data,
    ...(warnings.length > 0 && { warnings }),
    ...(mails && { preview: { ...mails.preview } }),
  };
}

async function previewMails(scope: Scope, saves: readonly SubscriberSave[]) {
  const saved = await rehearseSaves(scope, saves);
  return await previewOptInRequests(scope, 'save_subscribers', saved, saves, 'permissive');
}

/** @throws the signal's abort reason */
async function readSaves(
  given: readonly Record<string, unknown>[],
  signal: AbortSignal,
): Promise<ReturnType<typeof readSave>[]> {
  const read: ReturnType<typeof readSave>[] = [];
  for (const [index, one] of given.entries()) {
    if (index % stretchSubscribers === 0) {
      await nextTurn();
      signal.throwIfAborted();
    }
    read.push(readSave(one));
  }
  return read;
}

function readSave(given: Record<string, unknown>): SubscriberSave | Extract<Saved, { kind: 'refused' }> {
  const read = readBy(SubscriberSaveInput, given, () => ({ free: findFreeField(SubscriberSaveInput.shape) }));
  return 'value' in read ? read.value : { kind: 'refused', failure: invalidFields(read.faults) };
}

function resultOf(saved: Saved, index: number): z.input<typeof Result> {
  if (saved.kind === 'saved') {
    const { id, email, status } = saved.subscriber;
    return { index, result: saved.created ? 'created' : 'updated', id, email, status, error: null };
  }
  const { failure, message, status, details } = saved.failure;
  const error = { name: failure, message, statusCode: status, ...(details === undefined ? {} : { details }) };
  return { index, result: 'failed', id: null, email: null, status: null, error };
}

async function askAbout(
  scope: Pick<Scope, 'engine' | 'store' | 'caller'>,
  saves: readonly SubscriberSave[],
): Promise<AskedChange | null> {
  return await resubscribeSentences(
    scope,
    saves.filter(({ resubscribe }) => resubscribe),
  );
}
