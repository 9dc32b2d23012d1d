import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstToken, openPlatform, type SimulatedPlatform } from '../world/platform.ts';

/**
 * Clients that three third-party generators make of the contract compile without errors, and the server
 * accepts their requests. Every schema also becomes a class of another language, which can read the answers.
 * The generators are fetched for this test alone: together they take longer to install than everything else.
 */

const run = promisify(execFile);
const generators = {
  '@hey-api/openapi-ts': '0.99.0',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  quicktype: '26.0.0',
  'swagger-typescript-api': '13.13.0',
  // The version the generators are made for; the project itself uses a newer one.
  typescript: '5.9.3',
};
const fetchMs = 300_000;

let folder: string;
let platform: SimulatedPlatform;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-generators-'));
  platform = await openPlatform();
  const { port } = await platform.platform.http.listen('127.0.0.1', 0);
  url = `http://127.0.0.1:${port}`;
  const description = await (await fetch(`${url}/openapi.json`)).text();
  await writeFile(join(folder, 'openapi.json'), description);
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies: generators }),
  );
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(compilerSettings));
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder });
}, fetchMs);

afterAll(async () => {
  await platform.platform.http.drain(0);
  await platform.close();
  await rm(folder, { recursive: true });
});

const compilerSettings = {
  compilerOptions: {
    strict: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    noEmit: true,
    types: [],
  },
};

const mail = `{ from: 'Acme <hello@acme.test>', to: 'ada@example.com', subject: 'Hello', markdown: 'Hello' }`;

/**
 * The command of each generator, and a program that sends a mail, reads it, and gets an error for a mail
 * without a recipient.
 */
const clients: Record<string, { make: string[]; program: string }> = {
  'openapi-typescript': {
    make: ['openapi-typescript', 'openapi.json', '-o', 'openapi-typescript.ts'],
    program: `
import createClient from 'openapi-fetch';
import type { components, paths } from './openapi-typescript.ts';
const client = createClient<paths>({ baseUrl: URL_, headers: { authorization: \`Bearer \${TOKEN}\` } });
const sent = await client.POST('/api/v2/emails', { body: ${mail} });
const id: string = sent.data!.id;
const read = await client.GET('/api/v2/emails/{id}', { params: { path: { id } } });
const email: components['schemas']['Email'] = read.data!;
// @ts-expect-error a recipient is required
const refused = await client.POST('/api/v2/emails', { body: { from: 'a@acme.test', subject: 'x', html: 'x' } });
console.log(JSON.stringify([email.subject, refused.error!.name]));`,
  },
  '@hey-api/openapi-ts': {
    make: ['openapi-ts', '-i', 'openapi.json', '-o', 'hey-api'],
    program: `
import { getEmail, sendEmail } from './hey-api/index.ts';
import { client } from './hey-api/client.gen.ts';
client.setConfig({ baseUrl: URL_, auth: TOKEN });
const sent = await sendEmail({ body: ${mail} });
const read = await getEmail({ path: { id: sent.data!.id } });
// @ts-expect-error a recipient is required
const refused = await sendEmail({ body: { from: 'a@acme.test', subject: 'x', html: 'x' } });
console.log(JSON.stringify([read.data!.subject, refused.error!.name]));`,
  },
  'swagger-typescript-api': {
    make: ['swagger-typescript-api', 'generate', '-p', 'openapi.json', '-o', 'swagger', '-n', 'api.ts'],
    program: `
import { Api } from './swagger/api.ts';
const { api } = new Api({ baseUrl: URL_, baseApiParams: { format: 'json', headers: { authorization: \`Bearer \${TOKEN}\` } } });
const sent = await api.sendEmail(${mail});
const read = await api.getEmail(sent.data.id);
// @ts-expect-error a recipient is required
const refused = await api.sendEmail({ from: 'a@acme.test', subject: 'x', html: 'x' }).catch((reply) => reply);
console.log(JSON.stringify([read.data.subject, refused.error.name]));`,
  },
};

test.each(Object.entries(clients))(
  'a client of %s compiles and the server accepts its requests',
  async (name, { make, program }) => {
    const file = `use-${name.replaceAll(/\W/g, '')}.ts`;
    await run('npx', ['--no-install', ...make], { cwd: folder });
    await writeFile(
      join(folder, file),
      `declare const URL_: string;\ndeclare const TOKEN: string;${program}\n`,
    );
    await writeFile(
      join(folder, 'tsconfig.use.json'),
      JSON.stringify({
        extends: './tsconfig.json',
        compilerOptions: { allowImportingTsExtensions: true },
        include: [file],
      }),
    );
    await run('npx', ['--no-install', 'tsc', '-p', 'tsconfig.use.json'], { cwd: folder }).catch(
      ({ stdout }) => {
        throw new Error(stdout);
      },
    );
    const bundle = await rolldown({
      input: join(folder, file),
      platform: 'node',
      transform: { define: { URL_: JSON.stringify(url), TOKEN: JSON.stringify(firstToken) } },
    });
    await bundle.write({ file: join(folder, `${file}.mjs`), format: 'esm' });
    const { stdout } = await run(process.execPath, [join(folder, `${file}.mjs`)]);
    expect(JSON.parse(stdout)).toEqual(['Hello', 'validation_error']);
  },
);

/** Reads dates with Python's own library, so that no Python package is needed. */
const dateParser = `from datetime import datetime
def parse(text):
    return datetime.fromisoformat(text.replace('Z', '+00:00'))
`;

const pythonProgram = `import json, sys, urllib.error, urllib.request
from contract import *

url, token = sys.argv[1:]
def call(method, path, body=None):
    headers = {'Authorization': 'Bearer ' + token, 'Content-Type': 'application/json'}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + '/api/v2' + path, data, headers, method=method)
    try:
        return json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as refusal:
        return json.load(refusal)

mail = send_email_body_from_dict({'from': 'Acme <hello@acme.test>', 'to': 'ada@example.com', 'subject': 'Hello', 'markdown': 'Hello'})
sent = send_email_answer_from_dict(call('POST', '/emails', send_email_body_to_dict(mail)))
answer = call('GET', '/emails/' + sent.id)
email = email_from_dict(answer)
listed = email_summary_list_from_dict(call('GET', '/emails?limit=1'))
token_made = created_token_from_dict(call('POST', '/tokens', {'name': 'Python', 'scopes': ['emails.read']}))
refused = error_from_dict(call('POST', '/emails', {'subject': 'x'}))
try:
    email_from_dict({**answer, 'last_event': 'lost'})
    wrong = 'read'
except ValueError:
    wrong = 'refused'
print(json.dumps([email.subject, email.created_at.year > 2000, listed.data[0].id == sent.id, token_made.token[:10], refused.name.value, wrong]))
`;

test('quicktype makes a Python class of every schema, and the classes read the answers', async () => {
  const make = ['quicktype', '--telemetry', 'disable', '-s', 'schema', '-l', 'python', '-o', 'contract.py'];
  await run('npx', ['--no-install', ...make, 'openapi.json#/components/schemas/'], { cwd: folder });
  await mkdir(join(folder, 'dateutil'), { recursive: true });
  await writeFile(join(folder, 'dateutil/__init__.py'), '');
  await writeFile(join(folder, 'dateutil/parser.py'), dateParser);
  await writeFile(join(folder, 'use.py'), pythonProgram);
  const { stdout } = await run('python3', ['use.py', url, firstToken], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual(['Hello', true, true, 'posthouse_', 'validation_error', 'refused']);
});
