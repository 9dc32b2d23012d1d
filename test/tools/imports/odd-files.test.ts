import { expect, it } from 'vitest';
import { onBothDatabases } from '../both-databases.ts';
import { agreed, importOctets, people, reasons } from './scene.ts';

const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');
const utf16le = (text: string, mark = true): Buffer => Buffer.from((mark ? '\uFEFF' : '') + text, 'utf16le');
const utf16be = (text: string): Buffer => utf16le(text).swap16();
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

type Odd = {
  file: string;
  octets: Buffer;
  /** Expected subscribers by address; true if only their existence matters. */
  people: Record<string, object | true>;
  found?: object;
  errors?: RegExp[];
  options?: object;
};

const ada = { 'ada@acme.dev': { firstName: 'Zoë' } };
const line = (n: number): string => `reader-${n}@acme.dev,"Ré\nader",${'é'.repeat(n % 7)}`;

const odd: readonly Odd[] = [
  {
    file: 'UTF-8 with a byte order mark',
    octets: utf8('\uFEFFemail,firstName\nada@acme.dev,Zoë\n'),
    people: ada,
    found: { encoding: 'utf-8' },
  },
  {
    file: 'UTF-16 LE',
    octets: utf16le('email,firstName\nada@acme.dev,Zoë\n'),
    people: ada,
    found: { encoding: 'utf-16le' },
  },
  {
    file: 'UTF-16 BE',
    octets: utf16be('email,firstName\nada@acme.dev,Zoë\n'),
    people: ada,
    found: { encoding: 'utf-16be' },
  },
  {
    file: 'UTF-16 LE without a byte order mark',
    octets: utf16le('email,firstName\nada@acme.dev,Zoë\n', false),
    people: ada,
  },
  {
    file: 'windows-1252',
    octets: latin1('email,firstName\nada@acme.dev,Zo\xEB\n'),
    people: ada,
    found: { encoding: 'windows-1252' },
  },
  {
    file: 'windows-1252 that looks like UTF-8',
    octets: latin1(`email,firstName\nada@acme.dev,Ada\n${'#'.repeat(40_000)},\xEB`),
    people: { 'ada@acme.dev': true },
    found: { encoding: 'windows-1252' },
    errors: [/^3,email_invalid/],
  },
  {
    file: 'UTF-8 that ends within a character',
    octets: utf8('email,firstName\nada@acme.dev,Zoë').subarray(0, -1),
    people: { 'ada@acme.dev': true },
    found: { encoding: 'windows-1252' },
  },
  {
    file: 'semicolons as separators',
    octets: utf8('email;firstName\nada@acme.dev;Zoë\n'),
    people: ada,
    found: { separator: ';' },
  },
  {
    file: 'tabs as separators',
    octets: utf8('email\tfirstName\nada@acme.dev\tZoë\n'),
    people: ada,
    found: { separator: '\t' },
  },
  {
    file: 'vertical bars as separators',
    octets: utf8('email|firstName\nada@acme.dev|Zoë\n'),
    people: ada,
    found: { separator: '|' },
  },
  {
    file: 'semicolons with commas in every cell',
    octets: utf8('email;lastName;firstName\nada@acme.dev;Byron, Lovelace, King;Zoë\n'),
    people: { 'ada@acme.dev': { firstName: 'Zoë', lastName: 'Byron, Lovelace, King' } },
  },
  {
    file: 'commas after quoted semicolons',
    octets: utf8('"a;b;c;d",email,firstName\n"x;y;z;w",ada@acme.dev,Zoë\n'),
    people: ada,
    found: { separator: ',' },
  },
  {
    file: 'a line sep=;',
    octets: utf8('sep=;\nemail;firstName\nada@acme.dev;Zoë\nnobody;x\n'),
    people: ada,
    errors: [/^4,email_invalid/],
  },
  {
    file: 'a quoted line sep=\\t with CRLF',
    octets: utf8('"sep=\t"\r\nemail\tfirstName\r\nada@acme.dev\tZoë\r\n'),
    people: ada,
    found: { separator: '\t' },
  },
  { file: 'CR line ends', octets: utf8('email,firstName\rada@acme.dev,Zoë\r'), people: ada },
  { file: 'CRLF line ends', octets: utf8('email,firstName\r\nada@acme.dev,Zoë\r\n'), people: ada },
  {
    file: 'mixed line ends, also in quotes',
    octets: utf8(
      'email,firstName,note\r\n"ada@acme.dev","Zoë","a\r\nb\rc\nd"\rbob@acme.dev,Bob,e\nno one,,\n',
    ),
    people: { ...ada, 'bob@acme.dev': { attributes: { note: 'e' } } },
    errors: [/^7,email_invalid/],
  },
  { file: 'a last line without a line end', octets: utf8('email,firstName\nada@acme.dev,Zoë'), people: ada },
  {
    file: 'empty lines everywhere',
    octets: utf8('\n\n\nemail,firstName\n\n,\nada@acme.dev,Zoë\n\n\n'),
    people: ada,
  },
  {
    file: 'NUL in cells',
    octets: utf8(
      'email,firstName,note\nada@acme.dev,Zoë,\nbob@acme.dev,B\0b,\nc\0c@acme.dev,C,\neve@acme.dev,Eve,n\0te\n',
    ),
    people: ada,
    errors: [/^3,control_character/, /^4,control_character/, /^5,control_character/],
  },
  {
    file: 'rows that are too short',
    octets: utf8('email,firstName,lastName\nada@acme.dev,Zoë\nbob@acme.dev\n'),
    people: { ...ada, 'bob@acme.dev': true },
  },
  {
    file: 'rows that are too long',
    octets: utf8('email,firstName\nada@acme.dev,Zoë,,\nbob@acme.dev,Byron, Lord\n'),
    people: ada,
    errors: [/^3,too_many_cells/],
  },
  {
    file: 'quotes split between chunks',
    octets: utf8(
      `email,note,x\n${Array.from({ length: 40 }, (_, n) => `r${n}@acme.dev,"${`,""${n}""\n`.repeat(400)}",y`).join('\n')}\nada@acme.dev,,z\n`,
    ),
    people: {
      'ada@acme.dev': true,
      'r39@acme.dev': { attributes: { note: `,"39"\n`.repeat(400).trim(), x: 'y' } },
    },
  },
  {
    file: 'characters split between chunks',
    octets: utf8(
      `email,firstName,x\n${Array.from({ length: 90 }, (_, n) => line(n)).join('\n')}\nada@acme.dev,Zoë,${'𝒳é'.repeat(1_500)}\n`,
    ),
    people: {
      'ada@acme.dev': { firstName: 'Zoë', attributes: { x: '𝒳é'.repeat(1_500) } },
      'reader-89@acme.dev': { firstName: 'Ré ader' },
    },
  },
  {
    file: 'formula cells',
    octets: utf8(`email,firstName,note\nada@acme.dev,Zoë,=1+1\nbob@acme.dev,'=cmd,'+49 30 1\n`),
    people: {
      'ada@acme.dev': { attributes: { note: '=1+1' } },
      'bob@acme.dev': { firstName: '=cmd', attributes: { note: '+49 30 1' } },
    },
  },
  {
    file: 'a stray quote within a cell',
    octets: utf8('email,note,firstName\nada@acme.dev,5" pipe,Zoë\nbob@acme.dev,"5" pipe",Bob\n'),
    people: { ...ada, 'bob@acme.dev': { firstName: 'Bob', attributes: { note: '5" pipe' } } },
  },
  { file: 'blanks around quotes', octets: utf8('email,firstName\n"ada@acme.dev" ,"Zoë" \n'), people: ada },
  {
    file: 'a quote that never closes',
    octets: utf8('email,firstName\nada@acme.dev,Zoë\nbob@acme.dev,"Bob\neve@acme.dev,Eve\n'),
    people: { ...ada, 'eve@acme.dev': true },
    errors: [/^3,quote_not_closed/],
  },
  {
    file: 'a cell of three megabytes',
    octets: utf8(`email,note\nada@acme.dev,x\nbob@acme.dev,${'x'.repeat(3_000_000)}\neve@acme.dev,y\n`),
    people: { 'ada@acme.dev': true, 'eve@acme.dev': true },
    errors: [/^3,row_too_long/],
  },
  {
    file: 'a quoted cell of three megabytes',
    octets: utf8(`email,note\nbob@acme.dev,"${'x'.repeat(3_000_000)}"\nada@acme.dev,x\n`),
    people: { 'ada@acme.dev': true },
    errors: [/^2,row_too_long/],
  },
  {
    file: 'an attribute that is too long',
    octets: utf8(`email,note\nada@acme.dev,x\nbob@acme.dev,${'x'.repeat(20_000)}\n`),
    people: { 'ada@acme.dev': true },
    errors: [/^3,field_invalid/],
  },
  {
    file: 'only a header',
    octets: utf8('email,firstName\n'),
    people: {},
    found: { rows_done: 0, status: 'completed' },
  },
  {
    file: 'duplicate headers',
    octets: utf8('email,email,firstName,firstName\nada@acme.dev,bob@acme.dev,Zoë,Ada\n'),
    people: ada,
    found: {
      columns: expect.arrayContaining([{ header: 'email (2)', field: 'attributes.email_2', guessed: true }]),
    },
  },
  { file: 'empty headers', octets: utf8('email,,firstName,,\nada@acme.dev,x,Zoë,,\n'), people: ada },
  {
    file: 'a file without a header',
    octets: utf8('Zoë,ada@acme.dev\nBob,bob@acme.dev\n'),
    people: { 'ada@acme.dev': true, 'bob@acme.dev': true },
  },
  {
    file: 'columns by number without a header',
    octets: utf8('Zoë,ada@acme.dev\n'),
    people: ada,
    options: { ...agreed, columns: { 1: 'firstName', 2: 'email' } },
  },
  {
    file: 'two address columns, one chosen',
    octets: utf8('ada@acme.dev,ada@work.dev\n'),
    people: { 'ada@work.dev': true },
    options: { ...agreed, columns: { 2: 'email' } },
  },
  {
    file: 'a plain list of addresses',
    octets: utf8('ada@acme.dev\nbob@acme.dev\n'),
    people: { 'ada@acme.dev': true, 'bob@acme.dev': true },
  },
  {
    file: 'German headers',
    octets: latin1('E-Mail-Adresse;Vorname;Nachname;Schlagworte\nada@acme.dev;Zo\xEB;Byron;a,b\n'),
    people: {
      'ada@acme.dev': {
        firstName: 'Zoë',
        lastName: 'Byron',
        tags: [expect.objectContaining({ name: 'a' }), expect.objectContaining({ name: 'b' })],
      },
    },
  },
  {
    file: 'French, Spanish and Japanese headers',
    octets: utf8('Adresse e-mail,Prénom,Apellidos,x\nada@acme.dev,Zoë,Byron,1\n'),
    people: { 'ada@acme.dev': { firstName: 'Zoë', lastName: 'Byron', attributes: { x: 1 } } },
  },
  {
    file: 'an address column with an unknown header',
    octets: utf8('kontaktfeld,firstName\nada@acme.dev,Zoë\n'),
    people: ada,
  },
  {
    file: 'a single column for the full name',
    octets: utf8('email,Full name\nada@acme.dev,Zoë Augusta Byron\nbob@acme.dev,Bob\n'),
    people: {
      'ada@acme.dev': { firstName: 'Zoë Augusta', lastName: 'Byron' },
      'bob@acme.dev': { firstName: 'Bob', lastName: null },
    },
  },
  {
    file: 'numbers, booleans and dates',
    octets: utf8(
      'email,seats,zip,vip,since\nada@acme.dev,3,01067,true,2024-02-29\nbob@acme.dev,2.5,10115,false,2024-03-01\n',
    ),
    people: {
      'ada@acme.dev': { attributes: { seats: 3, zip: '01067', vip: true, since: '2024-02-29' } },
      'bob@acme.dev': { attributes: { seats: 2.5, zip: '10115', vip: false, since: '2024-03-01' } },
    },
  },
  {
    file: 'a requested column type',
    octets: utf8('email,seats\nada@acme.dev,3\nbob@acme.dev,many\n'),
    people: { 'ada@acme.dev': { attributes: { seats: 3 } } },
    errors: [/^3,field_invalid,seats/],
    options: { ...agreed, columns: { seats: 'attributes.seats:number' } },
  },
  {
    file: 'several spellings of one address',
    octets: utf8('email,firstName\nAda@ACME.dev,Zoë\nada@acme.dev,Ada\nZoë <ada@acme.dev>,Zoe\n'),
    people: ada,
    errors: [/^3,duplicate/, /^4,duplicate/],
  },
  {
    file: 'headers named like prototype properties',
    octets: utf8('email,__proto__,constructor,firstName\nada@acme.dev,x,y,Zoë\n'),
    people: { 'ada@acme.dev': { firstName: 'Zoë', attributes: { constructor: 'y' } } },
  },
];

