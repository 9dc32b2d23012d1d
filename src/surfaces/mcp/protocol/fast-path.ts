import { type Fields, isFields } from '../../../model/text/fields.ts';
import { buildCapabilities, buildImplementation, listCaching } from './capabilities.ts';
import { errorCodes, handshakeRevisions, metaKeys, statelessRevision } from './revisions.ts';
import {
  type Answered,
  type Conversation,
  clientName,
  type ElicitationSupport,
  InvalidParams,
  isInputWanted,
  isTaskMade,
  type Listed,
  readElicitationSupport,
  type ServerDefinition,
  type TaskMade,
  type Tool,
} from './server-definition.ts';
import { declaresTasks, madeTask, withoutTasks } from './tasks.ts';

/**
 * Answers frequent requests without the SDK, which takes 200 ms to load and ten times the work per request.
 * The SDK handles the rest. Tests compare both paths.
 */

/** `handshake` for revisions up to 2025-11-25, `stateless` for 2026-07-28. */
export type Era = 'handshake' | 'stateless';

export type DirectRequest = {
  era: Era;
  id: string | number;
  method: string;
  params: Fields;
} & ElicitationSupport;

/** Returns null if the SDK must handle it. `connected` has the connection's elicitation modes. */
export function directRequest(
  offer: ServerDefinition,
  message: unknown,
  connected: ElicitationSupport,
): DirectRequest | null {
  if (!isFields(message) || message.jsonrpc !== '2.0') return null;
  const { id, method, params = {} } = message;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return null;
  if (typeof method !== 'string' || !isFields(params)) return null;
  if (Object.keys(message).length !== ('params' in message ? 4 : 3)) return null;
  const meta = params._meta ?? {};
  if (!isFields(meta) || !isProgressToken(meta.progressToken)) return null;
  const era = eraOf(meta);
  if (era === null) return null;
  const { elicits, opensPages } =
    era === 'stateless' ? readElicitationSupport(meta[metaKeys.clientCapabilities]) : connected;
  if (!isAnswered(offer, era, method, params, meta, elicits || opensPages)) return null;
  return { era, id: id as string | number, method, params, elicits, opensPages };
}

/** Returns null if the call must elicit input before it does anything. It then starts again through the SDK. */
export async function directAnswer(
  offer: ServerDefinition,
  request: DirectRequest,
  conversation: Pick<Conversation, 'client' | 'signal'>,
): Promise<string | null> {
  const id = JSON.stringify(request.id);
  try {
    const result =
      request.method === 'tools/call'
        ? calledResult(offer, request, await call(offer, request, conversation))
        : resultOf(offer, request);
    return result === null ? null : `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
  } catch (error) {
    if (!(error instanceof InvalidParams)) throw error;
    const body = { code: errorCodes.invalidParams, message: error.message };
    return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(body)}}`;
  }
}

const readyLists = new WeakMap<Listed<Tool>, Partial<Record<Era, Buffer>>>();

