import server from '../server.json' with { type: 'json' };

/** Returns the start command of the registry entry, with `-y` to answer npx's question. */
export function stdioServer(): { command: string; args: string[] } {
  const [npm] = server.packages;
  const words = npm!.packageArguments.map(({ value }) => value);
  return { command: npm!.runtimeHint, args: ['-y', npm!.identifier, ...words] };
}

/** Returns one-click links that add the server to a client, and the command for Claude Code. */
export function installLinks(): string {
  const name = server.packages[0]!.identifier;
  const config = stdioServer();
  const base64 = encodeURIComponent(Buffer.from(JSON.stringify(config)).toString('base64'));
  const vsCode = encodeURIComponent(JSON.stringify(config));
  return [
    `- Cursor: \`cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${base64}\``,
    `- VS Code: \`https://vscode.dev/redirect/mcp/install?name=${name}&config=${vsCode}\``,
    `- Claude Code: \`claude mcp add ${name} -- ${config.command} ${config.args.join(' ')}\``,
    '- Claude Desktop: open `posthouse.mcpb`, which `npm run bundle` makes',
  ].join('\n');
}
