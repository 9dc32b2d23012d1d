import { decideApproval } from '../../../../tools/approvals/decide-approval.ts';
import { getApproval } from '../../../../tools/approvals/get-approval.ts';
import { listApprovals } from '../../../../tools/approvals/list-approvals.ts';
import { catalogue } from '../../../../tools/index.ts';
import { previewAgain, type RenewedPreview, runHeldCall } from '../../../contract/held-call.ts';
import { invoke } from '../../../contract/invoke.ts';
import type { Tool } from '../../../contract/tool.ts';
import { keepMails } from '../../../engine/approval/kept-mails.ts';
import {
  type ApprovalRecord,
  approvalLimits,
  approvalStatus,
  contentReview,
} from '../../../model/approval/approval.ts';
import { describeShownMail } from '../../../model/approval/describe-mails.ts';
import { Failure, toToolError } from '../../../model/failure.ts';
import type { OrganizationRecord } from '../../../model/organization/organization.ts';
import type { Platform } from '../../../platform.ts';
import { posthouse } from '../../../world/command-line.ts';
import { decideAlike, isSettled, previewAlike } from '../../approvals/alike.ts';
import { listResults } from '../../approvals/result-addresses.ts';
import { type ShownMails, shownMails } from '../../approvals/shown-mails.ts';
import { closeWithin, deliverAccepted } from '../deliver-accepted.ts';
import type { CliEnvironment } from '../environment.ts';
import { namedOrganization } from '../named-organization.ts';
import { formatHelp, type Help } from '../output/help.ts';
import { oneValue, orUsage, parseOptions, plainOptions, UsageError, type Words } from '../parse-options.ts';
import {
  askLine,
  exitCodes,
  isAtTerminal,
  isTerminal,
  processStreams,
  processTerminal,
  type Streams,
  type Terminal,
  terminalColumns,
} from '../streams.ts';
import {
  describeMails,
  describeOutcome,
  describeQuestion,
  describeResults,
  formatPending,
  formatRow,
} from './describe-approval.ts';

const help: Help = {
  usage: 'posthouse approvals [show ID | approve ID | decline ID] [OPTION …]',
  about: [
    'Lists the calls of assistants that wait for approval on the database of this machine, and lets a person decide them. The server may be running.',
    'Everyone who can run commands as this user can also do what the assistant asks for without an approval. Run an assistant that must not approve its own calls as another user, or on another machine.',
  ],
  sections: [
    {
      title: 'Commands',
      rows: [
        ['approvals', 'Lists pending calls.'],
        [
          'approvals show ID',
          'Shows what the call would do now: the number of recipients, who is left out, and every mail with its subject.',
        ],
        [
          'approvals approve ID',
          'Shows the same, asks you to type yes, and runs the call. Works only at a terminal, so that no program can approve.',
        ],
        ['approvals decline ID', 'Declines the call.'],
      ],
    },
    {
      title: 'Options',
      rows: [
        [
          '--alike',
          'All pending calls of the same tool and assistant as ID, decided together. Each is still checked on its own.',
        ],
        ['--mail N', 'With show: the text of mail N, as the recipient gets it.'],
        ['--word TEXT', 'With approve and decline: a note to the assistant.'],
        ['--json', 'With show and without a command: JSON, for programs.'],
        ['--org ORG', 'Id of the organization. Default: the first one.'],
      ],
    },
  ],
  examples: [
    'posthouse approvals',
    'posthouse approvals show apr_1 --mail 1',
    'posthouse approvals approve apr_1',
  ],
};

const never = new AbortController().signal;
const tools = new Map<string, Tool>(catalogue.map((tool) => [tool.name, tool]));

type Order =
  | { kind: 'list'; json: boolean }
  | { kind: 'show'; id: string; mail: number | undefined; alike: boolean; json: boolean }
  | { kind: 'approve' | 'decline'; id: string; word: string | undefined; alike: boolean };

type Here = {
  platform: Platform;
  organization: OrganizationRecord;
  streams: Streams;
  terminal: Terminal;
  call<Of extends Tool>(tool: Of, input?: Record<string, unknown>): Promise<Of['output']['_zod']['output']>;
};

/** @returns the exit code: 0 done, 1 refused or not approved, 2 for wrong words */
export async function runApprovals(
  words: readonly string[],
  environment: CliEnvironment,
  streams: Streams = processStreams,
  terminal: Terminal = processTerminal,
): Promise<number> {
  return await orUsage(streams, help.usage, async () => {
    const read = parseOptions(
      words,
      plainOptions({ word: true, mail: true, org: true, alike: false, json: false }),
    );
    if (read.options.has('help')) {
      streams.out.write(formatHelp(help));
      return exitCodes.done;
    }
    const order = orderOf(read);
    const org = oneValue(read, 'org');
    if (order.kind === 'approve' && !isAtTerminal(terminal)) {
      return refuse(
        streams,
        'only a person at a terminal can approve, and this is not a terminal. Sign in at the console instead, or run the command by hand',
      );
    }
    const platform = await environment.openConfigured(environment.readConfig(), { showsToken: false });
    try {
      const organization = await namedOrganization(platform, org);
      const { engine } = platform;
      const caller = platform.operator('console', organization);
      const call: Here['call'] = async (tool, input = {}) =>
        (await invoke(engine, tool, caller, input)).output as never;
      return await carryOut({ platform, organization, streams, terminal, call }, order);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return refuse(streams, toToolError(error).message);
    } finally {
      await closeWithin(platform);
    }
  });
}

