import type { Tool } from '../../../src/contract/tool.ts';
import { dayMs, hourMs, minuteMs } from '../../../src/model/instant.ts';
import { catalogue } from '../../../tools/index.ts';
import { type SeededRandom, seededRandom } from '../../world/simulated/random.ts';
import type { Json } from '../assistant.ts';
import type { CallOutcome } from '../assistant-programs.ts';
import { type Call, type Door, doorsOf, drawProgram, openDoors } from './doors.ts';
import { type Draw, drawInput, drawInputs, isAboutOnePerson } from './inputs.ts';
import { openLedger } from './ledger.ts';
import { firstLabelOfChains, labelOf, openOrganization, realDomain, tags } from './organization.ts';
import { openPerson, untilAnswered } from './person.ts';

/** Runs chains of operations as an assistant calls them, and judges the mail that they cause. */

/** An operation of a chain. Without a door, the chain picks one. */
export type Step = { tool: string; door?: Door };

export type Outcome = {
  /** Mails that neither an approval nor the allowance covers. */
  faults: string[];
  /** The chain in readable steps. */
  story: string[];
  /** Calls by operation, door and result. */
  calls: { tool: string; door: Door; result: string }[];
  approved: number;
  unapproved: number;
};

const tools = new Map<string, Tool>(catalogue.map((tool) => [tool.name, tool]));
export const operations = catalogue.filter((tool) => doorsOf(tool).length > 0);

/** Number of people that a repeated step calls an operation for, one call each: more than the allowance. */
const timesOfMany = 12;

/** Operations that mail or decide who is mailed are drawn more often. */
const likely = [
  'send_email',
  'send_email_batch',
  'send_template',
  'send_template_batch',
  'submit_message',
  'test_campaign',
  'send_campaign',
  'reschedule_campaign',
  'resume_campaign',
  'update_campaign',
  'create_campaign',
  'cancel_campaign',
  'save_workflow',
  'activate_workflow',
  'trigger_workflow',
  'track_event',
  'apply_tag',
  'add_subscriber_tags',
  'save_subscribers',
  'create_subscriber',
  'update_subscriber',
  'import_subscribers',
  'update_segment',
  'update_tag',
  'update_organization_settings',
  'pause_sending',
  'resume_sending',
  'create_token',
];

/** Chains that are tried in every run, with inputs that the seed draws. */
export const usualChains: readonly (readonly string[])[] = [
  ['activate_workflow', 'trigger_workflow', 'trigger_workflow'],
  ['save_workflow', 'activate_workflow', 'trigger_workflow', 'trigger_workflow'],
  ['import_subscribers', 'create_segment', 'save_workflow', 'activate_workflow'],
  ['update_segment', 'activate_workflow', 'import_subscribers', 'trigger_workflow'],
  ['save_workflow', 'activate_workflow', 'apply_tag'],
  ['activate_workflow', 'apply_tag', 'add_subscriber_tags', 'track_event'],
  ['create_token', 'send_email', 'send_email', 'send_email_batch'],
  ['create_template', 'publish_template', 'send_template', 'send_template_batch'],
  ['update_template', 'send_template', 'publish_template', 'send_template'],
  ['create_token', 'trigger_workflow', 'send_email', 'submit_message'],
  ['send_campaign', 'reschedule_campaign', 'reschedule_campaign'],
  ['reschedule_campaign', 'update_subscriber', 'apply_tag'],
  ['cancel_campaign', 'update_campaign', 'send_campaign'],
  ['save_subscribers', 'send_campaign', 'save_subscribers'],
  ['create_campaign', 'send_campaign', 'apply_tag', 'add_subscriber_tags'],
  ['send_campaign', 'update_segment', 'update_organization_settings', 'update_subscriber'],
  ['resume_campaign', 'add_subscriber_tags', 'redirect_link'],
  ['test_campaign', 'retry_email', 'release_emails', 'update_organization'],
  ['pause_sending', 'send_email', 'resume_sending', 'trigger_workflow'],
  ['pause_sending', 'activate_workflow', 'import_subscribers', 'resume_sending'],
  ['save_workflow', 'activate_workflow', 'add_subscriber_tags', 'track_event'],
  ['update_tag', 'update_tag', 'add_subscriber_tags', 'apply_tag'],
  ['update_segment', 'update_tag', 'import_subscribers', 'update_subscriber'],
  ['update_organization', 'update_organization_settings', 'save_subscribers', 'update_organization'],
  ['update_organization', 'activate_workflow', 'send_campaign', 'update_organization'],
];

/** Draws an operation. */
export function drawStep(random: SeededRandom): Step {
  return { tool: random.integer(3) > 0 ? random.pick(likely) : random.pick(operations).name };
}

/** Tools that answer after simulated time has passed. */
const waits = /^wait_for_/;

