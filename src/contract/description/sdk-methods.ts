/** SDK method names, derived from routes and tool names. */

export type MethodName = { resource: string; method: string };

/** Overrides that read better or must survive a rename of the tool. */
const exceptions: Readonly<Record<string, string>> = {
  send_email_batch: 'emails.batch',
  create_subscriber: 'subscribers.upsert',
  save_subscribers: 'subscribers.saveMany',
  delete_subscriber: 'subscribers.erase',
  import_subscribers: 'imports.create',
  export_subscriber: 'exports.subscriber',
  export_csv: 'exports.csv',
  export_organization: 'exports.organization',
  preview_campaign_audience: 'campaigns.audience',
  redirect_link: 'campaigns.redirectLink',
  add_suppressions: 'suppressions.addMany',
  remove_suppressions: 'suppressions.removeMany',
  save_workflow: 'workflows.create',
  simulate_workflow: 'workflows.dryRun',
  list_webhook_deliveries: 'webhooks.deliveries',
  replay_webhook_deliveries: 'webhooks.replay',
  save_webhook: 'webhooks.create',
  replay_integration_events: 'integrations.replay',
  update_organization_settings: 'organization.update',
  get_import_errors: 'imports.errors',
};

/** Second paths that are SDK methods of their own. Others exist only for older clients. */
const aliasMethods: Readonly<Record<string, string>> = { PATCH: 'update', DELETE: 'delete' };
const aliasRoutes: Readonly<Record<string, MethodName>> = {
  'POST /emails/verify': { resource: 'emails', method: 'verify' },
  'GET /subscribers/{subscriber}/runs': { resource: 'subscribers', method: 'runs' },
};

/** `get_email` -> `emails.get`; `add_subscriber_tags` -> `subscribers.addTags`; null without a method. */
export function deriveMethodName(tool: string, route: string, isAlias: boolean): MethodName | null {
  const [http, path] = route.split(' ') as [string, string];
  const excepted = exceptions[tool]?.split('.') as [string, string] | undefined;
  const resource = excepted?.[0] ?? resourceOf(path);
  if (isAlias) {
    if (Object.hasOwn(aliasRoutes, route)) return aliasRoutes[route]!;
    const method = aliasMethods[http];
    return method === undefined ? null : { resource, method };
  }
  return { resource, method: excepted?.[1] ?? verbOf(tool, resource) };
}

/** The first segment; runs of a workflow are a resource of their own. */
function resourceOf(path: string): string {
  const [, first, , third] = path.split('/') as [string, string, string?, string?];
  return camelCase(third === 'runs' ? 'runs' : first.replaceAll('-', '_'));
}

function verbOf(tool: string, resource: string): string {
  const nouns = new Set([...wordsOf(resource), ...(resource === 'runs' ? ['workflows'] : [])].map(singular));
  const [verb, ...rest] = tool.split('_') as [string, ...string[]];
  const left = rest.filter((word) => !nouns.has(singular(word)) && word !== 'for');
  if (nouns.has(singular(verb))) return camelCase(left.filter((word) => word !== 'email').join('_'));
  const whole = verb === 'list' || verb === 'get';
  const words = whole && left.length > 0 ? left : [verb, ...left];
  // `verify_email_address` at /verify -> `verify.address`.
  return resource === 'verify'
    ? camelCase(rest.slice(rest[0] === 'email' ? 1 : 0).join('_'))
    : camelCase(words.join('_'));
}

function wordsOf(camel: string): string[] {
  return camel.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
}

function singular(word: string): string {
  return word.replace(/s$/, '');
}

export function camelCase(snake: string): string {
  return snake.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
