import { dryRun } from '../../../src/contract/dry-run.ts';
import { previewCall } from '../../../src/contract/invoke.ts';
import type { Tool } from '../../../src/contract/tool.ts';
import type { Caller } from '../../../src/engine/context/caller.ts';
import type { PreviewedSend, SendPreview } from '../../../src/model/sending/send-preview.ts';
import { catalogue } from '../../../tools/index.ts';
import type { Place } from '../../tools/both-databases.ts';
import type { TokenFields } from '../../world/platform.ts';

/** Returns every row of every table as text; equal texts show that nothing was written. */
export async function everyRow({ platform }: Pick<Place, 'platform'>): Promise<Record<string, string[]>> {
  const { reader } = platform.platform.engine.store.database;
  const tables = await reader.all<{ name: string }>(
    reader.dialect.name === 'sqlite'
      ? `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name`
      : `SELECT table_name AS name FROM information_schema.tables
         WHERE table_schema = current_schema() ORDER BY table_name`,
    [],
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    const found = await reader.all<object>(`SELECT * FROM "${name}"`, []);
    rows[name] = found.map((row) => JSON.stringify(row)).sort();
  }
  return rows;
}

export function toolNamed(name: string): Tool {
  const tool = catalogue.find((one) => one.name === name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  return tool;
}

/** A caller at the MCP door: the organization itself, or a token with these limits. */
export async function callerIn(
  { platform, organization }: Place,
  limits: TokenFields | null = null,
): Promise<Caller> {
  const { store } = platform.platform.engine;
  const now = (await store.organizations.byKey(organization.key))!;
  const operator = platform.caller('mcp', now);
  if (limits === null) return operator;
  const { id } = await platform.addToken(now, limits);
  const token = (await store.forOrganization(now.key).tokens.byId(id))!;
  return { ...operator, token, scopes: token.scopes };
}

/** Runs a dry run of a mailing tool. */
export async function dryRunOfSend(...call: Parameters<typeof dryRun>): Promise<{ preview: SendPreview }> {
  const { preview } = await dryRun(...call);
  if (preview.object !== 'send_preview') throw new Error(`${preview.tool} previews no send`);
  return { preview };
}

/** Returns the result of a dry run. */
export async function previewed(
  place: Place,
  tool: string,
  input: unknown,
  caller?: Caller,
): Promise<SendPreview> {
  const { engine } = place.platform.platform;
  return (await dryRunOfSend(engine, toolNamed(tool), caller ?? (await callerIn(place)), input)).preview;
}

export async function previewedIn(place: Place, tool: string, input: unknown): Promise<PreviewedSend | null> {
  return await previewCall(place.platform.platform.engine, toolNamed(tool), await callerIn(place), input);
}

/** Changes settings of the organization. */
export async function settle(
  { platform, organization }: Place,
  fields: { sendingEnabled?: boolean; doubleOptIn?: boolean },
): Promise<void> {
  const { organizations } = platform.platform.engine.store;
  await organizations.update({ ...(await organizations.byKey(organization.key))!, ...fields });
  platform.platform.callers.clear();
}

export const leave = '[Leave]({{unsubscribeUrl}})';

/** Creates a DRAFT campaign to all subscribers. */
export async function draftCampaign(place: Place, fields: object = {}): Promise<{ id: string }> {
  return await place.use('create_campaign', {
    name: 'News',
    subject: 'News of May',
    fromEmail: 'news@acme.dev',
    markdown: `Hello {{firstName|you}}, the garden is open again. ${leave}`,
    ...fields,
  });
}

export function countOf({ skipped }: SendPreview, reason: string): number {
  return skipped.find((one) => one.reason === reason)?.count ?? 0;
}
