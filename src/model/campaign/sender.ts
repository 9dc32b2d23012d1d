import { formatMailbox, type Mailbox, parseMailbox } from '../address.ts';
import { stripInvisible } from '../text/strip-invisible.ts';

/**
 * Who a campaign is from: its own address, else the organization's default; under its own name, else under the
 * default's where the default's address is used.
 * @returns null when there is neither address
 */
export function senderOf(
  { fromEmail, fromName }: { fromEmail: string | null; fromName: string | null },
  defaultFrom: string | null,
): Mailbox | null {
  const text = fromEmail ?? defaultFrom;
  if (text === null) return null;
  const read = parseMailbox(text);
  if (!read.ok) return null;
  return { ...read.mailbox, displayName: fromName ?? read.mailbox.displayName };
}

/** Why a name cannot stand before an address, or null when it can. */
export function senderNameFault(name: string): string | null {
  const read = parseMailbox(formatMailbox({ address: 'somebody@example.com', displayName: name }));
  return read.ok ? null : `cannot stand before an address. ${read.message}`;
}

/** The same name without what nobody sees, which was not always refused; null when it cannot stand there all the same. */
export function cleanSenderName(name: string): string | null {
  const clean = stripInvisible(name).replace(lineEnds, ' ').trim();
  return clean === '' || senderNameFault(clean) !== null ? null : clean;
}

const lineEnds = /[\t\r\n\u2028\u2029]+/g;
