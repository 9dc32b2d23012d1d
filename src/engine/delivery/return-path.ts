import { type ReturnPath, readReturnAddress, returnLocalPart, type Seal } from '../../model/bounces/verp.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import type { Engine } from '../context/scope.ts';

const purpose = 'return-path';

function sealOf({ secretBox }: Pick<Engine, 'secretBox'>): Seal {
  return (text) => secretBox.mac(purpose, text);
}

/** The envelope sender of a mail (RFC 5321 4.5.5): an address that only this mail has. */
export function returnPathOf(
  engine: Pick<Engine, 'secretBox'>,
  { organization, id }: Pick<EmailRecord, 'organization' | 'id'>,
  bounceDomain: string,
): string {
  return `${returnLocalPart({ organization, id }, sealOf(engine))}@${bounceDomain}`;
}

/** The mail whose return path stands in a text; null where it has none of ours. */
export function readReturnPath(engine: Pick<Engine, 'secretBox'>, text: string): ReturnPath | null {
  return readReturnAddress(text, sealOf(engine));
}

/**
 * Where a mailbox provider sends complaints about a mail (RFC 9477): to the mail's own return path, named once more in
 * a field of its own for reports that come to another address. Both fields have to be covered by a DKIM signature, and
 * the address by one of its own domain where that is not aligned with From.
 */
export function complaintFields(returnPath: string): readonly (readonly [name: string, value: string])[] {
  return [
    ['CFBL-Address', `${returnPath}; report=arf`],
    ['CFBL-Feedback-ID', returnPath.slice(0, returnPath.lastIndexOf('@'))],
  ];
}
