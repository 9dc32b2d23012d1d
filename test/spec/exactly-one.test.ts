import { expect, it } from 'vitest';
import type { Tool } from '../../src/contract/tool.ts';
import { catalogue } from '../../tools/index.ts';
import { open } from './scene.ts';

/** Sample values of the fields in rules. */
const values: Record<string, unknown> = {
  html: '<p>Hello</p>',
  markdown: 'Hello',
  tiptap: { type: 'doc', content: [] },
  email: 'ada@example.com',
  subscriberId: 'sub_01kaa0xq5v8m3c2n7r4t6w9yzc',
  externalId: 'user_17',
  rule: { field: 'status', operator: 'eq', value: 'ACTIVE' },
  segment_id: 'seg_01kaa0xq5v8m3c2n7r4t6w9yzc',
};

const ruled = catalogue.filter(({ exactlyOneOf }) => exactlyOneOf);

function withFields({ example, exactlyOneOf }: Tool, given: readonly string[]): Record<string, unknown> {
  const { fields, inEach } = exactlyOneOf!;
  const changed = (value: Record<string, unknown>) => ({
    ...Object.fromEntries(Object.entries(value).filter(([name]) => !fields.includes(name))),
    ...Object.fromEntries(given.map((name) => [name, values[name]])),
  });
  if (inEach === undefined) return changed(example.input);
  return { ...example.input, [inEach]: (example.input[inEach] as Record<string, unknown>[]).map(changed) };
}

it('every tool whose description requires exactly one field is tested', () => {
  expect(ruled.map(({ name }) => name).sort()).toEqual([
    'apply_tag',
    'create_template',
    'send_email',
    'send_email_batch',
    'send_test_email',
    'track_event',
    'trigger_workflow',
  ]);
});

it.each(ruled.map((tool) => [tool.name, tool] as const))(
  '%s accepts exactly one of its fields',
  async (_, tool) => {
    const { http } = await open();
    const { route, bodyAs } = tool.rest!;
    const [method, path] = route.split(' ') as [string, string];
    const { fields } = tool.exactlyOneOf!;
    const answers = async (given: readonly string[]) => {
      const input = withFields(tool, given);
      // The example’s instant is later than the clock here.
      const { workflowId = '', tag = '', occurredAt: _, ...rest } = input;
      const body = bodyAs === undefined ? rest : rest[bodyAs];
      const named = path.replace('{workflowId}', String(workflowId)).replace('{tag}', String(tag));
      return await http(method, `/api/v2${named}`, { body });
    };
    for (const field of fields) {
      const { status, text } = await answers([field]);
      // A subscriber, segment or workflow of an example does not exist here, and the name of a template is taken by the
      // first call. The fields are checked before both.
      expect(status === 404 || status === 409 || status < 300, `${field}: ${text}`).toBe(true);
    }
    for (const given of [[], fields.slice(0, 2), fields]) {
      const { status, body } = await answers(given);
      expect([status, body.name], given.join()).toEqual([400, 'validation_error']);
      expect(
        fields.some((field) => JSON.stringify(body.details).includes(field)),
        given.join(),
      ).toBe(true);
    }
  },
);
