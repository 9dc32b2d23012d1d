import { isLoopback } from '../../model/loopback.ts';

/** Path of the MCP endpoint on a server. */
export const endpointPath = '/mcp';

/** Name of the server in each client. */
export const serverName = 'posthouse';

export type Program = {
  command: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
};

/** `oauth`: a person approves the client in a browser. `unset`: the person has to add a token. */
type Authorization = 'oauth' | 'unset' | { token: string };

export type Remote = { url: string; authorization: Authorization };

/** A client starts a program, or sends requests. */
export type ServerEntry = ({ transport: 'stdio' } & Program) | ({ transport: 'http' } & Remote);

/** Returns true for an address that a hosted assistant may be able to reach. */
export function isPublicHttps(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' && !isLoopback(hostname);
}

/** Token secret to use as a placeholder. */
export const tokenPlaceholder = 'posthouse_…';

export function bearer(token: string): string {
  return `Bearer ${token}`;
}

/** Program that connects a client without HTTP to a running server. */
export function bridgeProgram({ command, args }: Program, { url, authorization }: Remote): Program {
  const token = typeof authorization === 'object' ? authorization.token : tokenPlaceholder;
  return {
    command,
    args: [...args, 'mcp', '--url', new URL(url).origin],
    env: { POSTHOUSE_API_KEY: token },
  };
}

export function programFields({ command, args, env = {} }: Program): Record<string, unknown> {
  return { command, args, ...(Object.keys(env).length > 0 && { env }) };
}

export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** A TOML basic string has the escapes of JSON, and also escapes DEL (TOML 1.0, String). */
export function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll('\x7f', '\\u007f');
}

export function tomlArray(texts: readonly string[]): string {
  return `[${texts.map(tomlString).join(', ')}]`;
}

/** Both shells of Windows understand double quotes; other systems have POSIX shells. */
export function shellWord(word: string, platform: NodeJS.Platform): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (platform === 'win32') return /^[\w@+=:,./\\-]+$/.test(word) ? word : `"${word}"`;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

export function shellLine(words: readonly string[], platform: NodeJS.Platform): string {
  return words.map((word) => shellWord(word, platform)).join(' ');
}
