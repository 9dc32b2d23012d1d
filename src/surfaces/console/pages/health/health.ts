import type { z } from 'zod';
import { checkSetup } from '../../../../../tools/organizations/check-setup.ts';
import { releaseQueue } from '../../../../../tools/organizations/release-queue.ts';
import { operatesServer } from '../../../../engine/organizations/operates-server.ts';
import { releaseCommand, waitingMail, waitingSentence } from '../../../../engine/organizations/queue-hold.ts';
import { dayMs, hourMs, minuteMs } from '../../../../model/instant.ts';
import { objectNames } from '../../../../store/records/instance/object-names.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { button, doneNotice, faultNotice, presenceForm } from '../../fields.ts';
import { passkeyMissing } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import {
  badge,
  copyable,
  icon,
  type ListRow,
  linkButton,
  list,
  notice,
  type State,
  sheet,
} from '../../look/parts.ts';
import { table } from '../../look/tables.ts';
import { readMode } from '../../mode.ts';
import { capitalize, inDigits, inNumber } from '../../number-words.ts';
import type { ConsolePage, NavEntry, Visit } from '../../page.ts';
import { factList, foreign, renderExactTime, renderShortTime, renderTime } from '../../shown.ts';

type Setup = z.output<typeof checkSetup.output>;
type Finding = Setup['findings'][number];
type FindingState = Finding['state'];
type Process = NonNullable<Setup['server']>['processes'][number];

export const healthPages: readonly ConsolePage[] = [
  { method: 'GET', path: '/console/health', answer: (visit) => showHealth(visit) },
  { method: 'POST', path: '/console/health/release-queue', roles: ['admin'], answer: release },
];

export const healthEntry: NavEntry = {
  href: '/console/health',
  title: 'Health',
  picture: 'health',
  group: 'Set-up',
};

/** The state of a check, as every page shows it. */
const findingStates: Readonly<Record<FindingState, { state: State; text: string; title: string }>> = {
  fail: { state: 'bad', text: 'Fails', title: 'To fix' },
  warn: { state: 'warn', text: 'Needs a look', title: 'Needs a look' },
  ok: { state: 'ok', text: 'Passes', title: 'Passes' },
};

const refusedStatus = 400;
/** A result is kept for a minute. */
const refreshSeconds = 60;

async function showHealth(visit: Visit, fault: string | null = null): Promise<HttpAnswer> {
  const setup = await withNames(visit, await visit.call(checkSetup));
  const zone = visit.organization.timezone;
  const groups = (['fail', 'warn', 'ok'] as const).flatMap((state) => group(state, setup.findings) ?? []);
  const { server } = setup;
  const at = Date.parse(setup.examined_at);
  const side = server === null ? hiddenServer() : serverSheet(server, zone, at);
  const processes = server && processesSheet(server.processes, zone, at);
  const body = html`${faultNotice(fault)}${doneNotice(visit, { released: 'The queue is released. Delivery resumes.' })}${await held(visit)}<div id="health" data-every="${String(refreshSeconds)}">
${summary(setup, zone)}<div class="cols"><div>
${groups}${processes}
</div><div>
${side}</div></div>
</div>`;
  return await page(visit, {
    title: 'Health',
    body,
    status: fault === null ? 200 : refusedStatus,
    also: { tool: checkSetup, input: {}, ask: 'Is everything healthy, and what should I fix first?' },
  });
}

/** A person knows an integration by its name. The ids stay in the tool's answer. */
async function withNames({ engine, organization }: Visit, setup: Setup): Promise<Setup> {
  const ids = setup.findings.flatMap(({ sentence }) => sentence.match(integrationId) ?? []);
  if (ids.length === 0) return setup;
  const names = await objectNames(engine.store.database.reader, organization.key, ids);
  const findings = setup.findings.map((finding) => ({
    ...finding,
    sentence: finding.sentence.replace(integrationId, (id) => {
      const found = names.get(id);
      return found ? `“${found.name}”` : id;
    }),
  }));
  return { ...setup, findings };
}

const integrationId = /int_[0-9a-z]{26}/g;

/** Says first whether anything needs fixing. */
function summary({ findings, examined_at }: Setup, zone: string): Html {
  const count = (state: FindingState): number => findings.filter((finding) => finding.state === state).length;
  const [failed, warned] = [count('fail'), count('warn')];
  const text = html`Checked ${renderTime(examined_at, zone)}.`;
  if (failed + warned === 0) {
    return notice({ state: 'ok', title: `All ${findings.length} checks pass.`, text, isCalm: true });
  }
  const parts = [
    ...(failed === 0 ? [] : [failed === 1 ? '1 check fails' : `${failed} checks fail`]),
    ...(warned === 0
      ? []
      : [
          `${warned}${failed > 0 ? '' : warned === 1 ? ' check' : ' checks'} ${warned === 1 ? 'needs' : 'need'} a look`,
        ]),
  ];
  const rest = count('ok') === 0 ? null : html`The other ${String(count('ok'))} pass. `;
  return notice({
    state: failed > 0 ? 'bad' : 'warn',
    title: `${parts.join(', ')}.`,
    text: html`${rest}${text}`,
  });
}

function group(state: FindingState, findings: readonly Finding[]): Html | null {
  const found = findings.filter((finding) => finding.state === state);
  if (found.length === 0) return null;
  const rows = found.map(findingRow);
  return sheet({ title: findingStates[state].title, count: found.length, body: list(rows), bare: true });
}

