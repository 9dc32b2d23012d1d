import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../concurrency/clock.ts';
import { FairTurns, type Rank, type Turn, TurnsFull } from '../concurrency/fair-turns.ts';
import type { Body } from '../model/content/body.ts';
import type { MergeFields } from '../model/content/merge-fields.ts';
import {
  charactersOf,
  compileEmail,
  type EmailTemplate,
  type RenderedEmail,
  renderEmail,
} from '../model/content/render.ts';
import type { TrackedTarget } from '../model/content/tracked-links.ts';
import { unrenderedEmail } from '../model/content/unrendered.ts';
import type { Tracked } from '../model/email/tracked.ts';
import { secondMs } from '../model/instant.ts';
import type { RawMessage } from '../model/message/raw-message.ts';
import { type ReadMessage, readMime, unreadMessage } from '../model/message/read-mime.ts';
import { type ContentVerdict, type Unjudged, unjudged } from '../model/verification/content/verdict.ts';
import { type JudgedPiece, judgeContent, type UnreadContent } from '../model/verification/unread-content.ts';
import type { Log } from './log.ts';
import { systemUsageOf, type UsageOf } from './process-usage.ts';
import { ChildUnavailable, type TooMuch, WatchedChild } from './watched-child.ts';

/**
 * Renders, reads and judges content. Large content goes to a child process in its turn, so that it neither blocks the
 * event loop nor can end this process.
 */
export type Rendering = {
  /**
   * No body makes this throw: one that takes too much processor time or memory, or becomes too large, is rendered as
   * plain text by `unrenderedEmail`, because a retry would end the same way.
   *
   * @param turn the owner of the work, for content that is too large to be rendered in place
   * @throws RenderingBusy for temporary problems unrelated to the body: the mail must not leave incomplete, so the
   *   caller retries later
   * @throws the abort reason of the turn's signal
   */
  render(mail: UnrenderedMail, turn: Turn): Promise<RenderedEmail>;
  /**
   * A body for many recipients, compiled once; null for one that is too large, which each of them gets as
   * `unrenderedEmail`.
   *
   * @throws RenderingBusy as `render` does
   */
  compile(body: Body, tracked: Tracked, turn: Turn): Promise<EmailTemplate | null>;
  /**
   * The targets of a body's tracked links; none for a body that is too large to be tracked.
   *
   * @throws RenderingBusy as `render` does
   */
  targets(body: Body, turn: Turn): Promise<readonly TrackedTarget[]>;
  /**
   * The content of a whole message, for display. One that is too large is shown as its source by `unreadMessage`.
   *
   * @param attachment number, from 1, of the attachment whose content is returned too
   * @throws RenderingBusy as `render` does
   */
  read(message: RawMessage, turn: Turn, attachment?: number): Promise<ReadMessage>;
  /**
   * The built-in verifier's verdict on content. Content that is too large is unjudged.
   *
   * @throws RenderingBusy as `render` does: it is no verdict, and must not be stored
   */
  verify(content: UnreadContent, turn: Turn): Promise<ContentVerdict | Unjudged>;
  /**
   * The verdict on the pieces of content that is too large as a whole: the first that does not pass decides. Content
   * with a piece that is too large is unjudged.
   *
   * @throws RenderingBusy as `render` does
   */
  verifyPieces(content: UnreadContent, turn: Turn): Promise<ContentVerdict | Unjudged>;
  /**
   * Whether a quick look clears every piece of a message that is too large to be read or judged here, so that nothing
   * in it could get a warning. False for an unreadable one.
   *
   * @param envelope the sender and the header fields
   * @throws RenderingBusy as `render` does
   */
  clears(message: RawMessage, envelope: Envelope, turn: Turn): Promise<boolean>;
  /**
   * Whether every reader of a mail sees a URL, as `showsLink` defines it; false for a mail that is too large to check.
   *
   * @throws RenderingBusy as `render` does
   */
  shows(mail: UnrenderedMail, address: string, turn: Turn): Promise<boolean>;
  /** Tasks that wait for a child process, by rank. */
  waiting(): Readonly<Record<Rank, number>>;
  /** Ends the child processes and abandons their tasks. */
  close(): Promise<void>;
};

/** A temporary problem; says nothing about the mail. */
export class RenderingBusy extends Error {}

/** @property preview final text @property tracked not at all when left out */
type UnrenderedMail = { body: Body; preview: string | null; values: MergeFields; tracked?: Tracked };

/** Content without its body. */
export type Envelope = Omit<UnreadContent, 'body' | 'text'>;

export type RenderTask =
  | { kind: 'render'; mail: UnrenderedMail }
  | { kind: 'compile'; body: Body; tracked: Tracked }
  | { kind: 'read'; message: RawMessage; attachment?: number | undefined }
  | { kind: 'verify'; content: UnreadContent }
  | { kind: 'clears'; message: RawMessage; envelope: Envelope }
  | { kind: 'shows'; mail: UnrenderedMail; address: string }
  | { kind: 'verify_piece'; content: UnreadContent; index: number };

