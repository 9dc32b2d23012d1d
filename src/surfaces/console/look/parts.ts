/** Components of the console's pages, in the markup that `look.css` expects. */
import { type Html, html } from '../../public/html.ts';
import { type IconName, icons } from './icons.ts';

export type { IconName } from './icons.ts';

/**
 * Meaning of the colors. `ok`: delivered, verified, active. `info`: moves without help. `warn`: needs a look or a
 * decision. `bad`: failed. `test`: captured or simulated. `still`: nothing moves.
 */
export type State = 'ok' | 'warn' | 'bad' | 'info' | 'test' | 'still';

const stateIcons: Readonly<Record<State, IconName>> = {
  ok: 'ok',
  warn: 'warn',
  bad: 'bad',
  info: 'clock',
  test: 'captured',
  still: 'still',
};

/** Decoration, hidden from screen readers. A button with only an icon also needs `hiddenWords`. */
export function icon(name: IconName): Html {
  return {
    markup: `<svg class="i" viewBox="0 0 24 24" aria-hidden="true">${icons[name]}</svg>`,
  };
}

/** Text for screen readers only. */
export function hiddenWords(text: string): Html {
  return html`<span class="vh">${text}</span>`;
}

export function badge(state: State, text: string, picture: IconName = stateIcons[state]): Html {
  return html`<span class="badge ${state}">${icon(picture)}${text}</span>`;
}

/** A state as every list and page shows it. */
export type StateWords = { state: State; text: string; picture: IconName };

export function stateBadge({ state, text, picture }: StateWords): Html {
  return badge(state, text, picture);
}

export type Notice = {
  state: State;
  title: string;
  text?: Html | string;
  action?: Html;
  /** The resting state, where nothing has to be done. */
  isCalm?: boolean;
  picture?: IconName;
};

/** At most one per page, above the content. */
export function notice({ state, title, text = '', action, isCalm = false, picture }: Notice): Html {
  const role = state === 'bad' ? html` role="alert"` : html` role="status"`;
  return html`<div class="note ${state}${isCalm ? ' calm' : ''}"${role}>${icon(picture ?? stateIcons[state])}<div><b>${title}</b> ${text}</div>${action ?? null}</div>
`;
}

export type Sheet = {
  title?: string;
  /** A number after the title. */
  count?: number;
  /** At the right of the title: a link, a button or a legend. */
  aside?: Html | null;
  /** Padded, unless `bare`. */
  body: Html;
  footer?: Html | null;
  /** For a body of lists or tables, which bring their own padding. */
  bare?: boolean;
  id?: string;
};

export function sheet({ title, count, aside = null, body, footer = null, bare = false, id }: Sheet): Html {
  const number = count === undefined ? null : html`<span class="count">${String(count)}</span>`;
  const header = title === undefined ? null : html`<header><h2>${title}${number}</h2>${aside}</header>\n`;
  const content = bare ? body : html`<div class="pad">${body}</div>`;
  return html`<section class="sheet"${id === undefined ? null : html` id="${id}"`}>${header}${content}${footer && html`<footer>${footer}</footer>`}</section>
`;
}

export type Empty = { picture: IconName; title: string; text: Html | string; actions?: Html | null };

/** Stands in place of an empty list, and names the next step. */
export function emptyState({ picture, title, text, actions = null }: Empty): Html {
  return html`<div class="empty"><span class="dot info">${icon(picture)}</span><h2>${title}</h2><p>${text}</p>${actions && html`<div class="acts">${actions}</div>`}</div>`;
}

export type Tab = { href: string; title: string; count?: number | string; isHere: boolean };

/** Lists are counted up to this number, so that a count stays cheap in a large list. */
export const countedMax = 100;

export function shownCount(counted: number): string {
  return counted < countedMax ? String(counted) : `${String(countedMax - 1)}+`;
}

export function tabs(label: string, entries: readonly Tab[]): Html {
  return html`<nav class="tabs" aria-label="${label}">${entries.map(
    ({ href, title, count, isHere }) =>
      html`<a href="${href}"${isHere ? html` aria-current="page"` : null}>${title}${count === undefined ? null : html`<span class="count">${String(count)}</span>`}</a>`,
  )}</nav>
`;
}

