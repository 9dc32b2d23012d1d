import { readFileSync } from 'node:fs';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolFormsText } from '../../../../scripts/tool-forms.ts';
import { inputSchema } from '../../../../src/contract/description/json-schema.ts';
import { mayAsk } from '../../../../src/contract/description/tool-description.ts';
import { takesDetail } from '../../../../src/contract/detail.ts';
import { deriveHints } from '../../../../src/contract/effect.ts';
import { offeredAt, type Tool } from '../../../../src/contract/tool.ts';
import { everyTool, readFilter } from '../../../../src/contract/tool-filter.ts';
import { canMail } from '../../../../src/model/approval/operation-classes.ts';
import { oauthScopes } from '../../../../src/model/oauth/scopes.ts';
import type { TokenScope } from '../../../../src/model/organization/token.ts';
import type { ApprovalMode } from '../../../../src/model/sending/approval-mode.ts';
import { listedName } from '../../../../src/model/text/alias.ts';
import { withMarks } from '../../../../src/surfaces/mcp/output/mark-untrusted-text.ts';
import { truncateResult } from '../../../../src/surfaces/mcp/output/truncate-result.ts';
import { type McpContext, mcpContext } from '../../../../src/surfaces/mcp/tools/context.ts';
import { mcpTool, toolList } from '../../../../src/surfaces/mcp/tools/tool-list.ts';
import { catalogue } from '../../../../tools/index.ts';
import { type Described, readContract } from '../../../world/contract/contract.ts';
import { openScene, type Scene } from '../scene.ts';
import { toolNames, toolsNamedIn } from './tool-names.ts';

const offered = catalogue.filter((tool) => offeredAt(tool, 'mcp'));
const named = offered.map((tool) => ({ name: tool.name, tool }));
/**
 * About 1.3 kB per tool: half describes the result, and each closed input object takes 29 bytes. Another test
 * counts tokens.
 */
const listBytesMax = 200_000;

type Schema = { type?: unknown; description?: unknown } & Record<string, unknown>;
const propertiesOf = (schema: object) => (schema as { properties: Record<string, Schema> }).properties;

let scene: Scene;
let context: McpContext;
beforeAll(async () => {
  scene = await openScene();
  context = mcpContext(scene.context.engine, catalogue, '2.1.0');
});
afterAll(() => scene.close());

