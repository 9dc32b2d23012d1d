import { gzipSync } from 'node:zlib';
import { expect, it, test } from 'vitest';
import { baseUrl } from '../../world/platform.ts';
import { onBothDatabases } from '../both-databases.ts';
import { agreed, importOctets, importText, people, reasons } from './scene.ts';

/** Files as databases, spreadsheets and people write them, each from a bug report about an import. */

type Exported = {
  file: string;
  csv: string;
  /** Expected subscribers by address. */
  people: Record<string, object>;
  warnings?: string[];
};

const ada = { 'ada@acme.dev': { firstName: 'Ada' } };
const invisible = '\u200B\u2060\uFEFF\u200E';

const exported: readonly Exported[] = [
  {
    file: 'a quoted cell with spaces on both sides',
    csv: 'email, name, attributes\nada@acme.dev , "Ada" , "{""vip"": true, ""plan"": ""pro""}"   ,\n',
    people: { 'ada@acme.dev': { firstName: 'Ada', attributes: { vip: true, plan: 'pro' } } },
  },
  {
    file: 'padded quotes with line breaks and separators inside',
    csv: 'email, attributes, firstName\nada@acme.dev, "{\n  ""vip"": true,\n  ""seats"": 3\n}", "Ada"\n',
    people: { 'ada@acme.dev': { firstName: 'Ada', attributes: { vip: true, seats: 3 } } },
  },
  {
    file: 'a padded word in quotes that is only a part of its cell',
    csv: 'email, note, firstName\nada@acme.dev, "the" countess, Ada\nbob@acme.dev, 5" pipe, Bob\n',
    people: {
      'ada@acme.dev': { firstName: 'Ada', attributes: { note: '"the" countess' } },
      'bob@acme.dev': { firstName: 'Bob', attributes: { note: '5" pipe' } },
    },
  },
  {
    file: 'a padded quote that never closes',
    csv: 'email, note, firstName\nada@acme.dev, "the countess, Ada\nbob@acme.dev, x, Bob\n',
    people: {
      'ada@acme.dev': { firstName: 'Ada', attributes: { note: '"the countess' } },
      'bob@acme.dev': { firstName: 'Bob' },
    },
  },
  {
    file: 'padded quotes between tabs',
    csv: 'email\tfirstName\tnote\nada@acme.dev\t "Ada" \t"a\tb"\n',
    people: { 'ada@acme.dev': { firstName: 'Ada', attributes: { note: 'a\tb' } } },
  },
  {
    file: 'non-breaking and zero-width spaces around cells',
    csv: `\uFEFF${invisible}email,${invisible}firstName\u00A0\n\u00A0${invisible}ada@acme.dev\u00A0${invisible},${invisible}Ada\u00A0\n`,
    people: ada,
  },
  {
    file: 'a second byte order mark before a quoted header',
    csv: '\uFEFF\uFEFF"email","firstName"\n"ada@acme.dev","Ada"\n',
    people: ada,
  },
  {
    file: 'pasted addresses',
    csv: [
      'email,firstName',
      'mailto:one@acme.dev,1',
      'MailTo:two@acme.dev?subject=Hello,2',
      'three@acme.dev;,3',
      '"four@acme.dev,",4',
      '<five@acme.dev>;,5',
      "'six@acme.dev',6",
      '“seven@acme.dev”,7',
      '"""Ada Byron"" <eight@acme.dev>",8',
      '"Byron, Ada <nine@acme.dev>",9',
      'ten@acme.dev <mailto:ten@acme.dev>,10',
      '[eleven@acme.dev](mailto:eleven@acme.dev),11',
      '<mailto:twelve@acme.dev>,12',
      '"thirteen@acme.dev ; ",13',
    ].join('\n'),
    people: Object.fromEntries(
      [
        ...['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'],
        ...['twelve', 'thirteen'],
      ].map((name, index) => [`${name}@acme.dev`, { firstName: String(index + 1) }]),
    ),
  },
  {
    file: 'pasted addresses without a header',
    csv: 'mailto:ada@acme.dev\nbob@acme.dev;\n',
    people: { 'ada@acme.dev': {}, 'bob@acme.dev': {} },
  },
  {
    file: 'line breaks inside names',
    csv: 'email,firstName,lastName\nada@acme.dev,"Ada\nAugusta","Byron \n\n King"\nbob@acme.dev,Bob\u000BJr,\u2028x\n',
    people: {
      'ada@acme.dev': { firstName: 'Ada Augusta', lastName: 'Byron King' },
      'bob@acme.dev': { firstName: 'Bob Jr', lastName: 'x' },
    },
  },
  {
    file: 'tags on lines of their own',
    csv: 'email,tags\nada@acme.dev,"a\nb"\n',
    people: {
      'ada@acme.dev': {
        tags: [expect.objectContaining({ name: 'a' }), expect.objectContaining({ name: 'b' })],
      },
    },
  },
  {
    file: 'smart quotes around headers and names',
    csv: '“email”,“firstName”\n“ada@acme.dev”,“Ada”\n',
    people: ada,
  },
  {
    file: 'a line sep=; with separators behind it',
    csv: 'sep=;;;\nemail;firstName;\nada@acme.dev;Ada;\n',
    people: ada,
  },
  {
    file: 'columns and rows of blanks at the end',
    csv: 'email,firstName, ,\u00A0\nada@acme.dev,Ada, ,\u00A0,\u200B\n , ,\n\u00A0,\n',
    people: ada,
  },
  {
    file: 'an emoji at the end of a name',
    csv: 'email,firstName\nada@acme.dev,Ada ❤️\n',
    people: { 'ada@acme.dev': { firstName: 'Ada ❤️' } },
  },
  {
    file: 'marks of required fields in headers',
    csv: '"Email *",First name*\nada@acme.dev,Ada\n',
    people: ada,
  },
];

