import type { Pieces } from '../../../concurrency/pieces.ts';
import type { JsonSchema } from '../../../contract/description/json-schema.ts';
import { isSchema, mapInside } from './lean-schema.ts';

export type SchemaRoot = { schema: JsonSchema; place: string; named: boolean; answeredBy?: string };

/** Values of `object` that mean an envelope, not a resource. */
const envelopes = new Set(['list', 'tool_result']);
/** A shorter schema that occurs twice is repeated, because a reference would save too little. */
const sharedCharactersMin = 64;
/** Field names that are too general without the name of their resource. */
const genericKeys = new Set(
  'data,items,metadata,mode,object,parameters,properties,result,results,settings,source,state,stats,status,summary,totals,type,value,values'.split(
    ',',
  ),
);

/** Responses that differ from the resource's `get` response. Generated clients use the names for types. */
const variantNames: Readonly<Record<string, string>> = {
  createSubscriber: 'SavedSubscriber',
  createTag: 'SavedTag',
  createToken: 'CreatedToken',
  exportCsv: 'ExportLink',
  exportOrganization: 'OrganizationExportLink',
  exportSubscriber: 'SubscriberExportLink',
  getTemplate: 'TemplateWithVersions',
  publishTemplate: 'PublishedTemplate',
  rotateToken: 'RotatedToken',
  rotateWebhookSecret: 'RotatedWebhook',
  saveWebhook: 'SavedWebhook',
  trackEvent: 'TrackedEvent',
  updateOrganizationSettings: 'OrganizationSettings',
  waitForEmail: 'AwaitedEmail',
};

/** Names for nested schemas whose field name is too general, because people and machines share it. */
const insideNames: Readonly<Record<string, string>> = { CampaignHuman: 'OpensAndClicks' };

/** Names of schemas that occur only once. They date from when v1 and v2 shared the schema, and generated clients use them. */
const keptNames = new Set(['CampaignAudience']);

type Found = { schema: JsonSchema; key: string; owners: Set<string>; count: number; kind: string | null };

/** @throws Error for a name conflict, because a number suffix would mean nothing to readers */
export function* nameSchemas(roots: readonly SchemaRoot[]): Pieces<Map<string, string>> {
  const found = yield* foundIn(roots);
  const names = resourceNames(found, roots);
  const taken = new Set(names.values());
  const give = (text: string, wishes: readonly string[]): void => {
    const name = wishes.find((wish) => !taken.has(wish));
    if (name === undefined) throw new Error(`Two schemas are ${wishes.at(-1)}: ${text}`);
    names.set(text, name);
    taken.add(name);
  };
  for (const { schema, place, named } of roots) {
    const text = serializeSchema(undescribed(schema).bare);
    if (named && !names.has(text)) give(text, [listName(schema, names) ?? place, place]);
    yield;
  }
  const kinds = new Set([...found.values()].flatMap(({ kind }) => (kind === null ? [] : [pascalCase(kind)])));
  for (const [text, { schema, key, owners, count }] of found) {
    if (names.has(text) || key === '') continue;
    const own = pascalCase(snake(key));
    const whole = [...owners].map((owner) => owner + own);
    const isShared = count > 1 && text.length >= sharedCharactersMin && isWorthSharing(schema);
    if (!isShared && !whole.some((name) => keptNames.has(name))) continue;
    const wishes = isOfMany(schema, key, owners, kinds) ? [own, ...whole] : whole;
    give(
      text,
      wishes.map((wish) => insideNames[wish] ?? wish),
    );
  }
  return names;
}

/** Visits resources first, so that a schema shared with a body is named after the resource. */
function* foundIn(roots: readonly SchemaRoot[]): Pieces<Map<string, Found>> {
  const found = new Map<string, Found>();
  const visit = (schema: JsonSchema, key: string, owner: string): void => {
    const { bare } = undescribed(schema);
    const text = serializeSchema(bare);
    const known = found.get(text);
    if (known) {
      known.count += 1;
      known.owners.add(owner);
      // A list has no name, so its items are repeated.
      if (!isList(bare)) return;
    }
    const kind = kindOf(bare);
    if (!known) found.set(text, { schema: bare, key, owners: new Set([owner]), count: 1, kind });
    const inner = kind === null ? owner : pascalCase(kind);
    mapInside(bare, (inside, name) => {
      visit(inside, keyInside(name, key), inner);
      return inside;
    });
  };
  const hasKind = ({ schema }: SchemaRoot): boolean =>
    JSON.stringify(schema).includes('"object":{"type":"string","const":');
  for (const { schema, place } of [...roots.filter(hasKind), ...roots.filter((root) => !hasKind(root))]) {
    visit(schema, '', place);
    yield;
  }
  return found;
}

