import type { RawMessage } from '../../model/message/raw-message.ts';

/** Lines that a reader of an mbox would take for the beginning of a message, quoted or not. */
const looksLikeBeginning = /^(>*From )/gm;

/**
 * A message as an entry of an mbox in the form mboxrd: nothing of it is lost, because a line that is quoted already is
 * quoted once more. One file of all messages opens in mail programs, and an archive with a file for each would need
 * more names than a ZIP of the common form holds.
 */
export function mboxOf({
  id,
  header,
  body,
  createdAt,
}: RawMessage & { id: string; createdAt: number }): string {
  const message = `${header}\r\n${body}`.replaceAll(looksLikeBeginning, '>$1');
  const end = message.endsWith('\n') ? '\r\n' : '\r\n\r\n';
  return `From MAILER-DAEMON ${asctime(createdAt)}\r\nX-Posthouse-Message: ${id}\r\n${message}${end}`;
}

/** RFC 4155: the time as `asctime` writes it, in UTC. */
function asctime(epochMs: number): string {
  const [weekday, day, month, year, time] = new Date(epochMs).toUTCString().replace(',', '').split(' ');
  return `${weekday} ${month} ${day!.replace(/^0/, ' ')} ${time} ${year}`;
}
