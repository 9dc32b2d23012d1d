/**
 * Where an SMTP dialogue stands: what the server owes us next. `greeting` is the 220 and the answer to EHLO,
 * `block` the message on its way, `final` the answer to the final dot, `leave` that to QUIT or RSET; at `idle`
 * nothing is owed.
 */
export type DialoguePoint =
  | 'greeting'
  | 'tls'
  | 'auth'
  | 'mail'
  | 'rcpt'
  | 'data'
  | 'block'
  | 'final'
  | 'leave'
  | 'idle';

export type FollowedDialogue = {
  /** What is owed now. */
  point(): DialoguePoint;
  /** What the last reply was an answer to. */
  answered(): DialoguePoint;
  /** Tell it that another block of the message is being written. */
  blockTaken(): void;
  /** For nodemailer's `logger`, with `transactionLog` on. */
  log: {
    debug(entry: { tnx?: string }, text?: string): void;
    info(entry: { tnx?: string }): void;
    warn(): void;
    error(): void;
  };
};

/**
 * Follows a dialogue of nodemailer's through its transaction log, in which it tells each command it sends,
 * each reply it reads, and when the whole message has been written. Its callbacks alone do not say how far
 * things had come when a connection went away, and whether a message may be tried elsewhere depends on that.
 *
 * @param moved is called whenever the dialogue stands somewhere else, or has moved on where it stands
 * @param outOfStep is called for a reply of a kind that cannot answer what was asked. A server that once
 *   replied twice is one reply behind ever after, and would be believed to have taken what it refused
 */
export function followDialogue(
  moved: (point: DialoguePoint) => void,
  outOfStep: () => void,
): FollowedDialogue {
  // Commands may be sent ahead (RFC 2920), so more than one answer can be owed; they come in order.
  let owed: DialoguePoint[] = ['greeting'];
  let answered: DialoguePoint = 'greeting';
  const point = () => owed[0] ?? 'idle';
  moved('greeting');

  const said = (command: string) => {
    const next = pointAfter(command);
    // After the handshake the dialogue begins again (RFC 3207 4.2).
    if (owed[0] === 'tls' && next === 'greeting') owed = [];
    if (owed[0] === 'block' && next === 'final') owed[0] = 'final';
    else owed.push(next);
    if (owed.length === 1) moved(point());
  };
  const heard = (reply: string) => {
    answered = owed.shift() ?? 'idle';
    const positive = reply.startsWith('2') || reply.startsWith('3');
    if (answered === 'tls' && positive) owed.unshift('tls');
    if (answered === 'data' && positive) owed.unshift('block');
    moved(point());
    // 354 answers DATA, and nothing but DATA (RFC 5321 4.3.2).
    const goAhead = reply.startsWith('3');
    if (answered === 'data' ? positive && !goAhead : goAhead && envelopePoints.has(answered)) outOfStep();
  };
  const messageWritten = () => {
    if (owed[0] !== 'block') return;
    owed[0] = 'final';
    moved('final');
  };

  return {
    point,
    answered: () => answered,
    blockTaken: () => moved(point()),
    log: {
      debug(entry, text = '') {
        if (entry.tnx === 'client') said(text);
        else if (entry.tnx === 'server') heard(text);
      },
      info(entry) {
        if (entry.tnx === 'message') messageWritten();
      },
      warn() {},
      error() {},
    },
  };
}

const envelopePoints: ReadonlySet<DialoguePoint> = new Set(['mail', 'rcpt', 'final']);

function pointAfter(command: string): DialoguePoint {
  switch (command.slice(0, 4).toUpperCase()) {
    case 'EHLO':
    case 'HELO':
      return 'greeting';
    case 'STAR':
      return 'tls';
    case 'MAIL':
      return 'mail';
    case 'RCPT':
      return 'rcpt';
    case 'DATA':
      return 'data';
    case '.':
      return 'final';
    case 'RSET':
    case 'QUIT':
      return 'leave';
    // AUTH, and the lines of base64 that follow it.
    default:
      return 'auth';
  }
}
