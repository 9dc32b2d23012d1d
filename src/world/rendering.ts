import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Body } from '../model/content/body.ts';
import type { MergeFields } from '../model/content/merge-fields.ts';
import {
  charactersOf,
  compileEmail,
  type EmailTemplate,
  followedLink,
  type RenderedEmail,
  renderEmail,
} from '../model/content/render.ts';
import type { FollowedLink } from '../model/content/tracked-links.ts';
import { unrenderedEmail } from '../model/content/unrendered.ts';
import type { Tracked } from '../model/email/tracked.ts';
import type { RawMessage } from '../model/message/raw-message.ts';
import { type ReadMessage, readMime, unreadMessage } from '../model/message/read-mime.ts';
import type { ContentVerdict } from '../model/verification/content/verdict.ts';
import { judgeContent, type UnreadContent, unseenVerdict } from '../model/verification/unread-content.ts';
import type { Clock } from './clock.ts';
import { FairTurns, type Turn, TurnsFull } from './fair-turns.ts';
import type { Log } from './log.ts';

/** Both parts of a mail, made or looked at, without keeping everybody else waiting meanwhile. */
export type Rendering = {
  /**
   * No body makes this throw: one that takes too long, too much memory or becomes too large is answered as plain
   * text by `unrenderedEmail`. It would be too much the next time as well, so a delivery that threw would be tried
   * again until it is given up, and a mail that cannot be shown could not be looked into either.
   *
   * @param turn whose work it is, for what is too much to be done in place
   * @throws RenderingBusy for what is not the body's doing and passes: too many wait, or this was closed. A mail must not
   *   leave as less than it is for that; the caller tries again later.
   */
  render(mail: UnrenderedMail, turn?: Turn): Promise<RenderedEmail>;
  /**
   * A body that many will get, compiled once; null for one that is too much, which each of them gets as
   * `unrenderedEmail`.
   *
   * @throws RenderingBusy as `render` does
   */
  compile(body: Body, tracked: Tracked): Promise<EmailTemplate | null>;
  /**
   * Where a tracked link of a mail leads; null where it has no such link, or its body was too much to have any.
   *
   * @param link the last segment of its path
   * @throws RenderingBusy as `render` does
   */
  follow(mail: { body: Body; values: MergeFields }, link: string): Promise<FollowedLink | null>;
  /**
   * What a message that came whole says, to be looked at. One that is too much is shown by `unreadMessage`, as the
   * text it is made of.
   *
   * @throws RenderingBusy as `render` does
   */
  read(message: RawMessage, turn?: Turn): Promise<ReadMessage>;
  /**
   * What the built-in verifier says about a content. One that is too much to look through is blocked by `unseenVerdict`.
   *
   * @throws RenderingBusy as `render` does
   */
  verify(content: UnreadContent, turn?: Turn): Promise<ContentVerdict>;
  /** Ends the thread; what is being done in it is given up. */
  close(): Promise<void>;
};

/** It could not be done now; nothing is said about the mail. */
export class RenderingBusy extends Error {}

/** @property preview final text @property tracked not at all when left out */
type UnrenderedMail = { body: Body; preview: string | null; values: MergeFields; tracked?: Tracked };

export type ThreadTask =
  | { kind: 'render'; mail: UnrenderedMail }
  | { kind: 'compile'; body: Body; tracked: Tracked }
  | { kind: 'follow'; mail: { body: Body; values: MergeFields }; link: string }
  | { kind: 'read'; message: RawMessage }
  | { kind: 'verify'; content: UnreadContent };

/** What the thread says when it has started, and then to each task. */
export type ThreadReady = 'ready';
export type ThreadAnswer =
  | RenderedEmail
  | EmailTemplate
  | FollowedLink
  | ReadMessage
  | ContentVerdict
  | 'no_link'
  | 'too_large';

/** Why there is no answer but that. */
type TooMuch = 'too_large' | 'too_slow' | 'out_of_memory';

/**
 * A source of more characters than this is rendered in the thread. Most mail is smaller, and takes less time here
 * than its way to the thread and back.
 */
export const inPlaceCharactersMax = 16_000;
/** The same for a source with a stylesheet, whose rules are tried on every element. */
const inPlaceWithStyleCharactersMax = 4_000;
/**
 * The same for a source of more elements, lines of Markdown, addresses and links: each is looked at by itself, and each may
 * be written in two or three characters.
 */
export const inPlacePiecesMax = 1_000;
/** A message of more octets than characters are rendered in place, or of more lines than these, is read in the thread. */
export const inPlaceLinesMax = 500;
/**
 * Both parts of a mail together. Servers refuse larger mail and readers cut it off long before. What a body may have
 * as its source is said by the contract; this is about small sources that grow, and such a mail is not rendered.
 */
export const renderedCharactersMax = 6_000_000;
/** Wall time of one task. */
const taskMaxMs = 2_000;
/** Until its program and the parsers are read. */
const threadStartMaxMs = 10_000;
/** A thread that has nothing to do for so long gives its memory back. */
const threadIdleMs = 30_000;
/** Of whoever does not say whose work it is. */
const nobodys: Turn = { lane: '', urgent: true };
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** Beside this file, both among the sources and in what is built from them. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? './render-thread.ts' : './render-thread.js',
  import.meta.url,
);

