import { formatMailbox, type Mailbox, parseMailbox } from '../address.ts';
import { stripInvisible } from '../text/strip-invisible.ts';

/** The default's name applies only with the default's address. @returns null without any address */
export function resolveSender(
  { fromEmail, fromName }: { fromEmail: string | null; fromName: string | null },
  defaultFrom: string | null,
): Mailbox | null {
  const text = fromEmail ?? defaultFrom;
  if (text === null) return null;
  const read = parseMailbox(text);
  if (!read.ok) return null;
  return { ...read.mailbox, displayName: fromName ?? read.mailbox.displayName };
}

/** Returns the reason why a name cannot precede an address; null if it can. */
export function senderNameFault(name: string): string | null {
  const read = parseMailbox(formatMailbox({ address: 'name@example.com', displayName: name }));
  return read.ok ? null : `cannot stand before an address. ${read.message}`;
}

/** Removes invisible characters, which older releases accepted; null if the name is still unusable. */
export function cleanSenderName(name: string): string | null {
  const clean = stripInvisible(name).replace(lineEnds, ' ').trim();
  return clean === '' || senderNameFault(clean) !== null ? null : clean;
}

const lineEnds = /[\t\r\n\u2028\u2029]+/g;
