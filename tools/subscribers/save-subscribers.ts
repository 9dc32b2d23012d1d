import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { faultsOf } from '../../src/contract/faults.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { assertQuestionsAgreed, foreseeQuestions, pendingAfter } from '../../src/engine/foresee-questions.ts';
import { countedProgress } from '../../src/engine/long-work.ts';
import { type Saved, saveSubscribers as save } from '../../src/engine/save-subscriber.ts';
import { invalidFields } from '../../src/model/failure.ts';
import { type SubscriberSave, SubscriberSaveInput } from '../../src/model/subscriber.ts';
import { untrusted } from '../../src/model/untrusted.ts';
import { subscriberExample } from './subscriber-example.ts';

const batchMax = 1_000;
const bodyBytesMax = 10 * 1024 * 1024;
/** Read between two turns of the event loop. */
const stretchSubscribers = 100;

const Result = z.object({
  index: z.int().describe('Its place in the request'),
  result: z.enum(['created', 'updated', 'failed']),
  id: z.string().nullable(),
  email: untrusted(z.string().nullable()),
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
  summary: 'Save up to 1,000 subscribers at once, each as create_subscriber does.',
  advice: 'One that fails does not stop the others: look at each result.',
  toolset: 'audience',
  input: z.strictObject({
    subscribers: z
      .array(z.record(z.string(), z.unknown()))
      .min(1)
      .max(batchMax)
      .describe('Each with the fields of create_subscriber'),
  }),
  output: z.object({
    object: z.literal('subscriber_batch'),
    created: z.int(),
    updated: z.int(),
    failed: z.int(),
    data: z.array(Result).describe('One for each subscriber, in its order'),
  }),
  failures: [],
  effect: 'write',
  idempotent: true,
  // A double opt-in asks by mail.
  mails: true,
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
        { index: 0, result: 'created', id: subscriberExample.id, email: 'ada@example.com', error: null },
        {
          index: 1,
          result: 'failed',
          id: null,
          email: null,
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
  async preview(scope, { subscribers }) {
    const saves = (await readSaves(subscribers, scope.signal)).filter((one) => 'email' in one);
    return await foreseeQuestions(scope, 'save_subscribers', await pendingAfter(scope, saves), saves);
  },
  async run(scope, { subscribers }) {
    const read = await readSaves(subscribers, scope.signal);
    const saves = read.filter((one) => 'email' in one);
    const { organization } = scope.caller;
    const { secretBox, world } = scope.engine;
    const scene = { organization, ids: world.ids, secretBox, now: scope.now };
    const answer = await scope.commit(async (store) => {
      await assertQuestionsAgreed(scope, store, saves);
      const saved = (await save({ store, ...scene }, saves)).values();
      const fates = read.map((one) => ('email' in one ? saved.next().value! : one));
      const data = fates.map(resultOf);
      const amount = (result: string) => data.filter((one) => one.result === result).length;
      return {
        object: 'subscriber_batch' as const,
        created: amount('created'),
        updated: amount('updated'),
        failed: amount('failed'),
        data,
      };
    });
    countedProgress(scope, subscribers.length, 'subscribers saved')(subscribers.length);
    return answer;
  },
});

/** @throws what the signal was aborted with */
async function readSaves(
  given: readonly Record<string, unknown>[],
  signal: AbortSignal,
): Promise<ReturnType<typeof readSave>[]> {
  const read: ReturnType<typeof readSave>[] = [];
  for (const one of given) {
    read.push(readSave(one));
    if (read.length % stretchSubscribers !== 0) continue;
    await nextTurn();
    signal.throwIfAborted();
  }
  return read;
}

/** One subscriber of the request as a save, or why it is none. */
function readSave(given: Record<string, unknown>): SubscriberSave | Extract<Saved, { kind: 'refused' }> {
  const result = SubscriberSaveInput.safeParse(given, { reportInput: true });
  return result.success ? result.data : { kind: 'refused', failure: invalidFields(faultsOf(result.error)) };
}

function resultOf(saved: Saved, index: number): z.input<typeof Result> {
  if (saved.kind === 'saved') {
    const { id, email } = saved.subscriber;
    return { index, result: saved.created ? 'created' : 'updated', id, email, error: null };
  }
  const { failure, message, status, details } = saved.failure;
  const error = { name: failure, message, statusCode: status, ...(details === undefined ? {} : { details }) };
  return { index, result: 'failed', id: null, email: null, error };
}
