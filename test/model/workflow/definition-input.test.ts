import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compactSchema, toJsonSchema } from '../../../src/contract/description/json-schema.ts';
import { definitionFieldNames } from '../../../src/model/workflow/read-definition.ts';
import { changesField, definitionFields } from '../../../src/model/workflow/reading/definition-input.ts';
import { welcomeSeries } from './scene.ts';

const input = z.strictObject({ ...definitionFields, changes: changesField });

describe('the input fields of a definition', () => {
  it('are exactly the fields that the reader uses', () => {
    expect(Object.keys(definitionFields).sort()).toEqual([...definitionFieldNames].sort());
  });

  it('are passed on unchanged', () => {
    const given = { ...welcomeSeries, quietHours: null, mailsMax: { count: 0 }, changes: { a: { b: 1 } } };
    const read = input.parse(given);
    expect(read).toEqual(given);
    expect(read.steps?.[0]).toBe(given.steps[0]);
  });

  it.each([
    { trigger: 'EVENT' },
    { steps: {} },
    { steps: ['a'] },
    { goal: [] },
    { quietHours: '21:00' },
    { timezone: 1 },
    { changes: [] },
  ])('reject another type: %j', (given) => {
    expect(input.safeParse(given).success).toBe(false);
  });

  it('have types and are short enough for a model', () => {
    const shown = compactSchema(toJsonSchema(input, 'input'));
    for (const field of Object.values(shown.properties as Record<string, { type?: unknown }>)) {
      expect(field.type).toBeDefined();
    }
    expect(countTokens(JSON.stringify(shown))).toBeLessThanOrEqual(560);
  });
});
