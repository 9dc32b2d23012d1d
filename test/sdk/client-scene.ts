import { type ClientOptions, Posthouse } from '../../src/sdk/index.ts';
import { baseUrl, firstToken, type SimulatedPlatform } from '../world/platform.ts';

/** Client of a simulated platform, connected without a socket. */
export function clientOf(
  { platform }: SimulatedPlatform,
  options: ClientOptions & { token?: string } = {},
): Posthouse {
  return new Posthouse(options.token ?? firstToken, {
    baseUrl,
    fetch: (url, init) => platform.http.fetch(new Request(url as string, init)),
    ...options,
  });
}

/** Client that receives these responses in turn; the last response repeats. */
export function clientAnswered(
  answers: readonly (Response | (() => Response) | Error)[],
  options: ClientOptions = {},
): { client: Posthouse; requests: { method: string; url: string; headers: Headers; body: string }[] } {
  const requests: { method: string; url: string; headers: Headers; body: string }[] = [];
  const client = new Posthouse('posthouse_token', {
    baseUrl,
    ...options,
    async fetch(url, init) {
      const request = new Request(url as string, init);
      requests.push({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: await request.text(),
      });
      const answer = answers[Math.min(requests.length, answers.length) - 1]!;
      if (answer instanceof Error) throw answer;
      return typeof answer === 'function' ? answer() : answer.clone();
    },
  });
  return { client, requests };
}

export function refused(status: number, name: string, headers: Record<string, string> = {}): Response {
  return Response.json({ name, message: 'A refusal', statusCode: status }, { status, headers });
}
