import { parseMailbox } from '../../model/address.ts';
import { anId, idPrefixes } from '../../model/id.ts';
import { scopesAllow, type TokenScope } from '../../model/organization/token.ts';
import { type NamedKind, namedKinds, rowsNamed } from '../../store/named-rows.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';
import { findSubscriber } from '../subscribers/find-subscriber.ts';

/** Every text in it may come from outside. */
export type Found = { kind: FoundKind; id: string; title: string; detail: string | null };

const needs = {
  approval: 'emails.read',
  campaign: 'campaigns.read',
  domain: 'domains.read',
  email: 'emails.read',
  import: 'subscribers.read',
  integration: 'webhooks.read',
  run: 'workflows.read',
  segment: 'subscribers.read',
  subscriber: 'subscribers.read',
  template: 'campaigns.read',
  token: 'tokens.read',
  webhook: 'webhooks.read',
  workflow: 'workflows.read',
} as const satisfies Record<string, TokenScope>;

export type FoundKind = keyof typeof needs;

const foundOfKindMax = 5;
const textCharactersMax = 320;
const nameCharactersMin = 2;
/** About 3 ms: the box searches while a person types. */
const slicesMax = 1;

/**
 * Finds rows by a complete id, an address, or a part of a name, for the search box. Each kind reads a
 * bounded number of rows, and only if the caller has its scope.
 */
export async function searchEverything(
  engine: Pick<Engine, 'store'>,
  { organization, scopes }: Pick<Caller, 'organization' | 'scopes'>,
  text: string,
): Promise<Found[]> {
  const wanted = text.trim().slice(0, textCharactersMax);
  const store = engine.store.forOrganization(organization.key);
  const mayFind = (kind: FoundKind): boolean => scopesAllow(scopes, needs[kind]);
  if (anId.test(wanted)) return await findById(store, wanted, mayFind);
  if (wanted.length < nameCharactersMin) return [];
  const named = namedKinds.filter(mayFind).map((kind) => findNamed(store, kind, wanted));
  const found = await Promise.all([
    mayFind('subscriber') ? findSubscribers(store, wanted) : [],
    mayFind('email') ? findEmails(store, wanted) : [],
    mayFind('campaign') ? findCampaigns(store, wanted) : [],
    ...named,
  ]);
  return found.flat();
}

type Titled = { id: string; title: string; detail: string | null };

/** Reads the row of a complete id. */
const readers: Readonly<
  Record<
    FoundKind,
    { prefix: string; read(store: OrganizationStore, id: string): Promise<Omit<Titled, 'id'> | null> }
  >
> = {
  approval: {
    prefix: idPrefixes.approval,
    read: async ({ approvals }, id) => titled(await approvals.byId(id), ({ tool, status }) => [tool, status]),
  },
  campaign: {
    prefix: idPrefixes.campaign,
    read: async ({ campaigns }, id) => titled(await campaigns.byId(id), ({ name, status }) => [name, status]),
  },
  domain: {
    prefix: idPrefixes.domain,
    read: async ({ domains }, id) => titled(await domains.byId(id), ({ name, status }) => [name, status]),
  },
  email: {
    prefix: idPrefixes.email,
    read: async ({ emails }, id) => titled(await emails.byId(id), ({ subject, to }) => [subject, to]),
  },
  import: {
    prefix: idPrefixes.import,
    read: async ({ imports }, id) =>
      titled(await imports.byId(id), ({ record, state }) => [record.fileName ?? id, state.status]),
  },
  integration: {
    prefix: idPrefixes.integration,
    read: async ({ integrations }, id) =>
      titled(await integrations.byId(id), ({ provider }) => [provider, null]),
  },
  run: {
    prefix: idPrefixes.run,
    read: async ({ workflowRuns }, id) => titled(await workflowRuns.byId(id), () => [id, null]),
  },
  segment: {
    prefix: idPrefixes.segment,
    read: async ({ segments }, id) => titled(await segments.byId(id), ({ name }) => [name, null]),
  },
  subscriber: {
    prefix: idPrefixes.subscriber,
    read: async (store, id) =>
      titled(await findSubscriber(store, id), ({ email, status }) => [email, status]),
  },
  template: {
    prefix: idPrefixes.template,
    read: async ({ templates }, id) => titled(await templates.byIdOrName(id), ({ name }) => [name, null]),
  },
  token: {
    prefix: idPrefixes.token,
    read: async ({ tokens }, id) => titled(await tokens.byId(id), ({ name }) => [name, null]),
  },
  webhook: {
    prefix: idPrefixes.webhook,
    read: async ({ webhooks }, id) => titled(await webhooks.byId(id), ({ url }) => [new URL(url).host, null]),
  },
  workflow: {
    prefix: idPrefixes.workflow,
    read: async ({ workflows }, id) => titled(await workflows.byId(id), ({ name, status }) => [name, status]),
  },
};

function titled<Row>(
  row: Row | undefined,
  name: (row: Row) => [title: string, detail: string | null],
): Omit<Titled, 'id'> | null {
  if (row === undefined) return null;
  const [title, detail] = name(row);
  return { title, detail };
}

async function findById(
  store: OrganizationStore,
  id: string,
  mayFind: (kind: FoundKind) => boolean,
): Promise<Found[]> {
  const kind = (Object.keys(readers) as FoundKind[]).find((one) => id.startsWith(`${readers[one].prefix}_`));
  if (kind === undefined || !mayFind(kind)) return [];
  const found = await readers[kind].read(store, id);
  return found === null ? [] : [{ kind, id, ...found }];
}

async function findNamed(store: OrganizationStore, kind: NamedKind, text: string): Promise<Found[]> {
  const rows = await rowsNamed(store, kind, text, foundOfKindMax);
  return rows.map(({ id, name, detail }) => ({ kind, id, title: name, detail }));
}

async function findSubscribers({ subscribers }: OrganizationStore, text: string): Promise<Found[]> {
  const address = parseMailbox(text);
  const rows = address.ok
    ? await subscribers.findAll([address.mailbox.key])
    : (await subscribers.page({ query: text }, { limit: foundOfKindMax, slicesMax })).rows;
  return rows.map(({ id, email, status }) => ({ kind: 'subscriber', id, title: email, detail: status }));
}

/** By exact recipient, which has an index, or by a part of the recipient or subject in the newest mail. */
async function findEmails({ emails }: OrganizationStore, text: string): Promise<Found[]> {
  const address = parseMailbox(text);
  const filters = address.ok ? { to: address.mailbox.key } : { query: text };
  const { rows } = await emails.page(filters, { limit: foundOfKindMax, slicesMax });
  return rows.map(({ id, subject, to }) => ({ kind: 'email', id, title: subject, detail: to }));
}

async function findCampaigns({ campaigns }: OrganizationStore, text: string): Promise<Found[]> {
  const { rows } = await campaigns.page({ query: text }, { limit: foundOfKindMax, slicesMax });
  return rows.map(({ id, name, status }) => ({ kind: 'campaign', id, title: name, detail: status }));
}
