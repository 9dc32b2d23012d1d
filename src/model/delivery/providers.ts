import { plainHost } from '../host-name.ts';
import { otherProvider } from './mailbox-provider.ts';

/** A provider limits a sender across all hosted domains; an unlisted domain is its own provider. */
export type Provider = {
  /** Name from the table, or the registered domain, because subdomains are free to create and share its limits. */
  name: string;
  connectionsMax: number;
  messagesPerConnectionMax: number;
};

const connectionsMaxDefault = 10;
/** Below common server limits, so that we choose the end of a connection. */
const messagesPerConnectionMaxDefault = 50;

/** Name; concurrent connections; mails per connection; suffixes of mail servers. */
const providers: readonly [string, number, number, ...string[]][] = [
  ['google', 5, 50, '.google.com', '.googlemail.com', '.psmtp.com'],
  // Consumer mailboxes come first, because they share the company's suffix but are separate systems.
  ['outlook', 5, 50, '.olc.protection.outlook.com'],
  ['microsoft 365', 5, 50, '.protection.outlook.com', '.mx.microsoft'],
  ['yahoo', 5, 20, '.yahoodns.net'],
  ['yahoo japan', 2, 20, '.yahoo.co.jp'],
  ['icloud', 5, 5, '.icloud.com', '.apple.com'],
  ['gmx and web.de', 4, 20, '.gmx.net', '.web.de'],
  ['ionos', 5, 20, '.kundenserver.de', '.1and1.com', '.ionos.com'],
  ['t-online', 4, 20, '.t-online.de'],
  ['comcast', 10, 100, '.comcast.net'],
  ['orange', 3, 20, '.orange.fr', '.wanadoo.fr'],
  ['free', 3, 20, '.free.fr'],
  ['sfr', 3, 20, '.sfr.fr'],
  ['laposte', 3, 20, '.laposte.net'],
  ['libero', 3, 20, '.libero.it'],
  ['seznam', 5, 20, '.seznam.cz'],
  ['mailru', 5, 20, '.mail.ru'],
  ['yandex', 5, 20, '.yandex.ru', '.yandex.net'],
  ['qq', 4, 8, '.qq.com'],
  ['netease', 4, 7, '.netease.com'],
  ['naver', 4, 20, '.naver.com'],
  ['kpn', 5, 10, '.kpnmail.nl'],
  ['netvigator', 5, 10, '.netvigator.com'],
  ['zoho', 5, 20, '.zoho.com', '.zoho.eu', '.zoho.in'],
  ['proton', 5, 20, '.protonmail.ch', '.proton.me'],
  ['fastmail', 5, 50, '.messagingengine.com'],
  ['mimecast', 10, 50, '.mimecast.com', '.mimecast.co.za', '.mimecast-offshore.com'],
  ['proofpoint', 10, 50, '.pphosted.com', '.ppe-hosted.com'],
  ['barracuda', 10, 15, '.barracudanetworks.com'],
  ['symantec', 5, 20, '.messagelabs.com'],
  ['cisco', 5, 50, '.iphmx.com'],
  ['godaddy', 5, 20, '.secureserver.net'],
  ['rackspace', 5, 20, '.emailsrvr.com'],
  ['ovh', 5, 20, '.ovh.net', '.ovh.ca'],
  ['amazon', 5, 20, '.amazonaws.com'],
];

const names: ReadonlySet<string> = new Set(providers.map(([name]) => name));

export const knownProviders: readonly string[] = [...names, otherProvider];

/** Returns a name from the table, or `other`, because the number of unlisted domains is unbounded. */
export function knownProvider(name: string): string {
  return names.has(name) ? name : otherProvider;
}

const suffixes = new Map(
  providers.flatMap(([name, connectionsMax, messagesPerConnectionMax, ...ends]) =>
    ends.map((end) => [end, { name, connectionsMax, messagesPerConnectionMax }] as const),
  ),
);

/** @param hosts mail servers, best first; the best one identifies the provider */
export function identifyProvider(registered: string, hosts: readonly string[]): Provider {
  const host = plainHost(hosts[0] ?? registered);
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
    const provider = suffixes.get(host.slice(dot));
    if (provider !== undefined) return provider;
  }
  return {
    name: plainHost(registered),
    connectionsMax: connectionsMaxDefault,
    messagesPerConnectionMax: messagesPerConnectionMaxDefault,
  };
}
