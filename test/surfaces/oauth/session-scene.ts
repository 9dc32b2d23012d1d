import type { Place } from '../../tools/both-databases.ts';
import type { HttpReply } from '../../world/platform.ts';
import type { Browser } from '../console/scene.ts';
import {
  clientId,
  embedded,
  exchange,
  type Fields,
  offeredIn,
  parameters,
  publish,
  transactionIn,
} from './scene.ts';

export type Headers = Record<string, string>;

export function headersOf({ cookie }: Browser): Headers {
  return { host: 'posthouse.example', ...(cookie !== null && { cookie }) };
}

/** Opens the app's request in a browser. */
export async function openConsent(
  { platform }: Place,
  here: Browser,
  asked: Fields = {},
  headers: Headers = {},
): Promise<HttpReply> {
  if (asked.client_id === undefined) publish(platform);
  return await embedded(platform).get(parameters(asked), { headers: { ...headersOf(here), ...headers } });
}

export async function decide(
  { platform }: Place,
  here: Browser,
  page: HttpReply,
  fields: Fields = {},
  headers: Headers = {},
): Promise<HttpReply> {
  const form = { transaction: transactionIn(page), decision: 'allow', scope: offeredIn(page), ...fields };
  const sent = { 'sec-fetch-site': 'same-origin', ...headersOf(here), ...headers };
  return await embedded(platform).post('/oauth/authorize', form, { headers: sent });
}

/** Approves the app with one click. */
export async function connectBySession(place: Place, here: Browser, asked: Fields = {}) {
  const answer = await decide(place, here, await openConsent(place, here, asked));
  if (answer.status !== 303) throw new Error(`not allowed: ${answer.status} ${answer.text}`);
  const code = new URL(answer.headers.get('location')!).searchParams.get('code')!;
  return (await exchange(place, code, { client_id: asked.client_id ?? clientId })).body as {
    access_token: string;
    refresh_token: string;
    scope: string;
  };
}
