/** A webhook receiver in a separate process. Answers every request with 204, and counts requests and connections. */
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from '../test/world/certificates.ts';

/** @property ca certificate to trust over TLS */
export type ReceiverReady = { port: number; ca: string };
export type Received = { requests: number; connections: number };

const received: Received = { requests: 0, connections: 0 };
const isTls = process.argv[2] === 'tls';
const { pem } = makeCertificate({ hosts: ['localhost'] });
const server = isTls ? createTlsServer(pem) : createServer();
server.keepAliveTimeout = 60_000;
server.on('connection', () => {
  received.connections += 1;
});
server.on('request', (request, response) => {
  request.resume();
  request.on('end', () => {
    received.requests += 1;
    response.writeHead(204);
    response.end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const ready: ReceiverReady = { port: (server.address() as AddressInfo).port, ca: pem.cert };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
});
process.stdin.on('data', () => process.stdout.write(`${JSON.stringify(received)}\n`));
process.stdin.on('end', () => process.exit(0));
