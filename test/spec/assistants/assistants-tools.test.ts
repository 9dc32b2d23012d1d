import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect } from 'vitest';
import { triesItself } from '../../../src/contract/description/tool-description.ts';
import { hasSummary } from '../../../src/contract/detail.ts';
import { offeredAt, type Tool } from '../../../src/contract/tool.ts';
import {
  canMail,
  findOperationClass,
  operationClasses,
} from '../../../src/model/approval/operation-classes.ts';
import type { Fields } from '../../../src/model/text/fields.ts';
import { catalogue } from '../../../tools/index.ts';
import { everyRow } from '../../engine/approval/preview-scene.ts';
import { verifies } from '../verifies.ts';
import { type Assistant, assistantOf, type Json, type ToolResult } from './assistant.ts';
import { inputFor, type Seeded, seeded } from './assistants-scene.ts';

/** Every tool of the catalogue, used once in each way through the MCP endpoint of one organization. */

type Way = 'tried' | 'short' | 'full' | 'page of a hundred' | 'done' | 'again' | 'unknown argument';
type Used = { tool: Tool; listed: Json; way: Way; result: ToolResult };

const offered = catalogue.filter((tool) => offeredAt(tool, 'mcp'));

let place: Seeded;
let listed: Json[];
const used: Used[] = [];
/** Tools whose dry run changed a row. */
const wroteWhenTried: string[] = [];

beforeAll(async () => {
  place = await seeded();
  const assistant = assistantOf(place.simulated, { token: place.token });
  listed = await assistant.tools();
  for (const tool of offered) await use(assistant, tool);
});
afterAll(() => place?.simulated.close());

async function use(assistant: Assistant, tool: Tool): Promise<void> {
  const { name } = tool;
  const form = listed.find((one) => one.name === name);
  const takes = (argument: string) => argument in form.inputSchema.properties;
  const given = await inputFor(tool, place);
  const keep = (way: Way, result: ToolResult) => used.push({ tool, listed: form, way, result });
  // Some tools accept fields that they do not list: useful where a call may be repeated or tried.
  if (canMail(tool.name)) {
    const before = await rows();
    keep('tried', await assistant.call(name, { ...given, dry_run: true }));
    if ((await rows()) !== before) wroteWhenTried.push(name);
  }
  if (takes('detail')) {
    keep('short', await assistant.call(name, { ...given, detail: 'summary' }));
    keep('full', await assistant.call(name, { ...given, detail: 'full' }));
  }
  if (takes('limit')) {
    keep('page of a hundred', await assistant.call(name, { ...given, limit: 100 }));
  }
  const key: Fields = canMail(tool.name) ? { idempotency_key: `once ${name}` } : {};
  keep('done', await approval(assistant, name, { ...given, ...key }));
  if (canMail(tool.name)) keep('again', await assistant.call(name, { ...given, ...key }));
  keep('unknown argument', await assistant.call(name, { ...given, surprise_key: 1 }));
}

/** All rows, without a token's last use, which every request updates. */
async function rows(): Promise<string> {
  const all = JSON.stringify(await everyRow({ platform: place.simulated }));
  return all.replaceAll(/"last_used_at\\":(?:\d+|null)/g, '');
}

/** A call whose person always agrees. */
async function approval(assistant: Assistant, name: string, given: Fields): Promise<ToolResult> {
  const first = await assistant.call(name, given);
  if (first.result.name !== 'confirmation_required') return first;
  return await assistant.call(name, {
    ...given,
    confirmation_token: first.result.details.confirmation_token,
  });
}

function inWay(...ways: Way[]): Used[] {
  return used.filter(({ way }) => ways.includes(way));
}

const answers = () => used.filter(({ way }) => way !== 'unknown argument');

/** Returns the uses that break a rule, by tool and kind. */
function exceptions(all: readonly Used[], isSo: (one: Used) => boolean): string[] {
  expect(all.length).toBeGreaterThan(0);
  return all
    .filter((one) => !isSo(one))
    .map(({ tool, way, result }) => `${tool.name} ${way}: ${JSON.stringify(result.result).slice(0, 300)}`);
}

