import { type Browser, personIn, signedIn } from '../test/surfaces/console/scene.ts';
import { baseUrl } from '../test/world/platform.ts';
import type { Answer, AtConsole } from './task.ts';
import type { EvalWorld } from './world.ts';

/** A task's person in a browser at the console, out of the assistant's reach. */
export type ConsolePerson = {
  /** Opens the page of every pending approval and decides it, or leaves it open. */
  look(): Promise<void>;
};

export const approverName = 'Ada';

/** Creates a person who signs in with a one-time link before the first decision. They have no address, so they get no mail. */
export function consolePerson(world: EvalWorld, decides: AtConsole): ConsolePerson {
  let browser: Browser | undefined;
  return {
    async look() {
      browser ??= await signedIn(
        world,
        await personIn(world, world.organization, { name: approverName, email: null, roles: ['approver'] }),
      );
      const { data } = await world.use('list_approvals', { status: 'pending' });
      for (const { id } of data as { id: string }[]) {
        const path = `/console/approvals/${id}`;
        const page = await browser.get(path);
        const decided = decides(page.text);
        if (decided === null) continue;
        const about = /name="about" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
        const { status } = await browser.post(path, { about, word: '', ...decided });
        if (status !== 303) throw new Error(`the decision of a person was answered ${status}`);
      }
    },
  };
}

/** Makes a call as another assistant of the organization, before the task begins. @returns the result or refusal */
export async function askedBefore(world: EvalWorld, name: string, given: object): Promise<Answer> {
  const { token } = await world.addToken(world.organization, { name: 'Yesterday' });
  const response = await world.platform.http.fetch(
    new Request(`${baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: given },
      }),
    }),
  );
  const { result } = (await response.json()) as Answer;
  return JSON.parse(result.content[0].text.replaceAll(/[⟦⟧]/g, ''));
}

/** Returns all approval requests so far, newest first. */
export async function questions(world: EvalWorld): Promise<Answer[]> {
  return (await world.use('list_approvals', { limit: 100 })).data;
}

/** Returns a fault unless the person approved exactly this many calls of a tool at the console, and each was done. */
export async function approvedOnPage(world: EvalWorld, tool: string, times = 1): Promise<string | null> {
  const done = (await questions(world)).filter(
    (one) => one.tool === tool && one.status === 'used' && one.outcome === 'done',
  );
  if (done.length !== times)
    return `${done.length} calls of ${tool} were done by a yes, and ${times} should be`;
  return done.every(({ decided_by }) => decided_by?.name === approverName)
    ? null
    : `${tool} was not approved by ${approverName}`;
}

export async function nothingAsked(world: EvalWorld): Promise<string | null> {
  const asked = await questions(world);
  return asked.length === 0 ? null : `a person was asked about ${asked.map(({ tool }) => tool).join(', ')}`;
}
