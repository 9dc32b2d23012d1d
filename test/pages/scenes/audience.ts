import type { Console } from './open-console.ts';

const longAddress = 'a.person.with.a.very.long.address.indeed@a-long-domain-name.reader.example';
const people = [
  ['mina.castell@reader.example', 'Mina', 'Castell', 'Leeds'],
  ['tom.okafor@reader.example', 'Tom', 'Okafor', 'Leeds'],
  [longAddress, 'Wilhelmina', 'Featherstonehaugh', 'York'],
] as const;

const csv = `E-Mail;Vorname;given_name;Geburtstag;Lieblingsgenre;Notiz
anna@reader.example;Anna;;1990-12-10;Krimi;ruft an
bernd@reader.example;Bernd;;1985-02-01;Lyrik;
kein Wort;;;;;
`;

/** A shop with three subscribers, a segment, imports and suppressions. */
export async function addAudience({ platform, use }: Pick<Console, 'platform' | 'use'>) {
  for (const [email, firstName, lastName, city] of people) {
    await use('create_subscriber', {
      email,
      firstName,
      lastName,
      attributes: { city, favourite_genre: 'Crime', visits: 12 },
      tags: ['newsletter', 'book-club', city.toLowerCase()],
      consent: { at: '2025-01-12T14:08:00Z', ip: '203.0.113.24', source: 'Till at the shop' },
    });
  }
  const [[email]] = people;
  const from = 'Fernhill <hello@fernhill.example>';
  await use('track_event', { name: 'order.placed', email, properties: { total: 31.98, shop: 'Leeds' } });
  for (const subject of ['Spring reading week', 'Your order 20930']) {
    await use('send_email', { from, to: email, subject, markdown: 'Hello.' });
  }
  await use('unsubscribe_subscriber', { subscriber: longAddress, reason: 'Asked at the till' });
  const rule = {
    and: [
      { field: 'attributes.city', operator: 'eq', value: 'Leeds' },
      { field: 'createdAt', operator: 'within', value: '30 days' },
      {
        or: [
          { field: 'tags', operator: 'eq', value: 'newsletter' },
          { field: 'status', operator: 'eq', value: 'PENDING' },
        ],
      },
    ],
  };
  const segment = await use('create_segment', { name: 'Crime lovers in the north', rule });
  const planned = await use('import_subscribers', { csv, file_name: 'kunden-2025.csv', start: false });
  const finished = await use('import_subscribers', {
    csv,
    file_name: 'alt.csv',
    tags: ['alt'],
    consent: { source: 'Laden' },
    columns: { Notiz: 'ignore' },
  });
  await use('add_suppression', { email: 'gone@reader.example', origin: 'bounce' });
  await use('add_suppression', { email: 'angry@reader.example', origin: 'complaint' });
  await platform.platform.worker.runDue();
  return {
    person: (await use('get_subscriber', { subscriber: email })).id as string,
    segment: segment.id as string,
    tag: (await use('list_tags', {})).data[0].id as string,
    planned: planned.id as string,
    finished: finished.id as string,
  };
}
