/**
 * The pieces from which grammars of outside text are made: openings, endings, and the text between them. In
 * each line they are separated by `¦`.
 */
function pieces(...lines: string[]): readonly string[] {
  return lines.flatMap((line) => line.split('¦'));
}

export const css = pieces(
  '<style>¦</style>¦<style¦/*¦*/¦@media a{¦@import "a";¦@¦{¦}¦a{b:c}¦.a,¦.a .b ¦.a>¦:not(¦:is(.a,¦[a="',
  '::before{content:"¦content:"a¦content:\'a¦display:none;¦display:¦opacity:¦opacity:0¦scale(¦font:',
  'font-size:1¦color:¦color:#fff;¦height:0;¦url(¦\\¦\\61 ¦--a:¦var(--a)¦!important;¦expression(',
  'behavior:¦-->¦<!--',
);

export const html = [
  ...pieces(
    '<¦</¦<a ¦<p>¦</p>¦<div>¦<div style="display:none">¦<b>¦</b>¦<title>¦<textarea>¦<style>¦<script>',
    '<xmp>¦<plaintext>¦<noscript>¦<iframe>¦</title>¦</textarea>¦</style>¦</script>¦<svg>¦<math>',
    '<template>¦<select>¦<table>¦<tr>¦<td>¦</td>¦</table>¦<table role="presentation">¦<th>¦<ul>¦<ol>¦<li>',
    '<blockquote>¦<pre>¦<h1>¦<br>¦<img alt="a" src="https://a.example/b.png">¦<img ',
    '<a href="https://a.example/?b=c&amp;d">¦<a href="¦</a>¦<html>¦<head>¦<body>¦</body>¦</html>¦<!--¦-->',
    '<!--[if mso]>¦<![endif]-->¦<!--[if mso]><!-->¦<!¦<![CDATA[¦]]>¦<!doctype ¦<?¦ a="b"¦ a¦ a=\'¦ a="',
    ' style="¦ style="color:red;¦ class="a b"¦ class="a ¦&amp;¦&¦&#¦&#x41;¦&nbsp¦&nbsp;¦{{¦}}¦{{a}}¦{{a|',
    '{{{a}}}¦https://¦www.a.¦a@a.¦a.a¦<meta http-equiv=refresh content="¦<base href="//a">¦<form>¦<input>',
    '<button>¦<bdo dir=rtl>¦<font color=#fff>¦<v:roundrect>¦<o:p>¦<details>¦verify your ¦p a s s w o r d ',
    'раураl ¦paypal ',
  ),
  ...css,
];

export const markdown = pieces(
  '*¦**¦_¦__¦~~¦`¦``¦```\n¦~~~\n¦[¦]¦](¦[a](¦[a](b)¦[a][¦![¦[a]: b\n¦[a]:¦[^a]¦> ¦>¦- ¦* ¦1. ¦1) ¦  ',
  '    ¦\t¦- [ ] ¦#¦# ¦\n¦\n\n¦---\n¦===\n¦***\n¦|¦|a|b\n¦|-|-\n¦-|¦:-:|¦<¦<a>¦<!--¦<?¦<div>\n¦</div>\n',
  '<https://a.example>¦<a@b.example>¦https://a.example/¦www.a¦a@b.c¦a.¦\\¦\\\n¦  \n¦&amp;¦&¦{{a}}¦{{a|',
  '"¦("¦a*¦*a¦a_a',
);

export const tiptap = pieces(
  '{"type":"doc","content":[¦{"type":"paragraph","content":[¦{"type":"paragraph"},',
  '{"type":"text","text":"a"},¦{"type":"text","text":"¦"marks":[{"type":"bold"},',
  '{"type":"bulletList","content":[¦{"type":"table","content":[¦{"attrs":{¦"a":{¦"a":[¦"¦\\u0041¦]}¦]},',
  '[¦{¦,',
);

export const json = pieces(
  '{¦}¦[¦]¦[]¦{}¦,¦:¦"¦"a":¦"a":{¦"a":[¦"a",¦"a"¦0,¦1e9,¦null,¦\\¦\\"¦\\u005f¦"__proto__":{',
  '"to":"a@b.example",¦"headers":{¦"tags":[',
);

