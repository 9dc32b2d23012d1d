import { hash } from 'node:crypto';
import type { HttpAnswer } from '../http/request-response.ts';
import { look } from '../public/stylesheet.ts';

const stylesheet = `${look}
.skip{position:absolute;left:-100vw}
.skip:focus{left:1rem;top:1rem;padding:.5rem 1rem;background:var(--sheet)}
.top{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;padding:.75rem clamp(1rem,3vw,2rem);background:var(--sheet);border-bottom:1px solid color-mix(in srgb,var(--line) 40%,transparent)}
.brand{font-weight:700}
.top nav{flex:1 1 auto}
.top ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:0;padding:0;list-style:none}
.top a{display:inline-block;padding:.375rem 0;color:inherit}
.top [aria-current]{font-weight:600;text-decoration-thickness:.2em}
.top form{margin:0}
.badge{display:inline-block;min-width:1.5em;padding:0 .4em;border-radius:1em;background:var(--strong);color:var(--on-strong);font-size:.8125rem;font-weight:600;text-align:center;text-decoration:none}
.banner{padding:.75rem clamp(1rem,3vw,2rem);background:var(--strong);color:var(--on-strong);overflow-wrap:anywhere}
.banner p{max-width:56rem;margin:0 auto}
.banner a{color:inherit}
main{max-width:60rem;margin:0 auto;padding:clamp(1.25rem,3vw,2rem) clamp(1rem,3vw,2rem) 4rem}
main.narrow{max-width:36rem}
h2{margin:2rem 0 .75rem;font-size:1.25rem;line-height:1.3}
section,.sheet{padding:1rem clamp(1rem,3vw,1.5rem);margin:0 0 1.5rem;background:var(--sheet);border-radius:.5rem}
section>h2:first-child{margin-top:0}
section>:last-child,form>:last-child,fieldset>:last-child{margin-bottom:0}
form{margin:1rem 0}
form.inline{display:inline;margin:0}
fieldset{min-width:0;margin:0 0 1rem;padding:0;border:0}
legend,.field label{display:block;padding:0;margin-bottom:.25rem;font-weight:600}
.field{margin:0 0 1rem}
.choice{display:grid;grid-template-columns:auto 1fr;column-gap:.75rem;padding:.25rem 0}
.choice input{width:1.25rem;height:1.25rem;margin:.15rem 0 0;accent-color:var(--strong)}
.choice .quiet{grid-column:2;margin:0}
input[type=text],input[type=email],select,textarea{width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--ground);color:var(--ink);font:inherit}
button.second{background:none;color:var(--strong);border:1px solid var(--line)}
button.small{min-height:2.25rem;padding:.25rem .875rem;font-size:.9375rem}
.ways{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center}
ul.rows{margin:0;padding:0;list-style:none}
ul.rows>li{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between;align-items:center;padding:.625rem 0;border-bottom:1px solid color-mix(in srgb,var(--line) 40%,transparent)}
ul.rows>li:last-child{border-bottom:0}
ul.rows>li>:first-child{flex:1 1 16rem;min-width:0}
dl.facts{display:grid;grid-template-columns:minmax(6rem,auto) 1fr;gap:.375rem 1.5rem;margin:0 0 1rem}
dl.facts dt{font-weight:600}
dl.facts dd{margin:0;min-width:0}
iframe.mail{color-scheme:light;width:100%;height:32rem;border:1px solid var(--line);border-radius:.5rem;background:#fff}
ul.notes{margin:0;padding:0;list-style:none;white-space:pre-line;overflow-wrap:anywhere}
ul.notes>li+li{margin-top:.5rem}
ul.long,ol.long{margin:.5rem 0;padding-left:1.5rem;overflow-wrap:anywhere}
ol.long>li{padding:.5rem 0}
pre.mail{overflow:auto;max-height:20rem;padding:.75rem;border:1px solid var(--line);border-radius:.5rem;white-space:pre-wrap}
[role=status]:empty{display:none}
code{font:.9em/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--ground);padding:.1em .3em;border-radius:.25rem}
@media (max-width:30rem){.top nav{flex-basis:100%;order:3}button{width:100%}dl.facts{grid-template-columns:1fr}dl.facts dd{margin-bottom:.5rem}form.inline button,.top button{width:auto}}
`;

/**
 * Asks the device before a form with `data-passkey` is submitted, unless the button has `data-plain`. Writes
 * no HTML, which the policy forbids.
 */
const script = `'use strict';
const able = window.PublicKeyCredential && PublicKeyCredential.parseRequestOptionsFromJSON && PublicKeyCredential.parseCreationOptionsFromJSON;
for (const form of document.querySelectorAll('form[data-passkey]')) {
  const field = form.elements.namedItem('passkey');
  const status = form.querySelector('[role=status]');
  if (!able) {
    status.textContent = 'This browser does not support passkeys on this page.';
    continue;
  }
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    const submitter = event.submitter;
    if (field.value !== '' || (submitter && submitter.dataset.plain !== undefined)) return;
    event.preventDefault();
    status.textContent = 'Waiting for your device…';
    try {
      const options = JSON.parse(form.dataset.options);
      const credential = form.dataset.passkey === 'create'
        ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
        : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
      field.value = JSON.stringify(credential.toJSON());
      status.textContent = '';
      form.requestSubmit(submitter);
    } catch (error) {
      status.textContent = error.name === 'InvalidStateError'
        ? 'This device already has a passkey for this server.'
        : 'The passkey was not used. Try again, or use another method.';
    }
  });
}
`;

type Asset = { type: string; text: string; url: string };

export const assetsPath = '/console/assets/';

/** Puts a content hash into the URL, so that browsers can cache the file forever. */
function asset(name: string, type: string, text: string): Asset {
  return { type, text, url: `${assetsPath}${hash('sha256', text, 'hex').slice(0, 12)}/${name}` };
}

export const consoleStyle = asset('console.css', 'text/css; charset=utf-8', stylesheet);
export const consoleScript = asset('console.js', 'text/javascript; charset=utf-8', script);

export function assetAt(path: string): HttpAnswer | null {
  const found = [consoleStyle, consoleScript].find(({ url }) => url === path);
  if (!found) return null;
  return {
    status: 200,
    headers: { 'Content-Type': found.type, 'Cache-Control': 'public, max-age=31536000, immutable' },
    body: found.text,
  };
}