onBothDatabases((place) => {
  it.each(odd)(
    'an import reads $file',
    async ({ octets, people: expected, found = {}, errors = [], options }) => {
      const done = await importOctets(place(), octets, options ?? agreed);
      expect(done).toMatchObject({ status: 'completed', error: null, ...found });
      const kept = await people(place());
      expect(kept).toMatchObject(
        Object.fromEntries(Object.entries(expected).map(([email, one]) => [email, one === true ? {} : one])),
      );
      if (Object.keys(kept).length < 20)
        expect(Object.keys(kept).sort()).toEqual(Object.keys(expected).sort());
      const reported = await reasons(place(), done.id);
      expect(reported.length >= errors.length).toBe(true);
      for (const [index, error] of errors.entries()) expect(reported[index]).toMatch(error);
    },
  );

  it.each([
    ['nothing', '\n\n'],
    ['only commas', ',,,\n,,\n'],
    ['no column of addresses', 'a,b\n1,2\n'],
    ['too many columns', `email${',x'.repeat(250)}\n`],
    ['several addresses in one row', 'ada@acme.dev, Bob <bob@acme.dev>, eve@acme.dev'],
    ['a quote at the start of every line', `email,x\n${'"a@b.c,"x\n'.repeat(60_000)}`],
  ])('an import rejects a file of %s', async (_, csv) => {
    const refusal = await place().refusal('import_subscribers', { csv, ...agreed, start: false });
    expect(refusal.failure).toBe('validation_error');
  });

  it('an import rejects columns that the file does not have, and names its columns', async () => {
    const columns = { plan: 'attributes.plan' };
    const refusal = await place().refusal('import_subscribers', {
      csv: 'email,name\na@acme.dev,A\n',
      columns,
    });
    expect(refusal.details).toEqual([
      {
        path: 'columns.plan',
        code: 'invalid',
        message: 'is not a column of the file, which has 2 columns: email, name',
      },
    ]);
  });
});
