/** Everything in the console except passkeys, live updates, shortcuts and copying works without this script. */

/** Asks the device before a form with `data-passkey` is submitted, unless the button has `data-plain`. */
const canUsePasskeys =
  window.PublicKeyCredential?.parseRequestOptionsFromJSON && PublicKeyCredential.parseCreationOptionsFromJSON;

for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (canUsePasskeys) form.hidden = false;
  else
    form.querySelector('[role=status]').textContent = 'This browser does not support passkeys on this page.';
}

/** Listens at the document, because live updates replace forms. */
if (canUsePasskeys) {
  document.addEventListener('submit', async (event) => {
    const { target: form, submitter } = event;
    if (!form.matches('[data-passkey]')) return;
    const field = form.elements.namedItem('passkey');
    if (field.value !== '' || submitter?.dataset.plain !== undefined) return;
    event.preventDefault();
    const status = form.querySelector('[role=status]');
    status.textContent = 'Waiting for your device…';
    try {
      const options = JSON.parse(form.dataset.options);
      const credential =
        form.dataset.passkey === 'create'
          ? await navigator.credentials.create({
              publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
            })
          : await navigator.credentials.get({
              publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
            });
      field.value = JSON.stringify(credential.toJSON());
      status.textContent = '';
      form.requestSubmit(submitter);
    } catch (error) {
      status.textContent =
        error.name === 'InvalidStateError'
          ? 'This device already has a passkey for this server.'
          : 'The passkey was not used. Try again, or use another method.';
    }
  });
}

/** A button with `data-copy` copies the text of the element with this id, or its own value. */
document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]');
  if (!button) return;
  const source = button.dataset.copy && document.getElementById(button.dataset.copy);
  await navigator.clipboard.writeText(source ? source.textContent : button.value);
  const word = button.querySelector('.copied');
  if (!word) return;
  const before = word.textContent;
  word.textContent = 'Copied';
  setTimeout(() => {
    word.textContent = before;
  }, 2_000);
});

function showCopyButtons() {
  for (const button of document.querySelectorAll('[data-copy]')) button.hidden = false;
}
showCopyButtons();

const policy = window.trustedTypes?.createPolicy('posthouse', { createHTML: (text) => text });

/** Only this server's own pages become HTML, and parsed pages run no script. */
function parse(text) {
  return new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, 'text/html');
}

/** Each page has new challenges for the device, which alone are no reason to replace a part. */
function markupWithoutChallenges(part) {
  const copy = part.cloneNode(true);
  for (const form of copy.querySelectorAll('form[data-passkey]')) {
    form.removeAttribute('data-options');
    form.elements.namedItem('challenge')?.remove();
  }
  return copy.outerHTML;
}

/** Replaces a part by the one with its id in a newly loaded page, except while the person is in it. */
function refresh(part, fresh) {
  const next = fresh.getElementById(part.id);
  if (!next || part.contains(document.activeElement)) return;
  if (markupWithoutChallenges(next) === markupWithoutChallenges(part)) return;
  part.replaceWith(document.adoptNode(next));
  showCopyButtons();
}

