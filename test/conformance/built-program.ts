import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { firstToken } from '../world/platform.ts';
import { freePort } from '../world/programs/free-ports.ts';
import { tokenProxy } from './token-proxy.ts';

const program = fileURLToPath(new URL('../../bin/posthouse.js', import.meta.url));

/**
 * Runs the shipped program on a fresh data folder, with its authorization server. `url` is a loopback port
 * without authentication, `issuer` the program itself.
 */
export async function startBuilt(
  folder: string,
): Promise<{ url: string; issuer: string; stop(): Promise<void> }> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [program, 'serve'], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      POSTHOUSE_DATA_DIR: join(folder, 'state'),
      POSTHOUSE_API_KEY: firstToken,
      POSTHOUSE_PLAN: 'enterprise',
      POSTHOUSE_BASE_URL: issuer,
      POSTHOUSE_OAUTH: 'embedded',
      POSTHOUSE_OAUTH_REGISTRATION: 'open',
      POSTHOUSE_SMTP_PORT: '0',
      POSTHOUSE_SMTPS_PORT: '0',
      LOG_LEVEL: 'error',
      POSTHOUSE_MCP_TOOLSETS: process.env.POSTHOUSE_MCP_TOOLSETS ?? 'standard',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('Posthouse is ready')) break;
  }
  if (child.exitCode !== null)
    throw new Error(`the program ended with ${child.exitCode} before it was ready`);
  child.stdout.resume();
  const proxy = await tokenProxy(port, firstToken);
  return {
    url: `http://127.0.0.1:${proxy.port}/mcp`,
    issuer,
    async stop() {
      proxy.close();
      child.kill('SIGTERM');
      await exited;
    },
  };
}
