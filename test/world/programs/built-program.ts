import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { inject } from 'vitest';

let built: Promise<string> | undefined;

/** Returns the main file of the built program. The first caller of a test run waits for the build. */
export function builtProgram(): Promise<string> {
  built ??= askBuilder();
  return built;
}

/** Returns the built program of the processes that render; see `builtProgram`. */
export async function builtRenderChild(): Promise<URL> {
  return new URL('./render-child.js', pathToFileURL(await builtProgram()));
}

async function askBuilder(): Promise<string> {
  const socket = connect(inject('programBuilder'));
  await once(socket, 'connect');
  const { main, fault } = JSON.parse(await text(socket)) as { main?: string; fault?: string };
  if (main === undefined) throw new Error(`the program was not built: ${fault}`);
  return main;
}
