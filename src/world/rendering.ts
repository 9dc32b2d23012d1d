import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../concurrency/clock.ts';
import { FairTurns, type Rank, type Turn, TurnsFull } from '../concurrency/fair-turns.ts';
import type { Body } from '../model/content/body.ts';
import type { TrackedTarget } from '../model/content/links/tracked-links.ts';
import type { MergeFields } from '../model/content/merge-fields.ts';
import {
  compileEmail,
  countTemplateCharacters,
  type EmailTemplate,
  type RenderedEmail,
  renderEmail,
} from '../model/content/render.ts';
import { type OnLoop, runStep, TookTooLong } from '../model/content/run-within-limit.ts';
import { unrenderedEmail } from '../model/content/unrendered.ts';
import type { Tracked } from '../model/email/tracked.ts';
import { secondMs } from '../model/instant.ts';
import type { RawMessage } from '../model/message/raw-message.ts';
import { type ReadMessage, readMime, unreadMessage } from '../model/message/reading/read-mime.ts';
import { type ContentVerdict, type Unjudged, unjudged } from '../model/verification/content/verdict.ts';
import { countGivenCharacters } from '../model/verification/given-values.ts';
import { type JudgedPiece, judgeContent, type UnreadContent } from '../model/verification/unread-content.ts';
import { isInPlace, isReadInPlace } from './in-place.ts';
import type { Log } from './log.ts';
import { type ReadUsage, readSystemUsage } from './process-usage.ts';
import { ChildUnavailable, type TooMuch, WatchedChild } from './watched-child.ts';

/** Renders, parses and verifies content. Large content cannot block or end this process: a child takes it. */
export type Rendering = {
  /**
   * Renders a body that takes too much time or memory as plain text, because a retry would end the same way.
   * @throws RenderingBusy for a temporary problem; the caller retries, so that no incomplete mail leaves
   * @throws the abort reason of the turn's signal
   */
  render(mail: UnrenderedMail, turn: PlacedTurn): Promise<RenderedEmail>;
  /** Compiles a body for many recipients; null for `unrenderedEmail`. @throws RenderingBusy */
  compile(body: Body, tracked: Tracked, turn: PlacedTurn): Promise<EmailTemplate | null>;
  /** Returns the targets of tracked links; none for a body too large to be tracked. @throws RenderingBusy */
  targets(body: Body, turn: PlacedTurn): Promise<readonly TrackedTarget[]>;
  /** Parses a message; its source if it is too large. `attachment` counts from 1. @throws RenderingBusy */
  read(message: RawMessage, turn: PlacedTurn, attachment?: number): Promise<ReadMessage>;
  /**
   * Returns the same verdict on every machine: a number of steps, not a time, is the limit.
   * @throws RenderingBusy also if a busy machine did not finish: that is no verdict and must not be stored
   */
  verify(content: UnreadContent, turn: PlacedTurn): Promise<ContentVerdict | Unjudged>;
  /** Verifies large content in pieces. The first piece that does not pass decides. @throws RenderingBusy */
  verifyPieces(content: UnreadContent, turn: Turn): Promise<ContentVerdict | Unjudged>;
  /**
   * Whether a quick check clears every piece of a message that is too large to be judged. False for an
   * unreadable message. @throws RenderingBusy
   */
  clears(message: RawMessage, envelope: Envelope, turn: Turn): Promise<boolean>;
  /** Whether `showsLink` holds for every reader; false if the mail is too large. @throws RenderingBusy */
  shows(mail: UnrenderedMail, address: string, turn: PlacedTurn): Promise<boolean>;
  /** Counts tasks that wait for a child process, by rank. */
  waiting(): Readonly<Record<Rank, number>>;
  /** Ends the child processes and abandons their tasks. */
  close(): Promise<void>;
};

/** Work on the event loop throws `TookTooLong` at its time limit. By default, a child then takes it over. */
type PlacedTurn = Turn & { place?: 'loop' | 'child' };

