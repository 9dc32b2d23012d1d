import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Json, messageOf, refusalIn, statelessRequest } from '../adversary/assistant.ts';
import { passing, type RemoteVerifier, remoteVerifier } from '../world/http/remote-verifier.ts';
import { mailSink } from '../world/mail/mail-sink.ts';
import { firstToken } from '../world/platform.ts';
import { type Program, startProgram } from '../world/programs/program.ts';
import { seededRandom } from '../world/simulated/random.ts';

/** `npm run test:long` kills more often. */
const kills = Number(process.env.KILLS ?? 1);
const seed = Number(process.env.SEED ?? 20_261_123);
const batchesBetweenKills = 12;
/** Some batches of different sizes are sent while others are still being verified. */
const peopleOfBatchMax = 60;
const peopleOfCampaign = 3;

/** State of a send that must happen once. */
type Send = {
  name: string;
  tool: 'send_email_batch' | 'send_campaign';
  given: object;
  people: string[];
  /** Confirmation given by the person. */
  confirmation?: string;
  /** True if a call with that confirmation got no response. */
  mayBeUsedUp: boolean;
  /** Number of confirmations used up by interrupted calls. */
  timesUsedUp: number;
  answer?: Json;
};

test(`${kills} kills neither lose nor repeat a send that a person confirmed (seed ${seed})`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-kill-confirmed-'));
  const sink = await mailSink();
  const verifier = await remoteVerifier();
  const environment = {
    POSTHOUSE_CONTENT_VERIFIER_URL: verifier.url,
    // The killed calls carry their confirmation.
    POSTHOUSE_MCP_CONFIRM_BY: 'assistant',
  };
  const start = async (role: 'api' | 'worker') => {
    const program = await startProgram({ dataDir: folder, relayUrl: sink.url, role, environment });
    onTestFinished(() => program.kill());
    return program;
  };
  const random = seededRandom(seed);
  // Another process, which stays alive, delivers the mail: no mail may arrive twice.
  const worker = await start('worker');
  const sends: Send[] = [];
  const cutOff: Send[] = [];

  for (let round = 0; round < kills; round += 1) {
    const door = await start('api');
    await Promise.all(sends.map((send) => pursue(door, send)));

    const batches = Array.from({ length: batchesBetweenKills }, (_, at) =>
      batch(`b${round}-${at}`, 1 + random.integer(peopleOfBatchMax)),
    );
    const [free, held] = [await campaign(door, `c${round}`), await campaign(door, `held${round}`)];
    const going = [...batches, free];
    // This person is slow: they agree after the process that showed the question has died.
    const shown = batch(`shown${round}`, 2);
    await Promise.all([...going, shown, held].map((send) => call(door, send)));

    // Its confirmation is used up and it is not sent yet: the program is killed exactly here.
    const reached = holdOnceConfirmed(verifier, held);
    const lost = call(door, held);
    await Promise.race([reached, lost.then(() => Promise.reject(new Error('it was not held')))]);
    // And with the others, all confirmed by now, at a random point.
    const cutOffAfter = random.integer(going.length);
    const enough = Promise.withResolvers<void>();
    let answers = 0;
    const calls = going.map(async (send) => {
      if (await call(door, send)) answers += 1;
      if (answers > cutOffAfter) enough.resolve();
    });
    await Promise.race([enough.promise, Promise.all(calls)]);
    await door.kill();
    await Promise.all([lost, ...calls]);
    verifier.answers({ body: JSON.stringify(passing) });
    cutOff.push(held);
    sends.push(...going, shown, held);
  }

  const door = await start('api');
  await Promise.all(sends.map((send) => pursue(door, send)));
  expect(cutOff.map(({ timesUsedUp }) => timesUsedUp)).toEqual(cutOff.map(() => 1));
  // Repeating it has no further effect.
  for (const send of sends) {
    const { answer } = send;
    await call(door, send);
    expect([send.name, send.answer]).toEqual([send.name, answer]);
  }
  const people = sends.flatMap((send) => send.people);
  await sink.arrived(people.length);
  expect(await Promise.all([worker.stop(), door.stop()])).toEqual([0, 0]);

  expect(sink.messages.flatMap(({ recipients }) => recipients).sort()).toEqual(people.sort());
  await Promise.all([sink.close(), verifier.close()]);
  await rm(folder, { recursive: true });
});

