import { hash } from 'node:crypto';
import { fixtureDomains } from '../../model/sending/fixture-recipient.ts';
import type { HttpAnswer } from '../http/request-response.ts';
import { markFile } from '../public/mark.ts';
import { look } from '../public/stylesheet.ts';

const answerCharactersMax = 20_000;
/** Longer than the server holds a waiting request. */
const answerMsMax = 40_000;

/** Tokens live only in the fields, which are cleared when the page is left because browsers keep pages for going back. */
const tryScript = `
function isFixture(address) {
  const [, domain] = /^[^\\s@<>,;:"()]+@([a-z0-9.-]+)$/i.exec(address) || [];
  return domain !== undefined && ${JSON.stringify(fixtureDomains)}.some((one) => ('.' + domain.toLowerCase()).endsWith('.' + one));
}
{
const tokens = document.querySelectorAll('.try [data-token]');
for (const field of tokens) {
  field.addEventListener('input', () => { for (const other of tokens) if (other !== field) other.value = field.value; });
}
addEventListener('pagehide', () => { for (const field of tokens) field.value = ''; });
for (const form of document.querySelectorAll('.try form')) {
  form.parentElement.hidden = false;
  const status = form.querySelector('.status');
  const shown = form.querySelector('.answer');
  const button = form.querySelector('button');
  const say = (text, body) => {
    status.textContent = text;
    shown.textContent = body || '';
    shown.hidden = !body;
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const token = form.querySelector('[data-token]').value.trim();
    const given = {};
    for (const { dataset, value } of form.querySelectorAll('[data-field]')) {
      if (value !== '') given[dataset.field] = dataset.type === 'json' ? JSON.parse(value) : value.trim();
    }
    const { method, path, recipient } = form.dataset;
    if (!/^[\\x21-\\x7e]+$/.test(token)) return say('Paste an API token first; it begins with posthouse_.');
    if (recipient !== undefined && !isFixture(given[recipient] || '')) {
      return say('Nothing was sent: this form sends to test recipients alone, such as ada@example.com or bounce@acme.test.');
    }
    const filled = path.replace(/\\{(\\w+)\\}/g, (_, field) => {
      const value = encodeURIComponent(given[field]);
      delete given[field];
      return value;
    });
    const query = method === 'GET' ? String(new URLSearchParams(given)) : '';
    const headers = { Authorization: 'Bearer ' + token, Accept: 'application/json' };
    if (method !== 'GET') headers['Content-Type'] = 'application/json';
    button.disabled = true;
    say('Waiting for the answer …');
    const begun = performance.now();
    try {
      const response = await fetch(filled + (query && '?' + query), {
        method, headers, credentials: 'omit', cache: 'no-store', redirect: 'error', signal: AbortSignal.timeout(${answerMsMax}),
        body: method === 'GET' ? undefined : JSON.stringify(given),
      });
      const text = await response.text();
      let body = text;
      try { body = JSON.stringify(JSON.parse(text), null, 2); } catch {}
      if (body.length > ${answerCharactersMax}) body = body.slice(0, ${answerCharactersMax}) + '\\n…';
      const lines = ['X-Request-Id', 'RateLimit', 'Retry-After', 'Content-Type'].filter((name) => response.headers.has(name));
      say(response.status + ' ' + response.statusText + ', ' + Math.round(performance.now() - begun) + ' ms',
        lines.map((name) => name + ': ' + response.headers.get(name)).join('\\n') + '\\n\\n' + body);
    } catch (error) {
      say('No answer: ' + error.message);
    } finally {
      button.disabled = false;
    }
  });
}
}
`;

