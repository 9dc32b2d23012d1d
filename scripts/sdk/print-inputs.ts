import type { JsonSchema } from '../../src/contract/description/json-schema.ts';
import { propertiesOf, type SdkOperation } from './operations.ts';
import { typeText } from './print-types.ts';
import { extended, type SdkTypes } from './types.ts';

type Printing = {
  operations: readonly SdkOperation[];
  types: SdkTypes;
  inputName(operation: SdkOperation): string;
};

/** Prints the input type of each method; none for a method that takes only ids or bytes. */
export function inputTypes(
  methods: readonly SdkOperation[],
  printing: Printing,
): Map<SdkOperation, readonly string[]> {
  const inputs = inputsOf(methods, printing);
  return new Map(
    methods.map((operation) => {
      const type = inputType(operation, inputs.get(operation), printing);
      return [operation, type === null ? [] : [type]];
    }),
  );
}

/** Name of the list input in `src/sdk/result.ts`. */
export const pageInput = 'PageInput';

/** Returns the inputs of a resource. Lists refer to the shared page input, and inputs that extend an update refer to it. */
function inputsOf(
  methods: readonly SdkOperation[],
  { types, inputName }: Printing,
): Map<SdkOperation, JsonSchema> {
  const inputs = methods
    .filter(({ input, inputIs }) => input && inputIs === 'fields')
    .map((operation) => {
      const { additionalProperties: _, ...open } = types.input(operation);
      return { operation, name: inputName(operation), schema: open };
    });
  const page = inputs.find(({ operation }) => operation.cursor !== null);
  const bases = {
    ...(page && { [pageInput]: pageFields(page.schema) }),
    ...Object.fromEntries(
      inputs.filter(({ name }) => name.includes('Update')).map(({ name, schema }) => [name, schema]),
    ),
  };
  return new Map(
    inputs.map(({ operation, name, schema }) => [operation, extended({ ...bases, [name]: schema })[name]!]),
  );
}

function pageFields(schema: JsonSchema): JsonSchema {
  const { limit, after, before } = propertiesOf(schema);
  return { type: 'object', properties: { limit, after, before } };
}

function inputType(
  operation: SdkOperation,
  schema: JsonSchema | undefined,
  { operations, types, inputName }: Printing,
): string | null {
  const { input, inputIs } = operation;
  if (!input || inputIs === 'bytes') return null;
  const declared = `export type ${inputName(operation)} =`;
  if (inputIs === 'array') {
    const entry = bodyText(operation, types.input(operation).items as JsonSchema, true);
    const single = operations.find(
      (other) =>
        other.inputIs === 'fields' && other.input && bodyText(other, types.input(other), false) === entry,
    );
    return `${declared} ${single ? inputName(single) : `(${entry})`}[];\n`;
  }
  if (!schema!.allOf && Object.keys(propertiesOf(schema!)).length === 0) {
    return `${declared} Record<string, unknown>;\n`;
  }
  return `${declared} ${bodyText(operation, schema!, false)};\n`;
}

const bodyFields = ['html', 'markdown', 'tiptap'];

/** Requires exactly one body in the type, which the schema leaves to a runtime check. */
function bodyText({ tool }: SdkOperation, schema: JsonSchema, isEntry: boolean): string {
  const properties = propertiesOf(schema);
  if (!bodyFields.every((field) => field in properties) || !tool || !needsBody(tool, isEntry)) {
    return typeText(schema, 'given');
  }
  const rest = Object.fromEntries(Object.entries(properties).filter(([name]) => !bodyFields.includes(name)));
  const limits = 'reply_to' in properties ? ' & SendLimits' : '';
  const body = 'text' in properties ? '(OneBody | { text: string })' : 'OneBody';
  return `${typeText({ ...schema, properties: rest }, 'given')} & ${body}${limits}`;
}

function needsBody(
  { input, otherFaults, example, effect, name }: NonNullable<SdkOperation['tool']>,
  isEntry: boolean,
): boolean {
  if (effect === 'send' || name === 'verify_content') return true;
  const without = Object.fromEntries(
    Object.entries(example.input).filter(([field]) => !bodyFields.includes(field)),
  );
  return !isEntry && (!input.safeParse(without).success || (otherFaults?.(without).length ?? 0) > 0);
}