/** `/` moves to the search field of the page frame. It lists the first results while a person types. */
const finder = document.querySelector('.menu .find');
if (finder) {
  const field = finder.querySelector('input');
  const results = document.createElement('div');
  results.className = 'results';
  results.id = 'results';
  results.setAttribute('role', 'listbox');
  results.setAttribute('aria-label', 'Results');
  results.hidden = true;
  finder.append(results);
  field.setAttribute('role', 'combobox');
  field.setAttribute('aria-expanded', 'false');
  field.setAttribute('aria-controls', results.id);
  field.setAttribute('autocomplete', 'off');

  const options = () => [...results.querySelectorAll('a')];
  const choose = (index) => {
    for (const [place, option] of options().entries()) {
      option.setAttribute('aria-selected', String(place === index));
      if (place === index) field.setAttribute('aria-activedescendant', option.id);
    }
    if (index < 0) field.removeAttribute('aria-activedescendant');
  };
  const close = () => {
    results.hidden = true;
    results.replaceChildren();
    field.setAttribute('aria-expanded', 'false');
    choose(-1);
  };
  const search = async () => {
    const text = field.value.trim();
    if (text.length < 2) return close();
    const response = await fetch(`/console/search?${new URLSearchParams({ q: text, typing: '1' })}`);
    if (!response.ok || text !== field.value.trim()) return;
    const rows = parse(await response.text()).querySelectorAll('#found li');
    const links = [...rows].map((row, index) => {
      const link = document.createElement('a');
      const kind = document.createElement('small');
      link.id = `result-${index}`;
      link.href = row.querySelector('a').getAttribute('href');
      link.setAttribute('role', 'option');
      link.tabIndex = -1;
      kind.textContent = row.querySelector('.end').textContent;
      link.append(row.querySelector('svg'), row.querySelector('a').textContent, kind);
      return link;
    });
    results.replaceChildren(...links);
    results.hidden = links.length === 0;
    field.setAttribute('aria-expanded', String(links.length > 0));
    choose(-1);
  };
  let timer;
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void search().catch(close), 150);
  });
  field.addEventListener('keydown', (event) => {
    const all = options();
    const chosen = all.findIndex((option) => option.getAttribute('aria-selected') === 'true');
    if (event.key === 'Escape') close();
    if (event.key === 'Enter' && chosen >= 0) {
      event.preventDefault();
      location.assign(all[chosen].href);
    }
    if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || all.length === 0) return;
    event.preventDefault();
    choose((chosen + (event.key === 'ArrowDown' ? 1 : all.length - (chosen < 0 ? 0 : 1))) % all.length);
  });
  finder.addEventListener('focusout', (event) => {
    if (!finder.contains(event.relatedTarget)) setTimeout(close, 150);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest('input, textarea, select, [contenteditable]')) return;
    event.preventDefault();
    document.querySelector('.menu').open = true;
    field.focus();
  });
}

/** Returns the instant of a local time in a zone, in epoch milliseconds. */
function instantOf(local, timeZone) {
  const wanted = Date.parse(`${local}:00Z`);
  const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  const shift = (at) => Date.parse(`${clock.format(at).replace(' ', 'T')}:00Z`) - at;
  return wanted - shift(wanted - shift(wanted));
}

/** Below a time and its zone: the same moment in the zone of the browser, if it has another. */
for (const line of document.querySelectorAll('[data-browser-time]')) {
  const form = line.closest('form');
  const show = () => {
    const { at, zone } = form.elements;
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    line.hidden = true;
    try {
      const instant = instantOf(at.value, zone.value);
      const look = { dateStyle: 'medium', timeStyle: 'short' };
      const write = (timeZone) => new Intl.DateTimeFormat('en-GB', { ...look, timeZone }).format(instant);
      if (write(zone.value) === write(own)) return;
      line.textContent = `${write(zone.value)} in ${zone.value} counts. In your browser’s zone, ${own}, this is ${write(own)}.`;
      line.hidden = false;
    } catch {
      // The time or the zone is not complete.
    }
  };
  form.addEventListener('input', show);
  show();
}

/** A part with `data-deferred` takes longer than its page. It is replaced by the one with its id in the page named there. */
for (const part of document.querySelectorAll('[data-deferred]')) {
  fetch(part.dataset.deferred, { redirect: 'error' })
    .then(async (response) => {
      const found = response.ok && parse(await response.text()).getElementById(part.id);
      if (found) part.replaceWith(document.adoptNode(found));
    })
    // The link in the part leads to the same page.
    .catch(() => {});
}

/**
 * A button with `data-preview` posts its form to a frame while a person types, at most once per second. Each time, a new
 * frame loads behind the old one: the first page of a frame adds no entry to the history.
 */
