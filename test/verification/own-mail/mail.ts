/**
 * Mail that this project wrote itself to test the content verifier: one type for honest mail and for cold
 * mail.
 */

export type Lang = 'en' | 'de' | 'pt' | 'es' | 'fr' | 'nl' | 'it';

export type OwnMail = {
  /** `kind/which one`, unique over all sets. */
  name: string;
  lang: Lang;
  subject: string;
  from: { displayName: string; address: string };
  html?: string;
  text?: string;
};

/** A mail in plain text. `from` is written `Display Name <address>`. */
export function plain(name: string, lang: Lang, from: string, subject: string, text: string): OwnMail {
  return { name, lang, subject, from: mailboxOf(from), text: text.trim() };
}

/** A mail whose HTML its author wrote by hand. */
export function handmade(name: string, lang: Lang, from: string, subject: string, html: string): OwnMail {
  return { name, lang, subject, from: mailboxOf(from), html: html.trim() };
}

export function mailboxOf(from: string): OwnMail['from'] {
  const [, displayName, address] = /^(.*) <([^<>]+)>$/.exec(from) ?? [];
  if (displayName === undefined || address === undefined) throw new Error(`not a mailbox: ${from}`);
  return { displayName, address };
}

export const domainOf = (address: string): string => address.slice(address.indexOf('@') + 1);

/** A letter as a mail program writes it: a div for each line, then a signature with the site of its writer. */
export function signed(name: string, lang: Lang, from: string, subject: string, text: string): OwnMail {
  const mailbox = mailboxOf(from);
  const domain = domainOf(mailbox.address);
  const signature = `<table cellpadding="0" style="font:12px Arial;color:#555"><tr><td style="border-left:2px solid #0a7;padding-left:8px"><b>${mailbox.displayName}</b><br><a href="https://${domain}">${domain}</a></td></tr></table>`;
  return {
    name,
    lang,
    subject,
    from: mailbox,
    html: `<div dir="ltr">${linesOf(text, lang, 'div')}${signature}</div>`,
  };
}

/** The same from a sales tool: paragraphs, an open pixel, and a link that its click counter wraps. */
export function signedAndTracked(
  name: string,
  lang: Lang,
  from: string,
  subject: string,
  text: string,
): OwnMail {
  const mailbox = mailboxOf(from);
  const domain = domainOf(mailbox.address);
  const html = `<html><body style="font-family:Calibri,Arial;font-size:11pt">${linesOf(text, lang, 'p')}
<p style="color:#777"><span>${mailbox.displayName}</span> &#124; <a href="https://go.${domain}/t/1f0c?d=home"><span>www.${domain}</span></a></p>
<img src="https://go.${domain}/o/1f0c" width="1" height="1" alt=""></body></html>`;
  return { name, lang, subject, from: mailbox, html };
}

const leave: Record<Lang, string> = {
  en: 'unsubscribe',
  de: 'hier austragen',
  pt: 'clique aqui',
  es: 'no recibir más',
  fr: 'me retirer',
  nl: 'schrijf me uit',
  it: 'cancellami',
};

function linesOf(text: string, lang: Lang, tag: 'div' | 'p'): string {
  const lines = text.trim().split(tag === 'div' ? '\n' : /\n\n/);
  return lines
    .map((line) => line.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;'))
    .map((line) => line.replace('{{unsubscribeUrl}}', `<a href="{{unsubscribeUrl}}">${leave[lang]}</a>`))
    .map((line) => line.replace(/https:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`))
    .map((line) => `<${tag}>${line.replaceAll('\n', '<br>') || '<br>'}</${tag}>`)
    .join('\n');
}
