import type { RecordKind } from './published-records.ts';
import type { RecordStatus } from './record-status.ts';

/** The judgment of receivers about the sender of a mail, as far as the signature and the records of its domain tell. */
export type AuthenticationCheck = {
  name: 'DKIM' | 'SPF' | 'DMARC';
  /** `unknown`: this server does not know. */
  result: 'passes' | 'fails' | 'unknown';
  text: string;
};

type SeenSignature = { domain: string; selector: string };

type Published = {
  record: RecordKind;
  name: string;
  status: RecordStatus;
  found?: readonly string[] | undefined;
};

export type AuthenticationFacts = {
  /** Domain of the From address. */
  from: string;
  /** Null if the reader may not see the headers. */
  signatures: readonly SeenSignature[] | null;
  /** Records of the From domain at the last check; null if it is not a domain of the organization. */
  records: readonly Published[] | null;
};

export function explainAuthentication(facts: AuthenticationFacts): AuthenticationCheck[] {
  const dkim = judgeSignature(facts);
  const spf = judgeSender(facts);
  return [dkim, spf, judgePolicy(facts, dkim, spf)];
}

function judgeSignature({ from, signatures, records }: AuthenticationFacts): AuthenticationCheck {
  const aligned = signatures?.find(({ domain }) => isAligned(domain, from));
  if (aligned) {
    const { domain, selector } = aligned;
    return {
      name: 'DKIM',
      result: 'passes',
      text: `Signed for ${domain} with the key ${selector}, aligned with ${from}.`,
    };
  }
  const other = signatures?.[0];
  if (other) {
    return {
      name: 'DKIM',
      result: 'fails',
      text: `Signed for ${other.domain}, which is not aligned with ${from}.`,
    };
  }
  if (signatures !== null) {
    const why =
      records === null ? `${from} is not one of your domains.` : `The DKIM key of ${from} is not in DNS yet.`;
    return { name: 'DKIM', result: 'fails', text: `Not signed. ${why}` };
  }
  const key = records?.find(({ record }) => record === 'DKIM');
  if (key?.status === 'verified') {
    return {
      name: 'DKIM',
      result: 'passes',
      text: `The DKIM key of ${from} is in DNS, so Posthouse signs its email.`,
    };
  }
  return { name: 'DKIM', result: 'unknown', text: `No DKIM key of ${from} was found in DNS.` };
}

/** A return path below the From domain aligns SPF; another return path passes without helping DMARC. */
function judgeSender({ from, records }: AuthenticationFacts): AuthenticationCheck {
  if (records === null) {
    return {
      name: 'SPF',
      result: 'unknown',
      text: `${from} is not one of your domains, so its SPF record is not checked.`,
    };
  }
  const path = records.find(({ record }) => record === 'RETURN_PATH');
  if (path) {
    return path.status === 'verified'
      ? {
          name: 'SPF',
          result: 'passes',
          text: `Bounces return to ${path.name}, which is aligned with ${from}.`,
        }
      : {
          name: 'SPF',
          result: 'fails',
          text: `Not aligned: the record of ${path.name} is missing or wrong.`,
        };
  }
  const own = records.find(({ record }) => record === 'SPF');
  return own?.status === 'verified'
    ? { name: 'SPF', result: 'passes', text: `The SPF record of ${from} allows this server.` }
    : { name: 'SPF', result: 'fails', text: `The SPF record of ${from} does not allow this server.` };
}

/** One aligned result is enough (RFC 9989 4.4). */
function judgePolicy(
  { from, records }: AuthenticationFacts,
  dkim: AuthenticationCheck,
  spf: AuthenticationCheck,
): AuthenticationCheck {
  const published = records?.find(({ record }) => record === 'DMARC')?.found?.join(' ') ?? '';
  const policy = policyTag.exec(published)?.[1]?.toLowerCase();
  const wish = policy === undefined ? '' : ` The policy of ${from} is “${policy}”.`;
  if (dkim.result === 'passes' || spf.result === 'passes') {
    return {
      name: 'DMARC',
      result: 'passes',
      text: `${dkim.result === 'passes' ? 'DKIM' : 'SPF'} is aligned.${wish}`,
    };
  }
  if (dkim.result === 'unknown' || spf.result === 'unknown') {
    const result = dkim.result === 'fails' ? 'fails' : 'unknown';
    return { name: 'DMARC', result, text: `No aligned DKIM or SPF result is known.${wish}` };
  }
  return { name: 'DMARC', result: 'fails', text: `Neither DKIM nor SPF is aligned.${wish}` };
}

const policyTag = /\bp\s{0,9}=\s{0,9}(none|quarantine|reject)\b/i;

/** Checks relaxed alignment: the domains are equal, or one is a subdomain of the other. */
function isAligned(domain: string, from: string): boolean {
  return domain === from || from.endsWith(`.${domain}`) || domain.endsWith(`.${from}`);
}

const tagValue = (tags: string, name: string): string | null =>
  tags
    .split(';')
    .map((tag) => tag.trim())
    .find((tag) => tag.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .trim()
    .toLowerCase() || null;

/** Reads the values of `DKIM-Signature` headers (RFC 6376 3.5). */
export function readSignatures(values: readonly string[]): SeenSignature[] {
  return values.flatMap((value) => {
    const [domain, selector] = [tagValue(value, 'd'), tagValue(value, 's')];
    return domain === null || selector === null ? [] : [{ domain, selector }];
  });
}
