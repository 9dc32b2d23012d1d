import { domainOf, type Lang, mailboxOf, type OwnMail } from './mail.ts';

/**
 * Six ways in which companies lay out a mail. The text of a mail consists of blocks with blank lines between
 * them: `# heading`, `[Label](href)` alone for a button, lines of `a | b` for rows of a table, `--` for a
 * rule, and everything else as a paragraph of HTML. Three layouts are for one half of the mail, three for the
 * other.
 */
type Layout = {
  page: (content: string, around: Around) => string;
  heading: (html: string) => string;
  paragraph: (html: string) => string;
  button: (label: string, href: string) => string;
  rows: (rows: readonly (readonly string[])[]) => string;
  rule: string;
  /** Rewrites a link as the sender's mailing tool does. */
  link: (href: string, domain: string) => string;
};
type Around = { lang: Lang; domain: string; company: string; subject: string; opening: string };
type Laid = (
  name: string,
  lang: Lang,
  from: string,
  subject: string,
  company: string,
  story: string,
) => OwnMail;

const leave: Record<Lang, readonly [string, string]> = {
  en: ['You receive this because you have an account or subscription with us.', 'Unsubscribe'],
  de: ['Sie erhalten diese Nachricht, weil Sie bei uns angemeldet sind.', 'Abmelden'],
  pt: ['Você recebe este e-mail porque se cadastrou conosco.', 'Cancelar inscrição'],
  es: ['Recibes este correo porque eres cliente o suscriptor.', 'Darse de baja'],
  fr: ['Vous recevez ce message en tant que client ou abonné.', 'Se désabonner'],
  nl: ['Je ontvangt deze mail omdat je klant of abonnee bent.', 'Afmelden'],
  it: ['Ricevi questa e-mail perché sei cliente o iscritto.', 'Annulla iscrizione'],
};

/**
 * The held-back half says who it was sent to, or nothing; not every honest mail gives a reason for being
 * sent.
 */
const sentTo: Record<Lang, readonly [string, string]> = {
  en: ['This email was sent to {{email}}.', 'Opt out'],
  de: ['Gesendet an {{email}}.', 'Newsletter abbestellen'],
  pt: ['Enviado para {{email}}.', 'Descadastrar'],
  es: ['Enviado a {{email}}.', 'Cancelar suscripción'],
  fr: ['Envoyé à {{email}}.', 'Se désinscrire'],
  nl: ['Verzonden aan {{email}}.', 'Uitschrijven'],
  it: ['Inviato a {{email}}.', 'Disiscriviti'],
};

function laidOut(layout: Layout): Laid {
  return (name, lang, from, subject, company, story) => {
    const mailbox = mailboxOf(from);
    const domain = domainOf(mailbox.address);
    const blocks = story.trim().split(/\n\s*\n/);
    const opening = (blocks.find((block) => /^[\p{L}\d{]/u.test(block)) ?? subject).replace(/<[^>]*>/g, '');
    const drawn = blocks.map((block) => draw(layout, block.trim())).join('\n');
    const page = layout.page(drawn, { lang, domain, company, subject, opening: opening.slice(0, 90) });
    const html = page.replace(/href="(https?:[^"]+)"/g, (_, href) => `href="${layout.link(href, domain)}"`);
    return { name, lang, subject, from: mailbox, html };
  };
}

function draw(layout: Layout, block: string): string {
  const button = /^\[([^\]]+)\]\((\S+)\)$/.exec(block);
  if (button) return layout.button(button[1]!, button[2]!);
  if (block === '--') return layout.rule;
  if (block.startsWith('# ')) return layout.heading(block.slice(2));
  const lines = block.split('\n');
  if (lines.every((line) => line.includes(' | ')))
    return layout.rows(lines.map((line) => line.split(' | ').map((cell) => cell.trim())));
  return layout.paragraph(lines.join('<br>\n'));
}

const asIs = (href: string) => href;
const cellsOf = (style: string) => (row: readonly string[]) =>
  `<tr>${row.map((cell, at) => `<td style="${style}${at > 0 ? ';text-align:right' : ''}">${cell}</td>`).join('')}</tr>`;