/** Answers `tools/list` from cached bytes, because the list is large and the same for many clients. Otherwise null. */
export function readyAnswer(
  offer: ServerDefinition,
  { era, id, method }: DirectRequest,
): readonly Uint8Array[] | null {
  if (method !== 'tools/list') return null;
  const list = offer.tools.list();
  let ready = readyLists.get(list);
  if (!ready) {
    ready = {};
    readyLists.set(list, ready);
  }
  ready[era] ??= Buffer.from(listResult(offer, era, 'tools', list.json));
  return [Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`), ready[era], closing];
}

const closing = Buffer.from('}');

function call(
  offer: ServerDefinition,
  { era, id, params, elicits, opensPages }: DirectRequest,
  { client, signal }: Pick<Conversation, 'client' | 'signal'>,
): ReturnType<ServerDefinition['tools']['call']> {
  const meta = params._meta as Fields | undefined;
  const isStateless = era === 'stateless';
  return offer.tools.call(params.name as string, (params.arguments ?? {}) as Fields, {
    client: isStateless ? clientName(meta![metaKeys.clientInfo]) : client,
    elicits,
    opensPages,
    takesTasks: isStateless && declaresTasks(meta![metaKeys.clientCapabilities]),
    inputResponses: undefined,
    requestState: undefined,
    meta,
    requestId: id,
    signal,
    progress() {},
  });
}

/** @returns null if the call must elicit input first */
function calledResult(
  offer: ServerDefinition,
  { era }: DirectRequest,
  answer: Awaited<ReturnType<ServerDefinition['tools']['call']>>,
): string | null {
  if (isInputWanted(answer)) return null;
  return isTaskMade(answer) ? taskResult(offer, answer) : callResult(offer, era, answer);
}

function resultOf(offer: ServerDefinition, { era, method, params }: DirectRequest): string {
  const listed = (name: string, json: string): string => listResult(offer, era, name, json);
  switch (method) {
    case 'initialize':
      return JSON.stringify(initializeResult(offer, params));
    case 'ping':
      return '{}';
    case 'server/discover':
      return result(offer, era, discoverFields(offer), cachingFields, {
        [metaKeys.serverInfo]: buildImplementation(offer),
      });
    case 'tools/list':
      return listed('tools', offer.tools.list().json);
    case 'prompts/list':
      return listed('prompts', offer.prompts!().list().json);
    case 'resources/templates/list':
      return listed('resourceTemplates', offer.resources!().templates().json);
    default:
      throw new Error(`${method} is not supported here`);
  }
}

function listResult(offer: ServerDefinition, era: Era, name: string, json: string): string {
  return result(offer, era, `"${name}":${json}`, era === 'stateless' ? cachingFields : '');
}

function isAnswered(
  offer: ServerDefinition,
  era: Era,
  method: string,
  params: Fields,
  meta: Fields,
  asks: boolean,
): boolean {
  switch (method) {
    case 'initialize':
      return (
        era === 'handshake' &&
        typeof params.protocolVersion === 'string' &&
        isFields(params.capabilities) &&
        isImplementation(params.clientInfo)
      );
    case 'ping':
      return era === 'handshake';
    case 'server/discover':
      return era === 'stateless';
    case 'tools/list':
      return params.cursor === undefined;
    case 'prompts/list':
      return params.cursor === undefined && offer.prompts !== undefined;
    case 'resources/templates/list':
      return params.cursor === undefined && offer.resources !== undefined;
    case 'tools/call':
      return isPlainCall(offer, params, meta, asks);
    default:
      return false;
  }
}

/** Returns true for a call that probably needs no elicitation and no progress notifications. */
function isPlainCall(offer: ServerDefinition, params: Fields, meta: Fields, asks: boolean): boolean {
  const { name, arguments: given = {} } = params;
  return (
    typeof name === 'string' &&
    offer.tools.has(name) &&
    isFields(given) &&
    // Task augmentation of 2025-11-25, or the second round of a request that asked for input.
    params.task === undefined &&
    params.inputResponses === undefined &&
    params.requestState === undefined &&
    meta.progressToken === undefined &&
    !offer.tools.oftenConverses(name, given, asks)
  );
}

/** Returns the era, or null if the envelope is not clearly valid. A revision in `_meta` means stateless. */
function eraOf(meta: Fields): Era | null {
  if (!(metaKeys.protocolVersion in meta)) return 'handshake';
  const capabilities = meta[metaKeys.clientCapabilities];
  const clientInfo = meta[metaKeys.clientInfo];
  const whole =
    meta[metaKeys.protocolVersion] === statelessRevision &&
    isFields(capabilities) &&
    Object.values(capabilities).every(isFields) &&
    (clientInfo === undefined || isImplementation(clientInfo)) &&
    meta[metaKeys.logLevel] === undefined;
  return whole ? 'stateless' : null;
}

function isProgressToken(value: unknown): boolean {
  return value === undefined || typeof value === 'string' || Number.isSafeInteger(value);
}

function isImplementation(value: unknown): boolean {
  return isFields(value) && typeof value.name === 'string' && typeof value.version === 'string';
}

function initializeResult(offer: ServerDefinition, params: Fields): Fields {
  const asked = params.protocolVersion as string;
  return {
    protocolVersion: handshakeRevisions.includes(asked) ? asked : handshakeRevisions[0],
    capabilities: withoutTasks(buildCapabilities(offer)),
    serverInfo: buildImplementation(offer),
    instructions: offer.instructions(),
  };
}

function discoverFields(offer: ServerDefinition): string {
  return `"supportedVersions":["${statelessRevision}"],"capabilities":${JSON.stringify(buildCapabilities(offer))},"instructions":${JSON.stringify(offer.instructions())}`;
}

const cachingFields = `,"ttlMs":${listCaching.ttlMs},"cacheScope":"${listCaching.cacheScope}"`;

function callResult(offer: ServerDefinition, era: Era, { json, content, isError, meta }: Answered): string {
  const others = content.length === 0 ? '' : JSON.stringify(content).slice(1, -1);
  const first = json ? `{"type":"text","text":${json.asText()}}${others && ','}` : '';
  const structured = json ? `,"structuredContent":${json.asValue()}` : '';
  return result(
    offer,
    era,
    `"content":[${first}${others}]${isError ? ',"isError":true' : structured}`,
    '',
    meta,
  );
}

function taskResult({ identity }: ServerDefinition, { task }: TaskMade): string {
  const whole = { ...madeTask(task), resultType: 'task', _meta: { [metaKeys.serverInfo]: identity } };
  return JSON.stringify(whole);
}

/** Serializes a result. Revision 2026-07-28 adds `resultType` and the server info to every result. */
function result(offer: ServerDefinition, era: Era, fields: string, caching = '', meta?: Fields): string {
  if (era === 'handshake') {
    return meta === undefined ? `{${fields}}` : `{${fields},"_meta":${JSON.stringify(meta)}}`;
  }
  return `{${fields},"resultType":"complete"${caching},"_meta":${introduced(offer.identity, meta)}}`;
}

const introductions = new WeakMap<object, { meta: Fields | undefined; json: string }>();

function introduced(identity: ServerDefinition['identity'], meta: Fields | undefined): string {
  const last = introductions.get(identity);
  if (last && last.meta === meta) return last.json;
  const json = JSON.stringify({ [metaKeys.serverInfo]: identity, ...meta });
  introductions.set(identity, { meta, json });
  return json;
}
