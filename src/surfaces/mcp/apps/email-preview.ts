import { badgeDocs } from '../../../model/verification/content/guidance.ts';
import { appPage, inScript } from './app-page.ts';

const phonePixels = 375;
const framePixels = 560;

const style = `
header .quiet b{color:var(--ink);font-weight:600}
#bar{display:flex;flex-wrap:wrap;gap:.5rem;margin:.875rem 0 0}
#bar>div{display:flex;padding:.1875rem;border-radius:.625rem;background:var(--soft)}
#bar button{min-height:2rem}
#bar button[aria-pressed=true]{background:var(--sheet);border-color:var(--line);color:var(--ink)}
#stage{margin-top:.5rem;border:1px solid var(--line);border-radius:.625rem;background:var(--soft);overflow:hidden}
#stage.phone{padding:1rem}
iframe{display:block;width:100%;height:${framePixels}px;margin:0 auto;border:0;background:#fff}
.phone iframe{max-width:${phonePixels}px;border-radius:1rem;outline:1px solid var(--edge)}
.night iframe{background:#121417}
#text{margin:0;padding:1rem;max-height:${framePixels}px;overflow:auto;background:var(--sheet);color:var(--ink);font:.8125rem/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre-wrap}
#badges{margin:0;padding:0;list-style:none}
#badges li{padding:.5rem 0;border-bottom:1px solid var(--line)}
#badges li:last-child{border-bottom:0}
#badges .pill{margin-right:.5rem}
`;

const body = `<main>
<header><h1 id="subject">Mail preview</h1><div id="lines"></div></header>
<p id="state" class="quiet" role="status">Waiting for the mail…</p>
<ul id="notes" class="notice" hidden></ul>
<section id="shown" aria-label="The mail" hidden>
<div id="bar"><div role="group" aria-label="Shown as"><button id="desktop" aria-pressed="true">Desktop</button><button id="phone" aria-pressed="false">Phone</button><button id="plain" aria-pressed="false">Text</button></div><div><button id="night" aria-pressed="false">Dark mode</button></div></div>
<div id="stage"><iframe id="mail" title="The mail as it is read" sandbox="" referrerpolicy="no-referrer"></iframe><pre id="text" tabindex="0" aria-label="The text part" hidden></pre></div>
<p id="foot" class="quiet"></p>
</section>
<section id="noticed" hidden><h2>What verification noticed</h2><ul id="badges"></ul></section>
</main>`;

/**
 * Shows the untrusted email in a sandboxed frame without origin, scripts or requests. In dark mode an email
 * uses its own dark style, or is inverted as email clients do.
 */
