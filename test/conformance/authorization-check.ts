import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { firstToken } from '../world/platform.ts';
import { freePort } from '../world/programs/free-ports.ts';

/**
 * Runs the suite's scenarios for authorization servers. The suite waits for a person at a browser, so this
 * function submits both pages of the server for them.
 */
export async function checkAuthorization(
  suite: string,
  { issuer, folder }: { issuer: string; folder: string },
): Promise<{ passed: boolean; output: string }> {
  const port = await freePort();
  const clientId = await registerClient(issuer, `http://127.0.0.1:${port}/callback`);
  const words = [
    '--url',
    issuer,
    '--client-id',
    clientId,
    '--resource',
    `${issuer}/mcp`,
    '--port',
    String(port),
  ];
  const child = spawn(process.execPath, [suite, 'authorization', ...words, '--output-dir', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise((resolve) => child.on('exit', resolve));
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  for await (const line of createInterface({ input: child.stdout })) {
    output += `${line}\n`;
    if (line.startsWith(`${issuer}/oauth/authorize?`)) await approve(line);
  }
  return { passed: (await exited) === 0 && !output.includes('SKIPPED'), output };
}

async function registerClient(issuer: string, redirectUri: string): Promise<string> {
  const registered = await fetch(`${issuer}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Conformance suite',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
    }),
  });
  if (registered.status !== 201) throw new Error(`registration failed: ${await registered.text()}`);
  return ((await registered.json()) as { client_id: string }).client_id;
}

/** Signs in with the operator's API token and allows every offered scope. */
async function approve(authorizationUrl: string): Promise<void> {
  const signIn = await (await fetch(authorizationUrl)).text();
  const submit = (page: string, fields: readonly [string, string][]) =>
    fetch(new URL('/oauth/authorize', authorizationUrl), {
      method: 'POST',
      body: new URLSearchParams([['transaction', inputs(page, 'transaction')[0] ?? ''], ...fields]),
    });
  const consent = await (
    await submit(signIn, [
      ['token', firstToken],
      ['decision', 'continue'],
    ])
  ).text();
  const scopes = inputs(consent, 'scope').map((scope): [string, string] => ['scope', scope]);
  // Follows the redirect to the callback of the suite.
  await submit(consent, [['decision', 'allow'], ...scopes]);
}

function inputs(page: string, name: string): string[] {
  return [...page.matchAll(new RegExp(`name="${name}" value="([^"]+)"`, 'g'))].map(([, value]) => value!);
}
