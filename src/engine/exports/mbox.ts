import type { RawMessage } from '../../model/message/raw-message.ts';

/** Lines that need mboxrd quoting. */
const looksLikeBeginning = /^(>*From )/gm;

/** The mboxrd format loses nothing. A file per message would exceed the entries of a plain ZIP. */
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

/** RFC 4155: `asctime` format in UTC. */
function asctime(epochMs: number): string {
  const [weekday, day, month, year, time] = new Date(epochMs).toUTCString().replace(',', '').split(' ');
  return `${weekday} ${month} ${day!.replace(/^0/, ' ')} ${time} ${year}`;
}
