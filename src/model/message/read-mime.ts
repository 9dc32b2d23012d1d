import type { RawMessage } from './raw-message.ts';

/** The content of a whole message, decoded for display. */
export type ReadMessage = {
  /** Empty where it has none. */
  html: string;
  text: string;
  /** The first ones. */
  attachments: ReadAttachment[];
  /** It exceeded the limit: something may be missing at its end. */
  cut: boolean;
  /** False where it could not be parsed and `text` is its source. */
  understood: boolean;
};

export type ReadAttachment = {
  filename: string | null;
  /** Such as `image/png`, in lower case. */
  type: string;
  /** Octets, decoded. */
  size: number;
  /** The octets of the one attachment that was asked for. */
  content?: Uint8Array;
};

/** The octets of a message that are parsed: more than any door accepts, so that nothing after an attachment is lost. */
const octetsMax = 12_000_000;
/**
 * Each line costs the parser as much as a hundred octets, in time and in memory. An attachment of the largest size has
 * 160,000.
 */
const linesMax = 300_000;
const nestingMax = 50;
const headerOctetsMax = 500_000;
/** No real message has more attachments; one of thousands of parts is an attack. */
export const attachmentsMax = 100;
/** The octets shown of an unparsable message. */
const sourceOctetsMax = 100_000;

/**
 * Never throws: a message that is not readable as MIME, or has too many lines, is shown as its raw text. The time it
 * takes grows with lines and parts, up to seconds, so servers call `Rendering.read` instead.
 *
 * @param attachment number, from 1, of the attachment whose content is returned too
 */
export async function readMime(raw: RawMessage, attachment?: number): Promise<ReadMessage> {
  const whole = `${raw.header}\r\n${raw.body}`;
  const octets = Buffer.from(whole.slice(0, octetsMax), 'latin1');
  if (hasMoreLines(whole.slice(0, octetsMax), linesMax)) return unreadMessage(raw);
  const { default: PostalMime } = await import('postal-mime');
  try {
    const read = await PostalMime.parse(octets, {
      maxNestingDepth: nestingMax,
      maxHeadersSize: headerOctetsMax,
      attachmentEncoding: 'arraybuffer',
    });
    return {
      html: read.html ?? '',
      text: read.text ?? '',
      attachments: read.attachments.slice(0, attachmentsMax).map(({ filename, mimeType, content }, index) => {
        const octets = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
        const isWanted = index + 1 === attachment;
        return { filename, type: mimeType, size: octets.length, ...(isWanted && { content: octets }) };
      }),
      cut: whole.length > octetsMax,
      understood: true,
    };
  } catch {
    // The parser throws beyond its limits; the source is shown then.
    return unreadMessage(raw);
  }
}

function hasMoreLines(text: string, most: number): boolean {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    lines += 1;
    if (lines > most) return true;
  }
  return false;
}

/** A message shown as its source, because parsing it is too expensive. */
export function unreadMessage({ body }: RawMessage): ReadMessage {
  const text = Buffer.from(body.slice(0, sourceOctetsMax), 'latin1').toString();
  return { html: '', text, attachments: [], cut: body.length > sourceOctetsMax, understood: false };
}
