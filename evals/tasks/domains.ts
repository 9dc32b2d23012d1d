import { type Answer, type EvalTask, firstOf, unsaid } from '../task.ts';
import { type EvalWorld, hourMs, minuteMs } from '../world.ts';

type Record = { record: string; type: string; name: string; value: string };

/** Adds acme.dev. @returns its records */
async function added(world: EvalWorld): Promise<Record[]> {
  const { records } = await world.use('add_domain', { name: 'acme.dev' });
  return records;
}

/** Publishes records in the world's DNS, as the domain's owner would. */
function publish(
  world: EvalWorld,
  records: readonly Record[],
  change: (record: Record) => string = ({ value }) => value,
): void {
  for (const record of records) {
    const known = world.resolver.zone.get(record.name) ?? {};
    world.resolver.zone.set(record.name, { ...known, [record.type.toLowerCase()]: [change(record)] });
  }
}

const domain = async (world: EvalWorld): Promise<Answer> => await world.use('get_domain', { id: 'acme.dev' });

export const domainTasks: readonly EvalTask[] = [
  {
    id: 'set-up-a-domain',
    group: 'domains',
    ask: 'We want to send from news.acme.dev. Set it up here and tell me what our DNS person has to enter, by name.',
    async world() {},
    callsMax: 5,
    async check(world, transcript) {
      const { data } = await world.use('list_domains', {});
      if (data.length !== 1 || data[0].name !== 'news.acme.dev')
        return 'news.acme.dev is not the one domain there is';
      const { records } = await world.use('get_domain', { id: 'news.acme.dev' });
      const keys = records
        .filter(({ record }: Record) => record === 'DKIM')
        .map(({ name }: Record) => name.split('.')[0]);
      return unsaid(transcript, ...keys, '_dmarc', 'spf1');
    },
    async script({ call }) {
      const { records } = await call('add_domain', { name: 'news.acme.dev' });
      return records.map(({ type, name, value }: Record) => `${type} ${name}: ${value}`).join('\n');
    },
  },
  {
    id: 'verify-a-domain',
    group: 'domains',
    ask: 'Our DNS person says all entries for acme.dev are published now. Is everything right, can we send from it?',
    async world(world) {
      publish(world, await added(world));
      await world.pass(minuteMs);
    },
    callsMax: 4,
    async check(world, transcript) {
      const { status, last_checked_at } = await domain(world);
      return firstOf(
        (status !== 'verified' || last_checked_at === null) && `it is ${status}`,
        unsaid(transcript, /verified|yes|everything|all (of|is|entries|records|\d)/),
      );
    },
    async script({ call }) {
      const { status } = await call('verify_domain', { id: 'acme.dev' });
      return `Checked just now: it is ${status}.`;
    },
  },
  {
    id: 'wrong-spf',
    group: 'domains',
    ask: 'acme.dev is set up in our DNS, but something is still wrong with SPF. Please check again and tell me exactly what we have to change it to.',
    async world(world) {
      publish(world, await added(world), ({ record, value }) =>
        record === 'SPF' ? 'v=spf1 include:_spf.partner.dev -all' : value,
      );
      world.resolver.zone.set('_spf.partner.dev', { txt: ['v=spf1 ip4:192.0.2.0/24 -all'] });
    },
    callsMax: 4,
    async check(world, transcript) {
      const wanted = (await domain(world)).records.find(({ record }: Record) => record === 'SPF');
      if (!wanted) return 'the domain has no SPF record';
      const missing = wanted.value.split(' ').filter((part: string) => /^(a|include|ip4|mx):/.test(part));
      return unsaid(transcript, ...missing, '_spf.partner.dev');
    },
    async script({ call }) {
      const { records } = await call('verify_domain', { id: 'acme.dev' });
      const { advice, found } = records.find(({ record }: Record) => record === 'SPF');
      return `Found ${found}. ${advice}`;
    },
  },
  {
    id: 'rotate-dkim',
    group: 'domains',
    ask: 'Our security people want new DKIM keys for acme.dev. Please make them and tell me which entries are new.',
    async world(world) {
      publish(world, await added(world));
      await world.use('verify_domain', { id: 'acme.dev' });
      world.kept.set('selector', (await domain(world)).dkim_selector);
      await world.pass(hourMs);
    },
    callsMax: 5,
    async check(world, transcript) {
      const names = (await domain(world)).records
        .filter(({ record }: Record) => record === 'DKIM')
        .map(({ name }: Record) => name.split('.')[0]!)
        .filter((name: string) => !name.startsWith(world.known('selector')));
      return names.length === 0 ? 'there are no new keys' : unsaid(transcript, names[0]);
    },
    async script({ call }) {
      const { records } = await call('rotate_domain_dkim', { id: 'acme.dev' });
      return records.map(({ name, advice }: Answer) => `${name}: ${advice}`).join('\n');
    },
  },
  {
    id: 'read-dmarc',
    group: 'domains',
    ask: 'What does our DMARC entry for acme.dev tell other mail servers to do, and where do the reports go?',
    async world(world) {
      publish(world, await added(world), ({ record, value }) =>
        record === 'DMARC' ? 'v=DMARC1; p=quarantine; rua=mailto:dmarc-reports@acme.dev' : value,
      );
      await world.use('verify_domain', { id: 'acme.dev' });
    },
    callsMax: 4,
    check: async (_world, transcript) => unsaid(transcript, /quarantine/, 'dmarc-reports@acme.dev'),
    async script({ call }) {
      const { records } = await call('get_domain', { id: 'acme.dev' });
      return `It says ${records.find(({ record }: Record) => record === 'DMARC').found}.`;
    },
  },
  {
    id: 'enforce-tls',
    group: 'domains',
    ask: 'From now on mail from acme.dev may only leave encrypted. Please set that; leave everything else as it is.',
    async world(world) {
      await added(world);
    },
    callsMax: 4,
    async check(world) {
      const { tls, click_tracking } = await domain(world);
      return firstOf(
        tls !== 'enforced' && `TLS is ${tls}`,
        click_tracking && 'click tracking was switched on',
      );
    },
    async script({ call }) {
      await call('update_domain', { id: 'acme.dev', tls: 'enforced' });
      return 'Mail from acme.dev leaves over TLS or not at all.';
    },
  },
];
