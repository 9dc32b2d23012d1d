import { heldNotice } from '../../engine/organizations/queue-hold.ts';
import { secondMs } from '../../model/instant.ts';
import type { Platform } from '../../platform.ts';
import type { Streams } from './streams.ts';

const deliveryMsMax = 10 * secondMs;

/** Delivers accepted mail, because no server may be running on this machine. */
export async function deliverAccepted({ engine, worker }: Platform, { err }: Streams): Promise<void> {
  const held = await heldNotice(engine.store.database.reader);
  if (held !== null) err.write(`Accepted. ${held}\n`);
  const delivered = worker.runDue().then(() => 'delivered' as const);
  if ((await orLate(engine, delivered)) === 'late') {
    err.write('Accepted. The delivery takes longer; a running server or the next run goes on with it.\n');
  }
}

/** Waits briefly for work in progress. An unfinished job is retried after its lease expires. */
export async function closeWithin(platform: Platform): Promise<void> {
  await orLate(
    platform.engine,
    platform.close().then(() => 'closed' as const),
  );
}

async function orLate<Done>({ world }: Platform['engine'], work: Promise<Done>): Promise<Done | 'late'> {
  let cancel = (): void => {};
  const late = new Promise<'late'>((resolve) => {
    cancel = world.clock.after(deliveryMsMax, () => resolve('late'));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel();
  }
}
