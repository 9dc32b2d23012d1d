import { hash } from 'node:crypto';
import type { Clock } from '../../concurrency/clock.ts';
import { daneFault } from '../../model/delivery/dane.ts';
import type { StsPolicy } from '../../model/delivery/mta-sts.ts';
import { type DaneStanding, type TlsTerms, tlsTerms } from '../../model/delivery/tls-terms.ts';
import type { Target } from './destination.ts';
import type { DialogueOutcome, OutgoingMessage, TlsUse } from './mail.ts';
import type { SmtpServer } from './smtp/smtp-server.ts';
import type { Fault, SmtpSession } from './smtp/smtp-session.ts';
import type { StsPolicies } from './sts-policies.ts';
import type { TlsNote } from './tls-results.ts';
import { classifyTlsFailure, type TlsResults } from './tls-results.ts';

/** TLS terms. `clear` is for a server whose optional TLS failed. */
type Terms = TlsTerms | { policy: 'no-policy-found' | 'sts'; kind: 'clear' };
export type UsableTerms = Exclude<Terms, { kind: 'refused' }>;

/** Builds connection targets from TLS policies, and records the results. */
export type MxTargets = {
  terms(host: string, domain: string, dane: DaneStanding, wanted: OutgoingMessage['tls']): Promise<TlsTerms>;
  target(host: string, address: string, domain: string, terms: UsableTerms): Target;
};

export function mxTargets(options: {
  port: number;
  policies: StsPolicies;
  results: TlsResults;
  clock: Clock;
}): MxTargets {
  const { port, policies, results, clock } = options;

  return {
    async terms(host, domain, dane, wanted) {
      // DANE takes precedence, so no other policy is looked up if it applies.
      const policy: StsPolicy | null = dane.kind === 'usable' ? null : await policies.of(domain);
      const terms = tlsTerms(host, dane, policy, wanted);
      if (terms.kind === 'refused') results.failed(domain, terms.policy, 'validation-failure');
      return terms;
    },

    target(host, address, domain, terms) {
      const judge = judgeOf(host, domain, terms, clock);
      return {
        name: `${host} ${address} ${termsName(domain, terms)}`,
        server: {
          host,
          port,
          addresses: [address],
          tls: tlsOf[terms.kind],
          verifyCertificate: terms.kind === 'certificate',
          ...(judge !== undefined && { judgeCertificate: judge }),
          credentials: null,
        },
        opened: (result) => note(results, domain, terms, result),
      };
    },
  };
}

const tlsOf = {
  opportunistic: 'opportunistic',
  encrypted: 'required',
  certificate: 'required',
  dane: 'required',
  clear: 'never',
} as const satisfies Record<UsableTerms['kind'], SmtpServer['tls']>;

function judgeOf(
  host: string,
  domain: string,
  terms: UsableTerms,
  clock: Clock,
): SmtpServer['judgeCertificate'] {
  if (terms.kind !== 'dane') return undefined;
  return (chain) => daneFault(terms.records, chain, [host, domain], clock.now());
}

/** Part of the connection key: a connection may carry mail of another domain only if its TLS terms would be the same. */
function termsName(domain: string, terms: UsableTerms): string {
  if (terms.kind !== 'dane') return terms.kind;
  const records = terms.records.map(
    ({ usage, selector, matchingType, certificate }) =>
      `${usage} ${selector} ${matchingType} ${certificate.toString('hex')}`,
  );
  return `dane ${hash('sha256', [domain, ...records.sort()].join('\n'))}`;
}

function note(
  results: TlsResults,
  domain: string,
  terms: UsableTerms,
  result: { session: SmtpSession } | { fault: Fault },
): TlsNote | null {
  if (terms.kind === 'clear') return null;
  const { policy } = terms;
  if ('fault' in result) {
    const { fault } = result;
    if (fault.kind !== 'unreachable' || fault.stage !== 'tls') return null;
    const failure = classifyTlsFailure(fault.why);
    results.failed(domain, policy, failure);
    return { policy, version: null, result: failure };
  }
  const { tls } = result.session;
  const missed = terms.kind === 'opportunistic' && terms.tested && (terms.missed ?? certificateMissed(tls));
  const failure =
    tls === null ? 'starttls-not-supported' : typeof missed === 'string' ? 'validation-failure' : null;
  if (failure === null) results.succeeded(domain, policy);
  else results.failed(domain, policy, failure);
  return { policy, version: tls?.protocol ?? null, result: failure ?? 'success' };
}

function certificateMissed(tls: TlsUse | null): string | null {
  return tls?.verified === 'certificate' ? null : 'its certificate is not valid';
}

/** Adds MTA-STS authentication to an accepted outcome. */
export function withTlsUse<Outcome extends DialogueOutcome>(outcome: Outcome, terms: UsableTerms): Outcome {
  if (outcome.kind !== 'accepted' || !outcome.tls || terms.kind !== 'certificate' || terms.policy !== 'sts') {
    return outcome;
  }
  return { ...outcome, tls: { ...outcome.tls, verified: 'mta_sts' } };
}
