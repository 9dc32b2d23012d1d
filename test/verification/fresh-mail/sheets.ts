/**
 * The markup that such mail really uses, so that the text of a mail is written once and read as a program
 * sends it.
 */
type Sheet = {
  brand: string;
  /** The location of the brand's images, without a scheme. */
  site: string;
  /**
   * The text a mailbox displays after the subject; hidden in the mail, as every newsletter editor hides it.
   */
  preheader?: string;
  body: string;
  foot: string;
  /** The text of the unsubscribe link. */
  leave: string;
};

/** Nested tables with a logo, a hidden preheader and a pixel, as an e-mail service provider makes them. */
export function tableSheet({ brand, site, preheader, body, foot, leave }: Sheet): string {
  const ahead =
    preheader === undefined
      ? ''
      : `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preheader}${'&#847;&zwnj;&nbsp;'.repeat(20)}</div>`;
  return `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<style>@media (max-width:600px){.wrap{width:100%!important}} a{color:#1d4f91}</style></head>
<body style="margin:0;background:#f3f4f6">${ahead}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center">
<!--[if mso]><table width="600"><tr><td><![endif]-->
<table role="presentation" class="wrap" width="600" cellpadding="0" cellspacing="0" style="background:#ffffff">
<tr><td style="padding:24px"><img src="https://${site}/logo.png" width="120" alt="${brand}"></td></tr>
<tr><td style="padding:0 24px 24px;font:16px/24px Arial,sans-serif;color:#222222">${body}</td></tr>
<tr><td style="padding:24px;font:12px/18px Arial,sans-serif;color:#6b7280">${foot}<br>
<a href="{{unsubscribeUrl}}" style="color:#6b7280">${leave}</a></td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table><img src="https://${site}/o/9f2c71.gif" width="1" height="1" alt=""></body></html>`;
}

/** One white card, as the transactional mail of a program. */
export function cardSheet({ brand, site, preheader, body, foot, leave }: Sheet): string {
  const ahead =
    preheader === undefined
      ? ''
      : `<span style="display:none!important;opacity:0;font-size:1px">${preheader}</span>`;
  return `<html><body style="background:#fafafa;font-family:-apple-system,Segoe UI,sans-serif">${ahead}
<div style="max-width:480px;margin:40px auto;background:#fff;border:1px solid #e5e7eb;border-radius:8px;padding:32px">
<a href="https://${site}"><img src="https://${site}/static/mark.png" alt="${brand}" height="28"></a>
${body}
</div><p style="text-align:center;font-size:12px;color:#9ca3af">${foot} · <a href="{{unsubscribeUrl}}">${leave}</a></p></body></html>`;
}

/** Only paragraphs, as a person writes in a mail program. */
export function letterSheet(body: string, leave: string): string {
  return `<html><body><div style="font-family:Georgia,serif;font-size:16px;line-height:1.6;max-width:560px">
${body}
<p style="font-size:12px;color:#777">${leave}</p></div></body></html>`;
}

/** Webmail output: lines in divs, then a signature. */
export function webmailSheet(body: string, signature: string, leave: string): string {
  return `<div dir="ltr">${body}<br clear="all"><div><br></div>-- <br>
<div dir="ltr" class="signature" data-smartmail="signature">${signature}</div>
<div><br></div><div style="font-size:11px;color:#888888">${leave}</div></div>`;
}

export function button(href: string, label: string, colour = '#1d4f91'): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td bgcolor="${colour}" style="border-radius:6px">
<a href="${href}" style="display:inline-block;padding:12px 24px;color:#ffffff;text-decoration:none;font-weight:bold">${label}</a></td></tr></table>`;
}