/** A temporary problem that says nothing about the mail. */
export class RenderingBusy extends Error {}

/** @property preview final text @property tracked undefined for no tracking */
type UnrenderedMail = { body: Body; preview: string | null; values: MergeFields; tracked?: Tracked };

export type Envelope = Omit<UnreadContent, 'body' | 'text'>;

export type RenderTask =
  | { kind: 'render'; mail: UnrenderedMail }
  | { kind: 'compile'; body: Body; tracked: Tracked }
  | { kind: 'read'; message: RawMessage; attachment?: number | undefined }
  | { kind: 'verify'; content: UnreadContent }
  | { kind: 'clears'; message: RawMessage; envelope: Envelope }
  | { kind: 'shows'; mail: UnrenderedMail; address: string }
  | { kind: 'verify_piece'; content: UnreadContent; index: number };

type AnswerTo = {
  render: RenderedEmail;
  compile: EmailTemplate;
  read: ReadMessage;
  verify: ContentVerdict | Unjudged;
  clears: boolean;
  shows: boolean;
  verify_piece: JudgedPiece;
};

/** `too_slow` only if a step exceeded its time limit in the child. */
export type RenderAnswer = AnswerTo[keyof AnswerTo] | 'too_large' | 'too_slow';

/** Longest time that work may hold the event loop. The slowest content of `isInPlace` takes half of it. */
const holdMsMax = 50;
/** Limits small sources that expand, far above what servers accept. A larger mail is not rendered. */
export const renderedCharactersMax = 6_000_000;

/** Ten times the most expensive content within the limit on steps. Beyond it, the machine is too slow. */
const judgingProcessorMsMax = 30 * secondMs;
/** Two, so that an organization with slow content leaves a place for everyone else's mail. */
const childrenMax = 2;
const mebioctets = 1024 * 1024;
/** V8's heap and the overhead of a Node process, with room for long strings outside of the heap. */
const limits = {
  processorMsMax: 3 * secondMs,
  memoryOctetsMax: 640 * mebioctets,
  idleOctetsMax: 256 * mebioctets,
  idleMs: 30 * secondMs,
};
const heapMebioctetsMax = 256;
/** Half of the 8 MiB of a usual main thread. Nested content needs more than V8's default of 1 MiB. */
const stackKibioctetsMax = 4_000;

const ownProgram = new URL(
  import.meta.url.endsWith('.ts') ? './render-child.ts' : './render-child.js',
  import.meta.url,
);

/** `--permission` keeps an exploited parser from opening other files, starting processes and loading native code. */
function execArgv(program: URL): string[] {
  return [
    `--max-old-space-size=${heapMebioctetsMax}`,
    `--stack-size=${stackKibioctetsMax}`,
    '--permission',
    ...foldersRead(program.href).map((folder) => `--allow-fs-read=${folder}*`),
  ];
}

/** Returns the folders that the child may read: the program's and its dependencies', each with a final slash. */
export function foldersRead(module: string): [string, string] {
  const own = fileURLToPath(new URL(module.endsWith('.ts') ? '../' : './', module));
  // Dependencies are next to an installed package, but below a checkout.
  const installed = own.lastIndexOf('/node_modules/');
  const around =
    installed === -1
      ? join(own, '..', 'node_modules/')
      : own.slice(0, own.indexOf('/node_modules/') + '/node_modules/'.length);
  return [own, around];
}

/** Renders and parses small mails in place. Child processes, which start on demand, handle large mails in fair turns. */
export class SystemRendering implements Rendering {
  readonly #log: Log;
  readonly #stepMsMax: number | null;
  readonly #turns: FairTurns;
  readonly #children: readonly WatchedChild<RenderTask, RenderAnswer>[];
  readonly #busy = new Set<WatchedChild<RenderTask, RenderAnswer>>();