verifies(
  'mcp.tools.every-operation',
  'the listed tools are the tools of the catalogue, and each tool answers',
  () => {
    expect(listed.map(({ name }) => name)).toEqual(offered.map(({ name }) => name));
    for (const { name } of listed) expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/);
    expect(exceptions(answers(), ({ result }) => !result.refused)).toEqual([]);
    const rest = catalogue.filter(({ rest: binding }) => binding !== null);
    expect(rest.filter((tool) => !offeredAt(tool, 'mcp')).map(({ name }) => name)).toEqual([]);
  },
);

verifies('mcp.tool.described', 'every tool has a title, four hints and both schemas', () => {
  for (const { name, title, description, annotations, inputSchema, outputSchema } of listed) {
    expect(title, name).toMatch(/^[A-Z].{3,}/);
    expect(description, name).toMatch(/^[A-Z].{10,}/s);
    expect(Object.entries(annotations).map(([hint, value]) => [hint, typeof value])).toEqual([
      ['readOnlyHint', 'boolean'],
      ['destructiveHint', 'boolean'],
      ['idempotentHint', 'boolean'],
      ['openWorldHint', 'boolean'],
    ]);
    expect(inputSchema, name).toMatchObject({ type: 'object', properties: expect.anything() });
    expect(Object.keys(outputSchema.properties).length, name).toBeGreaterThan(0);
  }
});

verifies('mcp.tool.structured', 'every result matches its listed schema', () => {
  const validators = new Map(
    listed.map(({ name, outputSchema }) => [
      name,
      new AjvJsonSchemaValidator().getValidator(outputSchema as never),
    ]),
  );
  const fits = ({ tool, result }: Used) => validators.get(tool.name)!(result.structured).valid;
  expect(exceptions(answers(), fits)).toEqual([]);
});

verifies('mcp.tool.same-text', 'the first text is the JSON of structuredContent, byte for byte', () => {
  const same = ({ result }: Used) => result.content[0]?.text === JSON.stringify(result.structured);
  expect(exceptions(answers(), same)).toEqual([]);
  // The output schema does not apply to a refusal.
  expect(exceptions(inWay('unknown argument'), ({ result }) => result.structured === undefined)).toEqual([]);
});

verifies(['mcp.tool.strict', 'mcp.error.answer'], 'an unknown argument is rejected by name', () => {
  const named = ({ result }: Used) =>
    result.refused &&
    result.result.name === 'validation_error' &&
    result.result.details[0].path === 'surprise_key' &&
    result.result.details[0].code === 'unknown_field' &&
    result.result.message.startsWith('surprise_key ') &&
    result.result.next.includes('surprise_key');
  expect(exceptions(inWay('unknown argument'), named)).toEqual([]);
});

verifies('mcp.tool.mails', 'the hints mark each tool that can send mail', () => {
  const mailing = offered.filter(({ name }) => canMail(name)).map(({ name }) => name);
  expect(mailing).toEqual(expect.arrayContaining(['send_email', 'send_campaign', 'create_subscriber']));
  for (const { name, annotations } of listed) {
    if (!mailing.includes(name))
      expect(annotations.openWorldHint, name).toBe(operationClasses[findOperationClass(name)!].openWorld);
    else
      expect(annotations, name).toEqual({
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
        openWorldHint: true,
      });
  }
});

verifies(
  'mcp.tool.reads-or-sends',
  'a read-only token cannot send, and a send-only token cannot read',
  async () => {
    const { simulated } = place;
    const scopes = [...new Set(offered.map(({ needs }) => needs))];
    const reading = scopes.filter((scope) => scope.endsWith('.read'));
    const { token: reader } = await simulated.addToken(simulated.organization, { scopes: reading });
    const read = await assistantOf(simulated, { token: reader }).tools();
    expect(read.length).toBeGreaterThan(15);
    expect(read.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name)).toEqual([]);
    const { token: sender } = await simulated.addToken(simulated.organization, {
      scopes: ['emails.send', 'campaigns.send'],
    });
    const sent = await assistantOf(simulated, { token: sender }).tools();
    expect(sent.map(({ name }) => name)).toContain('send_campaign');
    // Its own token is not another caller's data.
    expect(sent.map(({ name }) => name).filter((name) => /^(list|get|preview|export)_/.test(name))).toEqual([
      'get_token',
    ]);
    // And each tool either reads or sends.
    expect(offered.filter((tool) => tool.effect === 'read' && canMail(tool.name))).toEqual([]);
    expect(offered.filter((tool) => canMail(tool.name) && tool.needs.endsWith('.read'))).toEqual([]);
  },
);

