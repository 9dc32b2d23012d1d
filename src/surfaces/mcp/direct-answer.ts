import type { Caller } from '../../engine/scope.ts';
import { callTool, type ToolAnswer, untrustedMark } from './call-tool.ts';
import type { McpHouse } from './house.ts';
import { instructions } from './instructions.ts';
import { handshakeRevisions, metaKeys, statelessRevision } from './revisions.ts';
import { toolList } from './tool-list.ts';

/**
 * The few requests that make up nearly all traffic, answered without the SDK: it costs 200 ms to load and ten
 * times the work a request. Only what is plainly well formed is answered here; everything else is left to the
 * SDK, which knows every rule of every revision. Tests hold both ways to the same answers.
 */

/** `handshake` for the revisions up to 2025-11-25, `stateless` for 2026-07-28. */
export type Era = 'handshake' | 'stateless';

export type Fields = Record<string, unknown>;

/** A well-formed request that can be answered here. */
export type DirectRequest = { era: Era; id: string | number; method: string; params: Fields };

/** How long a client may keep a list of tools (ms): a new release or another scope is seen within it. */
export const toolListTtlMs = 5 * 60_000;

/** Reads a message, or answers null when it is not for this file. */
export function directRequest(house: McpHouse, message: unknown): DirectRequest | null {
  if (!isFields(message) || message.jsonrpc !== '2.0') return null;
  const { id, method, params = {} } = message;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return null;
  if (typeof method !== 'string' || !isFields(params)) return null;
  if (Object.keys(message).length !== ('params' in message ? 4 : 3)) return null;
  const meta = params._meta ?? {};
  if (!isFields(meta) || !isProgressToken(meta.progressToken)) return null;
  const era = eraOf(meta);
  if (era === null || !isAnswered(house, era, method, params)) return null;
  return { era, id: id as string | number, method, params };
}

/** Answers as JSON text of a whole JSON-RPC response. */
export async function directAnswer(house: McpHouse, caller: Caller, request: DirectRequest): Promise<string> {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(request.id)},"result":${await resultOf(house, caller, request)}}`;
}

function resultOf(house: McpHouse, caller: Caller, request: DirectRequest): string | Promise<string> {
  switch (request.method) {
    case 'initialize':
      return JSON.stringify(initializeResult(house, request.params));
    case 'ping':
      return '{}';
    case 'server/discover':
      return result(house, request.era, discoverFields, toolListCaching);
    case 'tools/list': {
      const tools = `"tools":${toolList(house, caller.scopes).json}`;
      return request.era === 'stateless'
        ? result(house, request.era, tools, toolListCaching)
        : result(house, request.era, tools);
    }
    case 'tools/call': {
      const tool = house.tools.get(request.params.name as string)!;
      const given = (request.params.arguments ?? {}) as Fields;
      return callTool(house, caller, tool, given).then((answer) => callResult(house, request.era, answer));
    }
    default:
      throw new Error(`${request.method} is not answered here`);
  }
}

const answeredMethods: Record<Era, (house: McpHouse, method: string, params: Fields) => boolean> = {
  handshake(house, method, params) {
    switch (method) {
      case 'initialize':
        return (
          typeof params.protocolVersion === 'string' &&
          isFields(params.capabilities) &&
          isImplementation(params.clientInfo)
        );
      case 'ping':
        return true;
      default:
        return isToolsRequest(house, method, params);
    }
  },
  stateless(house, method, params) {
    return method === 'server/discover' || isToolsRequest(house, method, params);
  },
};

function isAnswered(house: McpHouse, era: Era, method: string, params: Fields): boolean {
  return answeredMethods[era](house, method, params);
}

function isToolsRequest(house: McpHouse, method: string, params: Fields): boolean {
  if (method === 'tools/list') return params.cursor === undefined;
  if (method !== 'tools/call') return false;
  return (
    typeof params.name === 'string' &&
    house.tools.has(params.name) &&
    (params.arguments === undefined || isFields(params.arguments)) &&
    // A task of 2025-11-25, or the second round of a request that asked for input.
    params.task === undefined &&
    params.inputResponses === undefined &&
    params.requestState === undefined
  );
}

/** A message that names a revision in `_meta` is stateless; null when its envelope is not plainly right. */
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

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function initializeResult(house: McpHouse, params: Fields): Fields {
  const asked = params.protocolVersion as string;
  return {
    protocolVersion: handshakeRevisions.includes(asked) ? asked : handshakeRevisions[0],
    capabilities,
    serverInfo: house.identity,
    instructions,
  };
}

/** What this server can do, in the protocol's words. */
export const capabilities = { tools: {} };

const discoverFields = `"supportedVersions":["${statelessRevision}"],"capabilities":${JSON.stringify(capabilities)},"instructions":${JSON.stringify(instructions)}`;
const toolListCaching = `,"ttlMs":${toolListTtlMs},"cacheScope":"private"`;

function callResult(house: McpHouse, era: Era, answer: ToolAnswer): string {
  const content = `"content":[{"type":"text","text":${JSON.stringify(answer.json)}}]`;
  return answer.refused
    ? result(house, era, `${content},"isError":true`, '', untrustedMark)
    : result(house, era, `${content},"structuredContent":${answer.json}`, '', untrustedMark);
}

/** The JSON text of a result: 2026-07-28 has every one say that it is complete, and who answered. */
function result(house: McpHouse, era: Era, fields: string, caching = '', mark?: Fields): string {
  if (era === 'handshake') {
    return mark === undefined ? `{${fields}}` : `{${fields},"_meta":${JSON.stringify(mark)}}`;
  }
  const meta = JSON.stringify({ ...mark, [metaKeys.serverInfo]: house.identity });
  return `{${fields},"resultType":"complete"${caching},"_meta":${meta}}`;
}
