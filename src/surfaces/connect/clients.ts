import { posthouse } from '../../world/command-line.ts';
import {
  bearer,
  bridgeProgram,
  isPublicHttps,
  jsonText,
  type Program,
  programFields,
  type Remote,
  type ServerEntry,
  serverName,
  shellLine,
  tokenPlaceholder,
  tomlArray,
  tomlString,
} from './server-entry.ts';

export type Configuration = {
  /** Instructions, such as the file and the menu of the client. */
  places: readonly string[];
  text: string;
  format: 'command' | 'json' | 'toml' | 'url';
  /** Remaining steps, such as adding a token. */
  notes?: readonly string[];
};

export type System = {
  platform: NodeJS.Platform;
  /** Program for clients that cannot send an `Authorization` header. */
  bridge: Program;
  /** True if OAuth clients may register themselves at the server. */
  isRegistrationOpen: boolean;
};

export type AssistantClient = {
  name: string;
  title: string;
  /** Hosted clients connect only to a public https address, over OAuth. */
  isHosted?: true;
  configure(entry: ServerEntry, system: System): Configuration;
};

const merge = `If the file has other servers, add only the entry ${serverName}.`;

const claudeCode: AssistantClient = {
  name: 'claude-code',
  title: 'Claude Code',
  configure(entry, { platform }) {
    return {
      places: ['Run this command in a terminal. It adds Posthouse to all your projects.'],
      text: claudeCodeCommand(entry, platform),
      format: 'command',
      ...(entry.transport === 'http' && {
        notes: credentialNotes(entry, replacePlaceholder, 'Then run /mcp in Claude Code and sign in.'),
      }),
    };
  },
};

/** Claude Code reads several values after `--env` and `--header`, so neither comes before the name. */
export function claudeCodeCommand(entry: ServerEntry, platform: NodeJS.Platform): string {
  const add = ['claude', 'mcp', 'add', serverName, '--scope', 'user'];
  if (entry.transport === 'stdio') {
    const variables = Object.entries(entry.env ?? {}).flatMap(([name, value]) => [
      '--env',
      `${name}=${value}`,
    ]);
    return shellLine([...add, ...variables, '--', entry.command, ...entry.args], platform);
  }
  const header = headerValue(entry, bearer(tokenPlaceholder));
  const credentials = header === null ? [] : ['--header', `Authorization: ${header}`];
  return shellLine([...add, '--transport', 'http', entry.url, ...credentials], platform);
}

const claudeDesktop: AssistantClient = {
  name: 'claude-desktop',
  title: 'Claude Desktop',
  configure(entry, { bridge }) {
    if (entry.transport === 'http' && entry.authorization === 'oauth' && isPublicHttps(entry.url)) {
      return {
        places: ['In Claude, open Settings > Connectors > Add custom connector, and enter this address:'],
        text: entry.url,
        format: 'url',
      };
    }
    const program = entry.transport === 'stdio' ? entry : bridgeProgram(bridge, entry);
    return {
      places: [
        'Add to claude_desktop_config.json, which Settings > Developer > Edit Config opens, and restart Claude:',
        'macOS: ~/Library/Application Support/Claude/claude_desktop_config.json',
        'Windows: %APPDATA%\\Claude\\claude_desktop_config.json',
        'Linux: ~/.config/Claude/claude_desktop_config.json',
        merge,
      ],
      text: jsonText({ mcpServers: { [serverName]: programFields(program) } }),
      format: 'json',
      ...(entry.transport === 'http' &&
        typeof entry.authorization !== 'object' && { notes: [replacePlaceholder] }),
    };
  },
};

const cursor: AssistantClient = {
  name: 'cursor',
  title: 'Cursor',
  configure(entry, { isRegistrationOpen }) {
    const variable = bearer(`\${env:POSTHOUSE_API_KEY}`);
    const needsId = entry.transport === 'http' && entry.authorization === 'oauth' && !isRegistrationOpen;
    const auth = needsId ? { auth: { CLIENT_ID: clientIdPlaceholder } } : {};
    return {
      places: ['Add to ~/.cursor/mcp.json for all projects, or to .cursor/mcp.json in a project.', merge],
      text: jsonText({ mcpServers: { [serverName]: { ...jsonFields(entry, variable), ...auth } } }),
      format: 'json',
      ...(entry.transport === 'http' && {
        notes: needsId ? [createClientId] : credentialNotes(entry, setVariable('Cursor')),
      }),
    };
  },
};

