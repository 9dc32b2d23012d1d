/** Relays of providers, each with the SPF mechanism that the provider documents for the domains of its customers. */
const relays: readonly (readonly [host: RegExp, mechanism: string])[] = [
  [/^email-smtp(-fips)?\.[a-z0-9-]+\.amazonaws\.com$/, 'include:amazonses.com'],
  [/^smtp\.resend\.com$/, 'include:amazonses.com'],
  [/^smtp\.sendgrid\.net$/, 'include:sendgrid.net'],
  [/^smtp\.(eu\.)?mailgun\.org$/, 'include:mailgun.org'],
  [/^smtp(-broadcasts)?\.postmarkapp\.com$/, 'include:spf.mtasv.net'],
  [/^smtp-relay\.(brevo|sendinblue)\.com$/, 'include:spf.brevo.com'],
  [/^in(-v3)?\.mailjet\.com$/, 'include:spf.mailjet.com'],
  [/^smtp(-relay)?\.gmail\.com$/, 'include:_spf.google.com'],
  [
    /^(smtp\.office365\.com|[a-z0-9-]+\.mail\.protection\.outlook\.com)$/,
    'include:spf.protection.outlook.com',
  ],
  [/^smtp\.fastmail\.com$/, 'include:spf.messagingengine.com'],
  [/^mail\.smtp2go\.com$/, 'include:spf.smtp2go.com'],
  [/^smtp\.sparkpostmail\.com$/, 'include:sparkpostmail.com'],
  [/^smtp\.mandrillapp\.com$/, 'include:spf.mandrillapp.com'],
];

/**
 * The SPF mechanisms that allow the servers behind relays; empty as soon as one relay is not known, because a record
 * that lists some of them would look whole.
 *
 * @param hosts the relays' host names
 */
export function spfOfRelays(hosts: readonly string[]): string[] {
  const mechanisms = hosts.map(
    (host) => relays.find(([pattern]) => pattern.test(host.toLowerCase()))?.[1] ?? null,
  );
  return mechanisms.includes(null) ? [] : [...new Set(mechanisms.filter((one) => one !== null))];
}
