import type { RawMessage } from './raw-message.ts';

/** What a message that came whole says and carries, as it is looked at. */
export type ReadMessage = {
  /** Empty where it has none. */
  html: string;
  text: string;
  attachments: ReadAttachment[];
  /** It was larger than what is read: something may be missing at its end. */
  cut: boolean;
};

export type ReadAttachment = {
  filename: string | null;
  /** Such as `image/png`, in lower case. */
  type: string;
  /** Octets, decoded. */
  size: number;
};

/** How much of a message is read, so that looking at one mail keeps nobody else waiting. */
const octetsMax = 4_000_000;
const nestingMax = 50;
const headerOctetsMax = 500_000;

/** Total: a message that cannot be read as MIME is shown as the text it is made of. */
export async function readMime(raw: RawMessage): Promise<ReadMessage> {
  const whole = `${raw.header}\r\n${raw.body}`;
  const cut = whole.length > octetsMax;
  const octets = Buffer.from(whole.slice(0, octetsMax), 'latin1');
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
      attachments: read.attachments.map(({ filename, mimeType, content }) => ({
        filename,
        type: mimeType,
        size: typeof content === 'string' ? content.length : content.byteLength,
      })),
      cut,
    };
  } catch {
    // The parser throws for what exceeds its limits, and a mail that cannot be shown cannot be looked into either.
    return { html: '', text: octets.subarray(raw.header.length + 2).toString(), attachments: [], cut };
  }
}
