import server from '../server.json' with { type: 'json' };

/** How clients start the package, as the entry for registries says it: `npx` answers its own question with `-y`. */
export function stdioServer(): { command: string; args: string[] } {
  const [npm] = server.packages;
  const words = npm!.packageArguments.map(({ value }) => value);
  return { command: npm!.runtimeHint, args: ['-y', npm!.identifier, ...words] };
}

/** Links that add the server to a client with a click, and the command that does so for Claude Code. */
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
