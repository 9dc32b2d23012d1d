import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { VerificationRequest } from '../../../src/world/verifier.ts';

/** The service's reaction to a request. */
type RemoteAnswer =
  | { status?: number; headers?: Record<string, string>; body: string | Buffer }
  /** Accepts the request and stays silent. */
  | 'silence'
  /** Starts a response and stops. */
  | 'half an answer'
  /** Closes the connection mid-response. */
  | 'break off';

/** An external content verifier: a real local HTTP server with scripted responses. */
export type RemoteVerifier = {
  url: string;
  /** Every request with its headers. */
  asked: {
    request: VerificationRequest;
    method: string;
    path: string;
    headers: IncomingMessage['headers'];
  }[];
  /** Sets the response to all further requests, or a function of the request. */
  answers(answer: RemoteAnswer | ((request: VerificationRequest) => RemoteAnswer)): void;
  /** Resolves when the next request has been read completely. */
  next(): Promise<void>;
  close(): Promise<void>;
};

export const passing = { verdict: 'pass', blockReasons: [], badges: [], guidance: '' };

export async function remoteVerifier(): Promise<RemoteVerifier> {
  const asked: RemoteVerifier['asked'] = [];
  let answer: Parameters<RemoteVerifier['answers']>[0] = { body: JSON.stringify(passing) };
  let read = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const question = JSON.parse(Buffer.concat(parts).toString()) as VerificationRequest;
    asked.push({
      request: question,
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
    });
    act(typeof answer === 'function' ? answer(question) : answer, response);
    read.resolve();
    read = Promise.withResolvers<void>();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/verify`,
    asked,
    answers(next) {
      answer = next;
    },
    next: () => read.promise,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function act(answer: RemoteAnswer, response: ServerResponse): void {
  if (answer === 'silence') return;
  if (answer === 'half an answer' || answer === 'break off') {
    response.writeHead(200, { 'content-length': '1000' }).write('{"verdict":"pass",');
    if (answer === 'break off') setImmediate(() => response.destroy());
    return;
  }
  response
    .writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
    .end(answer.body);
}