function orderOf(read: Words): Order {
  const [verb, id, ...more] = read.alone;
  const [word, mail] = [oneValue(read, 'word'), oneValue(read, 'mail')];
  if (word !== undefined && verb !== 'approve' && verb !== 'decline')
    throw new UsageError('--word works only with approve and decline');
  if (mail !== undefined && verb !== 'show') throw new UsageError('--mail works only with show');
  const alike = read.options.has('alike');
  if (alike && (verb === undefined || mail !== undefined))
    throw new UsageError('--alike works only with show, approve and decline, and not with --mail');
  const json = read.options.has('json');
  if (json && (alike || mail !== undefined || (verb !== undefined && verb !== 'show')))
    throw new UsageError('--json works only with show and without a command');
  if (verb === undefined) return { kind: 'list', json };
  if (verb !== 'show' && verb !== 'approve' && verb !== 'decline')
    throw new UsageError(`there is no command approvals ${verb}; use show, approve or decline`);
  if (id === undefined || more.length > 0) throw new UsageError(`approvals ${verb} needs one ID`);
  if (verb === 'show')
    return { kind: verb, id, mail: mail === undefined ? undefined : mailNumber(mail), alike, json };
  return { kind: verb, id, word, alike };
}

function mailNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError('--mail needs the number of a mail, from 1');
  return Number(text);
}

async function carryOut(here: Here, order: Order): Promise<number> {
  if (order.kind === 'list') return order.json ? await listAsJson(here) : await list(here);
  const question = await approvalsOf(here).byId(order.id);
  if (!question) {
    return refuse(here.streams, `there is no approval ${order.id} in ${here.organization.name}`);
  }
  if (order.alike) return await together(here, question, order);
  switch (order.kind) {
    case 'show':
      if (!order.json) return await show(here, question, order.mail);
      writeJson(here, await here.call(getApproval, { id: question.id }));
      return exitCodes.done;
    case 'approve':
      return await approve(here, question, order.word);
    case 'decline':
      return await decline(here, question, order.word);
  }
}

function approvalsOf({ platform, organization }: Here) {
  return platform.engine.store.forOrganization(organization.key).approvals;
}

async function list(here: Here): Promise<number> {
  const { platform, organization, streams } = here;
  const now = platform.engine.world.clock.now();
  const request = { limit: approvalLimits.pendingMax };
  const { rows } = await approvalsOf(here).page({ status: 'pending' }, request, now);
  const named = rows.map((question) => ({ question, title: titleOf(question) }));
  if (isTerminal(streams.out) && rows.length > 0)
    streams.out.write(formatPending(named, organization, terminalColumns(streams.out)));
  else
    for (const { question, title } of named)
      streams.out.write(`${formatRow(question, title, organization)}\n`);
  if (rows.length === 0) streams.err.write('No call waits for approval.\n');
  else streams.err.write(`\n${posthouse} approvals show ID shows what a call would do.\n`);
  return exitCodes.done;
}

async function listAsJson(here: Here): Promise<number> {
  const data: { id: string }[] = [];
  for (;;) {
    const after = data.at(-1)?.id;
    const page = await here.call(listApprovals, { status: 'pending', limit: 100, ...(after && { after }) });
    data.push(...page.data);
    if (page.has_more) continue;
    writeJson(here, { ...page, data });
    return exitCodes.done;
  }
}

function writeJson({ streams: { out } }: Here, value: unknown): void {
  out.write(`${JSON.stringify(value, null, 2)}\n`);
}

function titleOf({ tool }: Pick<ApprovalRecord, 'tool'>): string {
  return tool === contentReview.tool ? contentReview.title : (tools.get(tool)?.title ?? tool);
}

async function show(here: Here, asked: ApprovalRecord, mail: number | undefined): Promise<number> {
  const look = await lookAt(here, asked);
  const mails = await mailsOf(here, look);
  if (mail === undefined) {
    await writeQuestion(here, asked, look, mails);
    return exitCodes.done;
  }
  const shown = mail <= mails.count ? await mails.show(mail - 1) : null;
  if (shown === null) {
    const known = mails.count === 0 ? 'it has no mail to show' : `it has ${mails.count}`;
    return refuse(here.streams, `there is no mail ${mail}: ${known}`);
  }
  here.streams.out.write(describeShownMail(shown));
  return exitCodes.done;
}

