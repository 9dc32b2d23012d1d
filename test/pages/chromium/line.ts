/** A connection to Chromium over its DevTools protocol. */

// biome-ignore lint/suspicious/noExplicitAny: the protocol has hundreds of messages, and a test reads what it asked for
export type Message = any;

export type Line = {
  send(method: string, parameters?: object, session?: string): Promise<Message>;
  on(session: string, hear: (method: string, parameters: Message) => void): void;
  forget(session: string): void;
};

export async function openLine(endpoint: string): Promise<Line> {
  const socket = new WebSocket(endpoint);
  const waiting = new Map<number, { resolve(answer: Message): void; reject(error: Error): void }>();
  const hearers = new Map<string, (method: string, parameters: Message) => void>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id === undefined) hearers.get(message.sessionId)?.(message.method, message.params);
    else if (message.error) waiting.get(message.id)?.reject(new Error(JSON.stringify(message.error)));
    else waiting.get(message.id)?.resolve(message.result);
    waiting.delete(message.id);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('chromium is gone'));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  return {
    send: (method, parameters = {}, session) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        socket.send(JSON.stringify({ id: last, method, params: parameters, sessionId: session }));
      }),
    on: (session, hear) => hearers.set(session, hear),
    forget: (session) => hearers.delete(session),
  };
}