function findingRow({ name, state, sentence }: Finding): ListRow {
  const { state: color, text } = findingStates[state];
  const place = repairs[name];
  const action = place && state !== 'ok' && linkButton(place.href, place.text, { look: 'tiny' });
  const picture = color === 'ok' ? 'ok' : color === 'bad' ? 'bad' : 'warn';
  return {
    state: color,
    sign: icon(picture),
    body: html`<b>${capitalize(name)}</b><small>${foreign(place ? withoutCommand(sentence) : sentence)}</small>`,
    end: action || (state === 'ok' ? null : badge(color, text)),
  };
}

/** Pages on which a person repairs a finding, by the name of its check. */
const repairs: Readonly<Record<string, { href: string; text: string }>> = {
  'API tokens': { href: '/console/developers', text: 'Show tokens' },
  sending: { href: '/console/settings', text: 'Open settings' },
  domain: { href: '/console/domains', text: 'Show domains' },
  queue: { href: '#queue', text: 'Release the queue' },
  DKIM: { href: '/console/domains', text: 'Show domains' },
  webhooks: { href: '/console/developers', text: 'Show webhooks' },
  workflows: { href: '/console/workflows', text: 'Show workflows' },
  integrations: { href: '/console/developers', text: 'Show integrations' },
  'organization name': { href: '/console/settings', text: 'Open settings' },
  'double opt-in': { href: '/console/settings', text: 'Open settings' },
};

/** The sentence may end with a command for the terminal, which the button replaces. */
function withoutCommand(sentence: string): string {
  const at = sentence.search(/posthouse(?: --)? (?:tools run|release-queue)/);
  if (at < 0) return sentence;
  const kept = sentence.slice(0, Math.max(0, sentence.lastIndexOf('. ', at) + 1));
  return kept === '' ? sentence : kept;
}

/** A held mail may already have been sent by the server that the backup came from, so a passkey confirms the release. */
async function held(visit: Visit): Promise<Html | null> {
  const { mode } = await readMode(visit);
  if (mode !== 'held') return null;
  const { engine, caller } = visit;
  const mayRelease = await operatesServer(engine, caller);
  const warning = html`Nothing has been sent since a backup was restored. Mail that was sent after the backup was made will be sent again.`;
  const body = mayRelease
    ? html`<p>${warning} Waiting: ${waitingSentence(await waitingMail(engine.store.database.reader))}. Release the queue if no other server still sends this mail.</p>
${await presenceForm(visit, { action: '/console/health/release-queue', body: button('Release the queue') })}`
    : html`<p>${warning} If no other server still sends this mail, the operator can release it with this command on the server:</p>
<p>${copyable(releaseCommand, 'command')}</p>`;
  return sheet({ id: 'queue', title: 'Release the queue', body });
}

async function release(visit: Visit): Promise<HttpAnswer> {
  if (!(await visit.isPersonPresent())) return await showHealth(visit, passkeyMissing().message);
  await visit.call(releaseQueue);
  return seeOther('/console/health?done=released');
}

function hiddenServer(): Html {
  return sheet({
    title: 'Server',
    body: html`<p class="quiet">Only the operator sees the checks and the state of the server.</p>`,
  });
}

/** In words, as the operator starts a process. */
const roleWords: Readonly<Record<Process['role'], string>> = {
  all: 'Requests and delivery',
  api: 'Requests',
  worker: 'Delivery',
};

function processesSheet(processes: readonly Process[], zone: string, now: number): Html | null {
  if (processes.length === 0) return null;
  const body = table({
    caption: 'Server processes',
    columns: [
      { title: 'Machine', kind: 'lead' },
      { title: 'State', kind: 'state' },
      { title: 'Version', kind: 'val' },
      { title: 'Running since', kind: 'n' },
      { title: 'Last heartbeat', kind: 'n' },
    ],
    rows: processes.map(({ machine, role, version, started_at, last_seen_at, alive }) => [
      html`<b>${foreign(machine)}</b><small>${roleWords[role]}</small>`,
      alive ? badge('ok', 'Running', 'check') : badge('bad', 'No heartbeat'),
      html`${version}`,
      renderShortTime(started_at, zone, now),
      renderExactTime(last_seen_at, zone, now),
    ]),
  });
  return sheet({ title: 'Processes', count: processes.length, bare: true, body });
}

const databases = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

function serverSheet(server: NonNullable<Setup['server']>, zone: string, now: number): Html {
  const { queue, disk_free_octets: free, backed_up_at: backup } = server;
  const count = (amount: number): Html => html`${inDigits(amount)}`;
  const body = factList([
    ['Version', html`${server.version}`],
    ['Database', html`${databases[server.database]}`],
    ['Due now', count(queue.due)],
    queue.oldest_due_at === null ? null : ['Oldest due', withAge(queue.oldest_due_at, zone, now)],
    ['In progress', count(queue.running)],
    ['For later', count(queue.later)],
    ['Free disk', html`${free === null ? 'Unknown' : inGibibytes(free)}`],
    ['Last backup', backup === null ? html`Never` : withAge(backup, zone, now)],
  ]);
  return sheet({ title: 'Server', body });
}

/** Adds the age, because a person compares it with a limit. */
function withAge(at: string, zone: string, now: number): Html {
  return html`${renderTime(at, zone)}<br><small class="quiet">${describeAge(Math.max(0, now - Date.parse(at)))}</small>`;
}

function describeAge(ms: number): string {
  if (ms < minuteMs) return 'less than a minute ago';
  if (ms < hourMs) return `${inNumber(Math.floor(ms / minuteMs), 'minute')} ago`;
  if (ms < dayMs) return `${inNumber(Math.floor(ms / hourMs), 'hour')} ago`;
  return `${inNumber(Math.floor(ms / dayMs), 'day')} ago`;
}

function inGibibytes(octets: number): string {
  return `${(octets / 2 ** 30).toLocaleString('en', { maximumFractionDigits: 1 })} GiB`;
}
