import type { CodeSample } from '../../../../contract/description/code-samples.ts';
import type { JsonSchema } from '../../../../contract/description/json-schema.ts';
import type { MethodName } from '../../../../contract/description/sdk-methods.ts';
import type { FailureName } from '../../../../model/failure.ts';
import type { EnvelopeName, RouteMethod } from '../../../http/request-response.ts';

export type DescribedOperation = {
  version: EnvelopeName;
  method: RouteMethod;
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description: string;
  open?: true;
  /** True if an OAuth access token is accepted too. */
  oauth?: true;
  deprecated?: true;
  parameters: readonly DescribedParameter[];
  body: { schema: JsonSchema; required: boolean; example: unknown; type?: string } | null;
  /** Success statuses, each with the same body. */
  statuses: readonly (number | 'default')[];
  /** Null for a response without a body. */
  answer: { schema: JsonSchema; example: unknown } | null;
  /** Description of the response. Defaults to 'Done'. */
  answerSays?: string;
  answerHeaders?: Readonly<Record<string, unknown>>;
  mediaType?: string;
  /** Failures in addition to the common failures. */
  failures: readonly FailureName[];
  /** OpenAPI responses by status, for errors in another format than the version's. */
  others?: Readonly<Record<string, unknown>>;
  /** Name of the tool that runs the operation over MCP and on the command line. */
  tool?: string;
  /** SDK method of an operation without a tool. */
  sdk?: MethodName;
  /** `x-codeSamples`, if they are more than the default ones. */
  samples?(baseUrl: string): readonly CodeSample[];
};

export type DescribedParameter = {
  in: 'path' | 'query' | 'header';
  name: string;
  required: boolean;
  schema: JsonSchema;
  example?: unknown;
};

export function pickFields(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).filter(([name]) =>
      names.has(name),
    ),
  );
  const required = ((schema.required ?? []) as string[]).filter((name) => names.has(name));
  const { properties: _properties, required: _required, ...rest } = schema;
  return { ...rest, properties, ...(required.length > 0 && { required }) };
}

export function describeParameters(
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
