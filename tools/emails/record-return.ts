import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { recordReturn as record, recordedAs } from '../../src/engine/delivery/record-return.ts';
import { deliveryActions } from '../../src/model/bounces/delivery-report.ts';
import { idleReasons } from '../../src/model/bounces/judge-return.ts';
import { IdInput } from '../../src/model/id.ts';

const charactersMax = 8_000;
const Words = z.string().max(charactersMax);

export const recordReturn = defineTool({
  name: 'record_return',
  title: 'Record a bounce or report',
  summary: 'Record a bounce, delivery or complaint reported for a mail.',
  toolset: 'deliverability',
  input: z.strictObject({
    id: IdInput.describe('Id of the email whose return path received it'),
    returned: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('delivery'),
        reports: z
          .array(
            z.strictObject({
              action: z.enum(deliveryActions),
              code: z.int().min(200).max(599),
              enhanced: z
                .string()
                .regex(/^[245]\.\d{1,3}\.\d{1,3}$/)
                .nullable(),
              text: Words,
              recipients: z.array(Words).max(2),
              by: Words.nullable(),
              wordsAlone: z.boolean(),
            }),
          )
          .min(1)
          .max(50),
      }),
      z.strictObject({
        kind: z.literal('feedback'),
        report: z.strictObject({ type: Words, by: Words.nullable() }),
      }),
    ]),
  }),
  output: z.object({
    object: z.literal('return'),
    email_id: z.string(),
    recorded: z.enum(recordedAs),
    why: z.enum(idleReasons).nullable(),
  }),
  failures: [],
  effect: 'write',
  idempotent: true,
  needs: 'suppressions.write',
  rest: null,
  doors: ['smtp'],
  example: {
    input: {
      id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb',
      returned: { kind: 'feedback', report: { type: 'abuse', by: 'ExampleMail-Feedback/1.0' } },
    },
    output: {
      object: 'return',
      email_id: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzb',
      recorded: 'complained',
      why: null,
    },
  },
  async run(scope, { id, returned }) {
    return await scope.commit(async (store) => ({
      object: 'return' as const,
      email_id: id,
      ...(await record(scope.engine, store, id, returned, scope.now)),
    }));
  },
});
