import { readFileSync } from 'node:fs';
import { createRequire, SourceMap } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import type { Logger } from 'pino';
import type { Clock } from '../concurrency/clock.ts';
import { minuteMs } from '../model/instant.ts';

type LogLine = {
  (message: string): void;
  (facts: LogFacts, message: string): void;
};

type LogFacts = Readonly<Record<string, unknown>>;

/** JSON lines on stderr, because stdout belongs to MCP on stdio. Removes secrets, masks addresses. */
export type Log = {
  debug: LogLine;
  info: LogLine;
  warn: LogLine;
  error: LogLine;
  child(facts: LogFacts): Log;
};

/** pino's levels. A log writes lines of its level and above. */
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Without a clock, similar lines are not limited. `pretty` defaults to whether stderr is a terminal. */
export function systemLog(options: {
  level: LogLevel;
  clock?: Pick<Clock, 'monotonic'>;
  pretty?: boolean;
  write?: (line: string) => void;
}): Log {
  let opened: Logger | undefined;
  const open = (): Logger => {
    opened ??= openPino(options.level, options.pretty ?? process.stderr.isTTY === true, options.write);
    return opened;
  };
  return logOn(options.level, open, options.clock && new LineLimit(options.clock, open));
}

type LimitedLevel = 'info' | 'warn' | 'error';

const linesPerKindMax = 10;
const linesWindowMs = minuteMs;
/** Maximum kinds. The oldest is forgotten, so its next line counts as its first. */
const kindsMax = 1_000;
/** Lines about a call that may be missing from the audit log. */
const neverLimited = /\baudit entry\b/;

type Kind = { level: LimitedLevel; message: string; since: number; lines: number };

/** Limits similar lines per minute, because one client can cause a million. Logs how many it dropped. */
class LineLimit {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #open: () => Logger;
  readonly #kinds = new Map<string, Kind>();
  readonly #overfull = new Set<string>();

  constructor(clock: Pick<Clock, 'monotonic'>, open: () => Logger) {
    this.#clock = clock;
    this.#open = open;
  }

  /** @param fault distinguishes lines with the same text by the place where the error was thrown */
  allows(level: LimitedLevel, message: string, fault: string): boolean {
    const now = this.#clock.monotonic();
    for (const each of this.#overfull) this.#endIfOver(each, now);
    if (neverLimited.test(message)) return true;
    const key = `${level} ${message} ${fault}`;
    let kind = this.#kinds.get(key);
    if (!kind || now - kind.since >= linesWindowMs) {
      this.#kinds.delete(key);
      for (const oldest of this.#kinds.keys()) {
        if (this.#kinds.size < kindsMax) break;
        this.#end(oldest);
      }
      kind = { level, message, since: now, lines: 0 };
      this.#kinds.set(key, kind);
    }
    kind.lines += 1;
    if (kind.lines <= linesPerKindMax) return true;
    if (kind.lines === linesPerKindMax + 1) {
      this.#overfull.add(key);
      this.#open()[level]({ about: message }, 'Further lines of this kind are dropped for a minute');
    }
    return false;
  }

  #endIfOver(key: string, now: number): void {
    if (now - this.#kinds.get(key)!.since >= linesWindowMs) this.#end(key);
  }

  #end(key: string): void {
    const { level, message, lines } = this.#kinds.get(key)!;
    this.#kinds.delete(key);
    if (!this.#overfull.delete(key)) return;
    this.#open()[level](
      { about: message, leftOut: lines - linesPerKindMax },
      'Lines of one kind were dropped',
    );
  }
}

/** Returns where an error was thrown, which does not depend on the request. */
function placeOf(facts: LogFacts): string {
  const { err } = facts;
  if (!(err instanceof Error)) return '';
  return `${err.name} ${/^ +at .*$/m.exec(err.stack ?? '')?.[0] ?? ''}`;
}

/** Loaded by require, because the first line is written synchronously. The build copies each to a file next to the program. */
export const requiredPackages = ['pino', 'pino-pretty'] as const;

const requireModule = createRequire(import.meta.url);

function requirePackage(name: (typeof requiredPackages)[number]): unknown {
  return requireModule(import.meta.url.endsWith('.ts') ? name : `./${name}.cjs`);
}

/** Loads pino on the first line, because it takes 25 ms, and its pretty printer as much again. */
function openPino(level: LogLevel, pretty: boolean, write: ((line: string) => void) | undefined): Logger {
  const { pino } = requirePackage('pino') as typeof import('pino');
  const settings = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  if (write !== undefined) return pino(settings, { write });
  if (!pretty) return pino(settings, pino.destination({ dest: process.stderr.fd, sync: true }));
  const { prettyFactory } = requirePackage('pino-pretty') as typeof import('pino-pretty');
  const print = prettyFactory({
    colorize: process.stderr.hasColors?.() === true,
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'pid,hostname',
  });
  return pino(settings, { write: (line: string) => process.stderr.write(print(line)) });
}

function logOn(level: LogLevel, open: () => Logger, limit: LineLimit | undefined): Log {
  const line = (name: 'debug' | 'info' | 'warn' | 'error'): LogLine => {
    const written = logLevels.indexOf(name) >= logLevels.indexOf(level);
    return (first: LogFacts | string, second?: string) => {
      if (!written) return;
      const message = maskText((typeof first === 'string' ? first : second) ?? '');
      const isLeftOut =
        name !== 'debug' &&
        limit?.allows(name, message, typeof first === 'string' ? '' : placeOf(first)) === false;
      if (isLeftOut) return;
      if (typeof first === 'string') open()[name](message);
      else open()[name](safeFacts(first), message);
    };
  };
  return {
    debug: line('debug'),
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
    child(facts) {
      let opened: Logger | undefined;
      return logOn(
        level,
        () => {
          opened ??= open().child(safeFacts(facts));
          return opened;
        },
        limit,
      );
    },
  };
}

/** Masks `ada@example.com` as `a…@example.com`, which is enough to recognize a known mailbox. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  if (at < 0) return '…';
  // By code point, because half of a surrogate pair is not a character.
  const first = at === 0 ? '' : String.fromCodePoint(address.codePointAt(0)!);
  return `${first}…${address.slice(at)}`;
}

const leftOut = '[omitted]';
/** Names of facts whose values are never logged: credentials and mail content. */
const secretNames =
  /^(authorization|proxy-authorization|cookie|set-cookie|token|secret|password|pass|auth|api_?key|html|text|markdown|tiptap|body|raw)$|(token|secret|password|apikey|api_key|privatekey|private_key)$/i;
/** Names of facts that look like addresses but are generated identifiers, which are needed to trace a message. */
const identifierNames = /^(messageId|message_id|Message-ID)$/;
const tokenInText = /posthouse_[A-Za-z0-9]{8,}/g;
/** Codes and tokens of OAuth: `phc_`, `pha_`, `phr_`. */
const grantInText = /ph[car]_[0-9a-z]{26}_[\w-]{20,}/g;
/** Bounded quantifiers keep the match linear for any line. */
const addressInText = /[^\s<>@"',;:()[\]]{1,64}@[A-Za-z0-9][A-Za-z0-9.-]{0,252}/g;
const factsDepthMax = 6;
const factsPerLevelMax = 100;
const textCharactersMax = 4_000;

/** Copies facts with secrets removed, addresses masked and long texts truncated. */
function safeFacts(facts: LogFacts): Record<string, unknown> {
  return safeValue(facts, 0) as Record<string, unknown>;
}

function safeValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === factsDepthMax) return leftOut;
  if (value instanceof Date) return value;
  if (value instanceof Error) return safeError(value, depth);
  if (Buffer.isBuffer(value)) return `[${value.length} bytes]`;
  if (Array.isArray(value)) return value.slice(0, factsPerLevelMax).map((each) => safeValue(each, depth + 1));
  const safe: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(value).slice(0, factsPerLevelMax)) {
    if (secretNames.test(name) && each !== null && each !== undefined) safe[name] = leftOut;
    else safe[name] = identifierNames.test(name) ? each : safeValue(each, depth + 1);
  }
  return safe;
}