const script = String.raw`
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
const active = 'script,noscript,iframe,frame,frameset,object,embed,applet,base,link,meta[http-equiv],portal,audio,video,source,track,template,dialog';
const darkRule = /\(\s*prefers-color-scheme\s*:\s*dark\s*\)/gi;
const lightRule = /\(\s*prefers-color-scheme\s*:\s*light\s*\)/gi;
const never = '(max-width:0)';
const always = '(min-width:0)';
const marks = { block: ['Blocked', 'block'], warn: ['Warning', 'warn'], info: ['Note', 'info'] };
let mail = { html: '', text: '' };
let as = 'desktop';
let night = false;

function mailPage(html) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const one of page.querySelectorAll(active)) one.remove();
  for (const one of page.querySelectorAll('*')) {
    for (const { name, value } of [...one.attributes]) {
      const leads = /^(src|srcset|href|xlink:href|action|formaction|background|poster|data|srcdoc|ping|target|autofocus|popovertarget|command|commandfor)$/i.test(name);
      const stays = /^(#|data:image\/)/i.test(value.trim()) || (name === 'href' && one.localName === 'a' && /^(https?|mailto|tel):/i.test(value.trim()));
      if (/^on/i.test(name) || (leads && !stays)) one.removeAttribute(name);
      if (name === 'style') one.setAttribute(name, themed(value));
    }
    if (one.localName === 'a' && one.hasAttribute('href')) {
      one.title = one.getAttribute('href');
      one.removeAttribute('href');
      one.setAttribute('data-link', '');
    }
    if (one.localName === 'img' && !one.hasAttribute('src')) one.replaceWith(...gapFor(page, one));
    if (one.localName === 'style') one.textContent = themed(one.textContent);
  }
  const own = darkRule.test(html);
  darkRule.lastIndex = 0;
  const turned = night && !own;
  const rules = [
    ':where(a[data-link]){color:#0b57d0;text-decoration:underline;cursor:default}',
    ':where([data-left-out]){display:inline-block;box-sizing:border-box;min-width:3em;min-height:1.4em;max-width:100%;padding:0 .4em;overflow:hidden;background:#eef0f3;color:#565d68;font:13px sans-serif;outline:1px dashed #868d98;outline-offset:-1px}',
    ':root{color-scheme:' + (night && own ? 'dark' : 'light') + '}',
    turned ? 'html{background:#fff;min-height:100%;filter:invert(.93) hue-rotate(180deg)}img{filter:invert(1) hue-rotate(180deg)}' : '',
  ].join('');
  const head = [element('meta', { charset: 'utf-8' }), element('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }), element('style', null, rules)];
  page.head.prepend(...head);
  return '<!doctype html>' + page.documentElement.outerHTML;
}

// Leaves a gap of the size of the image with its alternative text. A tracking pixel leaves no gap.
function gapFor(page, image) {
  const [width, height] = ['width', 'height'].map((side) => /^\d{1,4}%?$/.exec(image.getAttribute(side) ?? '')?.[0]);
  if (width === '1' || width === '0' || height === '1' || height === '0') return [];
  const gap = page.createElement('span');
  const sized = [['width', width], ['height', height]].map(([side, much]) => (much ? ';' + side + ':' + much + (much.endsWith('%') ? '' : 'px') : ''));
  gap.setAttribute('style', (image.getAttribute('style') ?? '') + sized.join(''));
  gap.setAttribute('data-left-out', '');
  gap.textContent = image.alt || 'Image';
  return [gap];
}

function themed(css) {
  const here = css.replace(/@import[^;]*;?/gi, '').replace(/url\(\s*(?!['"]?(?:data:image|#))[^)]*\)/gi, 'none');
  return here.replace(darkRule, night ? always : never).replace(lightRule, night ? never : always);
}

function show() {
  const plain = as === 'plain';
  for (const id of ['desktop', 'phone', 'plain']) byId(id).setAttribute('aria-pressed', String(id === as));
  byId('night').setAttribute('aria-pressed', String(night));
  byId('night').parentNode.hidden = plain;
  byId('mail').hidden = plain;
  byId('text').hidden = !plain;
  byId('stage').className = plain ? '' : (as === 'phone' ? 'phone' : '') + (night ? ' night' : '');
  if (plain) byId('text').textContent = mail.text || '(There is no text part.)';
  if (plain) return;
  // Some browsers leave a hidden frame blank when it is filled again, so each view gets a new frame.
  const frame = byId('mail').cloneNode();
  frame.srcdoc = mailPage(mail.html);
  byId('mail').replaceWith(frame);
}

for (const id of ['desktop', 'phone', 'plain']) byId(id).onclick = () => { as = id; show(); };
byId('night').onclick = () => { night = !night; show(); };

function fill(id, children) {
  byId(id).replaceChildren(...children);
  byId(id).hidden = children.length === 0;
}

function said(name, value) {
  return value ? [element('p', { class: 'quiet' }, name + ' ', element('b', null, value))] : [];
}

function kilobytes(bytes) {
  return number(Math.round(bytes / 102.4) / 10) + ' kB';
}

function badgeOf({ id, label, severity, path, host, found, guidance: specific }) {
  const [word, look] = among(marks, severity) ?? marks.info;
  const advice = specific || (among(guidance, id) ?? '');
  const made = element('li', null, element('span', { class: 'pill ' + look }, word), label ?? id);
  if (path) made.append(element('span', { class: 'quiet' }, ' \u00b7 ' + path));
  const about = host ?? found;
  if (about) made.append(element('span', { class: 'quiet' }, ' \u00b7 ' + about));
  if (advice) made.append(element('p', { class: 'quiet' }, advice));
  return made;
}

function present(one) {
  const list = (value) => (Array.isArray(value) ? value : []);
  const failed = one.html === undefined ? one.message : undefined;
  byId('subject').textContent = one.subject ?? (failed ? 'Nothing to show' : '(no subject)');
  byId('lines').replaceChildren(
    ...said('From', typeof one.from === 'string' ? one.from.replace(/^"([^"\\]*)" </, '$1 <') : ''),
    ...said('To', list(one.to).join(', ')),
    ...said('Preview', typeof one.preview === 'string' ? one.preview : ''),
  );
  byId('state').textContent = failed ?? '';
  byId('state').hidden = !failed;
  const missed = list(one.events).flatMap((event) => list(event.data?.warnings)).map(({ message }) => message);
  fill('notes', [...list(one.warnings), ...missed].map((text) => element('li', null, text)));
  fill('badges', list(one.badges).map(badgeOf));
  byId('noticed').hidden = byId('badges').hidden;
  mail = { html: typeof one.html === 'string' ? one.html : '', text: typeof one.text === 'string' ? one.text : '' };
  byId('shown').hidden = mail.html === '' && mail.text === '';
  const bytes = one.size?.html_bytes ?? new TextEncoder().encode(mail.html).length;
  const clipped = bytes > 102 * 1024 ? ', more than Gmail shows' : '';
  const values = among({ subscriber: 'Merge fields are one subscriber\u2019s. ', fallbacks: 'Merge fields show their defaults. ' }, one.values) ?? '';
  byId('foot').textContent = bytes === 0 ? '' : values + kilobytes(bytes) + ' of HTML' + clipped + '. Images from elsewhere are left out, and links lead nowhere here.';
  if (mail.html === '' && as !== 'plain') as = 'plain';
  else if (mail.html !== '' && as === 'plain') as = 'desktop';
  show();
}

async function whole(content) {
  const linked = Array.isArray(content) ? content.find(({ type, mimeType }) => type === 'resource_link' && /^text\/html/.test(mimeType ?? '')) : undefined;
  if (!linked || !line.capabilities.serverResources) return null;
  const { contents } = await ask('resources/read', { uri: linked.uri });
  return unfenced(contents?.[0]?.text ?? null);
}

openLine({
  result(answer, { content }) {
    present(answer);
    // The result of a long email contains only its beginning and a link to the whole.
    whole(content).then((html) => { if (html) present({ ...answer, html }); }, () => {});
  },
  cancelled() {
    byId('state').hidden = false;
    byId('state').textContent = 'There is no answer to show.';
  },
});
`;

const guidance = Object.fromEntries(badgeDocs.map((one) => [one.id, one.guidance]));

export function emailPreviewApp(): string {
  return appPage({
    name: 'posthouse-email-preview',
    title: 'Mail preview',
    style,
    body,
    script: `const guidance=${inScript(guidance)};${script}`,
  });
}