export const headers = pieces(
  'From: a@b.example\r\n¦To: ¦Cc: ¦Subject: ¦Subject: =?utf-8?q?a?=\r\n',
  'Content-Type: multipart/mixed; boundary=a\r\n',
  'Content-Type: multipart/report; report-type=delivery-status; boundary=a\r\n',
  'Content-Type: multipart/mixed; boundary="¦Content-Type: message/rfc822\r\n\r\n',
  'Content-Type: message/delivery-status\r\n\r\n¦Content-Type: message/feedback-report\r\n\r\n',
  'Content-Type: text/html; charset=utf-8\r\n¦Content-Type: text/plain; format=flowed\r\n\r\n',
  'Content-Type: text/html\r\n\r\n¦Content-Transfer-Encoding: base64\r\n\r\n',
  'Content-Transfer-Encoding: quoted-printable\r\n\r\n¦Content-Disposition: attachment; ',
  'filename*0*=utf-8\'\'a;¦filename*1=a; ¦filename="a¦charset=¦ charset="¦Received: a\r\n',
  'Reporting-MTA: dns; a\r\n¦Final-Recipient: rfc822; a@b\r\n¦Status: 5.1.1\r\n¦Action: failed\r\n',
  'Diagnostic-Code: smtp; 550 5.1.1 ¦Feedback-Type: abuse\r\n¦Auto-Submitted: auto-¦Idempotency-Key: ',
  'X: ¦X:¦:¦\r\n¦\r\n\r\n¦\r\n ¦\r\n\t¦\n¦\r¦ ¦\t¦--a\r\n¦--a--\r\n¦--a¦--¦=?utf-8?q?¦=?utf-8?b?',
  '=?utf-8?q?=41?= ¦?=¦=?¦=¦=41¦=\r\n¦=20\r\n¦QUJD¦(¦)¦(\\¦"¦"\\¦<¦>¦<a@b>¦a <a@b.example>, ¦a:¦;¦,',
  'group: ¦ä¦Ã¤¦\xff¦begin 644 a\r\n¦-----BEGIN ¦> ¦<p>¦<b¦&amp;¦550 ¦5.1.1¦5.',
  'This is the qmail-send program¦quota exceeded ¦delivery ¦<a@b>:\r\n',
);

export const addresses = pieces(
  'a@b.example¦a@¦@¦<¦>¦"¦"\\¦" ¦a ¦a.¦.¦-¦xn--¦xn--a.¦ä¦ß.¦。¦,¦;¦:¦(¦)¦=?utf-8?q?¦[¦]¦\u0300¦\u200d¦1.',
);

export const dnsTexts = pieces(
  'v=spf1 ¦include:¦include:a.example ¦ip4:1.2.3.4 ¦ip6:¦redirect=¦a:¦mx ¦exists:%{i}.¦~all ¦-all',
  'v=DMARC1; ¦p=none; ¦sp=¦rua=mailto:¦v=DKIM1; ¦k=rsa; ¦p=¦QUJD¦v=STSv1; ¦id=¦a=¦;¦=¦ ¦/',
);

export const code = pieces(
  '"¦"\\¦\\¦\'¦\'\\¦`¦`\\¦"""¦/*¦*/¦//¦# ¦;¦$a¦A_¦}¦${¦A_=¦--a¦-¦- ¦ ¦a¦a.¦a: ¦:¦=¦[¦]¦(/¦/¦1.¦{"a":¦if ¦|a ¦\n¦\t',
);

export const links = pieces(
  'https://¦http://a.example/¦HTTP:¦//¦/¦\\¦..¦/../¦%2e¦%2e%2e/¦?¦a=b&¦&¦#¦@¦:¦%¦[¦]¦::¦xn--¦ä¦。',
  'mailto:¦javascript:¦data:¦www.¦a.¦1.¦0x¦{{a}}¦{{aUrl}}',
);

export const words = pieces(
  'Mozilla/5.0 ¦Chrome/42.0.2311.135 ¦bot¦cubot¦en;q=0.9, ¦en-GB,¦;q=¦de-¦gzip, ¦1 day¦30 days ',
  '2026-01-31T09:30:00Z¦2026-¦+01:00¦full_access ¦emails.send ¦attributes.¦event.',
);

export const fences = pieces(
  '⟦¦⟧¦<untrusted>¦</untrusted>¦«¦»¦<<<¦>>>¦```¦`¦|¦[a](b)¦![a](¦https://a.example/¦\u200b¦\u{e0041}',
  '\u202e¦a.b[0].¦[0]¦.a',
);
