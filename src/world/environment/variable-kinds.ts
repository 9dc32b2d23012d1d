import { z } from 'zod';
import { schemeFault } from '../../model/oauth/redirect-uri.ts';
import { isPlainSpf } from '../../model/text/machine-value.ts';

export const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0'])
    .default(fallback ? 'true' : 'false')
    .transform((text) => text === 'true' || text === '1');

export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const spfMechanismsMax = 10;

/** SPF terms without a qualifier that name servers (RFC 7208 5). */
export const spf = list
  .transform((terms) => terms.map((term) => term.toLowerCase()))
  .refine((terms) => terms.length <= spfMechanismsMax, `must be at most ${spfMechanismsMax}`)
  .refine(
    (terms) =>
      terms.every((term) => /^(include|exists|a|mx|ip4|ip6):/.test(term) && isPlainSpf(`v=spf1 ${term}`)),
    'must be SPF mechanisms such as include:spf.relay.example or ip4:192.0.2.7',
  );

const appSchemesMax = 20;

/** URI schemes of apps (RFC 8252 7.1). */
export const appSchemes = list
  .refine((schemes) => schemes.length <= appSchemesMax, `must be at most ${appSchemesMax}`)
  .superRefine((schemes, ctx) => {
    const fault = schemes.map(schemeFault).find((why) => why !== null);
    if (fault) ctx.addIssue({ code: 'custom', message: fault });
  });

export const port = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
    .default(String(fallback))
    .transform(Number)
    .refine((number) => number <= 65_535, 'must be a port number from 0 to 65535');

export const url = (protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    message: `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });

/** Replaces the library's text for a wrong choice. Our own messages stay as they are. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_value') return issue.message;
  const values = issue.values.map(String);
  return values.includes('0') && values.includes('true')
    ? 'must be true or false'
    : `must be one of ${values.join(', ')}`;
}