describe('the tool list', () => {
  it('has every tool with a title, four hints and both schemas in less than 200 kB', () => {
    const list = toolList(context, ['full_access', 'admin']);
    expect(list.entries.map(({ name }) => name)).toEqual(offered.map(({ name }) => name));
    for (const { title, annotations, inputSchema: input, outputSchema: output } of list.entries) {
      expect(title.length).toBeGreaterThan(3);
      expect(Object.values(annotations!).map((hint) => typeof hint)).toEqual(Array(4).fill('boolean'));
      expect(input).toMatchObject({ type: 'object', properties: expect.anything() });
      expect(output).toMatchObject({ type: 'object', properties: expect.anything() });
    }
    expect(Buffer.byteLength(list.json)).toBeLessThan(listBytesMax);
    expect(JSON.parse(list.json)).toEqual(list.entries);
  });

  it('is the same if it is built from the preserialized forms', () => {
    const built = JSON.parse(toolFormsText());
    expect(JSON.stringify(built)).toBe(JSON.stringify(offered.map(mcpTool)));
    expect(built).toEqual(offered.map(mcpTool));
  });

  it('mentions no tool outside the list, for any scopes, and keeps the rest of each text', () => {
    const descriptions = (scopes: readonly TokenScope[]) =>
      Object.fromEntries(
        toolList(context, scopes).entries.map(({ name, description }) => [name, description]),
      );
    const whole = descriptions(['full_access']);
    for (const scope of oauthScopes) {
      const some = descriptions([scope]);
      for (const [name, description] of Object.entries(some)) {
        // A bulk tool may name the tool for a single item.
        const advice = description
          .split(/(?<=\.) /)
          .slice(1)
          .join(' ');
        expect([name, toolsNamedIn(advice).filter((one) => toolNames.has(one) && !(one in some))]).toEqual([
          name,
          [],
        ]);
        expect(description).not.toMatch(/;$/);
      }
    }
    const result = ' For the result, call get_email with the returned id.';
    expect(whole.send_email).toContain(result);
    expect(descriptions(['emails.send']).send_email).toBe(whole.send_email!.replace(result, ''));
    expect(whole.create_campaign).toMatch(/ Then call test_campaign and send_campaign\.$/);
    expect(descriptions(['campaigns.write']).create_campaign).toMatch(
      /; a badge of severity block stops a send\.$/,
    );
    expect(descriptions(['subscribers.write']).unsubscribe_subscriber).toBe(
      'Stop campaigns and other marketing mail to one subscriber. Transactional mail continues. To subscribe them again, use create_subscriber with resubscribe: true.',
    );
    expect(descriptions(['campaigns.send']).send_campaign).not.toContain('(');
    expect(descriptions(['emails.send', 'emails.read']).send_email).toBe(whole.send_email);
  });

  it('marks tools that change or delete data as destructive, unlike tools that only add data or stop mail', () => {
    const harmless = toolList(context, ['full_access', 'admin'])
      .entries.filter(({ annotations }) => !annotations!.readOnlyHint && !annotations!.destructiveHint)
      .map(({ name }) => name);
    expect(harmless.sort()).toEqual([
      'add_domain',
      'add_import_part',
      'add_subscriber_tags',
      'add_suppression',
      'add_suppressions',
      'apply_tag',
      'cancel_campaign',
      'cancel_import',
      'create_campaign',
      'create_segment',
      'create_tag',
      'create_template',
      'duplicate_campaign',
      'import_suppressions',
      'pause_campaign',
      'pause_sending',
      'pause_workflow',
      'replay_webhook_deliveries',
      'restore_campaign',
      'test_webhook',
      'trigger_workflow',
      'unsubscribe_subscriber',
      'verify_domain',
    ]);
  });

  it('marks tools that query DNS or call other servers as open-world', () => {
    const open = toolList(context, ['full_access', 'admin'])
      .entries.filter(({ annotations }) => annotations!.openWorldHint && !annotations!.destructiveHint)
      .map(({ name }) => name);
    expect(open.sort()).toEqual([
      'add_import_part',
      'add_subscriber_tags',
      'apply_tag',
      'replay_webhook_deliveries',
      'test_webhook',
      'trigger_workflow',
      'verify_domain',
      'verify_email_address',
      'verify_email_addresses',
    ]);
  });

  it('marks tools that create a credential as destructive in every interface, unlike tools that undo', () => {
    const hints = (name: string) => deriveHints(catalogue.find((tool) => tool.name === name)!);
    for (const name of [
      'create_token',
      'rotate_token',
      'update_token',
      'create_oauth_client',
      'create_organization',
    ])
      expect([name, hints(name).destructiveHint]).toEqual([name, true]);
    expect(hints('restore_campaign').destructiveHint).toBe(false);
  });

  it('is byte-identical each time and built once', () => {
    const filter = readFilter(
      { toolsets: 'core' },
      { toolsets: '', tools: '', excluded: '', readOnly: '' },
      new Set(context.tools.keys()),
    );
    expect(toolList(context, ['full_access'], filter)).toBe(
      toolList(context, ['full_access'], { ...filter }),
    );
    const again = toolList(mcpContext(context.engine, catalogue, '2.1.0'), ['full_access'], filter);
    expect(again.json).toBe(toolList(context, ['full_access'], filter).json);
    expect(toolList(context, ['full_access'])).toBe(toolList(context, ['full_access'], everyTool));
  });

  it('has exactly the tools that the scopes and the filter allow', () => {
    const filter = { ...everyTool, toolsets: new Set(['core'] as const), readOnly: true };
    const list = toolList(context, ['emails.read'], filter);
    const names = list.entries.map(({ name }) => name);
    expect([...list.reach.tools.keys()]).toEqual(names);
    expect(names).toContain('list_emails');
    expect(names).not.toContain('send_email');
    expect(names).not.toContain('list_subscribers');
    expect(list.tools.every(({ toolset, effect }) => toolset === 'core' && effect === 'read')).toBe(true);
  });
});

describe('the descriptions', () => {
  const sentence = 'May need a person’s approval.';
  const described = (confirm: ApprovalMode): Map<string, string> =>
    new Map(
      toolList({ ...context, confirm }, ['full_access', 'admin']).entries.map(({ name, description }) => [
        name,
        description,
      ]),
    );

  it.each(['bulk', 'always'] as const)('announce under %s which calls may need an approval', (confirm) => {
    for (const [name, description] of described(confirm)) {
      const asks = mayAsk(context.tools.get(name)!);
      expect([name, description.endsWith(sentence)]).toEqual([name, asks]);
    }
  });

  it('name the next tool in a sentence, not after "Next:"', () => {
    for (const [name, description] of described('bulk')) {
      expect([name, description.match(/\bNext:/)]).toEqual([name, null]);
    }
  });

  it('do not mention an approval where no call needs one', () => {
    for (const [name, description] of described('never')) {
      expect([name, description.includes(sentence)]).toEqual([name, false]);
      expect([name, description.endsWith('.')]).toEqual([name, true]);
    }
  });
});

