/** Updates the pin of webhook payloads after an intended change: `npx node scripts/pin-webhooks.ts`. */
import { writeFileSync } from 'node:fs';
import { jsonSchemaOf } from '../src/contract/json-schema.ts';
import { payloadSchema, samplePayload, webhookKindNames, webhookKinds } from '../src/model/webhook/kinds.ts';

export const pin = new URL('../test/pins/webhooks.json', import.meta.url);

/** Returns the payload schema and a sample of each kind, which receivers rely on. */
export function webhookPromises(): Record<string, unknown> {
  return Object.fromEntries(
    webhookKindNames.map((kind) => [
      kind,
      {
        sentence: webhookKinds[kind].sentence,
        schema: jsonSchemaOf(payloadSchema(kind), 'output'),
        sample: samplePayload(kind),
      },
    ]),
  );
}

if (import.meta.main) writeFileSync(pin, `${JSON.stringify(webhookPromises(), null, 2)}\n`);