/** Links to two to four views of the same data. */
export function switchLinks(label: string, entries: readonly Tab[]): Html {
  return html`<nav class="switch" aria-label="${label}">${entries.map(
    ({ href, title, isHere }) =>
      html`<a href="${href}"${isHere ? html` aria-current="true"` : null}>${title}</a>`,
  )}</nav>`;
}

export type Statistic = { label: string; value: string; note?: string; state?: State };

/** Three to six figures. The note compares them, or gives their limit. */
export function statistics(entries: readonly Statistic[]): Html {
  return html`<dl class="stats">${entries.map(
    ({ label, value, note, state }) =>
      html`<div><dt>${label}</dt><dd>${value}</dd>${note === undefined ? null : html`<dd class="${state ?? ''}">${note}</dd>`}</div>`,
  )}</dl>
`;
}

type LinkLook = 'main' | '' | 'tiny' | 'bare tiny' | 'danger';

export function linkButton(
  href: string,
  text: string,
  { look = '', picture }: { look?: LinkLook; picture?: IconName } = {},
): Html {
  return html`<a class="btn ${look}" href="${href}">${picture ? icon(picture) : null}${text}</a>`;
}

/** Copies `text`. Hidden until the script, which it needs, shows it. @param what noun for screen readers, such as `id` */
export function copyButton(text: string, what: string): Html {
  return html`<button class="btn bare tiny only" type="button" data-copy value="${text}" hidden>${icon('copy')}<span class="vh copied">Copy ${what}</span></button>`;
}

/** A short value with a button that copies it. */
export function copyable(text: string, what: string): Html {
  return html`<span class="copy"><code>${text}</code>${copyButton(text, what)}</span>`;
}

/** @param id unique in the page */
export function codeFigure(id: string, title: string, text: string): Html {
  return html`<figure class="code"><figcaption>${title}<button class="btn bare tiny" type="button" data-copy="${id}" hidden>${icon('copy')}<span class="copied">Copy</span></button></figcaption><pre tabindex="0"><code id="${id}">${text}</code></pre></figure>
`;
}

export type ListRow = {
  state?: State;
  /** Icon or avatar. */
  sign?: Html | null;
  body: Html;
  /** At the right: a time, a badge or a button. */
  end?: Html | null;
};

export function list(rows: readonly ListRow[]): Html {
  return html`<ul class="list">${rows.map(
    ({ state, sign = null, body, end = null }) =>
      html`<li${state ? html` class="${state}"` : null}>${sign}<div class="grow">${body}</div>${end && html`<span class="end">${end}</span>`}</li>\n`,
  )}</ul>`;
}

export type TrailEntry = {
  state: State;
  picture?: IconName;
  title: Html | string;
  /** Explains in a sentence. */
  text?: Html | string | null;
  /** Words of another server. */
  said?: string | null;
  time: Html;
};

/** A history in order: attempts of a delivery, or the events of a person. */
export function trail(entries: readonly TrailEntry[]): Html {
  return html`<ol class="trail">${entries.map(
    ({ state, picture = stateIcons[state], title, text = null, said = null, time }) =>
      html`<li><span class="dot ${state}">${icon(picture)}</span><div><h3>${title}</h3>${text && html`<p>${text}</p>`}${said && html`<p class="said">${said}</p>`}</div>${time}</li>\n`,
  )}</ol>`;
}

/** @param kind a person has a round picture, a program a square one */
export function avatar(name: string, kind: 'person' | 'program', size: '' | 'big' = ''): Html {
  const letters = name
    .split(/[\s._@-]+/u, initialsMax)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
  return html`<span class="av ${kind === 'program' ? 'sq' : ''} ${size}" aria-hidden="true">${letters}</span>`;
}

const initialsMax = 2;

/** Two columns: what matters, and facts at the side. */
export function columns(main: Html, side: Html, kind: '' | 'even' | 'urgent' = ''): Html {
  return html`<div class="cols ${kind}"><div>${main}</div><div>${side}</div></div>
`;
}