function safeError(error: Error, depth: number): Record<string, unknown> {
  return {
    type: error.name,
    message: maskText(error.message),
    stack: maskText(sourceStack(error.stack ?? '')),
    ...('code' in error && { code: safeValue(error.code, depth + 1) }),
    ...(error.cause !== undefined && { cause: safeValue(error.cause, depth + 1) }),
  };
}

function maskText(text: string): string {
  let masked = text.length > textCharactersMax ? `${text.slice(0, textCharactersMax)}…` : text;
  if (masked.includes('posthouse_')) masked = masked.replace(tokenInText, leftOut);
  if (masked.includes('ph')) masked = masked.replace(grantInText, leftOut);
  if (masked.includes('@')) masked = masked.replace(addressInText, maskAddress);
  return masked;
}

/** A frame in a built chunk: its address, line and column. */
const chunkFrame = /file:\/\/\/[^\s()]{1,1000}\.js:\d{1,9}:\d{1,9}/g;

export const packedMapEnding = '.map.br';
const maps = new Map<string, SourceMap | null>();

/** Translates a built program's stack trace to source lines. Reads the maps only on the first error. */
export function sourceStack(stack: string): string {
  return stack.replaceAll(chunkFrame, (frame) => sourceFrame(frame) ?? frame);
}

function sourceFrame(frame: string): string | null {
  const [, url, line, column] = /^(.*):(\d+):(\d+)$/.exec(frame)!;
  const map = mapOf(url!);
  // Stack traces count from 1 (ECMA-426), source map entries from 0.
  const entry = map?.findEntry(Number(line) - 1, Number(column) - 1);
  if (!entry || !('originalSource' in entry)) return null;
  const source = new URL(entry.originalSource, url);
  const root = fileURLToPath(new URL('..', url));
  return `${relative(root, fileURLToPath(source))}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}

function mapOf(url: string): SourceMap | null {
  let map = maps.get(url);
  if (map === undefined) {
    map = readMap(url);
    maps.set(url, map);
  }
  return map;
}

/** Returns null for a file without a map, such as a dependency's. */
function readMap(url: string): SourceMap | null {
  try {
    const packed = readFileSync(fileURLToPath(`${url}${packedMapEnding}`));
    return new SourceMap(JSON.parse(brotliDecompressSync(packed).toString()));
  } catch {
    return null;
  }
}
