import { expect, test } from 'vitest';
import { installLinks } from '../../scripts/install-links.ts';
import { configSchema } from '../../src/config.ts';
import { toolsets } from '../../src/contract/tool.ts';
import { verifies } from '../spec/verifies.ts';
import { textOf } from './checkout/program.ts';

/** The entry for MCP registries matches the package. */
const server = JSON.parse(textOf('server.json'));
const { name, mcpName, version, description, bin } = JSON.parse(textOf('package.json'));
const [npm] = server.packages;
const [remote] = server.remotes;

verifies('mcp.registry', 'the entry names the package and its version', () => {
  expect(server.$schema).toBe('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json');
  expect(server.name).toBe(mcpName);
  expect(mcpName).toMatch(/^[a-z0-9.-]+\/[a-z0-9._-]+$/);
  expect(server.version).toBe(version);
  expect(npm).toMatchObject({ registryType: 'npm', identifier: name, version, transport: { type: 'stdio' } });
  expect(server.packages).toHaveLength(1);
});

test('the texts of the entry fit the length limits of registries', () => {
  expect(server.title.length).toBeLessThanOrEqual(100);
  expect(server.description.length).toBeGreaterThan(0);
  expect(server.description.length).toBeLessThanOrEqual(100);
  expect(description).toContain('email server');
});

verifies('mcp.registry', 'the entry starts a command of the package with known variables', () => {
  expect(Object.keys(bin)).toEqual([name]);
  expect(npm.packageArguments).toMatchObject([{ type: 'positional', value: 'mcp' }]);
  const names = npm.environmentVariables.map((variable: { name: string }) => variable.name);
  expect(names.filter((one: string) => !(one in configSchema.shape))).toEqual([]);
  const toolsetsListed = npm.environmentVariables.find(
    (variable: { name: string }) => variable.name === 'POSTHOUSE_MCP_TOOLSETS',
  ).description;
  expect(toolsetsListed).toContain(toolsets.join(', '));
  const confirm = npm.environmentVariables.find(
    (variable: { name: string }) => variable.name === 'POSTHOUSE_MCP_CONFIRM',
  );
  for (const choice of confirm.choices) {
    expect(configSchema.shape.POSTHOUSE_MCP_CONFIRM.parse(choice)).toBe(choice);
  }
  expect(configSchema.shape.POSTHOUSE_MCP_CONFIRM.parse(undefined)).toBe(confirm.default);
});

test('the entry marks secrets and explains every variable of a template', () => {
  const secrets = npm.environmentVariables
    .filter((variable: { isSecret?: boolean }) => variable.isSecret)
    .map((variable: { name: string }) => variable.name);
  expect(secrets).toEqual(['POSTHOUSE_API_KEY', 'POSTHOUSE_DATABASE_URL']);
  expect(remote.type).toBe('streamable-http');
  expect(remote.url).toBe('https://{host}/mcp');
  const [authorization] = remote.headers;
  expect(authorization).toMatchObject({ name: 'Authorization', value: 'Bearer {api_key}', isSecret: true });
  for (const { value, variables } of [{ value: remote.url, variables: remote.variables }, authorization]) {
    const open = [...value.matchAll(/\{(\w+)\}/g)].map(([, variable]) => variable);
    expect(open).toEqual(Object.keys(variables));
  }
});

test('the install links start the same command as the registry', () => {
  const links = installLinks();
  const started = { command: 'npx', args: ['-y', name, 'mcp'] };
  const [, cursor] = /`(cursor:[^`]+)`/.exec(links)!;
  const [, vsCode] = /`(https:[^`]+)`/.exec(links)!;
  const inBase64 = new URL(cursor!).searchParams.get('config')!;
  expect(JSON.parse(Buffer.from(inBase64, 'base64').toString())).toEqual(started);
  expect(JSON.parse(new URL(vsCode!).searchParams.get('config')!)).toEqual(started);
  expect(links).toContain('`claude mcp add posthouse --scope user -- npx -y posthouse mcp`');
});
