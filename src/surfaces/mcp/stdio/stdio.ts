import { excessOfJson } from '../../../contract/json-text.ts';
import { type Fields, isFields } from '../../../model/text/fields.ts';
import type { World } from '../../../world/world.ts';
import { cancelledId } from '../protocol/cancelled-id.ts';
import { listChangedMethod, listJson } from '../protocol/capabilities.ts';
import { type DirectRequest, directAnswer, directRequest, type Era } from '../protocol/fast-path.ts';
import { faultOfMessage, isAnswer, readRequestId, requestIdsIn } from '../protocol/message-fault.ts';
import { errorCodes } from '../protocol/revisions.ts';
import type { ListName, ServerDefinition } from '../protocol/server-definition.ts';
import { type Client, noElicitation, readClient } from '../protocol/server-definition.ts';
import { undeclaredTasks } from '../protocol/tasks.ts';
import { type Intake, intake } from './backpressure.ts';
import { type Answers, answersTo } from './batch-responses.ts';
import { flushed, type LineWriter, lineWriter, parseJson, readLines } from './line-framing.ts';
import { SdkConnection } from './sdk-connection.ts';

type OfferNow = () => ServerDefinition | null | Promise<ServerDefinition | null>;

/** @param offerNow builds the current offer; null when the caller's token is no longer valid */
export async function serveStdio(
  world: Pick<World, 'clock' | 'log'>,
  offerNow: OfferNow,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<void> {
  const offer = await offerNow();
  if (offer !== null) await new StdioServer(world, offerNow, offer, input, output).run();
}

class StdioServer {
  readonly #log: World['log'];
  readonly #offerNow: OfferNow;
  readonly #input: NodeJS.ReadableStream;
  readonly #writer: LineWriter;
  readonly #answers: Answers;
  readonly #sdk: SdkConnection;
  readonly #lines: Intake;
  #offer: ServerDefinition;
  #opened: { era: Era; opening: Fields } | undefined;
  #client: Client = { name: '', ...noElicitation };
  /** Lists read by the client, to notify it once when they change. */
  readonly #knownLists = new Map<ListName, string>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #stops = new Map<unknown, AbortController>();

  constructor(
    world: Pick<World, 'clock' | 'log'>,
    offerNow: OfferNow,
    offer: ServerDefinition,
    input: NodeJS.ReadableStream,
    output: NodeJS.WritableStream,
  ) {
    this.#log = world.log;
    this.#offerNow = offerNow;
    this.#offer = offer;
    this.#input = input;
    this.#writer = lineWriter(output);
    this.#answers = answersTo(this.#writer.write);
    this.#sdk = new SdkConnection(world, {
      current: () => this.#offer,
      writer: this.#writer,
      answers: this.#answers,
      onAnswered: () => this.#lines.next(),
    });
    this.#lines = intake({
      input,
      writer: this.#writer,
      underWay: () => this.#underWay.size + this.#sdk.requestsDue(),
      begin: (line) => this.#begin(line),
    });
  }

  async run(): Promise<void> {
    await readLines(this.#input, this.#lines.take, () =>
      this.#writer.write(errorLine(errorCodes.invalidRequest, 'A line is too long')),
    );
    await this.#lines.emptied();
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
    await this.#sdk.close();
    this.#answers.end();
    await flushed();
  }

  #begin(line: string): void {
    const tooMuch = excessOfJson(line);
    if (tooMuch !== null) {
      this.#writer.write(errorLine(errorCodes.invalidRequest, `A line ${tooMuch}`));
      return;
    }
    const message = parseJson(line);
    if (message === undefined) {
      this.#writer.write(errorLine(errorCodes.parseError, 'Parse error: a line is not JSON'));
      return;
    }
    const fault = faultOfMessage(message, this.#opened?.era === 'stateless' || this.#sdk.isStateless());
    if (fault !== null) {
      if (!isAnswer(message))
        this.#writer.write(errorLine(errorCodes.invalidRequest, fault, readRequestId(message)));
      return;
    }
    const messages = Array.isArray(message) ? message : [message];
    if (Array.isArray(message)) this.#answers.together(requestIdsIn(message));
    for (const each of messages) this.#start(each);
  }

  #start(message: unknown): void {
    const call = this.#answer(message)
      .catch((error) => {
        this.#log.error({ err: error }, 'an mcp message could not be answered');
        this.#refuse(message, errorCodes.internalError, 'Internal error');
      })
      .finally(() => {
        this.#underWay.delete(call);
        this.#lines.next();
      });
    this.#underWay.add(call);
  }

  async #answer(message: unknown): Promise<void> {
    const now = this.#offerNow();
    const latest = now instanceof Promise ? await now : now;
    if (latest === null) {
      this.#refuse(message, errorCodes.refused, 'The API token is no longer valid');
      return;
    }
    this.#offer = latest;
    this.#tellOfChanges(latest);
    this.#noteList(message, latest);
    const direct = directRequest(latest, message, this.#client);
    // A connection keeps its era; the SDK writes the error for messages of the other era.
    if (direct && (this.#opened === undefined || this.#opened.era === direct.era)) {
      if (direct.method === 'initialize') this.#client = readClient(direct.params);
      if (opens(direct)) this.#opened ??= { era: direct.era, opening: openingOf(direct) };
      if (await this.#answerDirectly(latest, direct)) return;
    }
    const undeclared = this.#offer.tasks ? undeclaredTasks(message) : null;
    if (undeclared) {
      const id = readRequestId(message);
      this.#answers.write(id, JSON.stringify({ jsonrpc: '2.0', id, error: undeclared }));
      return;
    }
    if (this.#stopped(message)) return;
    if (!this.#sdk.isOpen() && isIdleNotice(message)) return;
    await this.#sdk.deliver(message, this.#opened?.opening);
  }

  /** The rights of the token may change between messages, so a client that read a list is notified of changes. */
  #tellOfChanges(latest: ServerDefinition): void {
    for (const [list, json] of this.#knownLists) {
      if (listJson(latest, list) === json) continue;
      this.#knownLists.delete(list);
      if (this.#opened?.era !== 'handshake') this.#sdk.tellChanged(list);
      else this.#writer.write(JSON.stringify({ jsonrpc: '2.0', method: listChangedMethod(list) }));
    }
  }

  #noteList(message: unknown, latest: ServerDefinition): void {
    const list = isFields(message) ? listRead.get(message.method) : undefined;
    const json = list && listJson(latest, list);
    if (list && json !== undefined) this.#knownLists.set(list, json);
  }

  async #answerDirectly(offered: ServerDefinition, direct: DirectRequest): Promise<boolean> {
    const stop = new AbortController();
    this.#stops.set(direct.id, stop);
    try {
      const answered = await directAnswer(offered, direct, {
        client: this.#client.name,
        signal: stop.signal,
      });
      // The client ignores responses to cancelled requests.
      if (stop.signal.aborted) {
        this.#answers.none(direct.id);
        return true;
      }
      if (answered !== null) this.#answers.write(direct.id, answered);
      return answered !== null;
    } finally {
      this.#stops.delete(direct.id);
    }
  }

  #stopped(message: unknown): boolean {
    const stop = this.#stops.get(cancelledId(message));
    if (!stop) return false;
    stop.abort();
    return true;
  }

  /** Notifications get no response. */
  #refuse(message: unknown, code: number, why: string): void {
    const id = isFields(message) && 'method' in message ? message.id : undefined;
    if (id !== undefined) this.#answers.write(id, errorLine(code, why, id));
  }
}

const listRead = new Map<unknown, ListName>([
  ['tools/list', 'tools'],
  ['prompts/list', 'prompts'],
]);

/** Returns true if a request decides the era. `server/discover` and `ping` are allowed before. */
function opens({ method }: DirectRequest): boolean {
  return method !== 'server/discover' && method !== 'ping';
}

/** Returns a request without side effects that brings the SDK to the state of this connection. */
function openingOf({ method, params }: DirectRequest): Fields {
  if (method === 'initialize') return { method, params };
  return { method: 'tools/list', params: { _meta: params._meta ?? {} } };
}

/** Notifications that need no action because the SDK never saw their request. */
function isIdleNotice(message: unknown): boolean {
  return (
    isFields(message) &&
    !('id' in message) &&
    (message.method === 'notifications/initialized' || message.method === 'notifications/cancelled')
  );
}

function errorLine(code: number, message: string, id: unknown = null): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}
