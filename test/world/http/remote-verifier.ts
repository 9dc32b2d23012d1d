import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { VerificationRequest } from '../../../src/world/verifier.ts';

/** What the service does with a request. */
type RemoteAnswer =
  /** Answers this. */
  | { status?: number; headers?: Record<string, string>; body: string | Buffer }
  /** Takes the request and says nothing. */
  | 'silence'
  /** Begins an answer and goes no further. */
  | 'half an answer'
  /** Closes the connection in the middle. */
  | 'break off';

/** A content verifier that is not ours: a real HTTP server on this machine that answers as scripted. */
export type RemoteVerifier = {
  url: string;
  /** Every request: what was asked, and its headers. */
  asked: {
    request: VerificationRequest;
    method: string;
    path: string;
    headers: IncomingMessage['headers'];
  }[];
  /** From now on: the same to everything, or to each request what is made of it. */
  answers(answer: RemoteAnswer | ((request: VerificationRequest) => RemoteAnswer)): void;
  /** Once the next request has been read whole. */
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
