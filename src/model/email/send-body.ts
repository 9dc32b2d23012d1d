import { z } from 'zod';
import { explainRefusal, isHeaderSafe, type Mailbox, parseMailbox } from '../address.ts';
import { type Body, checkTiptap, htmlBytesMax, markdownBytesMax } from '../content/body.ts';
import { Failure, type FieldFault, invalidFields } from '../failure.ts';
import { shownAs } from '../text/alias.ts';
import { FreeObject } from '../text/custom-attributes.ts';
import { atMostCharacters } from '../text/text.ts';

/** RFC 5322 2.1.1: the length of a header line. Folding allows more, but no readable subject needs it. */
export const subjectCharactersMax = 998;
export const previewCharactersMax = 200;

export const bodyKinds = ['html', 'markdown', 'tiptap'] as const;

export const sendFields = {
  from: z.string().describe('Address or Name <address>'),
  to: z.union([
    z.string(),
    z.array(z.string()).length(1, 'must be one address; several go with send_email_batch'),
  ]),
  subject: z.string().min(1).check(atMostCharacters(subjectCharactersMax)),
  html: z.string().min(1).optional().describe('Give either html, markdown or tiptap'),
  markdown: z.string().min(1).optional().describe('Merge fields: {{firstName|there}}, {{attributes.plan}}'),
  /** Written by editors; assistants use another kind. */
  tiptap: FreeObject.optional()
    .describe('{type:"doc", content:[…]}')
    .meta(shownAs({ type: 'object', description: '' })),
  reply_to: z.string().optional(),
  preview: z.string().check(atMostCharacters(previewCharactersMax)).optional().describe('Inbox preview text'),
};

export type SendBody = z.output<z.ZodObject<typeof sendFields>>;

export type ReadSend = {
  from: Mailbox;
  to: Mailbox;
  replyTo: Mailbox | null;
  subject: string;
  preview: string | null;
  body: Body;
};

/** @throws Failure validation_error naming every wrong field; invalid_from_address */
export function readSend(send: SendBody, path = ''): ReadSend {
  return settle(look(send, path));
}

function settle<Read>({ read, faults, fromFault }: Looked<Read>): Read {
  if (fromFault && faults.length === 1) {
    throw new Failure('invalid_from_address', {
      message: `${fromFault.path} ${fromFault.message}`,
      details: [{ ...fromFault, message: fromFault.message.replace(notOneMailbox, '') }],
    });
  }
  if (faults.length > 0) throw invalidFields(faults);
  return read as Read;
}

/** Finds additional faults of a refused send, so that one response names all. Skips fields of a wrong type. */
export function sendFaults(given: unknown, path = ''): FieldFault[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return [];
  return look(given, path).faults;
}

const notOneMailbox = 'is not one mailbox: ';
const unsafe = 'must not contain line breaks or control characters';

type Envelope = Pick<ReadSend, 'from' | 'to' | 'replyTo'>;

/** Reads the addresses of a mail whose content is stored. @throws Failure as `readSend` does */
export function readEnvelope(
  given: Pick<SendBody, 'from' | 'to' | 'reply_to'>,
  others: (fault: AddFault) => void,
  path = '',
): Envelope {
  return settle(lookAtAddresses(given, path, others));
}

type Looked<Read> = {
  read: { [Field in keyof Read]: Read[Field] | undefined };
  faults: FieldFault[];
  /** A fault with its own failure name, used if there are no other faults. */
  fromFault: FieldFault | undefined;
};

type GivenSend = { [Field in keyof SendBody]?: unknown };

function look(send: GivenSend, path: string): Looked<ReadSend> {
  let content: Omit<Looked<ReadSend>['read'], keyof Envelope> | undefined;
  const looked = lookAtAddresses(send, path, (fault) => {
    const line = (field: 'subject' | 'preview'): string | undefined => {
      const given = send[field];
      if (typeof given !== 'string') return undefined;
      if (!isHeaderSafe(given)) fault(field, unsafe);
      return given;
    };
    const [subject, preview] = [line('subject'), line('preview') ?? null];
    content = { subject, preview, body: readBody(send, fault) ?? undefined };
  });
  return { ...looked, read: { ...looked.read, ...content! } };
}

/** @param others finds the faults of the other fields. Their faults come before the fault of the sender. */
function lookAtAddresses(
  send: Pick<GivenSend, keyof Pick<SendBody, 'from' | 'to' | 'reply_to'>>,
  path: string,
  others: (fault: AddFault) => void,
): Looked<Envelope> {
  const faults: FieldFault[] = [];
  const fault: AddFault = (field, message, code = 'invalid') => {
    faults.push({ path: path === '' ? field : `${path}.${field}`, code, message });
  };
  const mailbox = (field: 'from' | 'to' | 'reply_to', given: unknown): Mailbox | undefined => {
    if (typeof given !== 'string') return undefined;
    const read = parseMailbox(given);
    if (!read.ok) fault(field, notOneMailbox + explainRefusal(given, read.message));
    return read.ok ? read.mailbox : undefined;
  };
  const to = mailbox('to', Array.isArray(send.to) && send.to.length === 1 ? send.to[0] : send.to);
  const replyTo = mailbox('reply_to', send.reply_to) ?? null;
  others(fault);
  const before = faults.length;
  const from = mailbox('from', send.from);
  const fromFault = faults[before];
  return { read: { from, to, replyTo }, faults, fromFault };
}

/** Reports a fault of a field. */
export type AddFault = (field: string, message: string, code?: FieldFault['code']) => void;

export function readBody(send: { [Kind in Body['kind']]?: unknown }, fault: AddFault): Body | null {
  const given = bodyKinds.filter((kind) => send[kind] !== undefined);
  const kind = given[0];
  if (kind === undefined) {
    fault('html', 'is required, or markdown, or tiptap: exactly one of the three', 'required');
    return null;
  }
  if (given.length > 1) {
    for (const other of given)
      fault(other, 'cannot be given with another body: exactly one of html, markdown, tiptap');
    return null;
  }
  if (kind === 'tiptap') {
    if (!FreeObject.safeParse(send.tiptap).success) return null;
    const checked = checkTiptap(send.tiptap as Record<string, unknown>);
    if (checked.ok) return { kind, source: checked.source };
    fault(['tiptap', ...checked.path].join('.'), checked.message);
    return null;
  }
  const source = send[kind];
  if (typeof source !== 'string') return null;
  const bytesMax = kind === 'html' ? htmlBytesMax : markdownBytesMax;
  if (Buffer.byteLength(source) > bytesMax) {
    fault(kind, `must have at most ${bytesMax.toLocaleString('en')} bytes`);
    return null;
  }
  return { kind, source };
}
