/** Hand-maintained lists; a missing name proves nothing. */

/** Local parts of roles or machines (RFC 2142 and custom). */
const roles: ReadonlySet<string> = new Set(
  [
    'abuse admin administrator all billing bounce careers compliance contact daemon dns donotreply everyone',
    'feedback finance ftp hello help helpdesk hostmaster hr info investors jobs legal list mailer-daemon',
    'mailerdaemon marketing media news newsletter no-reply no_reply nobody noc noreply notifications office ops',
    'orders postmaster press privacy recruiting registrar root sales security service spam staff subscribe',
    'support sysadmin team tech unsubscribe usenet uucp webmaster www',
  ]
    .join(' ')
    .split(' '),
);

export const freeDomains: readonly string[] = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'aol.com',
  'live.com',
  'msn.com',
  'me.com',
  'mac.com',
  'mail.com',
  'email.com',
  'googlemail.com',
  'ymail.com',
  'rocketmail.com',
  'proton.me',
  'protonmail.com',
  'pm.me',
  'tutanota.com',
  'tuta.com',
  'fastmail.com',
  'hey.com',
  'zoho.com',
  'gmx.com',
  'gmx.net',
  'gmx.de',
  'gmx.at',
  'gmx.ch',
  'web.de',
  't-online.de',
  'freenet.de',
  'mail.de',
  'posteo.de',
  'yahoo.co.uk',
  'yahoo.co.jp',
  'yahoo.co.in',
  'yahoo.fr',
  'yahoo.de',
  'yahoo.it',
  'yahoo.es',
  'yahoo.ca',
  'yahoo.com.br',
  'hotmail.co.uk',
  'hotmail.fr',
  'hotmail.de',
  'hotmail.it',
  'hotmail.es',
  'outlook.fr',
  'outlook.de',
  'live.co.uk',
  'live.fr',
  'live.nl',
  'btinternet.com',
  'orange.fr',
  'wanadoo.fr',
  'laposte.net',
  'free.fr',
  'sfr.fr',
  'libero.it',
  'virgilio.it',
  'tiscali.it',
  'seznam.cz',
  'wp.pl',
  'o2.pl',
  'interia.pl',
  'mail.ru',
  'yandex.ru',
  'yandex.com',
  'bk.ru',
  'inbox.ru',
  'list.ru',
  'rambler.ru',
  'ukr.net',
  'qq.com',
  '163.com',
  '126.com',
  'sina.com',
  'naver.com',
  'daum.net',
  'hanmail.net',
  'rediffmail.com',
  'uol.com.br',
  'bol.com.br',
  'terra.com.br',
  'comcast.net',
  'verizon.net',
  'att.net',
  'sbcglobal.net',
  'bellsouth.net',
  'cox.net',
  'charter.net',
];

const free: ReadonlySet<string> = new Set(freeDomains);

/** @param local lower case; a `+label` is ignored */
export function isRoleAccount(local: string): boolean {
  const labelAt = local.indexOf('+');
  return roles.has(labelAt < 0 ? local : local.slice(0, labelAt));
}

/** @param domain lower-case ASCII */
export function isFreeDomain(domain: string): boolean {
  return free.has(domain);
}