/** Tables of 600 pixels, a hidden preheader, a logo and a button that Outlook draws. */
export const card = laidOut({
  page: (content, { lang, domain, company, subject, opening }) => `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title>
<style>body{margin:0;background:#f4f5f7}.btn:hover{opacity:.9}@media(max-width:620px){.wrap{width:100%!important}}</style></head>
<body><div style="display:none;max-height:0;overflow:hidden">${opening}&nbsp;&zwnj;&nbsp;&zwnj;&nbsp;&zwnj;</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" class="wrap" width="600" cellpadding="0" cellspacing="0" style="background:#fff;font-family:Arial,sans-serif;color:#222">
<tr><td style="padding:24px"><a href="https://www.${domain}/"><img src="https://cdn.${domain}/mail/logo.png" width="140" alt="${company.split(',')[0]}"></a></td></tr>
<tr><td style="padding:0 24px 24px;font-size:15px;line-height:22px">
${content}
</td></tr></table>
<p style="font:12px Arial,sans-serif;color:#888">${company}<br>${leave[lang][0]} <a href="{{unsubscribeUrl}}" style="color:#888">${leave[lang][1]}</a></p>
</td></tr></table></body></html>`,
  heading: (html) => `<h1 style="font-size:22px;margin:16px 0">${html}</h1>`,
  paragraph: (html) => `<p style="margin:0 0 14px">${html}</p>`,
  button: (
    label,
    href,
  ) => `<!--[if mso]><v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" href="${href}" style="height:44px;width:240px" arcsize="10%" fillcolor="#1f5fbf"><center style="color:#fff">${label}</center></v:roundrect><![endif]-->
<!--[if !mso]><!--><p><a class="btn" href="${href}" style="background:#1f5fbf;color:#fff;padding:13px 26px;border-radius:4px;display:inline-block;text-decoration:none">${label}</a></p><!--<![endif]-->`,
  rows: (rows) =>
    `<table width="100%" style="border-collapse:collapse;margin:12px 0">${rows.map(cellsOf('padding:6px 0;border-bottom:1px solid #eee')).join('\n')}</table>`,
  rule: '<hr style="border:0;border-top:1px solid #ddd">',
  link: asIs,
});

/** One column of divs with a link that the sender's own click counter wraps. */
export const column = laidOut({
  page: (
    content,
    { domain, company, lang },
  ) => `<div style="max-width:560px;margin:0 auto;font-family:Georgia,serif;font-size:16px;color:#333">
${content}
<div style="margin-top:32px;font-size:12px;color:#777">${company} &middot; <a href="https://${domain}/contact">${domain}</a> &middot; <a href="{{unsubscribeUrl}}">${leave[lang][1]}</a></div>
<img src="https://click.${domain}/o/7f3a91.gif" width="1" height="1" alt="">
</div>`,
  heading: (html) => `<h2>${html}</h2>`,
  paragraph: (html) => `<p>${html}</p>`,
  button: (label, href) => `<p style="text-align:center"><a href="${href}"><strong>${label}</strong></a></p>`,
  rows: (rows) => `<ul>${rows.map((row) => `<li>${row.join(': ')}</li>`).join('')}</ul>`,
  rule: '<hr>',
  link: (href, domain) => `https://click.${domain}/c/eJwVjk?to=${encodeURIComponent(href)}`,
});

/** Automatic mail of a shop system: hardly any style. */
export const bare = laidOut({
  page: (content, { company, lang }) =>
    `<html><body>\n${content}\n<p><small>${company}<br><a href="{{unsubscribeUrl}}">${leave[lang][1]}</a></small></p></body></html>`,
  heading: (html) => `<h3>${html}</h3>`,
  paragraph: (html) => `<p>${html}</p>`,
  button: (label, href) => `<p><a href="${href}">${label}</a></p>`,
  rows: (rows) =>
    `<table border="1" cellpadding="4">${rows.map(cellsOf('vertical-align:top')).join('')}</table>`,
  rule: '<hr>',
  link: asIs,
});

