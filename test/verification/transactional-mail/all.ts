import { arabic } from './arabic.ts';
import { dutch } from './dutch.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { japanese } from './japanese.ts';
import { polish } from './polish.ts';
import { portuguese } from './portuguese.ts';
import { russian } from './russian.ts';
import { situations } from './situations.ts';
import { spanish } from './spanish.ts';
import { turkish } from './turkish.ts';

const languages = {
  english,
  german,
  french,
  spanish,
  italian,
  portuguese,
  dutch,
  polish,
  turkish,
  russian,
  japanese,
  arabic,
};

/** The sender: a product, its verified domain, and its name in From; null for an address alone. */
type Writer = { product: string; domain: string; from: string | null };
const writers: readonly Writer[] = [
  { product: 'Tidewell', domain: 'tidewell.io', from: 'Tidewell' },
  { product: 'Bramble Books', domain: 'bramblebooks.co.uk', from: 'Bramble Books' },
  { product: 'Ledgerly', domain: 'mail.ledgerly.app', from: 'Ledgerly Billing' },
  { product: 'Harvestly', domain: 'getharvestly.com', from: null },
  { product: 'Kontor 7', domain: 'kontor7.de', from: 'Kontor 7 Support' },
  { product: 'Loja do Mar', domain: 'lojadomar.pt', from: 'Loja do Mar' },
  { product: 'Nimbus Notes', domain: 'notify.nimbusnotes.dev', from: 'no-reply' },
];

/** Companies that honest mail names, by topic. */
const payers = ['PayPal', 'Visa', 'Apple Pay', 'Klarna', 'Google Pay', 'Stripe', 'Mastercard'] as const;
const carriers = ['DHL', 'FedEx', 'UPS', 'PostNL', 'Royal Mail', 'Correos', 'DPD'] as const;
const offices = ['Google', 'Microsoft', 'Apple', 'Microsoft 365', 'Google', 'Outlook', 'Slack'] as const;
const companyFor = { shipped: carriers, event: offices, invitation: offices, twoFactor: offices } as const;

type Layout = (mail: { text: string; button: string; product: string; link: string; home: string }) => {
  html: string;
  text: string | null;
};
const table: Layout = ({ text, button, product, link, home }) => ({
  html: `<body style="margin:0;background-color:#f4f5f7"><table role="presentation" width="100%"><tr><td align="center"><table width="560" style="background-color:#ffffff"><tr><td><img src="https://${home}/logo.png" width="120" alt="${product}"></td></tr><tr><td style="padding:24px;color:#333333"><p>${text}</p><p><a href="${link}" style="background-color:#1a4fb4;color:#ffffff;padding:12px 20px">${button}</a></p></td></tr><tr><td style="background-color:transparent;color:#888888;font-size:12px">${product} · 12 Quay Street</td></tr></table></td></tr></table></body>`,
  text: null,
});
const plain: Layout = ({ text, button, product, link }) => ({
  html: '',
  text: `${text}\n\n${button}: ${link}\n\n${product}\n`,
});
const short: Layout = ({ text, button, link }) => ({
  html: `<p>${text}</p><p><a href="${link}">${button}</a></p>`,
  text: null,
});
const withPreheader: Layout = ({ text, button, product, link, home }) => ({
  html: `<div style="display:none;max-height:0;overflow:hidden">${text.slice(0, 60)}&zwnj;&nbsp;&zwnj;&nbsp;</div><h1>${product}</h1><p>${text}</p><p><a href="${link}">${button}</a></p><p><small><a href="https://${home}/help">${home}</a></small></p>`,
  text: null,
});
const layouts: readonly Layout[] = [table, plain, short, withPreheader, table];

/** The click counter of a provider; every fourth writer has counted links. */
const countedBy = 'https://click.mailtrace.net/ls/click?upn=';

export type HonestMail = {
  name: string;
  from: { displayName: string | null; address: string; domain: string };
  subject: string;
  html: string;
  text: string | null;
};

/** Each text by five writers: 1,200 mails that only a faulty verifier blocks. */
export const honestMails: readonly HonestMail[] = Object.entries(languages).flatMap(
  ([language, sayings], nth) =>
    situations.flatMap((situation, place) =>
      layouts.map((layout, turn) => {
        const at = nth + 3 * place + turn;
        const { product, domain, from } = writers[at % writers.length]!;
        const companies: readonly string[] =
          situation in companyFor ? companyFor[situation as keyof typeof companyFor] : payers;
        const company = companies[(at + turn) % companies.length]!;
        const fill = (text: string) => text.replaceAll('{p}', product).replaceAll('{b}', company);
        const [subject, text, button] = sayings[situation].map(fill) as [string, string, string];
        const home = domain
          .split('.')
          .slice(domain.endsWith('.co.uk') ? -3 : -2)
          .join('.');
        const page = `https://${turn % 2 === 0 ? 'app.' : ''}${home}/${situation}/${1000 + at}`;
        const link = at % 4 === 3 ? countedBy + encodeURIComponent(page) : page;
        return {
          name: `${language}/${situation}/${turn}`,
          from: { displayName: from, address: `hello@${domain}`, domain },
          subject,
          ...layout({ text, button, product, link, home }),
        };
      }),
    ),
);
