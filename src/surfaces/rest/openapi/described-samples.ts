import { type CodeSample, curlSample } from '../../../contract/description/code-samples.ts';
import { type SdkCall, sdkSample } from '../../../contract/description/sdk-calls.ts';
import type { MethodName } from '../../../contract/description/sdk-methods.ts';
import type { DescribedOperation } from './operations/operation.ts';

export function describedCall(operation: DescribedOperation, name: MethodName): SdkCall {
  const fields = operation.body?.example ?? Object.fromEntries(requiredQuery(operation));
  const isEmpty = Object.keys(fields as object).length === 0;
  return {
    ...name,
    given: [...inPathOf(operation).map(({ value }) => value), ...(isEmpty ? [] : [fields])],
  };
}

export function describedSamples(operation: DescribedOperation, baseUrl: string): CodeSample[] {
  const { method, body, sdk } = operation;
  const path = inPathOf(operation).reduce(
    (filled, { name, value }) => filled.replace(`{${name}}`, encodeURIComponent(value)),
    operation.path,
  );
  const request = { method, path, query: requiredQuery(operation), headers: [], body: body?.example };
  return [
    curlSample(request, baseUrl),
    ...(sdk === undefined ? [] : [sdkSample(describedCall(operation, sdk))]),
  ];
}

function requiredQuery({ parameters }: DescribedOperation): [string, string][] {
  return parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, example }) => [name, String(example ?? name)]);
}

function inPathOf({ parameters }: DescribedOperation): { name: string; value: string }[] {
  return parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, example }) => ({ name, value: String(example ?? name) }));
}