describe('the input schema', () => {
  it.each(named)("of $name has the tool's own arguments plus the shared ones", ({ tool }) => {
    const shown = propertiesOf(mcpTool(tool).inputSchema);
    const whole = Object.fromEntries(
      Object.entries(propertiesOf(inputSchema(tool))).map(([name, field]) => [listedName(name), field]),
    );
    const ofEveryCall = ['idempotency_key', 'dry_run', 'detail'];
    for (const name of Object.keys(shown)) {
      expect(name in whole || ofEveryCall.includes(name)).toBe(true);
    }
    const isShown = (name: string) => !isUnlisted(whole[name]!);
    const hidden = Object.keys(whole).filter((name) => !(name in shown) && isShown(name));
    expect(hidden).toEqual([]);
    const sends = tool.effect === 'send';
    expect('idempotency_key' in shown).toBe(sends || (canMail(tool.name) && !tool.idempotent));
    expect('dry_run' in shown).toBe(
      'dry_run' in whole || (tool.preview !== undefined && (sends || !tool.mailsOne)),
    );
    // The refusal that asks for the token contains it.
    expect(shown).not.toHaveProperty('confirmation_token');
    expect('detail' in shown).toBe(takesDetail(tool));
    expect((mcpTool(tool).inputSchema.required as string[] | undefined) ?? []).toEqual(
      ((inputSchema(tool).required ?? []) as string[]).map(listedName),
    );
  });

  it.each(named)('of $name accepts its example', ({ tool }) => {
    const validate = new AjvJsonSchemaValidator().getValidator(mcpTool(tool).inputSchema as never);
    const unlisted = Object.entries(propertiesOf(inputSchema(tool))).filter(([, field]) => isUnlisted(field));
    const given = Object.fromEntries(
      Object.entries(tool.example.input)
        .filter(([name]) => !unlisted.some(([one]) => one === name))
        .map(([name, value]) => [listedName(name), value]),
    );
    expect(validate(given)).toMatchObject({ valid: true });
  });

  it('rejects unlisted arguments in every closed object', () => {
    const open = offered.flatMap((tool) => {
      const objects = objectsWithin(mcpTool(tool).inputSchema, tool.name);
      return objects.filter(([, schema]) => schema.additionalProperties !== false).map(([path]) => path);
    });
    expect(open).toEqual([]);
  });

  it('lists every field except other names of a field', () => {
    const hidden = offered.flatMap((tool) =>
      [...hiddenIn(inputSchema(tool))].map((path) => `${tool.name}${path}`),
    );
    expect(hidden).toEqual([
      'track_event.event',
      'track_event.data',
      // Other names of html, markdown and tiptap.
      ...['create_campaign', 'update_campaign'].flatMap((name) =>
        ['', '.abTest.variants[]'].flatMap((place) =>
          ['content', 'contentType'].map((field) => `${name}${place}.${field}`),
        ),
      ),
      // The flat form of nested steps.
      'save_workflow.connections',
      'save_webhook.endpoint',
      'save_webhook.enabled',
      // One page holds all integrations of an organization.
      ...['limit', 'after', 'before'].map((field) => `list_integrations.${field}`),
    ]);
  });

  it('omits only fields that the contract or the documentation names', () => {
    const contract = readContract();
    const documented = readFileSync(
      new URL('../../../../docs/guides/assistants.md', import.meta.url),
      'utf8',
    );
    const unnamed = offered.flatMap((tool) => {
      const unlisted = Object.entries(propertiesOf(inputSchema(tool))).filter(([, field]) =>
        isUnlisted(field),
      );
      if (unlisted.length === 0) return [];
      const taken = bodyOf(contract, tool);
      return unlisted
        .filter(([name, field]) => {
          const isDocumented = field['x-alias'] || documented.includes(`\`${name}\``);
          return !isDocumented || (taken !== null && !(name in taken));
        })
        .map(([name]) => `${tool.name}.${name}`);
    });
    expect(unnamed).toEqual([]);
  });

  it('of save_workflow accepts every documented example', () => {
    const validate = new AjvJsonSchemaValidator().getValidator(
      mcpTool(offered.find(({ name }) => name === 'save_workflow')!).inputSchema as never,
    );
    const examples = [...workflowDocs.matchAll(/```json\n(\{.*?\})\n```/gs)].map(([, json]) =>
      JSON.parse(json!),
    );
    expect(examples.length).toBeGreaterThan(5);
    for (const { exitOn, quietHours, mailsMax, ...example } of examples) {
      const listed = { ...example, exit_on: exitOn, quiet_hours: quietHours, mails_max: mailsMax };
      expect([example.name, validate(JSON.parse(JSON.stringify(listed)))]).toMatchObject([
        example.name,
        { valid: true },
      ]);
    }
  });
});

