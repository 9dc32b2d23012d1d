import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readConfig } from '../../../src/config.ts';
import { secondMs } from '../../../src/model/instant.ts';
import { runApprovals } from '../../../src/surfaces/cli/approvals/approvals.ts';
import { keptStreams } from '../../surfaces/cli/runner.ts';
import { type Browser, personIn, signedIn } from '../../surfaces/console/scene.ts';
import type { SeededRandom } from '../../world/simulated/random.ts';
import type { Asked, CallOutcome } from '../assistant-programs.ts';
import type { Call } from './doors.ts';
import type { Ledger } from './ledger.ts';
import type { Organization } from './organization.ts';

/** Simulates the person who decides about calls: in a form, on the page, at the terminal, or through the assistant itself. */

export type Decision = 'yes' | 'no' | 'nothing';

export type Person = {
  /** Decides about a call, wherever it asks. @returns the final answer of the call */
  decide(
    call: Call,
    came: CallOutcome,
    repeat: (more?: object) => Promise<CallOutcome>,
  ): Promise<CallOutcome>;
};

type Surroundings = {
  organization: Organization;
  ledger: Ledger;
  random: SeededRandom;
  /** Approves most questions. */
  agreeable: boolean;
  /** Runs between the question and the decision. */
  meanwhile(): Promise<void>;
  note(line: string): void;
};

/** Maximum number of questions about a call, after which the person cancels. */
const questionsMax = 4;

export function openPerson({
  organization,
  ledger,
  random,
  agreeable,
  meanwhile,
  note,
}: Surroundings): Person {
  const { simulated } = organization;
  let browser: Browser | undefined;

  const draw = (): Decision =>
    agreeable && !isOne(8) ? 'yes' : random.pick(['yes', 'yes', 'yes', 'no', 'nothing', 'nothing']);
  const isOne = (outOf: number): boolean => random.integer(outOf) === 0;

  const approve = async (call: Call, shown: string): Promise<void> => {
    note(`  a person approves ${call.tool.name}: ${shown.replaceAll(/\s+/g, ' ').slice(0, 300)}`);
    await ledger.approve({ tool: call.tool.name, input: call.input, shown });
  };

  const atPage = async (call: Call, id: string, decision: Exclude<Decision, 'nothing'>): Promise<void> => {
    browser ??= await signIn();
    const path = `/console/approvals/${id}`;
    let page = await browser.get(path);
    if (page.status === 303) {
      browser = await signIn();
      page = await browser.get(path);
    }
    const about = /name="about" value="([^"]*)"/.exec(page.text)?.[1];
    if (about === undefined) return;
    if (isOne(4)) await meanwhile();
    if (decision === 'yes') await approve(call, page.text + (await framesOf(page.text)));
    await browser.post(path, { decision: decision === 'yes' ? 'approve' : 'decline', about });
  };
  /** Returns the mails in the frames of a page. */
  const framesOf = async (page: string): Promise<string> => {
    const sources = [...page.matchAll(/<iframe [^>]*src="([^"]*)"/g)].map(([, source]) => source!);
    const frames = await Promise.all(sources.map((source) => browser!.get(source)));
    return frames.map(({ text }) => text).join('\n');
  };
  const signIn = async (): Promise<Browser> => {
    const wish = { email: null, roles: ['approver'] as const };
    return await signedIn(simulated, await personIn(simulated, simulated.organization, wish));
  };
  const atTerminal = async (
    call: Call,
    id: string,
    decision: Exclude<Decision, 'nothing'>,
  ): Promise<void> => {
    if (decision === 'no') return void (await terminal(['decline', id]));
    if (isOne(4)) await meanwhile();
    // The command shows the same again, and runs jobs at the exact time of the approval.
    await organization.work();
    const shown = (await terminal(['show', id])) + (await terminal(['show', id, '--mail', '1']));
    await approve(call, shown);
    await terminal(['approve', id], 'yes\n');
  };
  const terminal = async (words: string[], typed = ''): Promise<string> => {
    const streams = keptStreams();
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = Object.assign(new PassThrough(), { isTTY: true });
    output.resume();
    input.end(typed);
    const { platform } = simulated;
    const environment = {
      readConfig: () => readConfig({ LOG_LEVEL: 'silent' }),
      // The running server stays open after the command.
      openConfigured: async () => ({ ...platform, http: platform.http, close: async () => {} }),
    };
    return streams.result(await runApprovals(words, environment, streams, { input, output })).out;
  };
  const atConsole = async (call: Call, id: string, decision: Decision): Promise<void> => {
    if (decision === 'nothing') return;
    if (isOne(4)) await atTerminal(call, id, decision);
    else await atPage(call, id, decision);
  };

  const inProgram = async (call: Call, { params, reply }: Asked): Promise<CallOutcome> => {
    const decision = draw();
    if (params.mode === 'url') {
      const id: string = params.url.split('/').at(-1);
      await atConsole(call, id, decision);
      const action = decision === 'nothing' ? random.pick(['cancel', 'accept']) : 'accept';
      return await untilAnswered(organization, reply({ action }));
    }
    if (isOne(4)) await meanwhile();
    if (decision === 'yes') {
      await approve(call, params.message);
      return await reply({ action: 'accept', content: { confirm: true } });
    }
    return await reply(
      decision === 'no' ? { action: 'decline' } : { action: 'accept', content: { confirm: false } },
    );
  };

  return {
    async decide(call, first, repeat) {
      let came = first;
      for (let asked = 0; asked < questionsMax; asked += 1) {
        if (came.question) {
          came = await inProgram(call, came.question);
          continue;
        }
        const { approval, confirmation_token, preview } = (came.refused && came.answer?.details) || {};
        if (typeof confirmation_token === 'string') {
          // The assistant asks its person in its own words and returns the token.
          if (draw() !== 'yes') return came;
          if (isOne(4)) await meanwhile();
          await approve(call, JSON.stringify(preview));
          came = await repeat({ confirmation_token });
        } else if (typeof approval?.id === 'string') {
          const decision = draw();
          await atConsole(call, approval.id, decision);
          if (decision === 'nothing' || isOne(2)) return came;
          came = await repeat();
        } else return came;
      }
      if (came.question) await came.question.reply({ action: 'cancel' });
      return came;
    },
  };
}

/** Turns of the event loop that an answer may take before the clock moves on. */
const turnsOfOneSecond = 40;

/** Advances the clock until a waiting call is answered. */
export async function untilAnswered<Answer>(
  { simulated: { clock } }: Pick<Organization, 'simulated'>,
  waiting: Promise<Answer>,
): Promise<Answer> {
  let isOver = false;
  const over = (): void => {
    isOver = true;
  };
  waiting.then(over, over);
  for (let turn = 1; !isOver; turn += 1) {
    await nextTurn();
    if (turn % turnsOfOneSecond === 0) await clock.advance(secondMs);
  }
  return await waiting;
}
