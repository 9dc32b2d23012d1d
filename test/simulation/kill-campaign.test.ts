import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { campaignCounts } from '../../src/model/campaign/campaign.ts';
import { openSqlite } from '../../src/store/sqlite/database.ts';
import { OrganizationStore, storeOn } from '../../src/store/store.ts';
import { systemClock } from '../../src/world/clock.ts';
import { systemIds } from '../../src/world/ids.ts';
import { addReaders, readers, scheduleCampaign } from '../engine/campaigns/campaign-scene.ts';
import { type MailSink, mailSink } from '../world/mail/mail-sink.ts';
import { firstToken } from '../world/platform.ts';
import { startProgram } from '../world/programs/program.ts';
import { seededRandom } from '../world/simulated/random.ts';
import { endLeases } from './end-leases.ts';

/** `npm run test:long` kills more often, during a larger campaign. */
const kills = Number(process.env.KILLS ?? 2);
const people = Number(process.env.PEOPLE ?? 2_000);
const seed = Number(process.env.SEED ?? 20_261_122);
const inHandMax = 100;
const leftEvery = 20;

test(`${kills} kills during a campaign leave each of ${people} people with one mail (seed ${seed})`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-kill-campaign-'));
  const file = join(folder, 'posthouse.sqlite');
  const sink = await mailSink();
  const random = seededRandom(seed);
  await startProgram({ dataDir: folder, relayUrl: sink.url }).then((program) => program.stop());
  const addresses = readers(people);
  const { id, left } = await writeCampaign(file, addresses);

  // The first process is killed while the audience is written, the others at random points of their share of
  // the mails.
  for (let round = 0; round < kills; round += 1) {
    const program = await startProgram({ dataDir: folder, relayUrl: sink.url });
    if (round > 0) {
      const part = (people - left.size) / kills;
      await sink.arrived(Math.floor(part * (round - 1 + random.uniform())) + 1);
    }
    await program.kill();
    await endLeases(folder);
  }
  const program = await startProgram({ dataDir: folder, relayUrl: sink.url });
  while ((await statusOf(program.url, id)) !== 'SENT') await sink.arrived(1);
  expect(await program.stop()).toBe(0);

  const mails = mailsByAddress(sink);
  for (const address of addresses) {
    expect([address, mails.get(address)?.size ?? 0]).toEqual([address, left.has(address) ? 0 : 1]);
  }
  // The relay may have accepted mails in flight at a kill although our program does not know it.
  expect(sink.messages.length - (people - left.size)).toBeLessThanOrEqual(kills * inHandMax);
  const expected = people - left.size;
  expect(await countsOf(file, id)).toEqual({
    recipients: expected,
    leaving: expected,
    attempted: expected,
    sent: expected,
  });
  await sink.close();
  await rm(folder, { recursive: true });
});

/** All subscribers, some of them already deleted, and a due campaign to them. */
async function writeCampaign(file: string, addresses: readonly string[]) {
  const database = openSqlite(file);
  const clock = systemClock();
  const store = storeOn(database);
  const organization = (await store.organizations.byKey(1))!;
  const scene = { platform: { engine: { store, world: { ids: systemIds(clock) } } }, clock };
  await addReaders(scene as never, organization, addresses);
  const left = new Set(addresses.filter((_, index) => index % leftEvery === 0));
  await database.transaction((queries) =>
    queries.run(
      `UPDATE subscribers SET status = 'UNSUBSCRIBED'
       WHERE organization = $1 AND email IN ${queries.dialect.strings('$2')}`,
      [organization.key, JSON.stringify([...left])],
    ),
  );
  const id = await scheduleCampaign(scene as never, organization);
  await database.close();
  return { id, left };
}

async function statusOf(url: string, id: string): Promise<string> {
  const response = await fetch(`${url}/api/v2/campaigns/${id}`, {
    headers: { authorization: `Bearer ${firstToken}` },
  });
  return ((await response.json()) as { status: string }).status;
}

async function countsOf(file: string, id: string): Promise<Record<string, number>> {
  const database = openSqlite(file);
  const { counts } = new OrganizationStore(database.reader, 1);
  const names = campaignCounts.map((count) => `${id} ${count}` as never);
  const read = await counts.readAll(names);
  await database.close();
  return Object.fromEntries(
    [...read]
      .map(([name, amount]) => [String(name).split(' ')[1], amount])
      .filter(([, amount]) => amount !== 0),
  );
}

/** The Message-IDs of each address. */
function mailsByAddress(sink: MailSink): Map<string, Set<string>> {
  const mails = new Map<string, Set<string>>();
  for (const { recipients, raw } of sink.messages) {
    const id = /^Message-ID:\s*(<[^>]+>)/im.exec(raw.subarray(0, 4_096).toString('latin1'))?.[1] ?? '';
    const ids = mails.get(recipients[0]!) ?? new Set();
    mails.set(recipients[0]!, ids.add(id));
  }
  return mails;
}
