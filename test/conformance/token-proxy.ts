import { createServer, request, type Server } from 'node:http';

/**
 * Forwards to a server with a token that the client does not know, because the conformance suite cannot send
 * one. Everything else, including `Host` and `Origin`, passes unchanged. @param before runs before each
 * request @returns its port, and a function that stops it
 */
export async function tokenProxy(
  port: number,
  token: string,
  before: () => unknown = () => {},
): Promise<{ port: number; close(): void }> {
  const proxy: Server = createServer((from, to) => {
    before();
    const headers = { ...from.headers, authorization: `Bearer ${token}` };
    const onward = request(
      { host: '127.0.0.1', port, method: from.method!, path: from.url!, headers },
      (answer) => {
        to.writeHead(answer.statusCode!, answer.rawHeaders);
        to.flushHeaders();
        answer.pipe(to);
      },
    );
    onward.on('error', () => to.destroy());
    to.on('close', () => onward.destroy());
    from.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    port: address.port,
    close() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
