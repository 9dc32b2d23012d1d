import type { Console } from './open-console.ts';

type ShownRecord = { name: string; type: string; value: string };

/** A domain with two of five records. */
export async function addDomain({
  platform,
  use,
}: Pick<Console, 'platform' | 'use'>): Promise<{ domain: string; publishNext(): Promise<void> }> {
  const { id, records } = (await use('add_domain', { name: 'fernhill.shop' })) as {
    id: string;
    records: ShownRecord[];
  };
  const publish = (some: readonly ShownRecord[]): void => {
    for (const { name, type, value } of some) {
      platform.resolver.zone.set(name, { [type.toLowerCase()]: [value] });
    }
  };
  publish(records.slice(1, 2));
  platform.resolver.zone.set('fernhill.shop', { txt: ['v=spf1 -all'] });
  platform.resolver.zone.set('_dmarc.fernhill.shop', { txt: ['v=DMARC1; p=none;'] });
  await use('verify_domain', { id });
  return {
    domain: id,
    publishNext: async () => publish((await use('get_domain', { id })).records.slice(0, 1)),
  };
}
