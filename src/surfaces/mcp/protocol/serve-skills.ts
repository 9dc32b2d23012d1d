import type { McpServer, Server } from '@modelcontextprotocol/server';
import type { SkillCatalog } from '@modelcontextprotocol/server/ext/skills';
import { listTtlMs } from './capabilities.ts';
import type { SkillOffer } from './server-definition.ts';

const catalogs = new WeakMap<SkillOffer['files'], Promise<SkillCatalog>>();

/** Registers the extension's methods on an unconnected server. `withSkills` serves the files as resources. */
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
    // Fails the first request instead of skipping a broken skill, which is our bug.
    strict: true,
  });
}

/** The extension expects the SDK's high-level server but uses only three members. The offer serves the template itself. */
function highLevel(server: Server): McpServer {
  const stand: Pick<McpServer, 'server' | 'isConnected'> & { registerResource(): void } = {
    server,
    isConnected: () => server.transport !== undefined,
    registerResource() {},
  };
  return stand as unknown as McpServer;
}