verifies(
  ['mcp.confirm.dry-run'],
  'every send has a dry run that returns only the preview and writes nothing',
  () => {
    const tried = inWay('tried');
    expect(tried.map(({ tool }) => tool.name)).toEqual(
      offered.filter(({ name }) => canMail(name)).map(({ name }) => name),
    );
    // A write with its own dry run returns the changes that it would make.
    const [byThemselves, previewed] = [true, false].map((own) =>
      tried.filter(({ tool }) => triesItself(tool) === own),
    ) as [Used[], Used[]];
    expect(byThemselves.map(({ tool }) => [tool.name, tool.effect])).toEqual([
      ['save_subscribers', 'write'],
      ['import_subscribers', 'write'],
    ]);
    expect(exceptions(byThemselves, ({ result }) => 'object' in result.result)).toEqual([]);
    expect(exceptions(previewed, ({ result }) => Object.keys(result.result).join() === 'preview')).toEqual(
      [],
    );
    const whole = ({ result }: Used) => {
      const { object, subjects, recipients, skipped, badges, delivery } = result.result.preview;
      return (
        object === 'send_preview' &&
        Number.isInteger(recipients) &&
        [subjects, skipped, badges].every(Array.isArray) &&
        delivery !== undefined
      );
    };
    expect(exceptions(previewed, whole)).toEqual([]);
    expect(wroteWhenTried).toEqual([]);
  },
);

verifies(
  'mcp.idempotency',
  'every tool that can mail takes a key, and a repeat returns the first result',
  () => {
    const again = inWay('again');
    const mailing = offered.filter(({ name }) => canMail(name)).map(({ name }) => name);
    expect(again.map(({ tool }) => tool.name)).toEqual(mailing);
    const first = new Map(inWay('done').map(({ tool, result }) => [tool.name, result.result]));
    const same = ({ tool, result }: Used) =>
      JSON.stringify(result.result) === JSON.stringify(first.get(tool.name));
    expect(exceptions(again, same)).toEqual([]);
  },
);

verifies('mcp.answer.short-lists', 'a list has twenty items and continues after the last item', async () => {
  const assistant = assistantOf(place.simulated, { token: place.token });
  const lists = inWay('done').filter(
    ({ result }) => result.result.object === 'list' && 'has_more' in result.result,
  );
  expect(lists.length).toBeGreaterThanOrEqual(10);
  expect(exceptions(lists, ({ result }) => result.result.data.length <= 20)).toEqual([]);
  const seen: string[] = [];
  for (
    let page: Json = { has_more: true }, after: Fields = {};
    page.has_more;
    after = { after: seen.at(-1) }
  ) {
    page = (await assistant.call('list_emails', after)).result;
    if (page.has_more) expect(page.data).toHaveLength(20);
    seen.push(...page.data.map(({ id }: { id: string }) => id));
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeGreaterThan(50);
});

verifies(
  'mcp.answer.detail',
  'the full result has every field of REST, and a summary has fewer',
  async () => {
    const full = inWay('full').filter(({ tool }) => hasSummary(tool));
    expect(full.length).toBeGreaterThan(8);
    const short = new Map(inWay('short').map(({ tool, result }) => [tool.name, result.content[0]!.text!]));
    expect(
      exceptions(full, ({ tool, result }) => result.content[0]!.text!.length > short.get(tool.name)!.length),
    ).toEqual([]);
    const { simulated, emailId } = place;
    const rest = (await simulated.http('GET', `/api/v2/emails/${emailId}`)).body;
    const whole = full.find(({ tool }) => tool.name === 'get_email')!.result.result;
    expect(Object.keys(whole)).toEqual(Object.keys(rest));
  },
);

verifies(
  ['mcp.untrusted.marked', 'mcp.answer.bounded'],
  'every result is marked and has at most 8,000 tokens',
  () => {
    expect(exceptions(used, ({ result }) => result.meta['posthouse/untrusted'] === true)).toEqual([]);
    const tokens = ({ result }: Used) =>
      result.content.reduce((sum, block) => sum + countTokens(block.text ?? JSON.stringify(block)), 0);
    expect(exceptions(used, (one) => tokens(one) <= 8_000)).toEqual([]);
  },
);
