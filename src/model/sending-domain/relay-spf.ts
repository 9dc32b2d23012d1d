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

/** Returns an empty list if any relay is unknown, because a partial record would look complete. */
export function spfOfRelays(hosts: readonly string[]): string[] {
  const mechanisms = hosts.map(
    (host) => relays.find(([pattern]) => pattern.test(host.toLowerCase()))?.[1] ?? null,
  );
  return mechanisms.includes(null) ? [] : [...new Set(mechanisms.filter((one) => one !== null))];
}
