import type { ProviderName } from '../../../src/model/integration/providers.ts';
import {
  type SignedRequest,
  signers,
  snsCertificate,
  snsCertificateUrl,
} from '../../surfaces/rest/integrations/signed-requests.ts';
import { baseUrl, type HttpReply } from '../../world/platform.ts';
import type { Place } from '../both-databases.ts';

export type Connected = {
  id: string;
  path: string;
  /** Posts a payload signed as the provider does, or unsigned. */
  post(payload: unknown, more?: { id?: string; headers?: Record<string, string> }): Promise<HttpReply>;
  /** Posts and applies a payload. @returns the outcome */
  apply(
    payload: unknown,
    more?: { id?: string; headers?: Record<string, string> },
  ): Promise<{ state: string; outcome: string }>;
  send(request: SignedRequest): Promise<HttpReply>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
  events(filter?: object): Promise<any[]>;
};

/** Creates an integration in the place's organization. */
export async function connected(
  place: Place,
  provider: ProviderName,
  { mapping, signed = true }: { mapping?: object; signed?: boolean } = {},
): Promise<Connected> {
  const { documents, clock } = place.platform;
  documents.found.set(snsCertificateUrl, { text: snsCertificate.certificate.toString() });
  const signer = signed ? signers.find((one) => one.provider === provider) : undefined;
  const { id, url } = (
    await place.outcome(
      'create_integration',
      {
        provider,
        ...(signer?.secret !== undefined && { secret: signer.secret }),
        ...(mapping && { mapping }),
      },
      { door: 'v2' },
    )
  ).output as { id: string; url: string };
  const path = url.slice(baseUrl.length);
  const send = async ({ headers, body }: SignedRequest) =>
    await place.platform.http('POST', path, { token: null, headers, body });
  const post: Connected['post'] = async (payload, { id: given, headers = {} } = {}) => {
    const more = given === undefined ? {} : { id: given };
    const request = signer
      ? signer.sign(payload, clock.now(), more)
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(payload) };
    return await send({ ...request, headers: { ...request.headers, ...headers } });
  };
  const events: Connected['events'] = async (filter = {}) =>
    (await place.use('list_integration_events', { id, ...filter })).data;
  return {
    id,
    path,
    send,
    post,
    events,
    async apply(payload, more) {
      const { status, text } = await post(payload, more);
      if (status !== 200) throw new Error(`it was answered ${status}: ${text}`);
      await place.platform.deliver();
      const [last] = await events({ limit: 1 });
      return { state: last?.state, outcome: last?.outcome };
    },
  };
}