async function lookAt(
  { platform: { engine }, organization }: Here,
  asked: ApprovalRecord,
): Promise<RenewedPreview> {
  return await previewAgain(engine, tools, organization, asked);
}

async function mailsOf(
  { platform: { engine }, organization }: Here,
  look: RenewedPreview,
): Promise<ShownMails> {
  return await shownMails(engine, organization, look, never);
}

async function writeQuestion(
  { platform, organization, streams: { out }, call }: Here,
  asked: ApprovalRecord,
  { question, refusal }: RenewedPreview,
  mails: ShownMails,
): Promise<void> {
  const now = platform.engine.world.clock.now();
  const hasChanged = question.about !== asked.about;
  out.write(describeQuestion({ question, title: titleOf(question), organization, now, hasChanged, refusal }));
  out.write(await describeMails(mails));
  const approval = await call(getApproval, { id: asked.id });
  out.write(describeResults(listResults(approval, platform.engine.settings.baseUrl)));
}

async function approve(here: Here, asked: ApprovalRecord, word: string | undefined): Promise<number> {
  const { platform, organization, streams, terminal } = here;
  const { engine } = platform;
  const look = await lookAt(here, asked);
  await writeQuestion(here, asked, look, await mailsOf(here, look));
  const { question, refusal } = look;
  const status = approvalStatus(question, engine.world.clock.now());
  if (refusal) return refuse(streams, 'nothing was approved, because the call would be refused');
  if (status !== 'pending' && status !== 'declined') {
    return refuse(streams, `the call can no longer be approved: it is ${status}`);
  }
  const answer = await askLine(terminal, '\nType yes to approve exactly this: ');
  if (answer.trim().toLowerCase() !== 'yes') return refuse(streams, 'nothing was approved');
  await decide(here, question, 'approve', word);
  if (question.tool === contentReview.tool)
    await keepMails(engine, organization, question, look.previewed ?? {});
  const decided = await approvalsOf(here).byId(question.id);
  const ran = await runHeldCall(engine, tools, organization, decided!);
  streams.out.write(`${describeOutcome(ran)}\n`);
  if (ran.kind === 'done' && tools.get(question.tool)?.effect === 'send') {
    await deliverAccepted(platform, streams);
  }
  return ran.kind === 'changed' || ran.kind === 'refused' ? exitCodes.refused : exitCodes.done;
}

async function decline(here: Here, asked: ApprovalRecord, word: string | undefined): Promise<number> {
  const { question, previewed } = await lookAt(here, asked);
  await decide(here, question, 'decline', word);
  await keepMails(here.platform.engine, here.organization, question, previewed ?? {});
  here.streams.out.write('Declined. Nothing was done.\n');
  return exitCodes.done;
}

/** Shows and decides all open calls of the same tool and assistant. */
async function together(
  here: Here,
  question: ApprovalRecord,
  order: Exclude<Order, { kind: 'list' }>,
): Promise<number> {
  const { platform, organization, streams, terminal } = here;
  const place = { engine: platform.engine, organization, tools };
  const { together: calls, apart } = await previewAlike(place, question, never);
  for (const { question: asked, mails, ...look } of calls) {
    await writeQuestion(here, asked, { ...look, question: asked }, mails);
    const mail = mails.count === 0 ? null : await mails.show(0);
    streams.out.write(mail === null ? '\n' : `${describeShownMail(mail)}\n`);
  }
  for (const { id } of apart)
    streams.out.write(`${id} would be refused or has several mails: decide it separately.\n`);
  if (order.kind === 'show') return exitCodes.done;
  if (calls.length === 0) return refuse(streams, 'no such call waits for approval');
  if (order.kind === 'approve') {
    const answer = await askLine(terminal, `\nType yes to approve exactly these ${calls.length}: `);
    if (answer.trim().toLowerCase() !== 'yes') return refuse(streams, 'nothing was approved');
  }
  const { kind, word } = order;
  const seen = calls.map((call) => call.question);
  const outcomes = await decideAlike(place, seen, kind, async (one) => await decide(here, one, kind, word));
  for (const [id, outcome] of outcomes)
    streams.out.write(`${id}: ${outcome.kind === 'declined' ? 'Declined.' : describeOutcome(outcome)}\n`);
  const isSend = tools.get(question.tool)?.effect === 'send';
  if (kind === 'approve' && isSend) await deliverAccepted(platform, streams);
  return [...outcomes.values()].every(isSettled) ? exitCodes.done : exitCodes.refused;
}

async function decide(
  { call }: Here,
  { id, about }: Pick<ApprovalRecord, 'id' | 'about'>,
  decision: 'approve' | 'decline',
  word: string | undefined,
): Promise<void> {
  await call(decideApproval, { id, decision, about, ...(word !== undefined && { word }) });
}

function refuse({ err }: Streams, sentence: string): number {
  err.write(`posthouse: ${sentence}\n`);
  return exitCodes.refused;
}
