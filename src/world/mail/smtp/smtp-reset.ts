import { classifyReplyCode, type Dialogue, type DialoguePoint, type Move } from './smtp-dialogue.ts';
import type { RawReply } from './smtp-reply.ts';

/** RSET after a refused transaction (RFC 5321 4.1.1.5). Returns whether it succeeded. */
export class Reset implements Dialogue<boolean> {
  readonly point: DialoguePoint = 'leave';

  begin(): Move<boolean> {
    return { next: 'write', text: 'RSET\r\n', message: null };
  }

  take(reply: RawReply): Move<boolean> {
    const done = classifyReplyCode(reply) === 'done';
    return { next: 'end', end: done, afterwards: done ? 'keep' : 'quit' };
  }

  written(): void {}

  secured(): Move<boolean> {
    return { next: 'end', end: false, afterwards: 'hang up' };
  }

  lost(): boolean {
    return false;
  }
}
