import { type Found, type FoundKind, searchEverything } from '../../../../engine/search/search-everything.ts';
import { Failure } from '../../../../model/failure.ts';
import { stripInvisible } from '../../../../model/text/strip-invisible.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { campaignStates } from '../../campaign-states.ts';
import { page, seeOther } from '../../layout.ts';
import { emptyState, type IconName, icon, list, type StateWords, sheet } from '../../look/parts.ts';
import { filters } from '../../look/tables.ts';
import type { ConsolePage, Visit } from '../../page.ts';
import { foreign } from '../../shown.ts';
import { findToolTitle } from '../../tools-by-name.ts';
import { subscriberStates } from '../audience/subscriber-states.ts';
import { findPlaces } from './places.ts';

export const searchPages: readonly ConsolePage[] = [
  { method: 'GET', path: '/console/search', answer: show },
  { method: 'GET', path: '/console/runs/:id', answer: toRun },
];

const queryCharactersMax = 200;

type KindWords = { path: string; word: string; picture: IconName };

const kinds: Readonly<Record<FoundKind, KindWords>> = {
  approval: { path: '/console/approvals/', word: 'Approval', picture: 'approval' },
  campaign: { path: '/console/campaigns/', word: 'Campaign', picture: 'campaign' },
  domain: { path: '/console/domains/', word: 'Domain', picture: 'domain' },
  email: { path: '/console/emails/', word: 'Email', picture: 'email' },
  import: { path: '/console/imports/', word: 'Import', picture: 'import' },
  integration: { path: '/console/developers/integrations/', word: 'Integration', picture: 'link' },
  run: { path: '/console/runs/', word: 'Workflow run', picture: 'workflow' },
  segment: { path: '/console/segments/', word: 'Segment', picture: 'segment' },
  subscriber: { path: '/console/subscribers/', word: 'Subscriber', picture: 'person' },
  template: { path: '/console/templates/', word: 'Template', picture: 'template' },
  token: { path: '/console/developers/tokens/', word: 'API token', picture: 'key' },
  webhook: { path: '/console/developers/webhooks/', word: 'Webhook', picture: 'webhook' },
  workflow: { path: '/console/workflows/', word: 'Workflow', picture: 'workflow' },
};

/** A complete id leads to its page at once. The script shows the element `found` while a person types. */
async function show(visit: Visit): Promise<HttpAnswer> {
  const { engine, caller, person, request } = visit;
  const text = (request.query.get('q') ?? '').trim().slice(0, queryCharactersMax);
  const found = await searchEverything(engine, caller, text);
  const [only] = found;
  if (only && only.id === text && !request.query.has('typing')) return seeOther(hrefTo(only));
  const places = findPlaces(text, person.roles);
  const rows = [
    ...places.map(({ href, title, picture, kind }) => row(href, picture, html`${title}`, null, kind)),
    ...found.map((one) => {
      const { word, picture } = kinds[one.kind];
      const detail = detailOf(one);
      return row(hrefTo(one), picture, foreign(titleOf(one)), detail, word);
    }),
  ];
  const body = html`${filters(
    '/console/search',
    [{ kind: 'search', name: 'q', label: 'Search', value: text, charactersMax: queryCharactersMax }],
    {},
    'Search',
  )}<div id="found">${
    rows.length > 0
      ? sheet({ body: list(rows), bare: true })
      : sheet({
          bare: true,
          body: emptyState({
            picture: 'search',
            title: text === '' ? 'What are you looking for?' : 'Nothing found',
            text: 'Search by ID, by email address, or by part of a subject, a name or a page title.',
          }),
        })
  }</div>`;
  return await page(visit, { title: 'Search', body });
}

/** The page of a run is below its workflow. */
async function toRun({ engine, organization, parameters }: Visit): Promise<HttpAnswer> {
  const store = engine.store.forOrganization(organization.key);
  const run = (await store.workflowRuns.byId(parameters.id ?? ''))?.run;
  const workflow = run && (await store.workflows.byKeys([run.workflow])).get(run.workflow);
  if (!workflow) throw new Failure('not_found');
  return seeOther(`/console/workflows/${workflow.id}/runs/${run.id}`);
}

/** An approval is found by its id, and its title is the name of the tool. */
function titleOf({ kind, title }: Found): string {
  return kind === 'approval' ? findToolTitle(title) : stripInvisible(title);
}

function detailOf({ kind, detail }: Found): Html | null {
  if (detail === null) return null;
  if (kind === 'email') return foreign(stripInvisible(detail));
  const states: Readonly<Record<string, StateWords>> = { ...campaignStates, ...subscriberStates };
  const known = kind === 'campaign' || kind === 'subscriber' ? states[detail] : undefined;
  return known === undefined ? null : html`${known.text}`;
}

function hrefTo({ kind, id }: Found): string {
  return kinds[kind].path + id;
}

function row(href: string, picture: IconName, title: Html, detail: Html | null, kind: string) {
  return {
    sign: icon(picture),
    body: html`<a href="${href}">${title}</a>${detail && html`<small>${detail}</small>`}`,
    end: html`${kind}`,
  };
}
