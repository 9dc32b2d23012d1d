import { addOrThrow, resourcesOver } from './calls.ts';
import type { Resources } from './printed/client-resources.ts';
import { PosthouseError, type Result } from './result.ts';
import { type ClientOptions, type Transport, transport, waited } from './transport.ts';
import { upsertMany } from './upsert-many.ts';
import { verify, verifyRequest } from './webhooks.ts';

/** Client of Posthouse’s REST API v2, with one property per resource: `posthouse.emails.send(…)`. */
export type Posthouse = Resources;

type Environment = { process?: { env?: Record<string, string | undefined> } };

const localUrl = 'http://localhost:3025';

/** Creates a client, by default from `POSTHOUSE_API_KEY` and `POSTHOUSE_BASE_URL`. @throws TypeError */
export const Posthouse: new (token?: string, options?: ClientOptions) => Posthouse = class {
  constructor(token?: string, options: ClientOptions = {}) {
    const environment = (globalThis as Environment).process?.env ?? {};
    const base = new URL(options.baseUrl ?? environment.POSTHOUSE_BASE_URL ?? localUrl);
    const path = base.pathname.replace(/\/(api\/v2\/?)?$/, '');
    const send = transport(token ?? environment.POSTHOUSE_API_KEY, `${base.origin}${path}/api/v2`, options);
    const resources = resourcesOver(send);
    resources.webhooks!.verify = verify as never;
    resources.webhooks!.verifyRequest = verifyRequest as never;
    resources.subscribers!.upsertMany = upsertMany(send) as never;
    resources.subscribers!.import = resources.imports!.create!;
    resources.subscribers!.export = resources.exports!.downloadSubscribers!;
    resources.domains!.waitUntilVerified = waitUntilVerified(send) as never;
    Object.assign(this, resources);
  }
} as never;

export type WaitOptions = {
  signal?: AbortSignal | undefined;
  /** Total milliseconds; 10 minutes by default. */
  timeout?: number | undefined;
  /** Milliseconds until the second check; 5 seconds by default. Later intervals are longer. */
  interval?: number | undefined;
};

const longerEachTime = 1.5;
const intervalMaxMs = 60_000;

function waitUntilVerified(send: Transport) {
  const wait = async (
    id: string,
    { signal, timeout = 600_000, interval = 5_000 }: WaitOptions,
  ): Promise<Result<unknown, PosthouseError>> => {
    const until = Date.now() + timeout;
    for (let pause = interval; ; pause = Math.min(pause * longerEachTime, intervalMaxMs)) {
      const path = `/domains/${encodeURIComponent(id)}/verify`;
      const result = await send({ method: 'POST', path, body: '{}' }, { signal });
      if (result.error || (result.data as { status: string }).status === 'verified') return result;
      const isLate = Date.now() + pause > until;
      if (!isLate && (await waited(pause, signal))) continue;
      const name = isLate ? 'timeout' : 'aborted';
      const message = isLate
        ? `${id} was not verified within ${timeout} ms: domains.get() shows the record that is missing`
        : 'The call was aborted';
      const details = result.data;
      return { ...result, data: null, error: new PosthouseError({ name, message, statusCode: 0, details }) };
    }
  };
  return (id: string, options: WaitOptions = {}) => addOrThrow(wait(id, options));
}