export type RenderAnswer =
  | RenderedEmail
  | EmailTemplate
  | ReadMessage
  | ContentVerdict
  | Unjudged
  | JudgedPiece
  | boolean
  | 'too_large';

/**
 * Longer sources are rendered in a child process. Most mail is shorter, and takes less time here than its way there and
 * back.
 */
export const inPlaceCharactersMax = 16_000;
/** The same for a source with a stylesheet, whose rules are tried on every element. */
const inPlaceWithStyleCharactersMax = 4_000;
/**
 * The same by the number of elements, lines of Markdown, addresses and links: each is processed separately, and may
 * take only two or three characters.
 */
export const inPlacePiecesMax = 1_000;
/** A message with more lines than this, or more octets than the limit above, is read in a child. */
export const inPlaceLinesMax = 500;
/**
 * Both parts of a mail together. Servers refuse larger mail and clients truncate it long before. The contract limits
 * the source of a body; this is about small sources that grow, and such a mail is not rendered.
 */
export const renderedCharactersMax = 6_000_000;

/** Two, so that one organization's slow content leaves a place for the mail of all others. */
const childrenMax = 2;
const mebioctets = 1024 * 1024;
/** V8's heap plus the overhead of a Node process, with room for long strings outside of the heap. */
const limits = {
  processorMsMax: 3 * secondMs,
  memoryOctetsMax: 640 * mebioctets,
  idleOctetsMax: 256 * mebioctets,
  idleMs: 30 * secondMs,
};
const heapMebioctetsMax = 256;
/** Half of the eight mebioctets that systems give a main thread; nested content needs more than V8's default of one. */
const stackKibioctetsMax = 4_000;

/** Beside this file, both in the sources and in the build. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? './render-child.ts' : './render-child.js',
  import.meta.url,
);

/** An exploited parser must not open files other than the program's own, start processes or load native code. */
function restrictions(): string[] {
  return ['--permission', ...foldersRead(import.meta.url).map((folder) => `--allow-fs-read=${folder}*`)];
}

/** The folders of the program and of its dependencies, each with its slash, that the child may read. */
export function foldersRead(module: string): [string, string] {
  const own = fileURLToPath(new URL(module.endsWith('.ts') ? '../' : './', module));
  // Dependencies are beside the package where it is installed, and below it in a checkout.
  const installed = own.lastIndexOf('/node_modules/');
  const around =
    installed === -1
      ? join(own, '..', 'node_modules/')
      : own.slice(0, own.indexOf('/node_modules/') + '/node_modules/'.length);
  return [own, around];
}

