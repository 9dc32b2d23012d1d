import { expect } from 'vitest';
import { payloadSchema, type webhookKinds } from '../../../src/model/webhook/kinds.ts';
import type { SimulatedPlatform } from '../../world/platform.ts';

export type Sent = {
  key: number;
  id: string;
  kind: string;
  objectId: string;
  sequence: number;
  payload: Payload;
};
// biome-ignore lint/suspicious/noExplicitAny: a test reads the data it expects and fails on another
type Payload = { type: string; timestamp: string; created_at: string; data: any };

/** Adds a webhook for the given events; for all kinds by default. @returns its id */
export async function addWebhook(
  posthouse: SimulatedPlatform,
  fields: Record<string, unknown> = {},
  options: Parameters<SimulatedPlatform['call']>[2] = {},
): Promise<string> {
  const { output } = await posthouse.call(
    'save_webhook',
    { url: 'https://hooks.acme.dev/in', ...fields },
    options,
  );
  return (output as { id: string }).id;
}

/** Returns every message, oldest first, each validated against the schema of its kind. */
export async function messages(posthouse: SimulatedPlatform): Promise<Sent[]> {
  const rows = await posthouse.platform.engine.store.database.reader.all<{
    key: number;
    id: string;
    kind: string;
    object_id: string;
    sequence: number;
    payload: string;
  }>('SELECT key, id, kind, object_id, sequence, payload FROM webhook_messages ORDER BY key', []);
  return rows.map((row) => {
    const payload = JSON.parse(row.payload) as Payload;
    const schema = payloadSchema(row.kind as keyof typeof webhookKinds);
    expect(schema.safeParse(payload).error?.issues, row.kind).toBeUndefined();
    const { object_id: objectId, ...rest } = row;
    return { ...rest, objectId, sequence: Number(row.sequence), payload };
  });
}

export async function kinds(posthouse: SimulatedPlatform): Promise<string[]> {
  return (await messages(posthouse)).map(({ kind }) => kind);
}

export async function rowsOf(posthouse: SimulatedPlatform, table: string): Promise<number> {
  const row = await posthouse.platform.engine.store.database.reader.get<{ amount: number }>(
    `SELECT count(*) AS amount FROM ${table}`,
    [],
  );
  return Number(row!.amount);
}