const previewButton = document.querySelector('[data-preview]');
if (previewButton) {
  let timer = null;
  let isStale = false;
  let frame = null;
  let postedAt = -Infinity;
  const finish = (shown) => {
    if (shown !== frame) return;
    if (shown.hidden) shown.remove();
    frame = null;
    if (isStale) later();
  };
  const preview = () => {
    timer = null;
    isStale = frame !== null;
    if (isStale) return;
    const before = document.querySelector('.stage iframe');
    const next = before.cloneNode();
    frame = next;
    next.removeAttribute('src');
    next.removeAttribute('loading');
    next.name = `preview-${Date.now()}`;
    next.hidden = true;
    before.after(next);
    // After the empty page of the new frame has loaded.
    setTimeout(() => {
      next.addEventListener('load', () => {
        before.remove();
        next.hidden = false;
        finish(next);
      });
      postedAt = performance.now();
      previewButton.formTarget = next.name;
      previewButton.form.requestSubmit(previewButton);
      // The server leaves the frame empty beyond a limit.
      setTimeout(() => finish(next), 8_000);
    });
  };
  const later = () => {
    if (timer === null) timer = setTimeout(preview, Math.max(400, postedAt + 1_000 - performance.now()));
  };
  for (const kind of ['input', 'change']) {
    document.addEventListener(kind, ({ target }) => {
      // Half an address is no subscriber.
      if (target.form === previewButton.form && (kind === 'change' || target.name !== 'reader')) later();
    });
  }
  if (previewButton.dataset.preview === 'now') preview();
}

/**
 * Live parts: an element with `data-live` is replaced by the one with the same id in a newly loaded page, when the
 * server says that something changed.
 */
const live = document.querySelector('[data-live]');
if (live) {
  let isLoading = false;
  let isStale = false;
  const reload = async () => {
    isStale = true;
    if (isLoading || document.hidden) return;
    isLoading = true;
    try {
      while (isStale) {
        isStale = false;
        const response = await fetch(location.href, { redirect: 'error' });
        if (!response.ok) return;
        const fresh = parse(await response.text());
        document.title = fresh.title;
        for (const part of document.querySelectorAll('[data-live]')) {
          refresh(part, fresh);
        }
      }
    } catch {
      // The next event tries again.
    } finally {
      isLoading = false;
    }
  };
  let events = null;
  /** A hidden tab holds no stream, because over HTTP/1.1 a browser opens only six connections to a server. */
  const listen = () => {
    if (document.hidden) {
      events?.close();
      events = null;
    } else if (events === null) {
      events = new EventSource('/console/live');
      events.addEventListener('changed', () => void reload());
    }
  };
  document.addEventListener('visibilitychange', () => {
    listen();
    // A change while the tab was hidden had no event.
    if (!document.hidden) void reload();
  });
  listen();
}

/**
 * Polled parts: an element with `data-every` is refreshed after this many seconds, as long as it has the attribute.
 * With `data-submit`, a form is sent to this path first, so that the server looks again. While nothing but times
 * changes, the interval grows. An element with `data-with` is refreshed with the part of that id. A hidden tab does not poll, and polling ends after `pollMs`.
 */
const pollMs = 10 * 60_000;
const pauseMsMax = 30_000;
const pauseGrowth = 1.4;

function textWithoutTimes(part) {
  const copy = part.cloneNode(true);
  for (const time of copy.querySelectorAll('time')) time.remove();
  return copy.textContent;
}

async function whileHidden() {
  while (document.hidden) {
    await new Promise((resolve) => {
      document.addEventListener('visibilitychange', resolve, { once: true });
    });
  }
}

async function poll(id) {
  const until = Date.now() + pollMs;
  let pauseMs = 0;
  for (;;) {
    const part = document.getElementById(id);
    const leastMs = Number(part?.dataset.every) * 1_000;
    if (!(leastMs > 0) || Date.now() > until) return;
    pauseMs = Math.min(pauseMsMax, Math.max(leastMs, pauseMs * pauseGrowth));
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs);
    });
    await whileHidden();
    try {
      const { submit } = part.dataset;
      const form = { method: 'POST', body: new URLSearchParams() };
      const response = await fetch(submit ?? location.href, submit ? form : {});
      const fresh = response.ok ? parse(await response.text()) : null;
      const next = fresh?.getElementById(id);
      // The work has ended, and with it the part.
      if (fresh && !next) return location.reload();
      if (!next) continue;
      if (textWithoutTimes(next) !== textWithoutTimes(part)) pauseMs = 0;
      for (const shown of [part, ...document.querySelectorAll(`[data-with="${id}"]`)]) refresh(shown, fresh);
    } catch {
      // The next round tries again.
    }
  }
}

for (const { id } of document.querySelectorAll('[data-every]')) void poll(id);