export function isWorthSharing(schema: JsonSchema): boolean {
  const isChoice = 'enum' in schema || 'oneOf' in schema || 'anyOf' in schema;
  return !isList(schema) && (isChoice || schema.properties !== undefined);
}

/** True if several resources share the schema, so it is named by its field alone. Schemas of v1 alone keep their prefix. */
function isOfMany(
  { properties }: JsonSchema,
  key: string,
  owners: ReadonlySet<string>,
  kinds: ReadonlySet<string>,
): boolean {
  if (properties === undefined || genericKeys.has(key)) return false;
  const resources = [...owners].filter((owner) => kinds.has(owner)).length;
  return resources > 1 || (resources === 0 && owners.size > 1 && ![...owners].some(isOfV1));
}

function isOfV1(owner: string): boolean {
  return owner.startsWith('V1');
}

function isList({ type, anyOf }: JsonSchema): boolean {
  const isOptional = (anyOf as JsonSchema[] | undefined)?.some((each) => each.type === 'null') === true;
  return [type].flat().includes('array') || isOptional;
}

/** `{ object: "list", data: [Email], has_more }` -> `EmailList` */
function listName({ properties }: JsonSchema, names: ReadonlyMap<string, string>): string | null {
  const { object, data } = (properties ?? {}) as Record<string, JsonSchema>;
  if (object?.const !== 'list' || !isSchema(data?.items)) return null;
  const entry = names.get(serializeSchema(undescribed(data.items).bare));
  return entry === undefined ? null : `${entry}List`;
}

/** Gives the plain name of a resource to its `get` response, or else to its most frequent schema. */
function resourceNames(found: ReadonlyMap<string, Found>, roots: readonly SchemaRoot[]): Map<string, string> {
  const names = new Map<string, string>();
  const shown = new Set<string>();
  for (const { schema, answeredBy } of roots) {
    const text = serializeSchema(undescribed(schema).bare);
    const own = variantNames[answeredBy ?? ''];
    if (own !== undefined) names.set(text, own);
    if (answeredBy?.startsWith('get')) shown.add(text);
  }
  const resources = [...found].filter(([text, { kind }]) => kind !== null && !names.has(text));
  const plain = new Map<string, JsonSchema>();
  const taken = new Map([...names].map(([text, name]) => [name, text]));
  for (const [text, { kind, schema }] of resources.sort(
    ([one, a], [other, b]) =>
      Number(shown.has(other)) - Number(shown.has(one)) ||
      b.count - a.count ||
      size(b.schema) - size(a.schema),
  )) {
    const name = variantName(pascalCase(kind!), schema, plain.get(kind!));
    if (taken.has(name)) throw new Error(`Two answers are ${name}: give one a name in variantNames: ${text}`);
    taken.set(name, text);
    names.set(text, name);
    if (!plain.has(kind!) && !name.startsWith('Deleted')) plain.set(kind!, schema);
  }
  return names;
}

function variantName(name: string, schema: JsonSchema, plain: JsonSchema | undefined): string {
  if ('deleted' in (schema.properties as object)) return `Deleted${name}`;
  if (plain === undefined) return name;
  if (size(schema) < size(plain)) return `${name}Summary`;
  throw new Error(`${name} has a variant without a name in variantNames: ${serializeSchema(schema)}`);
}

function size({ properties }: JsonSchema): number {
  return Object.keys(properties as object).length;
}

export function kindOf({ properties }: JsonSchema): string | null {
  const kind = (properties as Record<string, JsonSchema> | undefined)?.object?.const;
  return typeof kind === 'string' && !envelopes.has(kind) ? kind : null;
}

export function undescribed({ description, ...bare }: JsonSchema): {
  bare: JsonSchema;
  description: unknown;
} {
  return { bare, description };
}

/** Returns the same text for equal schemas, regardless of keyword order. */
export function serializeSchema(schema: JsonSchema): string {
  return JSON.stringify(schema, (key, value: unknown) =>
    isSchema(value) && key !== 'properties' ? Object.fromEntries(Object.entries(value).sort()) : value,
  );
}

/** Returns the field name of a nested schema. An entry of `scopes` is a `scope`. */
export function keyInside(name: string, key: string): string {
  if (name === 'items' || name === 'additionalProperties') return singular(key);
  return isKeyword(name) ? key : name;
}

function isKeyword(key: string): boolean {
  return [
    'items',
    'anyOf',
    'oneOf',
    'allOf',
    'prefixItems',
    'additionalProperties',
    'propertyNames',
    'not',
  ].includes(key);
}

/** `abTest` -> `ab_test` */
function snake(camel: string): string {
  return camel.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll(/[^a-z0-9_]/g, '_');
}

function singular(key: string): string {
  return key.replace(/(?<!s|u)s$/, '');
}

/** `workflow_run` or `list_tools` -> `WorkflowRun`, `ListTools` */
export function pascalCase(snakeCase: string): string {
  return snakeCase.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
