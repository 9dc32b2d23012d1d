import type { SubscriberStatus } from '../subscriber/subscriber.ts';
import { type ColumnTarget, type PlainField, plainHeader } from './column-fields.ts';

export const presetNames = ['posthouse', 'mailchimp', 'listmonk', 'plunk', 'resend', 'loops'] as const;
export type PresetName = (typeof presetNames)[number];

export type Preset = {
  name: PresetName;
  title: string;
  has: readonly string[];
  hasSome?: { of: readonly string[]; atLeast: number };
  columns: Readonly<Record<string, PlainField>>;
  /** Order of columns with the same field; the first with a text counts. */
  order?: readonly string[];
  /** Status for empty cells, or for all rows if the file has a column specific to a status. */
  statusOf(cells: (header: string) => string | undefined): SubscriberStatus | undefined;
};

const ignored = (headers: readonly string[]): Record<string, PlainField> =>
  Object.fromEntries(headers.map((header) => [header, 'ignore']));

/** Status words of all programs, in lower case without blanks. */
const statuses: Readonly<Record<string, SubscriberStatus>> = {
  ...fromWords('ACTIVE', [
    'active',
    'subscribed',
    'enabled',
    'confirmed',
    'optedin',
    'optin',
    'aktiv',
    'actif',
    'activo',
  ]),
  ...fromWords('PENDING', [
    'pending',
    'unconfirmed',
    'awaitingconfirmation',
    'nonsubscribed',
    'transactional',
  ]),
  ...fromWords('UNSUBSCRIBED', [
    'unsubscribed',
    'optedout',
    'optout',
    'disabled',
    'blocklisted',
    'blacklisted',
    'archived',
    'inactive',
  ]),
  ...fromWords('BOUNCED', ['bounced', 'cleaned', 'hardbounced', 'hardbounce', 'undeliverable', 'invalid']),
  ...fromWords('COMPLAINED', ['complained', 'complaint', 'spam', 'spamcomplaint', 'markedasspam', 'abuse']),
};

function fromWords(status: SubscriberStatus, words: readonly string[]): Record<string, SubscriberStatus> {
  return Object.fromEntries(words.map((word) => [word, status]));
}

export function statusNamed(text: string): SubscriberStatus | undefined {
  return statuses[text.toLowerCase().replaceAll(/[\s_-]/g, '')];
}

const truths = new Set(['true', '1', 'yes', 't']);
const untruths = new Set(['false', '0', 'no', 'f']);

/** @param isLeaving whether a true cell means that the person left */
function fromFlag(text: string | undefined, isLeaving: boolean): SubscriberStatus | undefined {
  const word = text?.trim().toLowerCase() ?? '';
  if (truths.has(word)) return isLeaving ? 'UNSUBSCRIBED' : 'ACTIVE';
  if (untruths.has(word)) return isLeaving ? 'ACTIVE' : 'UNSUBSCRIBED';
  return undefined;
}

export const presets: readonly Preset[] = [
  {
    name: 'posthouse',
    title: 'Posthouse',
    has: ['email', 'status', 'consentat', 'unsubscribedat', 'lastactivityat'],
    columns: ignored([
      ...[
        'id',
        'source',
        'createdat',
        'updatedat',
        'unsubscribedat',
        'unsubscribereason',
        'unsubscribetopic',
      ],
      'lastactivityat',
    ]),
    statusOf: () => undefined,
  },
  {
    name: 'mailchimp',
    title: 'Mailchimp',
    has: ['emailaddress', 'euid'],
    hasSome: { of: ['memberrating', 'optintime', 'leid', 'lastchanged', 'confirmtime'], atLeast: 2 },
    columns: {
      emailaddress: 'email',
      firstname: 'firstName',
      lastname: 'lastName',
      confirmtime: 'consent.at',
      optintime: 'consent.at',
      confirmip: 'consent.ip',
      optinip: 'consent.ip',
      tags: 'tags',
      timezone: 'timezone',
      ...ignored([
        'latitude',
        'longitude',
        'gmtoff',
        'dstoff',
        'cc',
        'region',
        'lastchanged',
        'leid',
        'euid',
      ]),
      ...ignored(['unsubtime', 'unsubcampaigntitle', 'unsubcampaignid', 'unsubreason', 'unsubreasonother']),
      ...ignored(['cleantime', 'cleancampaigntitle', 'cleancampaignid', 'notes']),
    },
    order: ['confirmtime', 'optintime', 'confirmip', 'optinip'],
    // Mailchimp exports a file per status, each with its own columns.
    statusOf(cell) {
      if (cell('cleantime') !== undefined) return 'BOUNCED';
      if (cell('unsubtime') === undefined) return 'ACTIVE';
      return /spam|abuse/i.test(cell('unsubreason') ?? '') ? 'COMPLAINED' : 'UNSUBSCRIBED';
    },
  },
  {
    name: 'listmonk',
    title: 'listmonk',
    has: ['uuid', 'email', 'name', 'attributes', 'status'],
    columns: {
      email: 'email',
      name: 'name',
      attributes: 'attributes',
      status: 'status',
      createdat: 'consent.at',
      ...ignored(['uuid', 'updatedat', 'id']),
    },
    statusOf: () => undefined,
  },
  {
    name: 'resend',
    title: 'Resend',
    has: ['email', 'unsubscribed'],
    hasSome: { of: ['id', 'createdat', 'firstname', 'lastname'], atLeast: 2 },
    columns: {
      email: 'email',
      firstname: 'firstName',
      lastname: 'lastName',
      createdat: 'consent.at',
      ...ignored(['id', 'unsubscribed']),
    },
    statusOf: (cell) => fromFlag(cell('unsubscribed'), true),
  },
  {
    name: 'loops',
    title: 'Loops',
    has: ['email', 'subscribed', 'usergroup'],
    columns: {
      email: 'email',
      firstname: 'firstName',
      lastname: 'lastName',
      userid: 'externalId',
      createdat: 'consent.at',
      ...ignored(['subscribed', 'id', 'optinstatus']),
    },
    statusOf: (cell) => fromFlag(cell('subscribed'), false),
  },
  {
    name: 'plunk',
    title: 'Plunk',
    has: ['email', 'subscribed'],
    hasSome: { of: ['id', 'createdat', 'updatedat', 'data'], atLeast: 1 },
    columns: {
      email: 'email',
      data: 'attributes',
      createdat: 'consent.at',
      ...ignored(['id', 'subscribed', 'updatedat']),
    },
    statusOf: (cell) => fromFlag(cell('subscribed'), false),
  },
];

export function detectPreset(headers: readonly string[]): Preset | null {
  const plain = new Set(headers.map(plainHeader));
  return (
    presets.find(
      ({ has, hasSome }) =>
        has.every((header) => plain.has(header)) &&
        (!hasSome || hasSome.of.filter((header) => plain.has(header)).length >= hasSome.atLeast),
    ) ?? null
  );
}

export function precedesInPreset({ order = [] }: Pick<Preset, 'order'>, a: string, b: string): boolean {
  return order.indexOf(plainHeader(a)) < order.indexOf(plainHeader(b));
}

export function targetOfPreset(preset: Preset, header: string): ColumnTarget | undefined {
  const field = preset.columns[plainHeader(header)];
  return field === undefined ? undefined : { field };
}
