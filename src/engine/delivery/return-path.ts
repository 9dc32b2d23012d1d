import { type ReturnPath, readReturnAddress, returnLocalPart, type Seal } from '../../model/bounces/verp.ts';
import type { EmailRecord } from '../../model/email/email.ts';
import type { Engine } from '../context/scope.ts';

const purpose = 'return-path';

function sealOf({ secretBox }: Pick<Engine, 'secretBox'>): Seal {
  return (text) => secretBox.mac(purpose, text);
}

/** The envelope sender is unique to the mail (RFC 5321 4.5.5). */
export function createReturnPath(
  engine: Pick<Engine, 'secretBox'>,
  { organization, id }: Pick<EmailRecord, 'organization' | 'id'>,
  bounceDomain: string,
): string {
  return `${returnLocalPart({ organization, id }, sealOf(engine))}@${bounceDomain}`;
}

/** Returns null if the text contains no return path of this instance. */
export function readReturnPath(engine: Pick<Engine, 'secretBox'>, text: string): ReturnPath | null {
  return readReturnAddress(text, sealOf(engine));
}

/** RFC 9477: the return path, repeated as an id. A DKIM signature must cover both fields. */
export function complaintFields(returnPath: string): readonly (readonly [name: string, value: string])[] {
  return [
    ['CFBL-Address', `${returnPath}; report=arf`],
    ['CFBL-Feedback-ID', returnPath.slice(0, returnPath.lastIndexOf('@'))],
  ];
}