/** The other half: ghost tables, a header bar, links through a large mailing tool's redirect. */
export const panel = laidOut({
  page: (
    content,
    { lang, domain, company, subject },
  ) => `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" lang="${lang}"><head><title>${subject}</title>
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]--></head>
<body bgcolor="#ffffff"><center><!--[if (gte mso 9)|(IE)]><table width="640" align="center"><tr><td><![endif]-->
<div style="max-width:640px;text-align:left;font-family:Helvetica,sans-serif">
<div style="background:#123c36;padding:18px"><img src="https://images.${domain}/header@2x.png" alt="${company.split(',')[0]}" height="28"></div>
<div style="padding:22px;font-size:16px;line-height:1.5">
${content}
</div><div style="padding:22px;font-size:11px;color:#6b6b6b"><p>${company}</p><p><a href="{{unsubscribeUrl}}">${sentTo[lang][1]}</a> | <a href="https://www.${domain}/privacy">${domain}</a></p></div></div>
<!--[if (gte mso 9)|(IE)]></td></tr></table><![endif]--></center>
<img src="https://${domain.split('.')[0]}.us14.list-manage.com/track/open.php?u=4d1f&amp;id=20c" width="1" height="1"></body></html>`,
  heading: (html) => `<div style="font-size:26px;font-weight:bold;padding:8px 0">${html}</div>`,
  paragraph: (html) => `<div style="padding:7px 0">${html}</div>`,
  button: (label, href) =>
    `<table cellspacing="0" cellpadding="0"><tr><td bgcolor="#d9480f" style="border-radius:24px;padding:12px 28px"><a href="${href}" target="_blank" style="color:#ffffff;font-weight:bold">${label}</a></td></tr></table>`,
  rows: (rows) =>
    `<table width="100%" bgcolor="#f7f7f2" cellpadding="8">${rows.map(cellsOf('font-size:14px')).join('')}</table>`,
  rule: '<div style="height:1px;background:#ccc;margin:16px 0"></div>',
  link: (href, domain) =>
    `https://${domain.split('.')[0]}.us14.list-manage.com/track/click?u=4d1f&amp;id=${href.length}a9c&amp;e=77`,
});

/** The other half: a letter with a signature line, links untouched. */
export const letterhead = laidOut({
  page: (
    content,
    { company, domain, lang },
  ) => `<table width="100%" style="font-family:Verdana,sans-serif;font-size:13px"><tr><td><strong>${company.split(',')[0]}</strong></td><td align="right"><a href="https://${domain}">${domain}</a></td></tr></table>
${content}
<p style="color:#999;font-size:11px">${company}<br><a href="{{unsubscribeUrl}}">${sentTo[lang][1]}</a></p>`,
  heading: (html) => `<p><b style="font-size:17px">${html}</b></p>`,
  paragraph: (html) => `<p>${html}</p>`,
  button: (label, href) => `<p>&raquo; <a href="${href}">${label}</a></p>`,
  rows: (rows) =>
    `<table>${rows.map((row) => `<tr><th align="left">${row[0]}</th><td>${row.slice(1).join('</td><td>')}</td></tr>`).join('')}</table>`,
  rule: '<p>***</p>',
  link: asIs,
});

/** The other half: output of a drag-and-drop editor, with nested spans and a row of social links. */
export const blocks = laidOut({
  page: (
    content,
    { company, domain, lang, opening },
  ) => `<html><body style="background-color:#eef1f4"><span class="preheader" style="color:transparent;display:none;height:0;opacity:0;width:0">${opening}</span>
<div class="es-wrapper"><div class="es-content" style="background:#fff;border-radius:8px;margin:auto;width:580px;padding:30px">
${content}
</div><div class="es-footer" style="text-align:center;font-size:12px">
<a href="https://www.instagram.com/${domain.split('.')[0]}"><img alt="Instagram" src="https://media.${domain}/ig.png"></a> <a href="https://www.linkedin.com/company/${domain.split('.')[0]}"><img alt="LinkedIn" src="https://media.${domain}/in.png"></a>
<p>${company}</p><p>${sentTo[lang][0]} <a href="{{unsubscribeUrl}}"><span>${sentTo[lang][1]}</span></a></p></div></div></body></html>`,
  heading: (html) => `<h1 style="text-align:center"><span style="color:#20324b">${html}</span></h1>`,
  paragraph: (html) => `<p style="mso-line-height-rule:exactly"><span>${html}</span></p>`,
  button: (label, href) =>
    `<span class="es-button-border" style="background:#5a31f4;border-radius:30px"><a href="${href}" class="es-button" target="_blank" style="color:#fff;padding:10px 20px">${label}</a></span>`,
  rows: (rows) =>
    rows
      .map(
        ([first, ...rest]) =>
          `<div style="display:flex;justify-content:space-between"><span>${first}</span><span>${rest.join(' ')}</span></div>`,
      )
      .join('\n'),
  rule: '<div style="border-bottom:2px dotted #ccc"></div>',
  link: asIs,
});
