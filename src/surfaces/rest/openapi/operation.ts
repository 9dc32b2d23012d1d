import type { CodeSample } from '../../../contract/code-samples.ts';
import type { JsonSchema } from '../../../contract/json-schema.ts';
import type { MethodName } from '../../../contract/sdk-methods.ts';
import type { FailureName } from '../../../model/failure.ts';
import type { EnvelopeName, RouteMethod } from '../../http/request-response.ts';

/** One operation, whatever version it is of, before it becomes OpenAPI. */
export type DescribedOperation = {
  version: EnvelopeName;
  method: RouteMethod;
  /** Whole, with `{name}` for parameters. */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description: string;
  /** Without a token. */
  open?: true;
  /** An OAuth access token is taken as well. */
  oauth?: true;
  deprecated?: true;
  parameters: readonly DescribedParameter[];
  body: { schema: JsonSchema; required: boolean; example: unknown; type?: string } | null;
  /** Statuses of success, each with the same body. */
  statuses: readonly (number | 'default')[];
  /** Null: an answer without a body. */
  answer: { schema: JsonSchema; example: unknown } | null;
  /** What the answer is, where 'Done' does not say it. */
  answerSays?: string;
  /** Headers of the answer of this operation alone. */
  answerHeaders?: Readonly<Record<string, unknown>>;
  /** Of a file that is answered; JSON where it is left out. */
  mediaType?: string;
  /** Of its own, beside those every such call can meet. */
  failures: readonly FailureName[];
  /** Responses by status in OpenAPI's words, where a refusal has another form than that of its version. */
  others?: Readonly<Record<string, unknown>>;
  /** The method of the SDK, of an operation that no tool is bound to. */
  sdk?: MethodName;
  /** `x-codeSamples`, where they are more than an operation describes by itself. */
  samples?(baseUrl: string): readonly CodeSample[];
};

export type DescribedParameter = {
  in: 'path' | 'query' | 'header';
  name: string;
  required: boolean;
  schema: JsonSchema;
  example?: unknown;
};

/** Query and body parts of an object schema: some of its fields, still strict. */
export function fieldsOf(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).filter(([name]) =>
      names.has(name),
    ),
  );
  const required = ((schema.required ?? []) as string[]).filter((name) => names.has(name));
  const { properties: _properties, required: _required, ...rest } = schema;
  return { ...rest, properties, ...(required.length > 0 && { required }) };
}

/** The parameters that an object schema describes, one for each of its fields. */
export function parametersOf(
  place: DescribedParameter['in'],
  schema: JsonSchema,
  example: Readonly<Record<string, unknown>>,
): DescribedParameter[] {
  const required = new Set((schema.required ?? []) as string[]);
  return Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, property]) => ({
    in: place,
    name,
    required: place === 'path' || (place === 'query' && required.has(name)),
    schema: property,
    ...(example[name] !== undefined && { example: example[name] }),
  }));
}
