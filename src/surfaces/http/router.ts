import findMyWay from 'find-my-way';
import type { PathParameters, Route, RouteMethod } from './request-response.ts';

/** A percent-encoded address of 320 characters is shorter. */
const parameterCharactersMax = 2_048;

type Place = {
  /** Path pattern of the routes: `/api/v2/subscribers/:subscriber`. */
  path: string;
  routes: Partial<Record<string, Route>>;
  /** RFC 9110 section 10.2.1. */
  allow: string;
};

type FoundPlace = { place: Place; parameters: PathParameters };

/** Routes below a prefix that are loaded at the first request for it. */
export type LateRoutes = { prefix: string; load(): Promise<readonly Route[]> };

export type Router = {
  /** Returns true if `load` must run before `find` knows the path. */
  mustLoad(path: string): boolean;
  load(): Promise<null>;
  find(path: string): FoundPlace | null;
};

/** Registers each path for all methods, to detect a wrong method. @throws Error for conflicting routes */
export function routerFor(routes: readonly Route[], late?: LateRoutes): Router {
  const router = findMyWay({ caseSensitive: true, maxParamLength: parameterCharactersMax });
  const places = new Map<string, Place>();
  const addRoute = (route: Route): void => {
    const shape = route.path.replace(/:[^/]+/g, ':');
    let place = places.get(shape);
    if (!place) {
      place = { path: route.path, routes: Object.create(null), allow: '' };
      places.set(shape, place);
      router.on('GET', route.path, () => {}, place);
    }
    if (place.path !== route.path) {
      throw new Error(`${place.path} and ${route.path} name the parameters of one path differently`);
    }
    if (place.routes[route.method]) throw new Error(`Two routes claim ${route.method} ${route.path}`);
    place.routes[route.method] = route;
    if (route.method === 'GET') place.routes.HEAD = route;
    place.allow = methodOrder.filter((method) => place.routes[method]).join(', ');
  };
  routes.forEach(addRoute);
  let missing = late;
  let loading: Promise<null> | undefined;
  const addLateRoutes = async (): Promise<null> => {
    const loaded = (await missing?.load()) ?? [];
    loaded.forEach(addRoute);
    missing = undefined;
    return null;
  };
  return {
    mustLoad: (path) => missing !== undefined && path.startsWith(missing.prefix),
    load: () => (loading ??= addLateRoutes()),
    find(path) {
      const found = router.find('GET', path);
      if (!found) return null;
      const parameters = found.params as PathParameters;
      for (const name in parameters) if (parameters[name] === '') return null;
      return { place: found.store as Place, parameters };
    },
  };
}

const methodOrder: readonly (RouteMethod | 'HEAD')[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
];

/** `%` and `/` stay encoded in parameters, because decoding them could make two paths equal. */
export function canonicalPath(path: string, parameters: PathParameters): string {
  return path.replaceAll(/:([^/]+)|\*$/g, (_, name: string = '*') =>
    (parameters[name] ?? '').replaceAll(/[%/]/g, encodeURIComponent),
  );
}