const dates: readonly [text: string, at: string][] = [
  ['31.01.2024', '2024-01-31T00:00:00.000Z'],
  ['1.2.2024', '2024-02-01T00:00:00.000Z'],
  ['31.01.2024 09:30', '2024-01-31T09:30:00.000Z'],
  ['31.01.2024, 09:30:15', '2024-01-31T09:30:15.000Z'],
  ['2024/01/31', '2024-01-31T00:00:00.000Z'],
  ['2024.01.31 9:30', '2024-01-31T09:30:00.000Z'],
  ['2024-1-31', '2024-01-31T00:00:00.000Z'],
  ['31 Jan 2024', '2024-01-31T00:00:00.000Z'],
  ['31-Jan-2024', '2024-01-31T00:00:00.000Z'],
  ['January 31, 2024', '2024-01-31T00:00:00.000Z'],
  ['Jan 31, 2024 9:30 PM', '2024-01-31T21:30:00.000Z'],
  ['Wed, 31 Jan 2024 10:00:00 +0100', '2024-01-31T09:00:00.000Z'],
  ['2024-01-31 10:00:00 UTC', '2024-01-31T10:00:00.000Z'],
  ['2024-01-31 10:00:00 +0000 UTC', '2024-01-31T10:00:00.000Z'],
  ['2024-01-31 10:00:00.123456+00', '2024-01-31T10:00:00.123Z'],
  ['2024-01-31T10:00:00Z', '2024-01-31T10:00:00.000Z'],
];

const taken =
  '2024-01-31, 2024-01-31T09:30Z, 31.01.2024 and 31 Jan 2024 are accepted; 01/02/2024 only if the column is named consent.at:DD/MM/YYYY or consent.at:MM/DD/YYYY';
const swapped =
  'is ambiguous: write 2024-01-31, or name the column consent.at:DD/MM/YYYY or consent.at:MM/DD/YYYY';

