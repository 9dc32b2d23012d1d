/**
 * Measures every number about speed in the README, side by side in one run. Rounds of the contenders alternate and the median
 * is printed, so that noise affects both sides equally.
 *
 *   npm run bench              everything
 *   npm run bench -- accept    one part: accept, batch, pages, console, mcp, deliver, sign, campaign, submission, fairness,
 *                              attack, lists, operations, exports, imports, rendering, webhooks, workflows,
 *                              wire, integrations, start
 *   npm run bench -- versus REF [--short] [PART…]
 *                              this tree compared with another commit; see `versus/versus.ts`
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from './table.ts';
import { printTable } from './table.ts';

const parts: Record<string, (folder: string) => Promise<Row[]>> = {
  accept: async (folder) => (await import('./accept.ts')).measureAccept(folder),
  batch: async (folder) => (await import('./accept.ts')).measureBatch(folder),
  pages: async (folder) => (await import('./pages.ts')).measurePages(folder),
  console: async (folder) => (await import('./console.ts')).measureConsole(folder),
  mcp: async (folder) => (await import('./mcp.ts')).measureMcp(folder),
  deliver: async (folder) => (await import('./deliver.ts')).measureDelivery(folder),
  sign: async (folder) => (await import('./sign.ts')).measureSigning(folder),
  campaign: async (folder) => (await import('./campaign.ts')).measureCampaign(folder),
  submission: async (folder) => (await import('./submission.ts')).measureSubmission(folder),
  fairness: async (folder) => (await import('./fairness.ts')).measureFairness(folder),
  attack: async (folder) => (await import('./attack.ts')).measureAttack(folder),
  lists: async (folder) => (await import('./lists.ts')).measureLists(folder),
  operations: async (folder) => (await import('./operations.ts')).measureOperations(folder),
  imports: async (folder) => (await import('./imports.ts')).measureImports(folder),
  exports: async (folder) => (await import('./exports.ts')).measureExports(folder),
  integrations: async (folder) => (await import('./integrations.ts')).measureIntegrations(folder),
  rendering: async () => (await import('./rendering.ts')).measureRendering(),
  webhooks: async (folder) => (await import('./webhooks.ts')).measureWebhooks(folder),
  workflows: async (folder) => (await import('./workflows.ts')).measureWorkflows(folder),
  wire: async () => (await import('./webhook-wire.ts')).measureWebhookWire(),
  start: async (folder) => (await import('./start.ts')).measureStart(folder),
};

const wanted = process.argv.slice(2);
if (wanted[0] === 'versus') {
  await (await import('./versus/versus.ts')).compareWithCommit(wanted.slice(1));
  process.exit();
}
const names = wanted.length === 0 ? Object.keys(parts) : wanted;
const rows: Row[] = [];
for (const name of names) {
  const measure = parts[name];
  if (!measure) throw new Error(`no part named ${name}; there are ${Object.keys(parts).join(', ')}`);
  process.stderr.write(`measuring ${name} …\n`);
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-bench-'));
  try {
    rows.push(...(await measure(folder)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
printTable(rows);
