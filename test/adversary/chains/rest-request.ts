import type { Tool } from '../../../src/contract/tool.ts';
import { baseUrl } from '../../world/platform.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Builds the REST v2 request for a tool and an input, which may be invalid. */
export function restRequest({ rest }: Tool, input: Fields, token: string): Request {
  const { route, bodyAs, bytesAs } = rest!;
  const [method, pattern] = route.split(' ') as [string, string];
  const left: Record<string, unknown> = { ...input };
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(left[name]);
    delete left[name];
    return encodeURIComponent(value);
  });
  const isBare = method === 'GET' || method === 'DELETE';
  const query = new URLSearchParams(
    Object.entries(left).map(([name, value]): [string, string] => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );
  const body = bytesAs
    ? Buffer.from(String(left[bytesAs]), 'base64')
    : JSON.stringify(bodyAs === undefined ? left : left[bodyAs]);
  return new Request(`${baseUrl}/api/v2${path}${isBare ? `?${query}` : ''}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': bytesAs ? 'application/octet-stream' : 'application/json',
    },
    ...(!isBare && { body }),
  });
}
