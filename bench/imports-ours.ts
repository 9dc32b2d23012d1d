import { splitFile } from '../src/engine/imports/file-pieces.ts';
import { addImport, addPart, queueImport } from '../src/engine/imports/take-import.ts';
import { mergeImportOptions } from '../src/model/import/import.ts';
import { OrganizationStore } from '../src/store/store.ts';
import { openPlatform } from './platform.ts';

/**
 * Phases run in separate processes, because a process does not give memory back. `upload` stores a file with this many rows. `run`
 * imports it into all indexes and writes duration and memory. The phase `beside` serves another organization's sends, and starts the import at the
 * first line on stdin.
 */
export type BesideReady = { port: number; token: string };

const [phase, database, rowsGiven, kept] = process.argv.slice(2);
const rows = Number(rowsGiven);
const partRows = 50_000;
const mebibyte = 1_048_576;
const { platform, tokens } = await openPlatform({
  database: database!,
  organizations: phase === 'beside' ? 1 : 0,
});
const { engine, worker } = platform;
const caller = platform.operator('cli');
const { key } = caller.organization;
const options = mergeImportOptions({ tags: ['imported'], consent: { source: 'bench' } }, null);
const inTransaction = <Result>(work: (store: OrganizationStore) => Promise<Result>): Promise<Result> =>
  engine.store.database.transaction((queries) => work(new OrganizationStore(queries, key)));
const now = engine.world.clock.now();

async function importKept(): Promise<void> {
  const looked = { reading: null, counts: null };
  await inTransaction((store) =>
    queueImport(
      store,
      caller,
      kept!,
      { phase: 'import', options, looked, mailsMax: null, staysHere: false },
      now,
    ),
  );
  await worker.runDue();
}

if (phase === 'upload') {
  const id = engine.world.ids.id('imp');
  await inTransaction((store) =>
    addImport(store, caller, { id, fileName: 'bench.csv', options, pieces: [] }, now),
  );
  for (let at = 0, part = 1; at < rows; at += partRows, part += 1) {
    const lines = at === 0 ? ['email,firstName,lastName,plan,seats'] : [];
    for (let row = at; row < Math.min(rows, at + partRows); row += 1) {
      // In random order with respect to every index, like real sign-ups.
      const person = (row * 7_919) % rows;
      lines.push(`reader-${person}@mailbox-${person % 1_000}.dev,Ada,"Number ${person}",gold,${person % 50}`);
    }
    const pieces = await splitFile(Buffer.from(`${lines.join('\n')}\n`));
    await inTransaction((store) => addPart(store, caller, id, part, pieces, now));
  }
  process.stdout.write(`${JSON.stringify({ id })}\n`);
} else if (phase === 'beside') {
  const { port } = await platform.http.listen('127.0.0.1', 0);
  platform.setPhase('ready');
  const ready: BesideReady = { port, token: tokens[0]! };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
  process.stdin.once('data', () => {
    process.stdout.write('{}\n');
    void importKept();
  });
  // Abandons the import where it is.
  process.stdin.on('end', () => process.exit(0));
  await new Promise(() => {});
} else {
  const idleMb = process.memoryUsage.rss() / mebibyte;
  let peak = 0;
  const look = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const from = performance.now();
  const cpu = process.cpuUsage();
  await importKept();
  const seconds = (performance.now() - from) / 1_000;
  const used = process.cpuUsage(cpu);
  clearInterval(look);
  const known = await engine.store.forOrganization(key).imports.byId(kept!);
  const { counts, failure } = known!.state;
  const cpuSeconds = (used.user + used.system) / 1_000_000;
  process.stdout.write(
    `${JSON.stringify({ seconds, cpuSeconds, idleMb, peakMb: peak / mebibyte, created: counts?.created ?? 0, failure })}\n`,
  );
}
await platform.close();
