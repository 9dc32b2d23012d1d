import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { offeredAt } from '../../src/contract/tool.ts';
import { secondMs } from '../../src/model/instant.ts';
import { catalogue } from '../../tools/index.ts';
import { openPlatform, type SimulatedPlatform } from '../world/platform.ts';
import { type Assistant, assistantOf, type Json, messageOf, refusalIn } from './assistant.ts';

/**
 * An organization with every right uses ids, addresses, sessions, confirmations and events of another organization.
 * Each response must equal the response for a nonexistent object of the same form.
 */
const marker = 'zebrafinch';
/** A similar name, so that searches of shared lists behave alike. */
const twin = 'zebraquail';

let posthouse: SimulatedPlatform;
/** Objects of the first organization: kind -> id or name. */
let theirs: Record<string, string>;
let owner: Assistant;
/** Two outsiders with the same rights: one uses foreign handles, the other nonexistent ones. */
let curious: Assistant;
let other: Assistant;

beforeAll(async () => {
  posthouse = await openPlatform();
  owner = assistantOf(posthouse);
  theirs = await plant();
  curious = await outsider();
  other = await outsider();
});
afterAll(() => posthouse.close());

async function outsider(): Promise<Assistant> {
  return assistantOf(posthouse, (await posthouse.addOrganization('Outsider')).token);
}

/** Creates an object of every kind in the default organization. */
async function plant(): Promise<Record<string, string>> {
  const made = async (tool: string, input: object): Promise<string> =>
    ((await posthouse.call(tool, input)).output as Json).id;
  const subscriber = await made('create_subscriber', {
    email: `${marker}@mailbox.dev`,
    firstName: marker,
    externalId: `${marker}-external`,
    tags: [marker],
  });
  await posthouse.call('track_event', { name: marker, subscriberId: subscriber });
  const leave = '[Leave]({{unsubscribeUrl}})';
  const campaign = {
    name: marker,
    subject: marker,
    fromEmail: 'news@acme.dev',
    markdown: `${marker} ${leave}`,
  };
  return {
    subscriber,
    email: await made('send_email', {
      from: 'a@acme.dev',
      to: 'b@mailbox.dev',
      subject: marker,
      markdown: marker,
    }),
    tag: await made('get_tag', { tag: marker }),
    campaign: await made('create_campaign', campaign),
    domain: await made('add_domain', { name: `${marker}.dev` }),
    suppression: await made('add_suppression', { email: `${marker}@takes-mail.com` }),
    token: (await posthouse.addToken(posthouse.organization, { name: marker })).id,
    segment: await made('create_segment', {
      name: marker,
      rule: { field: 'firstName', operator: 'eq', value: marker },
    }),
    organization: posthouse.organization.id,
    address: `${marker}@mailbox.dev`,
    name: marker,
  };
}

/** Returns a handle of the same form that does not exist. */
function unknownLike(handle: string): string {
  if (/^[a-z]{3}_/.test(handle)) return handle.replace(/_.*/, `_${'0'.repeat(25)}z`);
  return handle.replaceAll(marker, twin);
}

/**
 * Returns a response without the requested name and without values that are always new. The two outsiders
 * used different names, and their responses may differ only in these.
 */
