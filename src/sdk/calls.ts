import { operations } from './printed/operations.ts';
import type { CallOptions, Page, PosthouseError, Result } from './result.ts';
import type { Transport, Wanted } from './transport.ts';

type Answer = Promise<Result<unknown, PosthouseError>>;
type Method = (...given: unknown[]) => unknown;

/** Builds the resources from the printed table. A line `name METHOD path flags` is a method, a single word a resource. */
export function resourcesOver(send: Transport): Record<string, Record<string, Method>> {
  const resources: Record<string, Record<string, Method>> = {};
  let methods: Record<string, Method> = {};
  for (const line of operations.split('\n')) {
    const [name, method, path, ...flags] = line.split(' ') as [string, string?, string?, ...string[]];
    if (method === undefined) {
      methods = {};
      resources[name] = methods;
    } else methods[name] = methodOf(send, `${name}()`, method, path!, flags);
  }
  return resources;
}

function methodOf(send: Transport, name: string, method: string, template: string, flags: string[]): Method {
  const flag = (key: string): string | undefined =>
    flags.find((each) => each.split('=')[0] === key)?.replace(/^\w+=?/, '');
  const fields = template.split('{}').length - 1;
  const takesInput = flag('in') !== undefined;
  const cursor = flag('list');
  const [option, header] = flag('option')?.split(':') ?? [];

  return (...given) => {
    let place = 0;
    const path = template.replace(/\{\}/g, () => segment(given[place++], name));
    const input = takesInput ? given[fields] : undefined;
    const options = (given[fields + (takesInput ? 1 : 0)] ?? {}) as CallOptions & Record<string, unknown>;
    const wanted: Wanted = { method, path, answerIs: flag('as') };
    const chosen = option && options[option];
    if (chosen) wanted.headers = { [header!]: String(chosen) };
    if (method === 'GET') {
      wanted.heldFor = 1_000 * (Number((input as { timeout_seconds?: number })?.timeout_seconds) || 0);
      if (path.endsWith('/wait')) wanted.heldFor ||= 30_000;
    } else if (input !== undefined) {
      wanted.body =
        flag('in') === 'bytes'
          ? typeof input === 'string'
            ? new TextEncoder().encode(input)
            : (input as Uint8Array)
          : JSON.stringify(input);
    } else if (method === 'POST' || method === 'PATCH') wanted.body = '{}';
    const ask = (query: string): Answer =>
      send(method === 'GET' ? { ...wanted, path: path + query } : wanted, options);
    return cursor === undefined ? addOrThrow(ask(queryOf(input))) : listOf(ask, input, cursor);
  };
}

/** Encodes an id as a path segment, so that it cannot lead to another path. @throws TypeError for an invalid id */
function segment(value: unknown, name: string): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text === '' || text === '.' || text === '..') {
    throw new TypeError(`${name} needs an id, and got ${JSON.stringify(value)}`);
  }
  return encodeURIComponent(text);
}

function queryOf(input: unknown): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input ?? {})) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) query.append(name, textOf(each));
    }
  }
  const text = query.toString();
  return text && `?${text}`;
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

async function orThrow(answer: PromiseLike<Result<unknown, PosthouseError>>): Promise<unknown> {
  const { data, error } = await answer;
  if (error) throw error;
  return data;
}

export function addOrThrow(answer: Answer): Answer & { orThrow(): Promise<unknown> } {
  return Object.assign(answer, { orThrow: () => orThrow(answer) });
}

function listOf(ask: (query: string) => Answer, input: unknown, cursor: string): unknown {
  let first: Answer | undefined;
  const begin = (): Answer => {
    first ??= ask(queryOf(input));
    return first;
  };
  async function* pages(): AsyncGenerator<Result<Page<Record<string, string>>, PosthouseError>> {
    const { before } = (input ?? {}) as { before?: string };
    let query = queryOf(input);
    for (;;) {
      const result = (await ask(query)) as Result<Page<Record<string, string>>, PosthouseError>;
      yield result;
      if (!result.data?.has_more) return;
      const { data } = result.data;
      // Servers before 2.2 send no Link header.
      const last = before === undefined ? { after: data.at(-1)?.[cursor] } : { before: data[0]?.[cursor] };
      const next = result.meta.next ?? queryOf({ ...(input as object), ...last });
      // Stops at a repeated page, because a faulty server would otherwise cause an endless loop.
      if (next === query) return;
      query = next;
    }
  }
  return {
    // biome-ignore lint/suspicious/noThenProperty: a list is awaited for its first page
    then: (...handlers: Parameters<Answer['then']>) => begin().then(...handlers),
    orThrow: () => orThrow(begin()),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { data, error } of pages()) {
        if (error) throw error;
        yield* data.data;
      }
    },
  };
}
