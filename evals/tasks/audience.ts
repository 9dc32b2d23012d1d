import { addPeople } from '../people.ts';
import { type Answer, type EvalTask, firstOf, unsaid } from '../task.ts';

const namesOf = (subscriber: Answer): string[] => subscriber?.tags.map(({ name }: Answer) => name) ?? [];

export const audienceTasks: readonly EvalTask[] = [
  {
    id: 'tag-a-company',
    group: 'audience',
    ask: 'Please put the tag vip on everybody of ours who works at Globex. We keep the company as an attribute.',
    async world(world) {
      await addPeople(
        world,
        { email: 'gil@mailbox.dev', attributes: { company: 'Globex' } },
        { email: 'hana@mailbox.dev', attributes: { company: 'Initech' } },
        { email: 'ivo@mailbox.dev', attributes: { company: 'Globex' } },
        { email: 'jo@mailbox.dev' },
      );
    },
    callsMax: 8,
    async check(world) {
      for (const [email, wanted] of Object.entries({ gil: true, hana: false, ivo: true, jo: false })) {
        const has = namesOf(await world.subscriber(`${email}@mailbox.dev`)).includes('vip');
        if (has !== wanted) return `${email} ${has ? 'has' : 'does not have'} the tag`;
      }
      return null;
    },
    async script({ call }) {
      const { data } = await call('list_subscribers', { detail: 'full', limit: 100 });
      for (const { email, attributes } of data) {
        if (attributes.company === 'Globex')
          await call('add_subscriber_tags', { subscriber: email, tags: ['vip'] });
      }
      return 'Everybody at Globex has the tag vip.';
    },
  },
  {
    id: 'import-pasted-csv',
    group: 'audience',
    ask: `Please import this export of our old newsletter tool; everybody on it ticked the box on acme.com. Tell me first how many would be new, then do it, and say who was not kept.
Email;First name;Subscribed since;status
ana@mailbox.dev;Ana;2024-05-01;subscribed
ben@mailbox.dev;Ben;2024-05-02;unsubscribed
cleo at mailbox.dev;Cleo;2024-05-03;subscribed`,
    async world() {},
    callsMax: 6,
    async check(world) {
      const ana = await world.subscriber('ana@mailbox.dev');
      if (ana?.status !== 'ACTIVE' || ana.consent === null) return 'Ana is not there with her consent';
      const ben = await world.subscriber('ben@mailbox.dev');
      return ben?.status === 'UNSUBSCRIBED' ? null : 'Ben, who had left, is not there as such';
    },
    async script({ call }) {
      const csv =
        'Email;First name;Subscribed since;status\nana@mailbox.dev;Ana;2024-05-01;subscribed\nben@mailbox.dev;Ben;2024-05-02;unsubscribed\ncleo at mailbox.dev;Cleo;2024-05-03;subscribed';
      const consent = { source: 'box on acme.com' };
      const { id } = await call('import_subscribers', { csv, consent, start: false });
      await call('import_subscribers', { importId: id });
      const { result } = await call('get_import', { importId: id, wait_seconds: 10 });
      return `Of 3 rows ${result.created} are new and ${result.invalid} is no address.`;
    },
  },
  {
    id: 'import-a-list',
    group: 'audience',
    ask: `These signed up at our stand on 3 January. Please save them with the tag fair and their city; tell me if a line is not usable.
first name;mail;city
Ana;ana@mailbox.dev;Porto
Ben;ben@mailbox.dev;Berlin
Cleo;cleo at mailbox.dev;Rome
Dan;dan@mailbox.dev;Oslo
Eva;eva@mailbox.dev;Prague`,
    async world(world) {
      await addPeople(world, { email: 'dan@mailbox.dev', firstName: 'Daniel' });
      await world.use('unsubscribe_subscriber', { subscriber: 'dan@mailbox.dev' });
    },
    callsMax: 5,
    async check(world, transcript) {
      for (const [name, city] of [
        ['Ana', 'Porto'],
        ['Ben', 'Berlin'],
        ['Eva', 'Prague'],
      ] as const) {
        const saved = await world.subscriber(`${name.toLowerCase()}@mailbox.dev`);
        if (saved?.firstName !== name) return `${name} is not saved with the first name`;
        if (!Object.values(saved.attributes).includes(city)) return `the city of ${name} is not saved`;
        if (!namesOf(saved).includes('fair')) return `${name} does not have the tag fair`;
      }
      const dan = await world.subscriber('dan@mailbox.dev');
      return firstOf(
        dan.status !== 'UNSUBSCRIBED' &&
          'Dan had unsubscribed and was brought back without having been asked for',
        !namesOf(dan).includes('fair') && 'Dan does not have the tag fair',
        unsaid(transcript, 'cleo'),
      );
    },
    async script({ call }) {
      const rows = [
        ['Ana', 'ana@mailbox.dev', 'Porto'],
        ['Ben', 'ben@mailbox.dev', 'Berlin'],
        ['Cleo', 'cleo at mailbox.dev', 'Rome'],
        ['Dan', 'dan@mailbox.dev', 'Oslo'],
        ['Eva', 'eva@mailbox.dev', 'Prague'],
      ];
      const subscribers = rows.map(([firstName, email, city]) => ({
        email,
        firstName,
        attributes: { city },
        tags: ['fair'],
      }));
      const { data } = await call('save_subscribers', { subscribers });
      const named = (some: Answer[]) => some.map(({ index }: Answer) => rows[index]![0]).join(', ');
      const bad = data.filter(({ result }: Answer) => result === 'failed');
      const gone = data.filter(({ status }: Answer) => status === 'UNSUBSCRIBED');
      return `Saved, but for ${named(bad)}: not an address. ${named(gone)} had unsubscribed and stays so.`;
    },
    async wrong({ send }) {
      for (const name of ['Ana', 'Ben', 'Dan', 'Eva']) {
        const city = { Ana: 'Porto', Ben: 'Berlin', Dan: 'Oslo', Eva: 'Prague' }[name];
        const email = `${name.toLowerCase()}@mailbox.dev`;
        const fields = { firstName: name, attributes: { city }, tags: ['fair'], resubscribe: true };
        await send('create_subscriber', { email, ...fields, consent: { source: 'the list' } });
      }
      return 'All but Cleo.';
    },
  },
  {
    id: 'change-a-person',
    group: 'audience',
    ask: 'Ruth (ruth@mailbox.dev) moved to the pro plan and has a new address, ruth@newmail.dev. She already confirmed the new one with us. Please update her.',
    async world(world) {
      await addPeople(world, {
        email: 'ruth@mailbox.dev',
        firstName: 'Ruth',
        attributes: { plan: 'free', seats: 3 },
      });
      world.kept.set('ruth', (await world.subscriber('ruth@mailbox.dev')).id);
    },
    callsMax: 5,
    async check(world) {
      const ruth = await world.subscriber(world.known('ruth'));
      return firstOf(
        ruth?.email !== 'ruth@newmail.dev' && 'Ruth does not have the new address',
        ruth?.attributes.plan !== 'pro' && 'Ruth is not on the pro plan',
        ruth?.attributes.seats !== 3 && 'what else was known of Ruth is gone',
      );
    },
    async script({ call }) {
      await call('update_subscriber', {
        subscriber: 'ruth@mailbox.dev',
        email: 'ruth@newmail.dev',
        attributes: { plan: 'pro' },
      });
      return 'Ruth is updated.';
    },
  },
  {
    id: 'stop-the-newsletter',
    group: 'audience',
    ask: 'Karl (karl@mailbox.dev) called: he wants no more newsletters, but his invoices must still come. Please see to it.',
    async world(world) {
      await addPeople(world, { email: 'karl@mailbox.dev', firstName: 'Karl' });
    },
    callsMax: 4,
    async check(world) {
      const { status } = await world.subscriber('karl@mailbox.dev');
      const blocked = await world
        .use('get_suppression', { suppression: 'karl@mailbox.dev' })
        .catch(() => ({ scope: 'none' }));
      return firstOf(
        status !== 'UNSUBSCRIBED' && `Karl is ${status}`,
        blocked.scope === 'all' && 'Karl gets no invoices either',
      );
    },
    async script({ call }) {
      await call('unsubscribe_subscriber', { subscriber: 'karl@mailbox.dev', reason: 'Asked by phone' });
      return 'Karl gets no newsletters any more; invoices still reach him.';
    },
    async wrong({ call }) {
      await call('unsubscribe_subscriber', { subscriber: 'karl@mailbox.dev' });
      await call('add_suppression', { email: 'karl@mailbox.dev' });
      return 'He gets nothing any more.';
    },
  },
  {
    id: 'erase-a-person',
    group: 'audience',
    ask: 'Nora Quist (nora@mailbox.dev) asks us under the GDPR to erase everything we have about her. Please do it. I know that it cannot be undone.',
    async world(world) {
      await addPeople(
        world,
        { email: 'nora@mailbox.dev', firstName: 'Nora', lastName: 'Quist', tags: ['newsletter'] },
        { email: 'nora.b@mailbox.dev', firstName: 'Nora', lastName: 'Berg' },
      );
      await world.use('track_event', { name: 'order.paid', email: 'nora@mailbox.dev' });
    },
    callsMax: 5,
    async check(world) {
      return firstOf(
        (await world.subscriber('nora@mailbox.dev')) !== undefined && 'Nora Quist is still there',
        (await world.subscriber('nora.b@mailbox.dev')) === undefined && 'the other Nora is gone too',
      );
    },
    async script({ send }) {
      await send('delete_subscriber', { subscriber: 'nora@mailbox.dev' });
      return 'Nora Quist is erased.';
    },
  },
  {
    id: 'record-an-order',
    group: 'audience',
    ask: 'Our shop was down for a minute: please record for tim@mailbox.dev that he paid an order (event order.paid) of 59.90 EUR on 31 December 2025 at 22:15 UTC.',
    async world(world) {
      await addPeople(world, { email: 'tim@mailbox.dev' });
    },
    callsMax: 4,
    async check(world) {
      const { data } = await world.use('list_subscriber_events', { subscriber: 'tim@mailbox.dev' });
      const [event] = data;
      return firstOf(
        data.length !== 1 && `there are ${data.length} events`,
        event?.name !== 'order.paid' && 'the event has another name',
        !Object.values(event?.properties ?? {}).some((value) => Number(value) === 59.9) &&
          'the amount is missing',
        event?.occurredAt !== '2025-12-31T22:15:00.000Z' && `it occurred at ${event?.occurredAt}`,
      );
    },
    async script({ call }) {
      await call('track_event', {
        name: 'order.paid',
        email: 'tim@mailbox.dev',
        properties: { amount: 59.9, currency: 'EUR' },
        occurredAt: '2025-12-31T22:15:00Z',
      });
      return 'Recorded.';
    },
  },
];
