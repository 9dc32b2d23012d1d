import { fixtureDomains } from '../../model/sending/fixture-recipient.ts';

const answerCharactersMax = 20_000;
/** Longer than the server holds a waiting request. */
const answerMsMax = 40_000;

/** Tokens live only in the fields, which are cleared when the page is left because browsers keep pages for going back. */
export const tryScript = `
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