function seen(answer: Json, handle: string): string {
  return JSON.stringify(answer)
    .replaceAll(handle, '<handle>')
    .replace(/\b[a-z]{3}_[0-9a-z]{26}\b/g, '<id>')
    .replace(/posthouse_\w+/g, '<secret>')
    .replace(/whsec_[\w+/]+=*/g, '<secret>')
    .replace(/link=[\w.~-]+/g, 'link=<sealed>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/ph[0-9a-f]{10}\b/g, '<selector>')
    .replace(/p=[\w+/=]+/g, 'p=<key>')
    .replace(/(confirmation_token|requestState|prefix)(\\?":\\?")[^"\\]*/g, '$1$2<minted>')
    .replaceAll(marker, '<name>')
    .replaceAll(unknownLike(marker), '<name>');
}

/** Returns the response; for a tool that waits, the final one. */
async function answered(name: string, asking: Promise<Json>): Promise<Json> {
  let isOver = !name.startsWith('wait_for_');
  const over = (): void => {
    isOver = true;
  };
  asking.then(over, over);
  while (!isOver) {
    await posthouse.clock.advance(secondMs);
    await owner.call('list_tags', {});
  }
  return await asking;
}

/** Yields the path of every text argument of a tool. */
function* textArguments(schema: Json, path: string[] = []): Generator<string[]> {
  for (const [name, field] of Object.entries<Json>(schema.properties ?? {})) {
    const types = [field.type].flat();
    if (types.includes('string') || field.anyOf) yield [...path, name];
    if (field.items?.type === 'string' || [field.items?.type].flat().includes('string'))
      yield [...path, name, '0'];
    if (field.type === 'object') yield* textArguments(field, [...path, name]);
  }
}

function withArgument(given: Json, path: readonly string[], value: string): Json {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (name === '0') return [value];
  return { ...given, [name]: withArgument(given?.[name] ?? {}, rest, value) };
}

describe('a token of another organization with every right', () => {
  const tools = catalogue.filter((tool) => offeredAt(tool, 'mcp'));

  test.each(tools.map(({ name }) => name))('learns nothing about the organization from %s', async (name) => {
    const tool = tools.find((one) => one.name === name)!;
    const { result } = await owner.ask('tools/list');
    const { inputSchema } = result.tools.find((one: Json) => one.name === name);
    for (const path of textArguments(inputSchema)) {
      if (['idempotency_key', 'confirmation_token', 'detail'].includes(path[0]!)) continue;
      for (const [kind, handle] of Object.entries(theirs)) {
        const unknown = unknownLike(handle);
        const place = `${name} ${path.join('.')} = ${kind}`;
        const foreign = seen(
          await answered(name, curious.call(name, withArgument(tool.example.input, path, handle))),
          handle,
        );
        const notFound = seen(
          await answered(name, other.call(name, withArgument(tool.example.input, path, unknown))),
          unknown,
        );
        expect(`${place}: ${foreign}`).toBe(`${place}: ${notFound}`);
      }
    }
  });

  test('gets resources, completions and prompts as if the organization did not exist', async () => {
    const [curious, other] = [await outsider(), await outsider()];
    const templates = (await owner.ask('resources/templates/list')).result.resourceTemplates;
    const { prompts } = (await owner.ask('prompts/list')).result;
    for (const [kind, handle] of Object.entries(theirs)) {
      const unknown = unknownLike(handle);
      const same = async (what: string, ask: (by: Assistant, of: string) => Promise<Json>) => {
        const place = `${what} of a ${kind}`;
        const foreign = seen(await ask(curious, handle), handle);
        expect(`${place}: ${foreign}`).toBe(`${place}: ${seen(await ask(other, unknown), unknown)}`);
      };
      for (const { uriTemplate } of templates) {
        const uriOf = (of: string) => uriTemplate.replace(/\{\+?\w+\}/, encodeURIComponent(of));
        await same(uriTemplate, (by, of) => by.ask('resources/read', { uri: uriOf(of) }));
        const argument = /\{\+?(\w+)\}/.exec(uriTemplate)![1];
        for (const length of [1, 5, 100]) {
          await same(`completing ${uriTemplate}`, (by, of) =>
            by.ask('completion/complete', {
              ref: { type: 'ref/resource', uri: uriTemplate },
              argument: { name: argument, value: of.slice(0, length) },
            }),
          );
        }
      }
      for (const { name, arguments: needed } of prompts) {
        const all = (of: string) => Object.fromEntries(needed.map((one: Json) => [one.name, of]));
        await same(`the prompt ${name}`, (by, of) => by.ask('prompts/get', { name, arguments: all(of) }));
        for (const one of needed) {
          await same(`completing ${name}.${one.name}`, (by, of) =>
            by.ask('completion/complete', {
              ref: { type: 'ref/prompt', name },
              argument: { name: one.name, value: of.slice(0, 5) },
              context: { arguments: all(of) },
            }),
          );
        }
      }
    }
  });

  test('sees no id of the organization in any list', async () => {
    const curious = await outsider();
    for (const { name } of tools.filter((tool) => tool.effect === 'read')) {
      const result = await answered(name, curious.call(name, {}));
      const text = JSON.stringify(result.content ?? result);
      for (const handle of Object.values(theirs)) {
        if (name !== 'list_organizations') expect(text, name).not.toContain(handle);
      }
    }
  });

  test("cannot use another caller's confirmation or elicitation state", async () => {
    const emails = ['a', 'b'].map((one) => ({
      from: 'a@acme.dev',
      to: `${one}-confirmed@mailbox.dev`,
      subject: marker,
      markdown: marker,
    }));
    const confirmed = refusalIn(await owner.call('send_email_batch', { emails })).details.confirmation_token;
    const asked = await owner.call('send_email_batch', { emails }, { capabilities: { elicitation: {} } });
    const yes = { confirm: { action: 'accept', content: { confirm: true } } };
    const random = 'A'.repeat(confirmed.length);
    const answers = [
      await curious.call('send_email_batch', { emails, confirmation_token: confirmed }),
      await other.call('send_email_batch', { emails, confirmation_token: random }),
    ];
    expect(refusalIn(answers[0]).details.reason).toBe('invalid');
    expect(seen(answers[0], confirmed)).toBe(seen(answers[1], random));
    for (const state of [confirmed, asked.requestState]) {
      const answer = await curious.call(
        'send_email_batch',
        { emails },
        {
          capabilities: { elicitation: {} },
          more: { requestState: state, inputResponses: yes },
        },
      );
      expect(answer.isError ?? answer.error !== undefined).toBe(true);
    }
    // A colleague with another token of the same organization cannot either.
    const colleague = assistantOf(posthouse, (await posthouse.addToken(posthouse.organization)).token);
    const result = await colleague.call('send_email_batch', { emails, confirmation_token: confirmed });
    expect(refusalIn(result).details.reason).toBe('invalid');
    await posthouse.deliver();
    const to = posthouse.mailbox.messages.map((message) => message.to.address);
    expect(to.filter((address) => address.includes('-confirmed@'))).toEqual([]);
    expect(
      (await owner.call('send_email_batch', { emails, confirmation_token: confirmed })).isError,
    ).toBeFalsy();
  });

  test("cannot join another caller's session or resume its streams", async () => {
    const initialize = {
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    };
    const open = async (by: Assistant): Promise<string> => {
      const response = await by.fetch('POST', {}, initialize);
      await response.text();
      return response.headers.get('mcp-session-id')!;
    };
    const session = await open(owner);
    const mine = await open(curious);
    const headers = { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' };
    const params = {
      name: 'verify_email_addresses',
      arguments: { emails: ['a@mailbox.dev'] },
      _meta: { progressToken: 1 },
    };
    const stream = await owner.fetch('POST', headers, {
      jsonrpc: '2.0',
      id: 4,
      method: 'tools/call',
      params,
    });
    const event = /^id: (.+)$/m.exec(await stream.text())![1]!;
    const result = async (by: Assistant, method: string, id: string, last?: string) => {
      const more = { 'mcp-session-id': id, ...(last && { 'last-event-id': last }) };
      const body = method === 'POST' ? { jsonrpc: '2.0', id: 1, method: 'tools/list' } : undefined;
      const response = await by.fetch(method, { ...headers, ...more }, body);
      return `${response.status} ${await response.text()}`;
    };
    for (const method of ['GET', 'POST', 'DELETE']) {
      const random = `${session.slice(0, -8)}AAAAAAAA`;
      expect(await result(curious, method, session)).toBe(await result(curious, method, random));
    }
    const nothing = event.replace(/\d+$/, '999');
    expect(await result(curious, 'GET', mine, event)).toBe(await result(curious, 'GET', mine, nothing));
    expect(
      (await messageOf(await owner.fetch('POST', headers, { jsonrpc: '2.0', id: 5, method: 'ping' }))).result,
    ).toEqual({});
  });
});