/** Colors of code have a contrast of at least 4.5 on `--ground`. */
const stylesheet = `${look}
header{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center;padding:.75rem clamp(1rem,3vw,2rem);background:var(--sheet);border-bottom:1px solid var(--line)}
.brand{display:flex;gap:.5rem;align-items:center;font-weight:650;letter-spacing:-.022em;color:var(--ink);text-decoration:none}
.brand .mark{width:1.375rem;height:1.375rem;color:var(--brand)}
.brand .fold{fill:none;stroke:var(--sheet);stroke-width:2.1;stroke-linecap:round;stroke-linejoin:round}
.to-contents{margin-left:auto}
search{flex:0 1 26rem;margin-left:auto}
search form{display:flex;gap:.5rem}
input[type=search]{flex:1;min-width:0;min-height:2.5rem;padding:.375rem .75rem;border:1px solid var(--edge);border-radius:.5rem;background:var(--ground);color:var(--ink);font:inherit}
search button{min-height:2.5rem;padding:.375rem 1rem}
.columns{display:grid;grid-template:"side main" auto/17rem minmax(0,1fr);max-width:76rem;margin:0 auto}
main{grid-area:main;min-width:0;padding:clamp(1.25rem,3vw,2.5rem);background:var(--sheet);min-height:calc(100vh - 4.1rem)}
main>*{max-width:48rem}
main>.wide{max-width:none}
#contents{grid-area:side;padding:1.5rem 1rem 3rem clamp(1rem,3vw,2rem);font-size:.9375rem}
#contents h2{margin:1.5rem 0 .25rem;font-size:1rem}
#contents h2:first-child{margin-top:0}
#contents h3{margin:.75rem 0 .125rem;font-size:.875rem;font-weight:600;color:var(--ink-3)}
#contents ul{margin:0;padding:0;list-style:none}
#contents a{display:block;padding:.1875rem .5rem;margin-left:-.5rem;border-radius:.25rem;color:inherit;text-decoration:none}
#contents a:hover{text-decoration:underline}
#contents [aria-current]{background:var(--accent);color:var(--on-accent);font-weight:600}
h2{margin:2rem 0 .75rem;font-size:1.3125rem;line-height:1.3}
h3{margin:1.5rem 0 .5rem;font-size:1.0625rem}
.anchor{color:var(--ink-3);text-decoration:none;font-weight:400}
:target{background:var(--warn-soft);color:var(--warn)}
:target .anchor{color:inherit}
ul,ol{padding-left:1.5rem}
li{margin:.25rem 0}
code{font:.875em/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--ground);padding:.1em .3em;border-radius:.25rem}
pre{margin:0;padding:1rem;overflow-x:auto;border-radius:.5rem;background:var(--ground);overflow-wrap:normal}
pre code{padding:0;background:none;font-size:.8125rem}
.columns svg{width:100%;max-width:28rem;height:auto}
.comment{color:var(--ink-3)}
.string{color:var(--ok)}
.keyword,.number{color:var(--test)}
.name{color:var(--link)}
.toc{margin:0 0 1rem;padding:.75rem 1rem;border-left:3px solid var(--edge)}
.toc ul{margin:0;padding:0;columns:16rem;list-style:none;font-size:.9375rem}
.toc li{margin:0 0 .25rem;break-inside:avoid}
.code{display:grid;grid-template-columns:minmax(0,1fr) auto;align-items:start;margin:0 0 1rem;border-radius:.5rem;background:var(--ground)}
.code button{min-height:1.75rem;margin:.375rem .375rem 0 0;padding:.125rem .625rem;font-size:.8125rem}
.wide{overflow-x:auto;margin:0 0 1rem}
table{border-collapse:collapse;font-size:.9375rem;overflow-wrap:normal}
th,td{padding:.375rem .75rem .375rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
td{min-width:6rem}
td code{overflow-wrap:anywhere}
dl dt{margin-top:1rem;font-weight:600}
dd{margin:0 0 .5rem}
blockquote{margin:0 0 1rem;padding:.25rem 1rem;border-left:3px solid var(--edge);color:var(--ink-3)}
mark{background:var(--warn-soft);color:var(--warn)}
.results{padding:0;list-style:none}
.results li{margin:0 0 1.25rem}
.turns{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 2rem;margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line)}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (min-width:56.01rem){.to-contents{display:none}td:first-child code{white-space:nowrap}}
@media (max-width:56rem){.columns{grid-template:"main" auto "side" auto/minmax(0,1fr)}search{flex:1 1 100%;margin:0}main{min-height:0}}
.try{margin:0 0 1rem;padding:.5rem 1rem;border:1px solid var(--line);border-radius:.5rem}
.try summary{cursor:pointer;font-weight:600}
.try form{margin:1rem 0 .5rem}
.try label{display:block;margin:.5rem 0 .125rem;font-weight:600;font-size:.9375rem}
.try input,.try select,.try textarea{width:100%;min-height:2.5rem;padding:.375rem .75rem;border:1px solid var(--edge);border-radius:.5rem;background:var(--ground);color:var(--ink);font:inherit}
.try .quiet{margin:.25rem 0 .5rem}
.try form button{margin:.75rem 0}
.try button:disabled{opacity:.5}
.try .status{margin:0 0 .5rem;font-weight:600}
.try .status:empty{margin:0}
.try .answer{max-height:24rem;overflow:auto;white-space:pre-wrap;font-size:.8125rem}
@media print{header,.try,.toc,#contents,.turns,.anchor,.code button{display:none}.columns{display:block}}
`;

const script = `'use strict';
document.addEventListener('keydown', (event) => {
  const { target } = event;
  const types = target.isContentEditable || /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.nodeName);
  if (event.key !== '/' || types || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  document.querySelector('#q').select();
});
if (navigator.clipboard) {
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(block.querySelector('code').textContent);
        button.textContent = 'Copied';
      } catch {
        button.textContent = 'Not allowed';
      }
      setTimeout(() => { button.textContent = 'Copy'; }, 2000);
    });
    block.append(button);
  }
}
${tryScript}`;

type Asset = { type: string; text: string; url: string };

/** Puts a content hash into the URL, so that browsers can cache the file forever. */
function asset(name: string, type: string, text: string): Asset {
  return { type, text, url: `/docs/assets/${hash('sha256', text, 'hex').slice(0, 12)}/${name}` };
}

export const docsStyle = asset('docs.css', 'text/css; charset=utf-8', stylesheet);
export const docsIcon = asset('mark.svg', 'image/svg+xml', markFile);
export const docsScript = asset('docs.js', 'text/javascript; charset=utf-8', script);

export function assetAt(path: string): HttpAnswer | null {
  const found = [docsStyle, docsScript, docsIcon].find(({ url }) => url === path);
  if (!found) return null;
  return {
    status: 200,
    headers: {
      'Content-Type': found.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    },
    body: found.text,
  };
}
