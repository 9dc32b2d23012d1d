import { outputSchema } from '../../../contract/description/json-schema.ts';
import { invoke } from '../../../contract/invoke.ts';
import { offeredAt, type RestBinding, type Tool } from '../../../contract/tool.ts';
import type { Engine } from '../../../engine/context/scope.ts';
import { Failure, type FieldFault, invalidFields } from '../../../model/failure.ts';
import { attachmentDisposition, servedType } from '../../../model/message/served-file.ts';
import { listeningTo } from '../../http/request-context.ts';
import {
  type HttpAnswer,
  type HttpRequest,
  jsonAnswer,
  jsonBytesMax,
  jsonHeaders,
  type RouteMethod,
  type TokenRoute,
} from '../../http/request-response.ts';
import { cursorField, isList, type ListOutput, nextLink, toEnvelope } from './list-link.ts';
import { type InputReader, inputReader } from './read-input.ts';
import { verifyAlias, verifyAliasAnswer } from './verify-alias.ts';

/** REST v2, derived from the catalogue: a tool's `rest` binding defines its routes. */

export const v2Prefix = '/api/v2';

export const replayedHeaders = { ...jsonHeaders, 'Idempotent-Replayed': 'true' };

export function v2Routes({
  engine,
  catalogue,
}: {
  engine: Engine;
  catalogue: readonly Tool[];
}): TokenRoute[] {
  return catalogue
    .filter((tool) => offeredAt(tool, 'v2'))
    .flatMap((tool) => {
      const binding = tool.rest;
      if (!binding) return [];
      return [binding.route, ...(binding.aliases ?? [])].map((route) =>
        toolRoute(engine, tool, binding, route),
      );
    });
}

function toolRoute(engine: Engine, tool: Tool, binding: RestBinding, route: string): TokenRoute {
  const space = route.indexOf(' ');
  const method = route.slice(0, space) as RouteMethod;
  // Created with the first request, because hundreds of readers and schemas would slow the startup.
  let read: InputReader | undefined;
  const answerOf = route === verifyAlias ? verifyAliasAnswer : (output: unknown) => output;
  const { bodyAs, textAs, fileAs } = binding;
  const textHeaders = textAs && { 'Content-Type': textAs.type };
  let list: { cursor: string | null } | null | undefined;
  const { baseUrl } = engine.settings;
  return {
    method,
    path: v2Prefix + route.slice(space + 1).replaceAll(/\{(\w+)\}/g, ':$1'),
    access: 'token',
    door: 'v2',
    envelope: 'v2',
    takes: method === 'GET' ? 'nothing' : binding.bytesAs === undefined ? 'json' : 'bytes',
    bodyBytesMax: binding.bodyBytesMax ?? jsonBytesMax,
    async answer(request, caller, parameters) {
      read ??= inputReader(tool, binding, route);
      if (list === undefined) list = method === 'GET' ? listForm(tool) : null;
      const input = read(request, parameters);
      try {
        const { output, created, replayed } = await invoke(
          engine,
          tool,
          caller,
          input,
          request.idempotency,
          listeningTo(request, tool),
        );
        if (list !== null) {
          const page = output as ListOutput;
          const link = page.has_more ? nextLink(page, { baseUrl, ...placeOf(request) }, list.cursor) : null;
          return jsonAnswer(200, toEnvelope(page), link ? { ...jsonHeaders, ...link } : jsonHeaders);
        }
        if (fileAs !== undefined) return fileAnswer(output as FileOutput);
        return {
          status: created ? 201 : 200,
          headers: replayed ? replayedHeaders : (textHeaders ?? jsonHeaders),
          body: textAs ? (output as Record<string, string>)[textAs.field]! : JSON.stringify(answerOf(output)),
        };
      } catch (error) {
        throw bodyAs === undefined ? error : inBodyWords(error, bodyAs);
      }
    },
  };
}

function listForm(tool: Tool): { cursor: string | null } | null {
  return isList(tool) ? { cursor: cursorField(outputSchema(tool)) } : null;
}

function placeOf({ path, hasQuery, query }: HttpRequest): { path: string; query: URLSearchParams } {
  return { path, query: hasQuery ? query : new URLSearchParams() };
}

/** Renames fault paths when the body is a single tool field: `[3].subject`. */
function inBodyWords(error: unknown, bodyAs: string): unknown {
  if (!(error instanceof Failure) || error.failure !== 'validation_error') return error;
  if (!Array.isArray(error.details)) return error;
  return invalidFields(
    (error.details as FieldFault[]).map((fault) =>
      fault.path === bodyAs || fault.path.startsWith(`${bodyAs}[`)
        ? { ...fault, path: fault.path.slice(bodyAs.length) }
        : fault,
    ),
  );
}

type FileOutput = {
  filename: string;
  content_type: string;
  content: string;
};

/** Returns a download. The octets are untrusted, so browsers must save them and run no script in them. */
function fileAnswer({ filename, content_type: type, content }: FileOutput): HttpAnswer {
  return {
    status: 200,
    headers: {
      'Content-Type': servedType(type),
      'Content-Disposition': attachmentDisposition(filename),
      'Content-Security-Policy': "sandbox; default-src 'none'",
    },
    body: Buffer.from(content, 'base64'),
  };
}
