import server from '../server.json' with { type: 'json' };
import {
  assistantClients,
  claudeCodeCommand,
  cursorLink,
  vsCodeLink,
} from '../src/surfaces/connect/clients.ts';
import { programFields } from '../src/surfaces/connect/server-entry.ts';

/** Returns the start command of the registry entry, with `-y` to answer npx's question. */
export function stdioServer(): { command: string; args: string[] } {
  const [npm] = server.packages;
  const words = npm!.packageArguments.map(({ value }) => value);
  return { command: npm!.runtimeHint, args: ['-y', npm!.identifier, ...words] };
}

/** Returns one-click links that add the server to a client, and the command for Claude Code. */
export function installLinks(): string {
  const program = stdioServer();
  return [
    `- Cursor: \`${cursorLink(programFields(program))}\``,
    `- VS Code: \`${vsCodeLink(programFields(program))}\``,
    `- Claude Code: \`${claudeCodeCommand({ transport: 'stdio', ...program }, 'linux')}\``,
    '- Claude Desktop: open `posthouse.mcpb`, which `npm run bundle` makes',
  ].join('\n');
}

/** Returns the names of clients for `posthouse connect`. */
export function connectClients(): string {
  return assistantClients.map(({ name, title }) => `\`${name}\` (${title})`).join(', ');
}

/** Returns the configuration that `posthouse connect cursor --http` prints without a token. */
export function cursorConfiguration(): string {
  const cursor = assistantClients.find(({ name }) => name === 'cursor')!;
  const url = 'http://127.0.0.1:3025/mcp';
  const system = { platform: 'linux', bridge: stdioServer(), isRegistrationOpen: false } as const;
  const { text } = cursor.configure(
    { transport: 'http', url, authorization: { token: 'posthouse_…' } },
    system,
  );
  return `\`\`\`json\n${text}\n\`\`\``;
}