/** Runs a chain on a copy of the organization. The same seed and steps give the same chain. */
export async function runChain(seed: number, steps: readonly Step[]): Promise<Outcome> {
  const random = seededRandom(seed);
  const isOne = (outOf: number): boolean => random.integer(outOf) === 0;
  const mode = isOne(6) ? 'always' : 'bulk';
  // Otherwise few chains would continue after a question.
  const agreeable = isOne(2);
  const confirmBy = random.pick(['client', 'client', 'console', 'assistant'] as const);
  const organization = await openOrganization({ seed: seed + 1_000, confirm: mode, mcp: { confirmBy } });
  const { simulated, ids, operate, work } = organization;
  const { clock } = simulated;
  const doors = openDoors(simulated);
  const ledger = openLedger(organization, mode);
  const story = [`CONFIRM=${mode}, CONFIRM_BY=${confirmBy}`];
  const calls: Outcome['calls'] = [];
  const held = [organization.token];
  const made = new Set<string>();
  let labels = firstLabelOfChains;
  let numbers = 0;
  const note = (line: string): void => void story.push(line);
  const drawing = (): Draw => ({
    random,
    ids,
    made,
    label: labelOf(++labels),
    now: clock.now(),
    fresh: () => ++numbers,
  });

  const learn = (answer: Json): void => {
    const text = JSON.stringify(answer) ?? '';
    for (const [id] of text.matchAll(/\b[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}\b/g)) {
      const prefix = id.slice(0, 3);
      const known = ids[prefix] ?? [];
      if (known.includes(id)) continue;
      ids[prefix] = [...known, id];
      made.add(id);
    }
    if (typeof answer?.token === 'string' && typeof answer.id === 'string')
      held.push({ id: answer.id, secret: answer.token });
  };
  const meanwhile = async (): Promise<void> => {
    note('  meanwhile:');
    await take(drawStep(random), false);
  };
  const person = openPerson({ organization, ledger, random, agreeable, meanwhile, note });

  const callOnce = async (door: Door, call: Call, token: (typeof held)[number]): Promise<CallOutcome> => {
    const program = drawProgram(random);
    const speak = async (more: object = {}): Promise<CallOutcome> => {
      const answering = doors.call(door, { ...call, input: { ...call.input, ...more } }, token, program);
      return await (waits.test(call.tool.name) ? untilAnswered(organization, answering) : answering);
    };
    const came = await speak();
    const how = door === 'mcp' ? `${door} ${program.way}, elicits ${program.can}` : door;
    note(`${call.tool.name} over ${how} ${JSON.stringify(call.input).slice(0, 500)}: ${resultOf(came)}`);
    const last = await person.decide(call, came, speak);
    if (last !== came) note(`  then: ${resultOf(last)}`);
    learn(last.answer);
    calls.push({ tool: call.tool.name, door, result: resultOf(came) });
    return last;
  };
  const take = async ({ tool: name, door: wished }: Step, mayRepeat = true): Promise<void> => {
    const tool = tools.get(name)!;
    const draw = drawing();
    const first = drawInput(tool, draw);
    const isMany = mayRepeat && likely.includes(name) && isAboutOnePerson(first) && isOne(3);
    const inputs = isMany ? drawInputs(tool, draw, timesOfMany) : [first];
    const token = isOne(2) ? held.at(-1)! : held[0]!;
    const offered = doorsOf(tool);
    const door = wished ?? (offered.includes('mcp') && isOne(2) ? 'mcp' : random.pick(offered));
    for (const input of inputs) {
      ledger.noteCall(name, draw.label);
      await callOnce(door, { tool, input }, token);
    }
  };

  /** Signs people up at a form of the organization, without the assistant. */
  const signUp = async (): Promise<void> => {
    const emails = Array.from({ length: 6 }, () => `sign-up-${++numbers}@${realDomain}`);
    const tag = random.pick(tags);
    note(`6 people sign up with the tags readers and ${tag}`);
    organization.organic.push(...emails);
    ledger.noteSignUps(emails);
    await operate('save_subscribers', {
      subscribers: emails.map((email) => ({ email, tags: ['readers', tag], doubleOptIn: false })),
    });
  };

  /** Switches sending on or off, without the assistant. */
  const switchSending = async (sending_enabled: boolean): Promise<void> => {
    note(`the operator switches sending ${sending_enabled ? 'on' : 'off'}`);
    await operate('update_organization', { id: simulated.organization.id, sending_enabled });
  };

  try {
    if (isOne(5)) await operate('update_organization_settings', { double_opt_in: true });
    for (const step of steps) {
      if (isOne(8)) await switchSending(false);
      await take(step);
      if (isOne(4)) await switchSending(true);
      if (isOne(2)) await work();
      if (isOne(3)) await signUp();
      if (isOne(6)) {
        const ms = random.pick([minuteMs, 20 * minuteMs, 5 * hourMs]);
        note(`${ms / minuteMs} minutes pass`);
        await work();
        await clock.advance(ms);
      }
    }
    // Mail that waited while sending was off is checked too.
    await switchSending(true);
    await operate('resume_sending');
    await work();
    for (const email of organization.organic.slice(0, 2)) await operate('track_event', { name: 'go', email });
    for (const ms of [minuteMs, 2 * hourMs, 2 * dayMs, 3 * dayMs]) {
      await work();
      await clock.advance(ms);
    }
    await work();
    const errors = simulated.log.filter(({ level }) => level === 'error');
    const faults = [
      ...ledger.faults(),
      ...errors.map(({ message, facts }) => `error: ${message} ${String(facts.err)}`),
    ];
    return { faults, story, calls, ...ledger.counts };
  } finally {
    await doors.close();
    await simulated.close();
  }
}

/** Returns the result of a call in one word. */
function resultOf({ question, refused, answer }: CallOutcome): string {
  if (question) return `asks by ${question.params.mode}`;
  if (!refused) return 'done';
  return String(
    answer?.name ?? answer?.error?.code ?? answer?.code ?? answer?.protocol ?? JSON.stringify(answer),
  ).slice(0, 80);
}