onBothDatabases((place) => {
  it.each(exported)('an import reads $file', async ({ csv, people: expected, warnings = [] }) => {
    const { preview, done } = await importText(place(), csv);
    expect(done).toMatchObject({ status: 'completed', error: null, warnings });
    expect(preview.preview).toEqual(done.result);
    const kept = await people(place());
    expect(Object.keys(kept).sort()).toEqual(Object.keys(expected).sort());
    expect(kept).toMatchObject(expected);
    expect(await reasons(place(), done.id)).toEqual([]);
  });

  it('an import rejects a cell with two addresses or with an invisible character inside an address', async () => {
    const csv = 'email\none@acme.dev; two@acme.dev\nada\u200B@acme.dev\nx@acme.dev, Bob <bob@acme.dev>\n';
    const { done } = await importText(place(), `${csv}ok@acme.dev\n`, {
      ...agreed,
      columns: { email: 'email' },
    });
    expect(done.result).toMatchObject({ created: 1, invalid: 3 });
  });

  test.each(dates)('an import reads a consent date written as %s', async (text, at) => {
    await importText(place(), `email,consent.at\nada@acme.dev,"${text}"\n`, {});
    const { consent } = await place().use('get_subscriber', { subscriber: 'ada@acme.dev' });
    expect(consent.at).toBe(at);
  });

  test.each([
    ['DD/MM/YYYY', '31/01/2024 09:30', '2024-01-31T09:30:00.000Z'],
    ['DD/MM/YYYY', '2/1/2024', '2024-01-02T00:00:00.000Z'],
    ['MM/DD/YYYY', '2/1/2024 9:30 pm', '2024-02-01T21:30:00.000Z'],
    ['DD/MM/YYYY', '31-01-2024', '2024-01-31T00:00:00.000Z'],
  ])('an import reads a column mapped to consent.at:%s from %s', async (order, text, at) => {
    const columns = { when: `consent.at:${order}` };
    const { preview } = await importText(place(), `email,when\nada@acme.dev,${text}\n`, { columns });
    expect(preview.columns[1]).toMatchObject({ field: `consent.at:${order}`, guessed: false });
    const { consent } = await place().use('get_subscriber', { subscriber: 'ada@acme.dev' });
    expect(consent.at).toBe(at);
  });

  it('an import reports each unreadable date with the accepted formats', async () => {
    const csv = [
      'email,consent.at,consent.source',
      'ada@acme.dev,01/02/2024,a form',
      'bob@acme.dev,31.02.2024,a form',
      'cy@acme.dev,last summer,',
      'eve@acme.dev,31.01.2024,a form',
      'fay@acme.dev,13/25/2024,',
    ].join('\n');
    const { preview, done } = await importText(place(), csv, {});
    for (const [answer, counts] of [
      [preview, preview.preview],
      [done, done.result],
    ]) {
      expect(counts).toMatchObject({ created: 3, refused: 2, left_out: { 'consent.at': 4 } });
      expect(answer.warnings).toContain(`consent.at: the dates of 4 rows are not read. ${taken}`);
    }
    expect(await reasons(place(), done.id)).toEqual([
      `2,left_out,consent.at,"${swapped}"`,
      `3,left_out,consent.at,"is not an accepted date format. ${taken}"`,
      `4,consent_missing,consent.at,"is not an accepted date format. ${taken}"`,
      `6,consent_missing,consent.at,"${swapped}"`,
    ]);
  });

  it('an import maps a column to an existing attribute whose name differs only in case', async () => {
    const { use } = place();
    await use('create_subscriber', { email: 'ada@acme.dev', attributes: { country: 'UK' } });
    const csv = 'email,Country,Seats\nada@acme.dev,FR,3\n';
    const sentence =
      'Column 2: mapped to an existing attribute whose name differs only in case. To keep both, map it to attributes.X in columns';
    const previewed = await use('import_subscribers', { csv, ...agreed, start: false });
    expect(previewed.columns[1]).toEqual({ header: 'Country', field: 'attributes.country', guessed: true });
    expect(previewed.warnings).toContain(sentence);
    await use('import_subscribers', { importId: previewed.id });
    await place().platform.deliver();
    expect((await use('get_import', { importId: previewed.id })).warnings).toContain(sentence);
    const { attributes } = await use('get_subscriber', { subscriber: 'ada@acme.dev' });
    expect(attributes).toEqual({ country: 'FR', Seats: 3 });
  });

  it('an import warns about a requested attribute whose name differs from an existing one only in case', async () => {
    const { use } = place();
    await use('create_subscriber', { email: 'ada@acme.dev', attributes: { country: 'UK' } });
    const { done } = await importText(place(), 'email,land\nada@acme.dev,FR\n', {
      ...agreed,
      columns: { land: 'attributes.Country' },
    });
    expect(done.warnings).toContain(
      'Column 2: a new attribute, although an existing name differs only in case',
    );
    const { attributes } = await use('get_subscriber', { subscriber: 'ada@acme.dev' });
    expect(attributes).toEqual({ country: 'UK', Country: 'FR' });
  });

  it.each([
    ['gzip', gzipSync('email\nada@acme.dev\n')],
    [
      'Excel workbook (.xlsx)',
      Buffer.concat([Buffer.from('PK\x03\x04\0\0\0\0[Content_Types].xml xl/workbook.xml')]),
    ],
    ['zip', Buffer.from('PK\x03\x04\0\0\0\0subscribers.csv')],
    ['old Excel workbook (.xls)', Buffer.from('d0cf11e0a1b11ae100', 'hex')],
    [
      'OpenDocument spreadsheet (.ods)',
      Buffer.from('PK\x03\x04\0\0\0\0mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
    ],
    ['PDF', Buffer.from('%PDF-1.7\n')],
    ['Zstandard', Buffer.from('28b52ffd00', 'hex')],
    ['bzip2', Buffer.from('BZh91AY&SY')],
  ])('an import rejects a file of the kind %s and names the kind', async (kind, octets) => {
    const { id } = await place().use('import_subscribers', {});
    const answer = await place().platform.platform.http.fetch(
      new Request(`${baseUrl}/api/v2/imports/${id}/parts/1`, {
        method: 'POST',
        headers: { authorization: `Bearer ${place().token}`, 'content-type': 'text/csv' },
        body: new Uint8Array(octets),
      }),
    );
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({
      name: 'unsupported_media_type',
      message: expect.stringContaining(kind),
    });
    const known = await place().use('get_import', { importId: id });
    expect(known).toMatchObject({ status: 'uploading', octets: 0 });
  });

  it('an import accepts a text file that starts like a compressed file', async () => {
    const done = await importOctets(place(), Buffer.from('PK,email\nx,ada@acme.dev\n'));
    expect(done.result).toMatchObject({ created: 1 });
  });
});
