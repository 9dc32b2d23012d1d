/**
 * JSON-RPC over postMessage per MCP Apps (2026-01-26). `openLine({ result, cancelled })` passes on each tool
 * result, parsed and raw, without fences. Handles only the host's messages, and never as markup.
 */
export const hostLine = String.raw`
const protocolVersion = '2026-01-26';
const line = { capabilities: {}, context: {} };
const waiting = new Map();
let asked = 0;

function post(message) {
  parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
}

function ask(method, params) {
  return new Promise((resolve, reject) => {
    asked += 1;
    waiting.set(asked, { resolve, reject });
    post({ id: asked, method, params });
  });
}

function heed(context) {
  Object.assign(line.context, context);
  const { theme, styles, safeAreaInsets: inset } = line.context;
  const root = document.documentElement;
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  const font = styles?.variables?.['--font-sans'];
  if (typeof font === 'string') root.style.setProperty('--font-sans', font);
  if (inset) document.body.style.padding = ['top', 'right', 'bottom', 'left'].map((side) => 'calc(1rem + ' + (Number(inset[side]) || 0) + 'px)').join(' ');
}

function openLine({ result, cancelled }) {
  const sizes = new ResizeObserver(() => {
    const { width, height } = document.documentElement.getBoundingClientRect();
    post({ method: 'ui/notifications/size-changed', params: { width: Math.ceil(width), height: Math.ceil(height) } });
  });
  const handlers = {
    'ui/notifications/tool-result': (answer) => result(saidIn(answer), answer),
    'ui/notifications/tool-cancelled': () => cancelled(),
    'ui/notifications/host-context-changed': (context) => { heed(context); line.changed?.(); },
  };
  const answers = {
    ping: () => ({}),
    'ui/resource-teardown': () => { sizes.disconnect(); return {}; },
  };
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || typeof data !== 'object' || data === null || data.jsonrpc !== '2.0') return;
    const { id, method, params } = data;
    if (method === undefined) {
      const one = waiting.get(id);
      waiting.delete(id);
      if (data.error) one?.reject(new Error(data.error.message));
      else one?.resolve(data.result);
    } else if (id === undefined) {
      among(handlers, method)?.(params ?? {});
    } else if (Object.hasOwn(answers, method)) post({ id, result: answers[method](params) });
    else post({ id, error: { code: -32601, message: 'Method not found' } });
  });
  ask('ui/initialize', { protocolVersion, appInfo: identity, appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] } }).then(
    ({ hostCapabilities, hostContext }) => {
      line.capabilities = hostCapabilities ?? {};
      heed(hostContext ?? {});
      post({ method: 'ui/notifications/initialized', params: {} });
      sizes.observe(document.documentElement);
    },
    () => cancelled(),
  );
}

function saidIn({ structuredContent, content }) {
  if (structuredContent) return unfenced(structuredContent);
  const text = Array.isArray(content) ? content.find(({ type }) => type === 'text')?.text : undefined;
  try {
    return unfenced(JSON.parse(text));
  } catch {
    return { message: typeof text === 'string' ? unfenced(text) : 'This answer cannot be shown' };
  }
}

function unfenced(value) {
  if (typeof value === 'string') return value.replace(/[\u27e6\u27e7]/g, '');
  if (Array.isArray(value)) return value.map(unfenced);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, unfenced(one)]));
}

const byId = (id) => document.getElementById(id);

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) made.setAttribute(key, value);
  made.append(...children.map((child) => (child instanceof Node ? child : String(child))));
  return made;
}

function formatted(locale, make) {
  try {
    return make(locale);
  } catch {
    return make('en');
  }
}

function number(value) {
  return formatted(line.context.locale, (locale) => new Intl.NumberFormat(locale).format(value));
}

function percent(part) {
  const options = { style: 'percent', maximumFractionDigits: part > 0 && part < 0.01 ? 2 : 1 };
  return part == null ? '\u2013' : formatted(line.context.locale, (locale) => new Intl.NumberFormat(locale, options).format(part));
}

function instant(text, options = { dateStyle: 'medium', timeStyle: 'short' }) {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return String(text);
  const timeZone = zone();
  return formatted(line.context.locale, (locale) => new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(at));
}

// Prefers the time zone of the host to that of the browser.
function zone() {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: line.context.timeZone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

// Ignores inherited properties.
const among = (table, name) => (Object.hasOwn(table, name) ? table[name] : undefined);

const words = (name) => String(name).replace(/_/g, ' ');
`;
