import { addPerson } from '../../../src/engine/people/manage-people.ts';
import { printedLink } from '../../../src/engine/people/sign-in-links.ts';
import type { OrganizationRecord } from '../../../src/model/organization/organization.ts';
import type { PersonRecord } from '../../../src/model/person/person.ts';
import type { PersonRole } from '../../../src/model/person/roles.ts';
import { OrganizationStore } from '../../../src/store/store.ts';
import type { SimulatedPlatform } from '../../world/platform.ts';

export type Page = { status: number; headers: Headers; text: string };
type Ask = {
  headers?: Record<string, string>;
  peer?: string;
  form?: Record<string, string | string[]> | FormData;
};

/** A browser in the console: it keeps the cookie and reports the origin of its forms. */
export type Browser = {
  cookie: string | null;
  get(path: string, ask?: Ask): Promise<Page>;
  /** Sends a form from a page of this server. */
  post(path: string, form?: Record<string, string | string[]> | FormData, ask?: Ask): Promise<Page>;
};

export function browser({ platform }: SimulatedPlatform): Browser {
  const { origin, host } = new URL(platform.engine.settings.baseUrl);
  const ask = async (method: string, path: string, { headers = {}, peer, form }: Ask): Promise<Page> => {
    const data =
      form instanceof FormData
        ? form
        : form &&
          new URLSearchParams(
            Object.entries(form).flatMap(([name, value]) =>
              [value].flat().map((one): [string, string] => [name, one]),
            ),
          );
    // Whole, because a refused stream would fail after its test.
    const sent = data && new Response(data);
    const body = sent && (await sent.arrayBuffer());
    const type = sent?.headers.get('content-type');
    const request = new Request(origin + path, {
      method,
      headers: {
        host,
        'user-agent': 'a browser',
        ...(here.cookie !== null && { cookie: here.cookie }),
        ...(type && { 'content-type': type }),
        ...headers,
      },
      ...(body && { body }),
    });
    const response = await platform.http.fetch(request, peer);
    const set = response.headers.get('set-cookie');
    if (set !== null) {
      const [pair = ''] = set.split(';');
      here.cookie = pair.endsWith('=') ? null : pair;
    }
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const here: Browser = {
    cookie: null,
    get: (path, more = {}) => ask('GET', path, more),
    post: (path, form = {}, more = {}) =>
      ask('POST', path, {
        ...more,
        form,
        headers: { origin, 'sec-fetch-site': 'same-origin', ...more.headers },
      }),
  };
  return here;
}

type Wish = { name?: string; email?: string | null; roles?: readonly PersonRole[] };

/** Adds a person as the operator does. */
export async function personIn(
  { platform }: SimulatedPlatform,
  organization: OrganizationRecord,
  { name = 'Ada', email = 'ada@gmail.com', roles = ['admin'] }: Wish = {},
): Promise<PersonRecord> {
  const { engine } = platform;
  const made = { name, email, emailKey: email?.toLowerCase() ?? null, roles: [...roles] };
  return await engine.store.database.transaction((queries) =>
    addPerson(engine, new OrganizationStore(queries, organization.key), made, engine.world.clock.now()),
  );
}

/** Creates a link as `posthouse console` prints it; returns its path. */
export async function linkFor({ platform }: SimulatedPlatform, person: PersonRecord): Promise<string> {
  const { engine } = platform;
  const link = await engine.store.database.transaction((queries) =>
    printedLink(
      engine,
      new OrganizationStore(queries, person.organization),
      person,
      engine.world.clock.now(),
    ),
  );
  return link.slice(engine.settings.baseUrl.length);
}

export function keyOf(link: string): string {
  return new URL(link, 'http://any').searchParams.get('key')!;
}

/** A browser with a signed-in person. */
export async function signedIn(platform: SimulatedPlatform, person: PersonRecord): Promise<Browser> {
  const here = browser(platform);
  const used = await here.post('/console/sign-in/link', { key: keyOf(await linkFor(platform, person)) });
  if (used.status !== 303) throw new Error(`signing in was answered ${used.status}`);
  return here;
}