function batch(name: string, size: number): Send {
  const people = peopleOf(name, size);
  const emails = people.map((to) => ({ from: 'hello@acme.dev', to, subject: name, markdown: 'Hello.' }));
  return { name, tool: 'send_email_batch', given: { emails }, people, mayBeUsedUp: false, timesUsedUp: 0 };
}

/** A draft with its own recipients. */
async function campaign(door: Program, name: string): Promise<Send> {
  const people = peopleOf(name, peopleOfCampaign);
  const subscribers = people.map((email) => ({ email, tags: [name] }));
  expect((await use(door, 'save_subscribers', { subscribers })).created).toBe(people.length);
  const { id: campaignId } = await use(door, 'create_campaign', {
    name,
    subject: name,
    fromEmail: 'news@acme.dev',
    markdown: 'The garden is open. [Leave]({{unsubscribeUrl}})',
    audience: { tags: { any: [name] } },
  });
  return { name, tool: 'send_campaign', given: { campaignId }, people, mayBeUsedUp: false, timesUsedUp: 0 };
}

function peopleOf(name: string, size: number): string[] {
  return Array.from({ length: size }, (_, at) => `${name}-${at}@mailbox.dev`);
}

/**
 * Calls until there is an answer, always the same way; the person agrees to every question. Ends with
 * the program.
 */
async function pursue(door: Program, send: Send): Promise<void> {
  while (send.answer === undefined) if (!(await call(door, send))) return;
}

/** @returns whether the program lived long enough to answer */
async function call(door: Program, send: Send): Promise<boolean> {
  const { name, confirmation } = send;
  const result = await ask(door, send.tool, {
    ...send.given,
    idempotency_key: name,
    ...(confirmation !== undefined && { confirmation_token: confirmation }),
  });
  if (result === null) {
    send.mayBeUsedUp ||= confirmation !== undefined;
    return false;
  }
  const refusal = refusalIn(result);
  if (refusal === null) {
    send.answer = result.structuredContent;
    return true;
  }
  // Any process accepts an unused confirmation; a used confirmation makes it ask the person again.
  const reason = confirmation === undefined ? 'not_confirmed' : 'used';
  expect(refusal, name).toMatchObject({
    name: 'confirmation_required',
    details: { reason, preview: { recipients: send.people.length } },
  });
  if (reason === 'used') {
    expect([name, send.mayBeUsedUp, await isUntouched(door, send)]).toEqual([name, true, true]);
    send.mayBeUsedUp = false;
    send.timesUsedUp += 1;
  }
  send.confirmation = refusal.details.confirmation_token;
  return true;
}

/** Whether none of it was sent or will be. */
async function isUntouched(door: Program, { tool, given, people }: Send): Promise<boolean> {
  if (tool === 'send_campaign') return (await use(door, 'get_campaign', given)).status === 'DRAFT';
  // A batch is accepted whole or not at all.
  return (await use(door, 'list_emails', { to: people[0] })).data.length === 0;
}

/**
 * From now on the campaign is previewed once more and its confirmation used up, and then its verdict never
 * arrives.
 */
function holdOnceConfirmed(verifier: RemoteVerifier, { name }: Send): Promise<void> {
  const reached = Promise.withResolvers<void>();
  let asked = 0;
  verifier.answers(({ subject }) => {
    if (subject === name) asked += 1;
    if (subject !== name || asked === 1) return { body: JSON.stringify(passing) };
    reached.resolve();
    return 'silence';
  });
  return reached.promise;
}

async function use(door: Program, tool: string, given: object): Promise<Json> {
  const result = await ask(door, tool, given);
  if (result?.structuredContent === undefined) throw new Error(`${tool}: ${JSON.stringify(result)}`);
  return result.structuredContent;
}

/**
 * The result of a call at `/mcp` by a client that cannot ask its person; null if the program died meanwhile.
 */
async function ask(door: Program, name: string, given: object): Promise<Json | null> {
  const { headers, message } = statelessRequest('tools/call', { name, arguments: given });
  try {
    const response = await fetch(`${door.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${firstToken}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(message),
    });
    const { result, error } = await messageOf(response);
    if (error) throw new Error(JSON.stringify(error));
    return result;
  } catch (error) {
    if (door.process.killed) return null;
    throw error;
  }
}
