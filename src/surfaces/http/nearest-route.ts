import { didYouMean } from '../../model/text/did-you-mean.ts';

/** Longer paths are not typos and are not compared. */
const pathCharactersMax = 256;
const segmentsMax = 8;
const prefix = '/api/v2';

/** Names that other platforms and older versions use for a resource. */
const resourceNames: Readonly<Record<string, string>> = {
  mail: 'emails',
  mails: 'emails',
  message: 'emails',
  messages: 'emails',
  send: 'emails',
  sendemail: 'emails',
  'send-email': 'emails',
  sendmail: 'emails',
  'send-mail': 'emails',
  smtp: 'emails',
  transactional: 'emails',
  transmissions: 'emails',
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

/** Segments that follow the name of the resource in send routes of other platforms, such as `/mail/send`. */
const sendSegments = /^(?:send|e?mails?|messages?|outbound-emails|transactional)(?:\.\w+)?$/i;
/** `/{domain}/messages`: a send route that names the sending domain first. */
const domainSegment = /^[^.]+\.[^.]/;

/** Fallbacks for methods that no route of the resource has. */
const otherMethods: Readonly<Record<string, string>> = { HEAD: 'GET', PUT: 'PATCH' };

type ApiRoute = { method: string; path: string };
type Parts = { method: string; segments: string[] };

/** Suggests the v2 route for an unknown path. It runs only for 404 responses, and its result contains no part of the path. */
export function nearestRoutes(routes: Iterable<ApiRoute>): (method: string, path: string) => string | null {
  const resources = new Map<string, Parts[]>();
  for (const { method, path } of routes) {
    if (!path.startsWith(`${prefix}/`)) continue;
    const segments = path.slice(prefix.length + 1).split('/');
    const known = resources.get(segments[0]!) ?? [];
    known.push({ method, segments });
    resources.set(segments[0]!, known);
  }
  return (given, path) => {
    const [first, ...others] = withoutDomain(segmentsOf(path));
    if (first === undefined) return null;
    const name = first.toLowerCase().replace(/\.\w+$/, '');
    const known = Object.hasOwn(resourceNames, name) ? resourceNames[name]! : name;
    const resource = resources.has(known) ? known : didYouMean(known, resources.keys());
    if (resource === undefined) return null;
    const all = resources.get(resource)!;
    const method = all.some((route) => route.method === given) ? given : otherMethods[given];
    const callable = all.filter((route) => route.method === method);
    const isSend = resource === 'emails' && method === 'POST';
    const rest = isSend ? others.filter((segment) => !sendSegments.test(segment)) : others;
    const nearest = nearestOf(callable.length > 0 ? callable : all, rest);
    return `${nearest.method} ${prefix}/${nearest.segments.map((part) => part.replace(/^:(.*)/, '{$1}')).join('/')}`;
  };
}

function withoutDomain(segments: readonly string[]): readonly string[] {
  const [first = '', second = ''] = segments;
  return domainSegment.test(first) && sendSegments.test(second) ? segments.slice(1) : segments;
}

function segmentsOf(path: string): string[] {
  if (path.length > pathCharactersMax) return [];
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments.length > segmentsMax) return [];
  const afterApi = segments[0]?.toLowerCase() === 'api' ? segments.slice(1) : segments;
  return /^v?\d+(?:\.\d+)?$/i.test(afterApi[0] ?? '') ? afterApi.slice(1) : afterApi;
}

/** Returns the route that shares the most segments with the path. On a tie the shortest route wins. */
function nearestOf(routes: readonly Parts[], rest: readonly string[]): Parts {
  let nearest = routes[0]!;
  let best = -Infinity;
  for (const route of routes) {
    const score = sharedSegments(route.segments.slice(1), rest);
    if (score > best || (score === best && route.segments.length < nearest.segments.length)) {
      nearest = route;
      best = score;
    }
  }
  return nearest;
}

/** Scores two points for an equal literal and one for a parameter, minus one for each extra segment. */
function sharedSegments(route: readonly string[], given: readonly string[]): number {
  let score = -Math.abs(route.length - given.length);
  for (const [at, part] of route.slice(0, given.length).entries()) {
    if (part.startsWith(':')) score += 1;
    else score += didYouMean(given[at]!, [part]) === undefined ? -2 : 2;
  }
  return score;
}
