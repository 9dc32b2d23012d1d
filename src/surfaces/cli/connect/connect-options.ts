import { scopes as allScopes, type TokenScope } from '../../../model/organization/token.ts';
import { assistantScopes } from '../../connect/assistant-scopes.ts';
import { assistantClients } from '../../connect/clients.ts';
import type { Help } from '../output/help.ts';
import { oneValue, suggestName, UsageError, type Words } from '../parse-options.ts';

export const connectHelp: Help = {
  usage: 'posthouse connect [CLIENT] [--http | --url URL] [OPTION …]',
  about: [
    'Prints the configuration that connects an assistant: the configuration on stdout, and where to put it on stderr. Without a client, it lists the clients.',
    `Clients: ${assistantClients.map(({ name }) => name).join(', ')}.`,
    'The client starts posthouse mcp on this machine, with this data folder. If the public address of the server is https, the client connects to that address.',
  ],
  sections: [
    {
      title: 'Options',
      rows: [
        ['--http', 'Connects to the address of this server, which must be running.'],
        ['--url URL', 'Connects to the server at this address.'],
        ['--stdio', 'Starts a program even if the address of the server is public.'],
        ['--json', 'Prints one JSON object for programs.'],
      ],
    },
    {
      title: 'Options for a token',
      rows: [
        [
          '--assistant',
          'Creates a token for the assistant and puts it into the configuration. Without it, the assistant acts as the operator on stdio; over HTTP it needs a token or OAuth.',
        ],
        ['--scopes LIST', `Scopes of the token, comma separated. Default: ${assistantScopes.join(', ')}.`],
        ['--mode test|live', 'In mode test, no mail leaves. Default: live.'],
        ['--org ORG', 'Id of the token’s organization. Default: the first one.'],
      ],
    },
  ],
  examples: ['posthouse connect claude-code', 'posthouse connect cursor --http --assistant --mode test'],
};

export const connectOptions: Readonly<Record<string, boolean>> = {
  http: false,
  stdio: false,
  url: true,
  json: false,
  assistant: false,
  scopes: true,
  mode: true,
  org: true,
};

const modes = ['test', 'live'] as const;

export type ConnectOptions = {
  url: string | undefined;
  transport: 'http' | 'stdio' | undefined;
  isJson: boolean;
  assistant: boolean;
  scopes: readonly TokenScope[];
  mode: (typeof modes)[number] | undefined;
  org: string | undefined;
};

/** @throws UsageError */
export function readConnectOptions(read: Words): ConnectOptions {
  const chosen = ['http', 'stdio', 'url'].filter((name) => read.options.has(name));
  if (chosen.length > 1) throw new UsageError(`use only one of --${chosen.join(' and --')}`);
  const assistant = read.options.has('assistant');
  const lone = ['scopes', 'mode', 'org'].find((name) => read.options.has(name));
  if (!assistant && lone !== undefined) throw new UsageError(`--${lone} needs --assistant`);
  const mode = oneValue(read, 'mode');
  if (mode !== undefined && !isMode(mode)) throw new UsageError(`--mode must be one of ${modes.join(', ')}`);
  return {
    url: readUrl(oneValue(read, 'url')),
    transport: read.options.has('http') ? 'http' : read.options.has('stdio') ? 'stdio' : undefined,
    isJson: read.options.has('json'),
    assistant,
    scopes: readScopes(read.options.get('scopes')),
    mode,
    org: oneValue(read, 'org'),
  };
}

function isMode(text: string): text is (typeof modes)[number] {
  return modes.some((mode) => mode === text);
}

/** Accepts the address of the server or of its MCP endpoint. */
function readUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  const isServer =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    /^\/(?:mcp\/?)?$/.test(url.pathname) &&
    `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (!isServer)
    throw new UsageError('--url must be the address of a server such as https://mail.example.com');
  return url.origin;
}

function readScopes(given: readonly (string | undefined)[] | undefined): readonly TokenScope[] {
  if (given === undefined) return assistantScopes;
  const names = given.flatMap((text) => (text ?? '').split(',')).map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))].map((name) => {
    const scope = allScopes.find((one) => one === name);
    if (scope !== undefined) return scope;
    throw new UsageError(
      `there is no scope ${name}${suggestName(name, allScopes)} Scopes: ${allScopes.join(', ')}`,
    );
  });
}
