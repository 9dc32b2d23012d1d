import { z } from 'zod';
import { shownAs } from '../text/alias.ts';
import { limitMarks } from '../text/limit-marks.ts';
import { isLongerThan } from '../text/text.ts';
import { type DateOrder, dateAt, dateOrders, isoDateAt, isoDateText } from './read-date.ts';

/** Targets of a column other than an attribute. `name` is a full name, `attributes` a JSON object. */
export const columnFields = [
  'email',
  'name',
  'firstName',
  'lastName',
  'externalId',
  'timezone',
  'locale',
  'tags',
  'status',
  'consent.at',
  'consent.ip',
  'consent.source',
  'attributes',
  'ignore',
] as const;
export type PlainField = (typeof columnFields)[number];

export const attributeTypes = ['text', 'number', 'boolean', 'date'] as const;
export type AttributeType = (typeof attributeTypes)[number];

/** A cell that does not match a guessed type stays text; for a requested type it is a fault. */
export type ColumnTarget =
  | { field: PlainField; order?: DateOrder }
  | { field: 'attribute'; name: string; type: AttributeType; guessed: boolean };

const attributePrefix = 'attributes.';
const consentTime = 'consent.at';
const attributeNameMax = 100;

/** Parses targets such as `attributes.seats:number`; null if invalid. */
export function readTarget(text: string): ColumnTarget | null {
  const plain = columnFields.find((field) => field === text);
  if (plain) return { field: plain };
  const order = dateOrders.find((each) => text === `${consentTime}:${each}`);
  if (order) return { field: consentTime, order };
  if (!text.startsWith(attributePrefix)) return null;
  const colon = text.lastIndexOf(':');
  const type = attributeTypes.find((each) => each === text.slice(colon + 1));
  const name = text.slice(attributePrefix.length, colon > 0 && type ? colon : undefined);
  if (name === '' || isLongerThan(name, attributeNameMax)) return null;
  return { field: 'attribute', name, type: type ?? 'text', guessed: false };
}

export function targetText(target: ColumnTarget): string {
  if (target.field !== 'attribute') return target.order ? `${target.field}:${target.order}` : target.field;
  return `${attributePrefix}${target.name}${target.type === 'text' ? '' : `:${target.type}`}`;
}

export const ColumnsInput = z
  .record(
    z.string().max(256),
    z
      .string()
      .max(200)
      .check((ctx) => {
        if (readTarget(ctx.value) !== null) return;
        const message = `must be one of ${columnFields.join(', ')} or attributes.NAME, with :number, :boolean or :date behind it if its texts are such; consent.at may be followed by ${dateOrders.map((order) => `:${order}`).join(' or ')}`;
        ctx.issues.push({ code: 'custom', input: ctx.value, message });
      }),
  )
  .describe('Maps each header to a field. Default: guessed from the headers')
  .meta(
    shownAs({
      type: 'object',
      description:
        'Header to field: email, firstName, tags, status, consent.at, attributes.X:number or ignore. Default: guessed',
      additionalProperties: { type: 'string' },
    }),
  );

/** Headers of other programs in several languages, normalized by `plainHeader`. */
const headersOf: Readonly<Partial<Record<PlainField, readonly string[]>>> = {
  email: [
    ...[
      'email',
      'emailaddress',
      'mail',
      'mailaddress',
      'emailadress',
      'emailid',
      'useremail',
      'contactemail',
    ],
    ...['subscriberemail', 'primaryemail', 'emailadresse', 'mailadresse', 'adressemail', 'adresseemail'],
    ...['courriel', 'adresseelectronique', 'correo', 'correoelectronico', 'direcciondecorreo', 'emailadres'],
    ...['indirizzoemail', 'indirizzomail', 'postaelettronica', 'enderecodeemail', 'epost', 'epostadress'],
    ...[
      'epostadresse',
      'adresemail',
      'sahkoposti',
      'eposta',
      'メールアドレス',
      '电子邮件',
      '邮箱',
      '이메일',
      'почта',
    ],
    ...['электроннаяпочта', 'емейл', 'البريدالإلكتروني'],
  ],
  name: [
    'name',
    'fullname',
    'contactname',
    'vollstandigername',
    'nomcomplet',
    'nombrecompleto',
    'nomecompleto',
    '氏名',
    '姓名',
    'имя',
  ],
  firstName: [
    ...[
      'firstname',
      'fname',
      'givenname',
      'first',
      'forename',
      'vorname',
      'prenom',
      'nombre',
      'primeironome',
    ],
    ...['voornaam', 'fornavn', 'fornamn', 'imie', 'etunimi', 'nomedibattesimo', '名'],
  ],
  lastName: [
    ...['lastname', 'lname', 'surname', 'familyname', 'last', 'nachname', 'familienname', 'nomdefamille'],
    ...['apellido', 'apellidos', 'cognome', 'sobrenome', 'achternaam', 'etternavn', 'efternavn', 'efternamn'],
    ...['nazwisko', 'sukunimi', '姓', 'фамилия'],
  ],
  externalId: ['externalid', 'userid', 'customerid', 'kundennummer'],
  timezone: ['timezone', 'zeitzone', 'fuseauhoraire', 'zonahoraria'],
  locale: ['locale', 'language', 'lang', 'sprache', 'langue', 'idioma', 'lingua', 'taal'],
  tags: ['tags', 'tag', 'labels', 'schlagworte', 'etiquetas', 'etiquettes'],
  status: ['status', 'subscriptionstatus', 'emailmarketingconsent'],
  'consent.at': [
    'consentat',
    'subscribedon',
    'subscribedsince',
    'optintime',
    'optindate',
    'confirmtime',
    'subscribedat',
    'consentdate',
    'optedinat',
  ],
  'consent.ip': ['consentip', 'optinip', 'confirmip', 'signupip'],
  'consent.source': ['consentsource', 'optinsource', 'signupsource'],
};

const fieldOfHeader = new Map(
  (Object.entries(headersOf) as [PlainField, readonly string[]][]).flatMap(([field, headers]) =>
    headers.map((header) => [header, field] as const),
  ),
);

export function plainHeader(header: string): string {
  return limitMarks(header)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_\-./:()*"'“”„‘’]/gu, '');
}

/** Undefined if the header becomes an attribute. */
export function fieldNamed(header: string): PlainField | undefined {
  return fieldOfHeader.get(plainHeader(header));
}

const numberShape = /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/;
const booleanTexts: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'ja', 'oui', 'si', 'sí'].map((text) => [text, true] as const),
  ...['false', 'no', 'nein', 'non'].map((text) => [text, false] as const),
]);

/** A number with a leading zero is a code, so it stays text. @param wasGuessed true accepts only ISO 8601 dates */
export function attributeValue(
  text: string,
  type: AttributeType,
  wasGuessed: boolean,
): string | number | boolean | undefined {
  switch (type) {
    case 'text':
      return text;
    case 'number':
      return numberShape.test(text) ? Number(text) : undefined;
    case 'boolean':
      return booleanTexts.get(text.toLowerCase());
    case 'date': {
      const at = wasGuessed ? isoDateAt(text) : dateAt(text);
      return at === undefined ? undefined : isoDateText(text, at);
    }
  }
}

export function guessType(texts: readonly string[]): AttributeType {
  const given = texts.filter((text) => text !== '');
  if (given.length === 0) return 'text';
  return (
    (['boolean', 'number', 'date'] as const).find((type) =>
      given.every((text) => attributeValue(text, type, true) !== undefined),
    ) ?? 'text'
  );
}
