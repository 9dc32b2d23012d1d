import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Caller } from '../../../../src/engine/context/caller.ts';
import { posthouseServer } from '../../../../src/surfaces/mcp/offer/posthouse-server.ts';
import type { ServerDefinition } from '../../../../src/surfaces/mcp/protocol/server-definition.ts';
import { lineReader } from '../../../../src/surfaces/mcp/stdio/line-framing.ts';
import { serveStdio } from '../../../../src/surfaces/mcp/stdio/stdio.ts';
import type { SimulatedPlatform } from '../../../world/platform.ts';
import type { Json } from './wire.ts';

/** A raw stdio connection to the whole platform. */
export type StdioWire = {
  send(...messages: unknown[]): void;
  /** Returns the server's next message. */
  next(): Promise<Json>;
  /** Sends a message and waits for the response with its id; drops messages in between. */
  ask(message: Json): Promise<Json>;
  /** Closes the input and returns every unread message. */
  end(): Promise<Json[]>;
};

export function stdioTo(
  posthouse: SimulatedPlatform,
  caller: Caller = posthouse.platform.operator('mcp'),
  offerNow: () => ServerDefinition = () => posthouseServer(posthouse.platform.mcpContext, caller),
): StdioWire {
  const { engine } = posthouse.platform;
  const input = new PassThrough();
  const output = new PassThrough();
  const messages: Json[] = [];
  const read = lineReader(
    (line) => {
      messages.push(JSON.parse(line));
      output.emit('message');
    },
    () => {},
  );
  output.on('data', read);
  const served = serveStdio(engine.world, offerNow, input, output);
  const send = (...all: unknown[]): void => {
    input.write(all.map((one) => `${JSON.stringify(one)}\n`).join(''));
  };
  const next = async (): Promise<Json> => {
    while (messages.length === 0) await once(output, 'message');
    return messages.shift();
  };
  return {
    send,
    next,
    async ask(message) {
      send(message);
      for (;;) {
        const answer = await next();
        if (answer.id === message.id && !('method' in answer)) return answer;
      }
    },
    async end() {
      input.end();
      await served;
      return messages;
    },
  };
}
