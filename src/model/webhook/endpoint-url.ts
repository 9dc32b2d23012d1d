import { isGlobalAddress } from '../delivery/global-address.ts';

export const urlCharactersMax = 2_048;

/** Top-level names of private networks (RFC 6761, RFC 6762, RFC 8375, ICANN). */
const privateSuffixes = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'home.arpa',
  'test',
  'invalid',
  'onion',
];

/** Chat services whose incoming webhooks only accept their own message format. */
const chats: readonly { host: string; path: string; says: string }[] = [
  { host: 'hooks.slack.com', path: '/', says: 'Slack takes { "text": … } alone' },
  { host: 'discord.com', path: '/api/webhooks/', says: 'Discord takes { "content": … } alone' },
];

/** Helps developers who test a receiver on their own machine. */
const unlessAllowed = ', unless the operator sets POSTHOUSE_WEBHOOK_ALLOW_PRIVATE';

/** The URL parser converts all spellings of IPv4 addresses to this form. */
const dotted = /^\d{1,3}(?:\.\d{1,3}){3}$/;

type Terms = {
  allowPrivate: boolean;
  ownHost: string;
};

type Read = { ok: true; url: string } | { ok: false; message: string };

/** Each delivery resolves the host again, because its owner may change it. */
export function readEndpointUrl(text: string, { allowPrivate, ownHost }: Terms): Read {
  const url = text.length > urlCharactersMax ? null : URL.parse(text);
  if (url === null)
    return refused(`must be a URL of at most ${urlCharactersMax.toLocaleString('en')} characters`);
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) {
    return refused(`must begin with https://${unlessAllowed}`);
  }
  if (url.username !== '' || url.password !== '') {
    return refused('must not hold a user name or password; deliveries are signed instead');
  }
  if (url.hash !== '') return refused('must not hold a fragment (#…), which is never sent');
  // Our lists contain names without a root dot.
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === '') return refused('must name a host');
  const chat = chats.find((one) => one.host === host && url.pathname.startsWith(one.path));
  if (chat) {
    return refused(
      `must lead to a receiver of signed events: ${chat.says}, so a receiver of yours has to stand in front of it`,
    );
  }
  if (allowPrivate) return { ok: true, url: url.href };
  if (url.port !== '') return refused('must use the port of https, 443');
  if (url.hostname.startsWith('[') || dotted.test(host)) {
    return isGlobalAddress(host)
      ? { ok: true, url: url.href }
      : refused(`must lead to the public internet; this address is private or reserved${unlessAllowed}`);
  }
  const isPrivate = privateSuffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
  if (isPrivate || !host.includes('.')) {
    return refused(`must lead to the public internet; this name is of a private network${unlessAllowed}`);
  }
  if (host === ownHost) return refused('must not lead to this instance itself');
  return { ok: true, url: url.href };
}

function refused(message: string): Read {
  return { ok: false, message };
}