const clientIdPlaceholder = 'oac_…';
/** Cursor publishes no metadata document. */
const createClientId = `Replace ${clientIdPlaceholder} by a client id: ${posthouse} tools run create_oauth_client --name Cursor --redirect_uris http://localhost:8787/callback. With --assistant, Cursor uses a token instead.`;

const vsCode: AssistantClient = {
  name: 'vscode',
  title: 'VS Code',
  configure(entry) {
    const input = {
      type: 'promptString',
      id: 'posthouse-token',
      description: 'Posthouse API token',
      password: true,
    };
    const asks = entry.transport === 'http' && entry.authorization === 'unset';
    const type = entry.transport;
    return {
      places: [
        'Run “MCP: Open User Configuration” and add this, or add it to .vscode/mcp.json in a project.',
        merge,
      ],
      text: jsonText({
        ...(asks && { inputs: [input] }),
        servers: { [serverName]: { type, ...jsonFields(entry, bearer(`\${input:${input.id}}`)) } },
      }),
      format: 'json',
      ...(asks && { notes: ['VS Code asks for the API token when it starts the server.'] }),
    };
  },
};

const codex: AssistantClient = {
  name: 'codex',
  title: 'Codex',
  configure(entry) {
    return {
      places: ['Add to ~/.codex/config.toml (Windows: %USERPROFILE%\\.codex\\config.toml).'],
      text: codexTable(entry),
      format: 'toml',
      ...(entry.transport === 'http' && {
        notes: credentialNotes(entry, setVariable('Codex'), `Then run: codex mcp login ${serverName}`),
      }),
    };
  },
};

function codexTable(entry: ServerEntry): string {
  const lines = [`[mcp_servers.${serverName}]`];
  if (entry.transport === 'stdio') {
    lines.push(`command = ${tomlString(entry.command)}`, `args = ${tomlArray(entry.args)}`);
    const variables = Object.entries(entry.env ?? {});
    if (variables.length > 0) lines.push('', `[mcp_servers.${serverName}.env]`);
    lines.push(...variables.map(([name, value]) => `${name} = ${tomlString(value)}`));
    return lines.join('\n');
  }
  const { url, authorization } = entry;
  lines.push(`url = ${tomlString(url)}`);
  if (authorization === 'unset') lines.push('bearer_token_env_var = "POSTHOUSE_API_KEY"');
  if (typeof authorization === 'object') {
    lines.push(`http_headers = { Authorization = ${tomlString(bearer(authorization.token))} }`);
  }
  return lines.join('\n');
}

const chatGpt: AssistantClient = {
  name: 'chatgpt',
  title: 'ChatGPT',
  isHosted: true,
  configure(entry) {
    return {
      places: [
        'In ChatGPT, open Settings > Apps > Advanced settings, and turn on Developer mode.',
        'Then open Settings > Apps > Create app, choose OAuth, and enter this address:',
      ],
      text: entry.transport === 'http' ? entry.url : '',
      format: 'url',
    };
  },
};

export const assistantClients: readonly AssistantClient[] = [
  claudeCode,
  claudeDesktop,
  cursor,
  vsCode,
  codex,
  chatGpt,
];

/** @param unset header value while no token is known */
function jsonFields(entry: ServerEntry, unset: string): Record<string, unknown> {
  if (entry.transport === 'stdio') return programFields(entry);
  const header = headerValue(entry, unset);
  return { url: entry.url, ...(header !== null && { headers: { Authorization: header } }) };
}

function headerValue({ authorization }: Remote, unset: string): string | null {
  if (authorization === 'oauth') return null;
  return authorization === 'unset' ? unset : bearer(authorization.token);
}

const replacePlaceholder = `Replace ${tokenPlaceholder} by an API token. With --assistant, this command creates one.`;

function setVariable(title: string): string {
  return `Set POSTHOUSE_API_KEY to an API token in the environment of ${title}. With --assistant, this command creates a token.`;
}

function credentialNotes({ authorization }: Remote, addToken: string, signIn?: string): readonly string[] {
  if (authorization === 'unset') return [addToken];
  return authorization === 'oauth' && signIn !== undefined ? [signIn] : [];
}

/** One-click links, for the fields of a program or an address. They never contain a token, because browsers keep the addresses of opened links. */
export function cursorLink(server: Readonly<Record<string, unknown>>): string {
  const config = Buffer.from(JSON.stringify(server)).toString('base64');
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=${serverName}&config=${encodeURIComponent(config)}`;
}

export function vsCodeLink(server: Readonly<Record<string, unknown>>): string {
  const config = encodeURIComponent(JSON.stringify(server));
  return `https://vscode.dev/redirect/mcp/install?name=${serverName}&config=${config}`;
}
