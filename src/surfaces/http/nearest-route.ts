import { didYouMean } from '../../model/text/did-you-mean.ts';

/** A longer path is no typo, and is not compared. */
const pathCharactersMax = 256;
const segmentsMax = 8;
const prefix = '/api/v2';

/** Names that other systems and older versions give to a resource. */
const resourceNames: Readonly<Record<string, string>> = {
  mail: 'emails',
  mails: 'emails',
  message: 'emails',
  messages: 'emails',
  send: 'emails',
  contact: 'subscribers',
  contacts: 'subscribers',
  audience: 'subscribers',
  audiences: 'subscribers',
  member: 'subscribers',
  members: 'subscribers',
  recipients: 'subscribers',
  user: 'subscribers',
  users: 'subscribers',
  broadcast: 'campaigns',
  broadcasts: 'campaigns',
  newsletters: 'campaigns',
  automation: 'workflows',
  automations: 'workflows',
  list: 'tags',
  lists: 'tags',
  topic: 'tags',
  topics: 'tags',
  'api-keys': 'tokens',
  keys: 'tokens',
  blocklist: 'suppressions',
  bounces: 'suppressions',
};

/**
 * Makes the search for the route of version 2 that a caller most likely meant by an unknown path. It runs only for
 * answers of 404, and its work is bounded. The route it returns holds nothing of the path that was asked for.
 *
 * @param paths of all routes, such as `/api/v2/subscribers/:subscriber`
 */
export function nearestRoutes(paths: Iterable<string>): (path: string) => string | null {
  const resources = new Map<string, string[][]>();
  for (const path of paths) {
    if (!path.startsWith(`${prefix}/`)) continue;
    const route = path.slice(prefix.length + 1).split('/');
    const routes = resources.get(route[0]!) ?? [];
    routes.push(route);
    resources.set(route[0]!, routes);
  }
  return (path) => {
    const [given, ...rest] = segmentsOf(path);
    if (given === undefined) return null;
    const name = given.toLowerCase();
    const known = Object.hasOwn(resourceNames, name) ? resourceNames[name]! : name;
    const resource = resources.has(known) ? known : didYouMean(known, resources.keys());
    const routes = resource === undefined ? undefined : resources.get(resource);
    if (!routes) return null;
    const nearest = nearestOf(routes, rest);
    return `${prefix}/${nearest.map((part) => part.replace(/^:(.*)/, '{$1}')).join('/')}`;
  };
}

/** The segments after `/api` and a version, without empty ones. None of a path that is too long to be a typo. */
function segmentsOf(path: string): string[] {
  if (path.length > pathCharactersMax) return [];
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments.length > segmentsMax) return [];
  const afterApi = segments[0]?.toLowerCase() === 'api' ? segments.slice(1) : segments;
  return /^v\d$/i.test(afterApi[0] ?? '') ? afterApi.slice(1) : afterApi;
}

/** The route that shares the most segments with the path; of several the shortest. */
function nearestOf(routes: readonly string[][], rest: readonly string[]): string[] {
  let nearest = routes[0]!;
  let best = -Infinity;
  for (const route of routes) {
    const score = sharedSegments(route.slice(1), rest);
    if (score > best || (score === best && route.length < nearest.length)) {
      nearest = route;
      best = score;
    }
  }
  return nearest;
}

/** A literal counts two and a parameter one; each segment that only one of them has costs one. */
function sharedSegments(route: readonly string[], given: readonly string[]): number {
  let score = -Math.abs(route.length - given.length);
  for (const [at, part] of route.slice(0, given.length).entries()) {
    if (part.startsWith(':')) score += 1;
    else score += didYouMean(given[at]!, [part]) === undefined ? -2 : 2;
  }
  return score;
}
