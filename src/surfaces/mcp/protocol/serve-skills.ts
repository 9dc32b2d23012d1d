import type { McpServer, Server } from '@modelcontextprotocol/server';
import type { SkillCatalog } from '@modelcontextprotocol/server/ext/skills';
import { listTtlMs } from './capabilities.ts';
import type { SkillOffer } from './server-definition.ts';

const catalogs = new WeakMap<SkillOffer['files'], Promise<SkillCatalog>>();

/**
 * Serves the methods of the extension on a server that is not connected yet, and advertises it. The files themselves are
 * resources like any other and come from the offer: see `withSkills`.
 */
export async function serveSkills(server: Server, { files }: SkillOffer): Promise<void> {
  let catalog = catalogs.get(files);
  if (!catalog) {
    catalog = loadCatalog(files);
    catalogs.set(files, catalog);
  }
  (await catalog).attach(highLevel(server));
}

async function loadCatalog(files: SkillOffer['files']): Promise<SkillCatalog> {
  const { memorySkillFiles, SkillsExtension } = await import('@modelcontextprotocol/server/ext/skills');
  return await SkillsExtension.load(memorySkillFiles({ ...files }), {
    cacheHint: { ttlMs: listTtlMs, cacheScope: 'public' },
    // A skill that the extension would leave out is a fault of ours, and stops the first request.
    strict: true,
  });
}

/**
 * The extension attaches to the SDK's high-level server, of which it uses three members: the server below it, whether that
 * is connected, and the registering of a resource template, which here the offer answers for.
 */
function highLevel(server: Server): McpServer {
  const stand: Pick<McpServer, 'server' | 'isConnected'> & { registerResource(): void } = {
    server,
    isConnected: () => server.transport !== undefined,
    registerResource() {},
  };
  return stand as unknown as McpServer;
}
