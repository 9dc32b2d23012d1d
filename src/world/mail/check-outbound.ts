import { secondMs } from '../../model/instant.ts';
import type { MxHosts } from './mx-hosts.ts';
import { type Dial, openSession } from './smtp/smtp-session.ts';
import type { SmtpTimeouts } from './smtp/smtp-timeouts.ts';

/** Short, because a person waits for the doctor, and a slower server has a problem anyway. */
const stepMsMax = 10 * secondMs;

type Finding = { ok: boolean; sentence: string };

/**
 * Checks that DNS works and that a server of a well-known domain is reachable: the first of `domains` that
 * succeeds. Sends no mail. The most common fault is a port blocked by the network.
 */
export async function checkOutbound(
  hosts: MxHosts,
  dial: Dial,
  port: number,
  domains: readonly string[],
): Promise<Finding[]> {
  const found: { domain: string; host: string }[] = [];
  let notFound = '';
  for (const domain of domains) {
    const route = await hosts.route(domain);
    if (route.kind === 'hosts') found.push({ domain, host: route.hosts[0]! });
    else notFound = route.why;
  }
  if (found.length === 0) {
    return [
      { ok: false, sentence: `DNS does not say where mail for ${domains.join(' or ')} goes: ${notFound}.` },
    ];
  }
  const dns: Finding = {
    ok: true,
    sentence: `DNS answers: mail for ${found[0]!.domain} goes to ${found[0]!.host}.`,
  };
  let why = '';
  for (const { host } of found) {
    const tried = await greet(hosts, dial, port, host);
    if (tried === null)
      return [dns, { ok: true, sentence: `Port ${port} is open to the outside: ${host} answered.` }];
    why = tried;
  }
  const names = found.map(({ host }) => host).join(' nor ');
  const sentence =
    `Port ${port} seems to be blocked on the way out: neither ${names} could be reached (${why}). Many hosting ` +
    'providers block it until you ask them to open it; until then, send through a relay (POSTHOUSE_DELIVERY=relay).';
  return [
    dns,
    {
      ok: false,
      sentence:
        found.length > 1 ? sentence : sentence.replace('neither ', '').replace('could be', 'could not be'),
    },
  ];
}

/** Connects as for a message, then quits. @returns the error, or null */
async function greet(hosts: MxHosts, dial: Dial, port: number, host: string): Promise<string | null> {
  const at = await hosts.host(host, false);
  if (at.kind !== 'found') return at.why;
  const hurried = Object.entries(dial.timeouts).map(([step, ms]) => [step, Math.min(ms, stepMsMax)]);
  const timeouts: SmtpTimeouts = Object.fromEntries(hurried);
  const server = {
    host,
    port,
    addresses: at.addresses,
    tls: 'never',
    verifyCertificate: false,
    credentials: null,
  } as const;
  const opened = await openSession(server, { ...dial, timeouts }, neverGivenUp);
  if ('session' in opened) {
    await opened.session.quit();
    return null;
  }
  // A server that responds, even with a refusal, is reachable.
  return opened.fault.kind === 'refused' ? null : opened.fault.why;
}

const neverGivenUp = new AbortController().signal;
