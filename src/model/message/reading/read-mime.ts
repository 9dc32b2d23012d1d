import type { RawMessage } from '../raw-message.ts';
import { separateMessages } from './separate-messages.ts';

export type ReadMessage = {
  html: string;
  text: string;
  attachments: ReadAttachment[];
  /** The message exceeded the limit, so its end may be missing. */
  cut: boolean;
  /** False if parsing failed and `text` is the source. */
  understood: boolean;
};

export type ReadAttachment = {
  filename: string | null;
  type: string;
  size: number;
  content?: Uint8Array;
};

/** Bytes parsed. More than any route accepts, so that no content after an attachment is lost. */
const octetsMax = 12_000_000;
/** A line costs the parser as much time and memory as a hundred bytes. The largest attachment has 160,000 lines. */
const linesMax = 300_000;
const nestingMax = 50;
const headerOctetsMax = 500_000;
/** No real message has more attachments; thousands of parts are an attack. */
export const attachmentsMax = 100;
const sourceOctetsMax = 100_000;

/** Never throws. Takes up to seconds, so servers call `Rendering.read` instead. @param attachment from 1 */
export async function readMime(raw: RawMessage, attachment?: number): Promise<ReadMessage> {
  const whole = `${raw.header}\r\n${raw.body}`;
  if (hasMoreLines(whole.slice(0, octetsMax), linesMax)) return unreadMessage(raw);
  try {
    const body = raw.body.slice(0, Math.max(0, octetsMax - raw.header.length - 2));
    const content: MessageContent = { html: '', text: '', attachments: [] };
    for (const message of separateMessages({ header: raw.header, body })) {
      await addContent(content, message, attachment);
    }
    return { ...content, cut: whole.length > octetsMax, understood: true };
  } catch {
    return unreadMessage(raw);
  }
}

type MessageContent = Pick<ReadMessage, 'html' | 'text' | 'attachments'>;

async function addContent(
  content: MessageContent,
  { header, body }: RawMessage,
  wanted: number | undefined,
): Promise<void> {
  const { default: PostalMime } = await import('postal-mime');
  const read = await PostalMime.parse(Buffer.from(`${header}\r\n${body}`, 'latin1'), {
    maxNestingDepth: nestingMax,
    maxHeadersSize: headerOctetsMax,
    maxRfc822NestingDepth: 1,
    attachmentEncoding: 'arraybuffer',
  });
  content.html += read.html ?? '';
  content.text += read.text ?? '';
  for (const attachment of read.attachments) {
    // The text of an unparsed nested message is unknown.
    if (attachment.rfc822DepthExceeded) throw new Error('a message is nested too deep');
    if (content.attachments.length === attachmentsMax) continue;
    const { filename, mimeType, content: given } = attachment;
    const octets = typeof given === 'string' ? Buffer.from(given) : new Uint8Array(given);
    const isWanted = content.attachments.length + 1 === wanted;
    content.attachments.push({
      filename,
      type: mimeType,
      size: octets.length,
      ...(isWanted && { content: octets }),
    });
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

/** Shows the source, because parsing is too expensive. */
export function unreadMessage({ body }: RawMessage): ReadMessage {
  const text = Buffer.from(body.slice(0, sourceOctetsMax), 'latin1').toString();
  return { html: '', text, attachments: [], cut: body.length > sourceOctetsMax, understood: false };
}