describe('the output schema', () => {
  const validatorOf = (tool: Tool) =>
    new AjvJsonSchemaValidator().getValidator(mcpTool(tool).outputSchema as never);

  it.each(named)('of $name accepts its result in full, as a summary, fenced and truncated', ({ tool }) => {
    const validate = validatorOf(tool);
    const long = lengthened(tool.example.output) as Record<string, unknown>;
    for (const output of [tool.example.output, long]) {
      expect(validate(output)).toMatchObject({ valid: true });
      for (const detail of ['summary', 'full'] as const) {
        const { value } = truncateResult(tool, output, detail, () => true);
        expect(validate(withMarks(tool, value))).toMatchObject({ valid: true });
      }
    }
  });

  it.each(named.filter(({ tool }) => tool.effect === 'send' || tool.preview))(
    'of $name also accepts the preview alone',
    ({ tool }) => {
      expect(validatorOf(tool)({ preview: { object: 'send_preview', recipients: 3 } })).toMatchObject({
        valid: true,
      });
      expect(mcpTool(tool).outputSchema).not.toHaveProperty('required');
    },
  );

  it('accepts nothing else', () => {
    const validate = validatorOf(offered.find(({ name }) => name === 'get_email')!);
    expect(validate({ object: 'campaign' })).toMatchObject({ valid: false });
    expect(validate({ object: 'email', subject: 7 })).toMatchObject({ valid: false });
  });
});

const workflowDocs = readFileSync(new URL('../../../../docs/workflows.md', import.meta.url), 'utf8');

function isUnlisted(field: Schema): boolean {
  return field['x-alias'] === true;
}

/** Yields the paths of unlisted fields. */
function* hiddenIn(schema: Schema, path = ''): Generator<string> {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  for (const [name, field] of fields) {
    if (isUnlisted(field)) yield `${path}.${name}`;
    else yield* hiddenIn(field, `${path}.${name}`);
  }
  if (schema.items) yield* hiddenIn(schema.items as Schema, `${path}[]`);
  for (const form of (schema.anyOf ?? []) as Schema[]) yield* hiddenIn(form, path);
}

/** Returns the fields of a tool's request body over REST; null for a tool without a route. */
function bodyOf(contract: Described, { rest }: Tool): Record<string, Schema> | null {
  if (rest === null) return null;
  const [method, path] = rest.route.split(' ') as [string, string];
  const { requestBody } = contract.paths[`/api/v2${path}`][method.toLowerCase()];
  if (requestBody?.content['application/json'] === undefined) return null;
  return propertiesOf(resolved(contract, requestBody.content['application/json'].schema));
}

function resolved(contract: Described, schema: Described): Schema {
  if (schema.$ref === undefined) return schema;
  return resolved(contract, contract.components.schemas[schema.$ref.split('/').at(-1)]);
}

/** Yields every schema that names an object's fields, with its path. */
function objectsWithin(schema: unknown, path: string): [string, Schema][] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.entries(schema).flatMap(([key, part]) => objectsWithin(part, `${path}.${key}`));
  const hasFields = 'properties' in schema && (schema as Schema).type !== undefined;
  return hasFields ? [[path, schema as Schema], ...inner] : inner;
}

/** Fields with enumerated values or a fixed format. */
const chosen =
  /^(object|status|state|type|record|severity|result|verdict|code|scope|origin|source|mode|delivery|tls|plan|metric|last_?event|door|effect|outcome|delivery_mode|sending_mode|contentType|verify_transactional|values|kind|of|name|provider|proof|content_type|algorithm|role|about|database)$/i;

/** Returns the same result with long texts and lists. */
function lengthened(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return chosen.test(name) ? value : `${value} ${'and so on '.repeat(300)}`;
  if (Array.isArray(value)) {
    const entries = value.map((entry) => lengthened(entry, name === 'scopes' ? 'scope' : name));
    return name === 'data' ? Array.from({ length: 40 }, () => entries).flat() : entries;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, lengthened(each, field)]));
}
