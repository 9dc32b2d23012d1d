import { plainHost } from '../host-name.ts';

/** MTA-STS (RFC 8461): a domain publishes its mail servers over HTTPS and requires valid certificates of them. */

export type StsPolicy = {
  /** `enforce`: no delivery on failure; `testing`: failures are only recorded; `none`: the policy is withdrawn. */
  mode: 'enforce' | 'testing' | 'none';
  /** Lower-case host names, or `*.` and a name to match a single additional label. */
  mx: readonly string[];
  maxAgeSeconds: number;
};

/** About a year (RFC 8461 3.2). */
const maxAgeSecondsMax = 31_557_600;
/** Suggested by RFC 8461 3.3. */
export const policyOctetsMax = 65_536;
/** More patterns than a real policy has; bounds the work. */
const mxPatternsMax = 100;

const fieldName = '[A-Za-z0-9][A-Za-z0-9_.-]{0,31}';
const recordShape = new RegExp(
  `^v=STSv1(?:[ \\t]*;[ \\t]*${fieldName}=[\\x21-\\x3a\\x3c\\x3e-\\x7e]+)+[ \\t]*;?[ \\t]*$`,
);
const idShape = /;[ \t]*id=([A-Za-z0-9]{1,32})[ \t]*(?:;|$)/;

/** Returns null for none, several or a malformed record (RFC 8461 3.1). */
export function stsPolicyId(texts: readonly string[]): string | null {
  const records = texts.filter((text) => /^v=STSv1[ \t]*;/.test(text));
  const [record] = records;
  if (record === undefined || records.length > 1 || !recordShape.test(record)) return null;
  return idShape.exec(record)?.[1] ?? null;
}

export function readStsPolicy(text: string): { policy: StsPolicy } | { fault: string } {
  if (Buffer.byteLength(text) > policyOctetsMax) return { fault: 'it is too large' };
  const first = new Map<string, string>();
  const mx: string[] = [];
  for (const line of withoutEmptyEnd(text).split(/\r?\n/)) {
    const field = policyLine.exec(line);
    if (field === null) return { fault: 'a line of it is no field with a value' };
    const [, name = '', value = ''] = field;
    // Only the first occurrence of a field counts; mx may repeat.
    if (name === 'mx') mx.push(value.toLowerCase());
    else if (!first.has(name)) first.set(name, value);
  }
  const mode = first.get('mode');
  const maxAge = first.get('max_age');
  if (first.get('version') !== 'STSv1') return { fault: 'its version is not STSv1' };
  if (mode !== 'enforce' && mode !== 'testing' && mode !== 'none') return { fault: 'its mode is unknown' };
  if (maxAge === undefined || !/^\d{1,10}$/.test(maxAge)) return { fault: 'it has no max_age' };
  if (mx.length === 0 && mode !== 'none') return { fault: 'it names no mail server' };
  if (mx.length > mxPatternsMax) return { fault: 'it names too many mail servers' };
  if (mx.some((pattern) => !mxPattern.test(pattern))) {
    return { fault: 'what it names as a mail server is no host name' };
  }
  return { policy: { mode, mx, maxAgeSeconds: Math.min(Number(maxAge), maxAgeSecondsMax) } };
}

/** Avoids a regular expression, which takes quadratic time on runs of blanks: the domain's owner writes the policy. */
function withoutEmptyEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\r\n'.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

const policyLine = new RegExp(
  `^(${fieldName}):[ \\t]*([^\\s\\x00-\\x1f\\x7f](?:[^\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f])?)[ \\t]*$`,
);
const mxPattern =
  /^(\*\.)?(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.?$/;

/** RFC 8461 4.1; `*.` matches exactly one label. */
export function allowsMx(policy: StsPolicy, host: string): boolean {
  const name = plainHost(host);
  return policy.mx.some((pattern) => {
    const wanted = plainHost(pattern);
    if (!wanted.startsWith('*.')) return wanted === name;
    const dot = name.indexOf('.');
    return dot > 0 && name.slice(dot) === wanted.slice(1);
  });
}