/** Renders and reads small mails in place, large ones in child processes, which start on demand and take fair turns. */
export function systemRendering({
  clock,
  log,
  usageOf = systemUsageOf,
}: {
  clock: Clock;
  log: Log;
  usageOf?: UsageOf;
}): Rendering {
  const turns = new FairTurns(childrenMax);
  const execArgv = [
    `--max-old-space-size=${heapMebioctetsMax}`,
    `--stack-size=${stackKibioctetsMax}`,
    ...restrictions(),
  ];
  const children = Array.from(
    { length: childrenMax },
    () => new WatchedChild<RenderTask, RenderAnswer>({ program, execArgv, limits, clock, log, usageOf }),
  );
  const busy = new Set<(typeof children)[number]>();

  async function inTurn(
    task: RenderTask & { kind: 'render' },
    turn: Turn,
  ): Promise<RenderedEmail | TooMuch | 'too_large'>;
  async function inTurn(
    task: RenderTask & { kind: 'compile' },
    turn: Turn,
  ): Promise<EmailTemplate | TooMuch | 'too_large'>;
  async function inTurn(
    task: RenderTask & { kind: 'read' },
    turn: Turn,
  ): Promise<ReadMessage | TooMuch | 'too_large'>;
  async function inTurn(
    task: RenderTask & { kind: 'verify' },
    turn: Turn,
  ): Promise<ContentVerdict | Unjudged | TooMuch | 'too_large'>;
  async function inTurn(
    task: RenderTask & { kind: 'verify_piece' },
    turn: Turn,
  ): Promise<JudgedPiece | TooMuch | 'too_large'>;
  async function inTurn(
    task: RenderTask & { kind: 'shows' | 'clears' },
    turn: Turn,
  ): Promise<boolean | TooMuch | 'too_large'>;
  async function inTurn(task: RenderTask, turn: Turn): Promise<RenderAnswer | TooMuch> {
    try {
      return await turns.take(turn, () => answerTo(task));
    } catch (error) {
      if (error instanceof TurnsFull) throw new RenderingBusy('Too many mails wait to be rendered');
      if (error instanceof ChildUnavailable) throw new RenderingBusy(error.message);
      throw error;
    }
  }

  async function answerTo(task: RenderTask): Promise<RenderAnswer | TooMuch> {
    // Prefers one that is running, so that a second process is only started when two are needed at once.
    const idle = children.filter((child) => !busy.has(child));
    const child = idle.find(({ isStarted }) => isStarted) ?? idle[0]!;
    busy.add(child);
    try {
      return await child.run(task);
    } finally {
      busy.delete(child);
    }
  }

  return {
    async render(mail, turn) {
      const characters = mail.body.source.length;
      if (!isInPlace(mail.body)) {
        const answer = await inTurn({ kind: 'render', mail }, turn);
        if (typeof answer !== 'string') return answer;
        log.warn({ why: answer, characters }, 'A body was too much to render');
        return unrenderedEmail(mail);
      }
      const rendered = await renderEmail(mail);
      // Long values in many places make a small body large.
      const tooLarge = rendered.html.length + rendered.text.length > renderedCharactersMax;
      return tooLarge ? unrenderedEmail(mail) : rendered;
    },
    async compile(body, tracked, turn) {
      const characters = body.source.length;
      if (isInPlace(body)) {
        const template = await compileEmail(body, { tracked });
        return charactersOf(template) > renderedCharactersMax ? null : template;
      }
      const answer = await inTurn({ kind: 'compile', body, tracked }, turn);
      if (typeof answer !== 'string') return answer;
      log.warn({ why: answer, characters }, 'A body was too much to compile');
      return null;
    },
    async targets(body, turn) {
      const tracked = { opens: false, clicks: true };
      if (isInPlace(body)) return (await compileEmail(body, { tracked })).targets;
      const answer = await inTurn({ kind: 'compile', body, tracked }, turn);
      return typeof answer === 'string' ? [] : answer.targets;
    },
    async read(message, turn, attachment) {
      if (isReadInPlace(message)) return await readMime(message, attachment);
      const answer = await inTurn({ kind: 'read', message, attachment }, turn);
      if (typeof answer !== 'string') return answer;
      log.warn({ why: answer, octets: message.body.length }, 'A message was too much to read');
      return unreadMessage(message);
    },
    async verify(content, turn) {
      const { body, text } = content;
      const characters = (body?.source.length ?? 0) + (text?.length ?? 0);
      if (isInPlace(body, text)) return await judgeContent(content);
      const answer = await inTurn({ kind: 'verify', content }, turn);
      if (typeof answer !== 'string') return answer;
      log.warn({ why: answer, characters }, 'A content was too much to verify');
      return unjudged('too_large');
    },
    async verifyPieces(content, turn) {
      for (let index = 0; ; index += 1) {
        const answer = await inTurn({ kind: 'verify_piece', content, index }, turn);
        if (typeof answer === 'string') {
          log.warn({ why: answer, index }, 'A piece of a content was too much to verify');
          return unjudged('too_large');
        }
        if (answer.judged.verdict !== 'pass' || index + 1 >= answer.pieces) return answer.judged;
      }
    },
    async clears(message, envelope, turn) {
      return (await inTurn({ kind: 'clears', message, envelope }, turn)) === true;
    },
    async shows(mail, address, turn) {
      if (isInPlace(mail.body)) {
        const { showsLink } = await import('../model/verification/shows-link.ts');
        return showsLink((await renderEmail(mail)).html, address);
      }
      const answer = await inTurn({ kind: 'shows', mail, address }, turn);
      if (typeof answer !== 'string') return answer;
      log.warn(
        { why: answer, characters: mail.body.source.length },
        'A body was too much to look for a link in',
      );
      return false;
    },
    waiting: () => turns.waiting(),
    async close() {
      await Promise.all(children.map((child) => child.close()));
    },
  };
}

/**
 * Whether content is small enough for this process. Plain text alone is judged like the same text as HTML.
 * @param plain a text part that is processed with it
 */
export function isInPlace(body: Body | null, plain: string | null = null): boolean {
  const { kind, source } = body ?? { kind: 'html', source: '' };
  const text = plain ?? '';
  const characters = source.length + text.length;
  if (characters > inPlaceCharactersMax) return false;
  if (characters > inPlaceWithStyleCharactersMax && stylesheet.test(source)) return false;
  const pieces = amountOf(kind === 'html' ? htmlPieces : markdownPieces, source) + amountOf(htmlPieces, text);
  return pieces <= inPlacePiecesMax;
}

function amountOf(pieces: RegExp, text: string): number {
  return text.match(pieces)?.length ?? 0;
}

const stylesheet = /<style/i;
const htmlPieces = /[<@]|:\/\//g;
const markdownPieces = /[<@[|`]|\n+|:\/\//g;

/** Parts consist of lines, so checking these is enough. */
export function isReadInPlace({ header, body }: RawMessage): boolean {
  if (header.length + body.length > inPlaceCharactersMax) return false;
  const lineEnds = header.split('\n').length + body.split('\n').length;
  return lineEnds <= inPlaceLinesMax;
}
