/** A language model behind an HTTP API, called with fetch only. */

export type ToolSpec = { name: string; description: string; schema: Record<string, unknown> };

export type ToolCall = { id: string; name: string; given: Record<string, unknown> };

export type Turn =
  | { from: 'person'; text: string }
  /** `raw` is the model’s own format, which is sent back unchanged. */
  | { from: 'model'; text: string; calls: ToolCall[]; raw: unknown }
  | { from: 'tools'; results: { id: string; text: string; isError: boolean }[] };

/** A model's answer with its cost. */
export type Said = Extract<Turn, { from: 'model' }> & { tokensIn: number; tokensOut: number };

export type Model = {
  name: string;
  /** @throws ProviderFault if the provider gives no answer */
  next(system: string, tools: readonly ToolSpec[], turns: readonly Turn[]): Promise<Said>;
};

/** Wire format, the only difference between providers. */
export type Dialect = {
  path: string;
  headers(key: string): Record<string, string>;
  body(model: string, system: string, tools: readonly ToolSpec[], turns: readonly Turn[]): unknown;
  /** @throws ProviderFault for an invalid answer */
  read(answer: unknown): Said;
};

/** The API cannot be used as configured. The message is for the person who started the run. */
export class ProviderFault extends Error {}

/** Per model answer. A batch of a hundred mails fits into one. */
export const answerTokensMax = 16_000;
const requestsApartMs = 250;
const requestTimeoutMs = 180_000;
/** Total attempts for a busy or broken API. */
const triesMax = 5;
const firstWaitMs = 2_000;
const waitMaxMs = 60_000;

export type Reach = {
  model: string;
  key: string;
  baseUrl: string;
  dialect: Dialect;
  fetch?: typeof fetch;
  /** Waits in real time by default. */
  wait?: (ms: number) => Promise<void>;
};

/** Calls a model at a limited rate, with retries while its API is busy. */
export function modelAt({ model, key, baseUrl, dialect, fetch: ask = fetch, wait = waitFor }: Reach): Model {
  const url = baseUrl.replace(/\/$/, '') + dialect.path;
  const tryOnce = async (body: string): Promise<Response> => {
    try {
      return await ask(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...dialect.headers(key) },
        body,
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
    } catch (error) {
      throw new ProviderFault(`${url} does not answer: ${reasonOf(error)}`);
    }
  };
  return {
    name: model,
    async next(system, tools, turns) {
      const body = JSON.stringify(dialect.body(model, system, tools, turns));
      await wait(requestsApartMs);
      for (let tries = 1; ; tries += 1) {
        const response = await tryOnce(body);
        if (response.ok) return dialect.read(await jsonOf(response, url));
        const reply = (await response.text()).slice(0, 300);
        const busy = response.status === 429 || response.status >= 500;
        if (!busy || tries === triesMax) throw new ProviderFault(sentenceFor(response.status, url, reply));
        const asked = Number(response.headers.get('retry-after')) * 1_000;
        await wait(Math.min(waitMaxMs, asked > 0 ? asked : firstWaitMs * 2 ** (tries - 1)));
      }
    },
  };
}

async function jsonOf(response: Response, url: string): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new ProviderFault(`${url} answered something that is no JSON`);
  }
}

function sentenceFor(status: number, url: string, reply: string): string {
  if (status === 401 || status === 403)
    return `${url} refuses the key in EVALS_API_KEY (${status}): ${reply}`;
  if (status === 404) return `${url} does not know this model or path (404): ${reply}`;
  if (status === 429) return `${url} is over its rate limit or budget (429): ${reply}`;
  return `${url} answered ${status}: ${reply}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

function waitFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
