/** Domains of consumer mailboxes by provider, named as in `providers.ts`. `.*` matches any country. */
const mailboxes: Readonly<Record<string, string>> = {
  google: 'gmail.com googlemail.com',
  outlook: 'outlook.* hotmail.* live.* msn.com passport.com',
  yahoo: 'yahoo.* ymail.com rocketmail.com aol.com aim.com',
  'yahoo japan': 'yahoo.co.jp ybb.ne.jp',
  icloud: 'icloud.com me.com mac.com',
  'gmx and web.de': 'gmx.* web.de',
  't-online': 't-online.de magenta.de',
  comcast: 'comcast.net',
  orange: 'orange.fr wanadoo.fr',
  free: 'free.fr',
  sfr: 'sfr.fr neuf.fr',
  laposte: 'laposte.net',
  libero: 'libero.it',
  seznam: 'seznam.cz email.cz',
  mailru: 'mail.ru bk.ru inbox.ru list.ru internet.ru',
  yandex: 'yandex.* ya.ru',
  qq: 'qq.com foxmail.com',
  netease: '163.com 126.com yeah.net',
  naver: 'naver.com',
  zoho: 'zoho.com zohomail.com',
  proton: 'proton.me protonmail.com pm.me',
  fastmail: 'fastmail.com fastmail.fm',
};

const byDomain = new Map<string, string>();
const byBrand = new Map<string, string>();
for (const [provider, domains] of Object.entries(mailboxes)) {
  for (const domain of domains.split(' ')) {
    if (domain.endsWith('.*')) byBrand.set(domain.slice(0, -2), provider);
    else byDomain.set(domain, provider);
  }
}

/** Suffixes after a brand: `com`, `de`, `co.uk`, `com.br`. */
const countryShape = /^(?:com|net|[a-z]{2}|(?:co|com)\.[a-z]{2})$/;

/** Uses the domain instead of the MX hosts, because it is known from the start: all events of a mail count for the same provider. */
export function mailboxProvider(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const provider = byDomain.get(domain);
  if (provider !== undefined) return provider;
  const dot = domain.indexOf('.');
  const brand = byBrand.get(domain.slice(0, dot));
  return brand !== undefined && countryShape.test(domain.slice(dot + 1)) ? brand : otherProvider;
}

export const otherProvider = 'other';

export const mailboxProviders: readonly string[] = [...Object.keys(mailboxes), otherProvider];
