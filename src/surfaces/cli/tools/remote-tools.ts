import type { ToolError } from '../../../model/failure.ts';
import { explainError } from '../../../model/text/explain-error.ts';

export type Refusal = ToolError;

type ToolResult = { is_error: boolean; structured_content: unknown };

export async function runRemotely(
  server: { url: string; token: string },
  name: string,
  input: Record<string, unknown>,
  idempotencyKey: string | undefined,
): Promise<{ output: unknown } | { refusal: Refusal }> {
  if (!URL.canParse(server.url)) {
    return {
      refusal: { name: 'validation_error', message: '--url must be a URL such as https://mail.example.com' },
    };
  }
  const endpoint = new URL(`api/v2/tools/${name}`, server.url.endsWith('/') ? server.url : `${server.url}/`);
  let response: Response;
  try {
    response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${server.token}`,
        'Content-Type': 'application/json',
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      },
      body: JSON.stringify(input),
      redirect: 'error',
    });
  } catch (error) {
    return { refusal: unreachable(endpoint, error) };
  }
  const body = await readBody(response);
  if (!response.ok) return { refusal: readRefusal(response, body) };
  if (!isToolResult(body)) {
    return {
      refusal: {
        name: 'internal_server_error',
        message: `${endpoint.origin} did not answer like Posthouse; check the URL`,
      },
    };
  }
  if (body.is_error) return { refusal: body.structured_content as Refusal };
  return { output: body.structured_content };
}

export function unreachable({ origin }: URL, error: unknown): Refusal {
  const message = `The server at ${origin} cannot be reached: ${explainError(error)}`;
  return { name: 'service_unavailable', message };
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

function isToolResult(body: unknown): body is ToolResult {
  return typeof body === 'object' && body !== null && 'is_error' in body && 'structured_content' in body;
}

export function readRefusal(response: Response, body: unknown): Refusal {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return {
    name: typeof fields.name === 'string' ? fields.name : 'internal_server_error',
    message:
      typeof fields.message === 'string' ? fields.message : `The server answered HTTP ${response.status}`,
    ...(fields.details !== undefined && { details: fields.details }),
  };
}