/** Small mails are rendered and read in place, large ones in one thread, in fair turns, which is started when needed. */
export function systemRendering({ clock, log }: { clock: Clock; log: Log }): Rendering {
  let thread: Worker | null = null;
  let closed = false;
  const turns = new FairTurns();
  let giveUp = (): void => {};
  let stayAwake = (): void => {};

  async function inTurn(task: ThreadTask & { kind: 'render' }, turn?: Turn): Promise<RenderedEmail | TooMuch>;
  async function inTurn(task: ThreadTask & { kind: 'compile' }): Promise<EmailTemplate | TooMuch>;
  async function inTurn(task: ThreadTask & { kind: 'follow' }): Promise<FollowedLink | 'no_link' | TooMuch>;
  async function inTurn(task: ThreadTask & { kind: 'read' }, turn?: Turn): Promise<ReadMessage | TooMuch>;
  async function inTurn(
    task: ThreadTask & { kind: 'verify' },
    turn?: Turn,
  ): Promise<ContentVerdict | TooMuch>;
  async function inTurn(task: ThreadTask, turn: Turn = nobodys): Promise<ThreadAnswer | TooMuch> {
    try {
      return await turns.take(turn, () => answerTo(task));
    } catch (error) {
      if (error instanceof TurnsFull) throw new RenderingBusy('Too many mails wait to be rendered');
      throw error;
    }
  }

  async function answerTo(task: ThreadTask): Promise<ThreadAnswer | TooMuch> {
    if (closed) throw new RenderingBusy('Rendering was closed');
    stayAwake();
    if (thread === null) {
      thread = startThread();
      const ready = await nextMessage<ThreadReady>(thread, threadStartMaxMs);
      if (ready === 'too_slow') throw new RenderingBusy('The thread that renders did not start');
    }
    thread.postMessage(task);
    const answer = await nextMessage<ThreadAnswer>(thread, taskMaxMs).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
        return 'out_of_memory' as const;
      throw error;
    });
    if (thread !== null) stayAwake = clock.after(threadIdleMs, () => void endThread());
    return answer;
  }

  /** A thread that did not answer in time, or broke, is ended. */
  async function nextMessage<Message>(from: Worker, maxMs: number): Promise<Message | 'too_slow'> {
    const limit = new AbortController();
    giveUp = () => limit.abort();
    const cancel = clock.after(maxMs, giveUp);
    try {
      const [message] = (await once(from, 'message', { signal: limit.signal })) as [Message];
      return message;
    } catch (error) {
      await endThread();
      if (closed) throw new RenderingBusy('Rendering was closed');
      if (limit.signal.aborted) return 'too_slow';
      throw error;
    } finally {
      cancel();
    }
  }

  function startThread(): Worker {
    const started = new Worker(program, { resourceLimits, name: 'rendering' });
    // A task in it holds the process open by its timer; a thread that waits for work must not.
    started.unref();
    // Whoever waits for an answer hears of a fault as well; without this line one between two mails ends the process.
    started.on('error', (error) => log.error({ err: error }, 'The thread that renders ended'));
    started.once('exit', () => {
      if (thread === started) thread = null;
    });
    return started;
  }

  async function endThread(): Promise<void> {
    const ended = thread;
    thread = null;
    await ended?.terminate();
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
    async compile(body, tracked) {
      const characters = body.source.length;
      if (isInPlace(body)) {
        const template = await compileEmail(body, { tracked });
        return charactersOf(template) > renderedCharactersMax ? null : template;
      }
      const answer = await inTurn({ kind: 'compile', body, tracked });
      if (typeof answer !== 'string') return answer;
      log.warn({ why: answer, characters }, 'A body was too much to compile');
      return null;
    },
    async follow(mail, link) {
      if (isInPlace(mail.body)) return await followedLink(mail, link);
      const answer = await inTurn({ kind: 'follow', mail, link });
      return typeof answer === 'string' ? null : answer;
    },
    async read(message, turn) {
      if (isReadInPlace(message)) return await readMime(message);
      const answer = await inTurn({ kind: 'read', message }, turn);
      if (typeof answer !== 'string') return answer;
      log.warn({ why: answer, octets: message.body.length }, 'A message was too much to read');
      return unreadMessage(message);
    },
    async verify(content, turn) {
      const { body, text } = content;
      const characters = (body?.source.length ?? 0) + (text?.length ?? 0);
      // A text alone is judged as the same in HTML would be.
      const judged = body ?? { kind: 'html' as const, source: '' };
      if (isInPlace(judged, text ?? '')) return await judgeContent(content);
      const answer = await inTurn({ kind: 'verify', content }, turn);
      if (typeof answer !== 'string') return answer;
      log.warn({ why: answer, characters }, 'A content was too much to verify');
      return unseenVerdict('too_large');
    },
    async close() {
      closed = true;
      stayAwake();
      giveUp();
      await endThread();
    },
  };
}

/** @param text a plain part that is looked at with it */
function isInPlace({ kind, source }: Body, text = ''): boolean {
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

/** Parts are made of lines, so that one look at these is enough. */
function isReadInPlace({ header, body }: RawMessage): boolean {
  if (header.length + body.length > inPlaceCharactersMax) return false;
  const lineEnds = header.split('\n').length + body.split('\n').length;
  return lineEnds <= inPlaceLinesMax;
}
