/** Lists of things as tables, which are cards on phones, with their filters and pages. */
import { type Html, html } from '../../public/html.ts';
import { type IconName, icon } from './parts.ts';

/**
 * `lead` holds the link of the row. `state` holds its badge. `n` is a number or a time, at the right. `val` is a long
 * value below its label on phones. `nb` does not break. `act` holds a button.
 */
type ColumnKind = 'lead' | 'state' | 'n' | 'val' | 'nb' | 'act' | '';

export type Column = { title: string; kind?: ColumnKind };

export type Table = {
  /** For screen readers. */
  caption: string;
  columns: readonly Column[];
  /** Null cells are empty, and left out on phones. */
  rows: readonly (readonly (Html | string | null)[])[];
};

const noValue = '–';

export function table({ caption, columns, rows }: Table): Html {
  return html`<div class="wrap"><table class="rows" role="table"><caption class="vh">${caption}</caption><thead role="rowgroup"><tr role="row">${columns.map(
    ({ title, kind }) =>
      html`<th role="columnheader" scope="col"${kind === 'n' ? html` class="n"` : null}>${title === '' ? html`<span class="vh">Action</span>` : title}</th>`,
  )}</tr></thead><tbody role="rowgroup">
${rows.map(
  (cells) => html`<tr role="row">${cells.map((cell, index) => renderCell(columns[index]!, cell))}</tr>\n`,
)}</tbody></table></div>`;
}

function renderCell({ title, kind = '' }: Column, cell: Html | string | null): Html {
  const label = ['lead', 'state', 'act'].includes(kind) ? null : html` data-l="${title}"`;
  if (cell === null)
    return html`<td role="cell" class="${kind} blank"${label}>${kind === 'act' ? '' : noValue}</td>`;
  const content = kind === 'val' || kind === 'nb' ? html`<div>${cell}</div>` : cell;
  return html`<td role="cell" class="${kind}"${label}>${content}</td>`;
}

/** The link of a row, with a second line. */
export function lead(href: string, title: Html | string, below: Html | string | null = null): Html {
  return html`<a href="${href}">${title}</a>${below && html`<small>${below}</small>`}`;
}

/** The figures of a chart. */
export function figuresTable(
  caption: string,
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): Html {
  return html`<details class="more"><summary>Show the figures as a table</summary><div class="wrap"><table class="dense" role="table"><caption class="vh">${caption}</caption><thead role="rowgroup"><tr role="row">${titles.map(
    (title, index) =>
      html`<th role="columnheader" scope="col"${index > 0 ? html` class="n"` : null}>${title}</th>`,
  )}</tr></thead><tbody role="rowgroup">
${rows.map(
  (cells) =>
    html`<tr role="row">${cells.map((cell, index) => html`<td role="cell"${index > 0 ? html` class="n"` : null}>${cell}</td>`)}</tr>\n`,
)}</tbody></table></div></details>`;
}

/** Choices of one group stand together. */
export type Choice = { value: string; title: string; group?: string };

export type Filter =
  | { kind: 'search'; name: string; label: string; value: string; charactersMax: number }
  | { kind: 'choice'; name: string; label: string; value: string; choices: readonly Choice[] };

/** Every value is in the URL. @param kept fields that the filters do not change */
export function filters(
  action: string,
  all: readonly Filter[],
  kept: Readonly<Record<string, string | undefined>> = {},
  submit = 'Apply',
): Html {
  const hidden = Object.entries(kept).flatMap(([name, value]) =>
    value ? [html`<input type="hidden" name="${name}" value="${value}">`] : [],
  );
  return html`<form class="filters" role="search" method="get" action="${action}">${hidden}${all.map(renderFilter)}<button class="btn" type="submit">${submit}</button></form>
`;
}

function renderFilter(filter: Filter): Html {
  const { name, label, value } = filter;
  if (filter.kind === 'search') {
    return html`<div class="find">${icon('search')}<input type="search" name="${name}" value="${value}" maxlength="${String(filter.charactersMax)}" placeholder="${label}" aria-label="${label}"></div>`;
  }
  const option = (choice: Choice): Html =>
    html`<option value="${choice.value}"${choice.value === value ? html` selected` : null}>${choice.title}</option>`;
  const groups = [...Map.groupBy(filter.choices, ({ group }) => group)].map(([group, choices]) =>
    group === undefined
      ? html`${choices.map(option)}`
      : html`<optgroup label="${group}">${choices.map(option)}</optgroup>`,
  );
  return html`<select name="${name}" aria-label="${label}">${groups}</select>`;
}

/** Cursor of the next page of a list, whose search may have stopped early. */
export function olderCursor({
  data,
  has_more,
  next_after,
}: {
  data: readonly { id: string }[];
  has_more: boolean;
  next_after?: string | undefined;
}): string | undefined {
  return next_after ?? (has_more ? data.at(-1)?.id : undefined);
}

/**
 * Links to the other pages of a list. Lists have no page numbers: a page begins after the last entry of another.
 *
 * @param older cursor of the next page; undefined on the last
 * @param isFirst whether this is the newest page
 */
export function pager(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  { older, isFirst }: { older: string | undefined; isFirst: boolean },
): Html | null {
  if (isFirst && older === undefined) return null;
  return html`<nav class="pages" aria-label="Pages">${isFirst ? null : pageLink(pathWith(path, query), 'Newest', 'back')}${older === undefined ? null : html`<a class="btn tiny" href="${pathWith(path, { ...query, after: older })}">Older${icon('next')}</a>`}</nav>`;
}

function pageLink(href: string, text: string, picture: IconName): Html {
  return html`<a class="btn tiny" href="${href}">${icon(picture)}${text}</a>`;
}

/** A path with the given values of its query. */
export function pathWith(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