  constructor({
    clock,
    log,
    readUsage = readSystemUsage,
    stepMsMax = holdMsMax,
    program = async () => ownProgram,
  }: {
    clock: Clock;
    log: Log;
    readUsage?: ReadUsage;
    /** Program of the child processes. Tests run the built one, because it starts in a third of the time. */
    program?: () => Promise<URL>;
    /** Time limit of a step on the event loop; null for none, if the result must not depend on the machine. */
    stepMsMax?: number | null;
  }) {
    this.#log = log;
    this.#stepMsMax = stepMsMax;
    this.#turns = new FairTurns(childrenMax, clock);
    const child = { program, execArgv, limits, clock, log, readUsage };
    this.#children = Array.from({ length: childrenMax }, () => new WatchedChild(child));
  }

  async render(mail: UnrenderedMail, turn: PlacedTurn): Promise<RenderedEmail> {
    const answer = await this.#run({ kind: 'render', mail }, turn, async (on) => {
      const rendered = await renderEmail({ ...mail, on });
      // Long values in many places can make a small body large.
      const isTooLarge = rendered.html.length + rendered.text.length > renderedCharactersMax;
      return isTooLarge ? unrenderedEmail(mail) : rendered;
    });
    if (typeof answer !== 'string') return answer;
    const characters = mail.body.source.length;
    this.#log.warn({ why: answer, characters }, 'A body exceeded the rendering limits');
    return unrenderedEmail(mail);
  }

  async compile(body: Body, tracked: Tracked, turn: PlacedTurn): Promise<EmailTemplate | null> {
    const task = { kind: 'compile', body, tracked } as const;
    const answer = await this.#run(task, turn, async (on) => {
      const template = await compileEmail(body, { tracked, on });
      return countTemplateCharacters(template) > renderedCharactersMax ? null : template;
    });
    if (typeof answer !== 'string') return answer;
    this.#log.warn({ why: answer, characters: body.source.length }, 'A body exceeded the compilation limits');
    return null;
  }

  async targets(body: Body, turn: PlacedTurn): Promise<readonly TrackedTarget[]> {
    const tracked = { opens: false, clicks: true };
    const task = { kind: 'compile', body, tracked } as const;
    const answer = await this.#run(task, turn, (on) => compileEmail(body, { tracked, on }));
    return typeof answer === 'string' ? [] : answer.targets;
  }

  async read(message: RawMessage, turn: PlacedTurn, attachment?: number): Promise<ReadMessage> {
    const task = { kind: 'read', message, attachment } as const;
    const answer = await this.#run(task, turn, () => readMime(message, attachment));
    if (typeof answer !== 'string') return answer;
    this.#log.warn({ why: answer, octets: message.body.length }, 'A message exceeded the parsing limits');
    return unreadMessage(message);
  }

  async verify(content: UnreadContent, turn: PlacedTurn): Promise<ContentVerdict | Unjudged> {
    const task = { kind: 'verify', content } as const;
    const answer = await this.#run(task, turn, (on) => judgeContent(content, on));
    if (typeof answer !== 'string') return answer;
    this.#log.warn(
      { why: answer, characters: charactersIn(task) },
      'Content exceeded the verification limits',
    );
    return unjudged('too_large');
  }

  async verifyPieces(content: UnreadContent, turn: Turn): Promise<ContentVerdict | Unjudged> {
    for (let index = 0; ; index += 1) {
      const answer = await this.#runInChild({ kind: 'verify_piece', content, index }, turn);
      if (typeof answer === 'string') {
        this.#log.warn({ why: answer, index }, 'A piece of content exceeded the verification limits');
        return unjudged('too_large');
      }
      if (answer.judged.verdict !== 'pass' || index + 1 >= answer.pieces) return answer.judged;
    }
  }

  async clears(message: RawMessage, envelope: Envelope, turn: Turn): Promise<boolean> {
    return (await this.#runInChild({ kind: 'clears', message, envelope }, turn)) === true;
  }

  async shows(mail: UnrenderedMail, address: string, turn: PlacedTurn): Promise<boolean> {
    const task = { kind: 'shows', mail, address } as const;
    const answer = await this.#run(task, turn, async (on) => {
      const { showsLink } = await import('../model/verification/shows-link.ts');
      const { html } = await renderEmail({ ...mail, on });
      return runStep(on, () => showsLink(html, address));
    });
    if (typeof answer !== 'string') return answer;
    const characters = mail.body.source.length;
    this.#log.warn({ why: answer, characters }, 'A body exceeded the limits of the link search');
    return false;
  }

  waiting(): Readonly<Record<Rank, number>> {
    return this.#turns.waiting();
  }

  async close(): Promise<void> {
    await Promise.all(this.#children.map((child) => child.close()));
  }

  /** Runs small work on the event loop within its time limit, and everything else in a child process. */
  async #run<Task extends RenderTask, Answer>(
    task: Task,
    turn: PlacedTurn,
    work: (on: OnLoop | null) => Promise<Answer>,
  ): Promise<Answer | AnswerTo[Task['kind']] | TooMuch | 'too_large'> {
    const { place } = turn;
    if (place === 'loop' || (place === undefined && isSmall(task))) {
      const stepMsMax = this.#stepMsMax;
      try {
        return await work(stepMsMax === null ? null : { characters: charactersIn(task), stepMsMax });
      } catch (error) {
        if (place === 'loop' || !(error instanceof TookTooLong)) throw error;
      }
    }
    return await this.#runInChild(task, turn);
  }

  async #runInChild<Task extends RenderTask>(
    task: Task,
    turn: Turn,
  ): Promise<AnswerTo[Task['kind']] | TooMuch | 'too_large'> {
    try {
      const octets = octetsPerCharacter * charactersIn(task);
      const answer = await this.#turns.take({ ...turn, octets }, () => this.#askChild(task));
      if (answer === 'too_slow' && isJudging(task)) {
        throw new RenderingBusy('The content was not judged in time on this machine');
      }
      return answer as AnswerTo[Task['kind']] | TooMuch | 'too_large';
    } catch (error) {
      if (error instanceof TurnsFull) throw new RenderingBusy('Too many mails wait to be rendered');
      if (error instanceof ChildUnavailable) throw new RenderingBusy(error.message);
      throw error;
    }
  }

  async #askChild(task: RenderTask): Promise<RenderAnswer | TooMuch> {
    // Prefers a running child, so that a second process starts only if both are needed at the same time.
    const idle = this.#children.filter((child) => !this.#busy.has(child));
    const child = idle.find(({ isStarted }) => isStarted) ?? idle[0]!;
    this.#busy.add(child);
    try {
      return await child.run(task, isJudging(task) ? judgingProcessorMsMax : limits.processorMsMax);
    } finally {
      this.#busy.delete(child);
    }
  }
}

/** Whether the verdict must not depend on the machine. */
function isJudging({ kind }: RenderTask): boolean {
  return kind !== 'render' && kind !== 'compile' && kind !== 'read';
}

/** Whether the task may run on the event loop. */
function isSmall(task: RenderTask): boolean {
  switch (task.kind) {
    case 'compile':
      return isInPlace(task.body);
    case 'render':
    case 'shows':
      return isInPlace(task.mail.body);
    case 'read':
      return isReadInPlace(task.message);
    case 'verify':
      return isInPlace(task.content.body, task.content.text);
    case 'clears':
    case 'verify_piece':
      return false;
  }
}

const octetsPerCharacter = 2;

function charactersOf({ body, text, given }: UnreadContent): number {
  const source = body?.source ?? '';
  return source.length + (text?.length ?? 0) + countGivenCharacters(source, given);
}

function charactersIn(task: RenderTask): number {
  switch (task.kind) {
    case 'compile':
      return task.body.source.length;
    case 'render':
    case 'shows':
      return task.mail.body.source.length;
    case 'read':
    case 'clears':
      return task.message.header.length + task.message.body.length;
    case 'verify':
    case 'verify_piece':
      return charactersOf(task.content);
  }
}
