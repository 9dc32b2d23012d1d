import { catalogue } from '../../../../tools/index.ts';
import { mayAsk } from '../../../contract/description/tool-description.ts';
import {
  approvalWords,
  deliverySentences,
  factLabels,
  factWords,
  statusLabels,
  statusSentences,
  textWords,
} from '../../../model/approval/approval-words.ts';
import { cutEnd } from '../../../model/text/text.ts';
import { toolRemedies } from '../../../model/text/tool-remedies.ts';
import { appPage, inScript } from './app-page.ts';

const textPixels = 240;

const style = `
header{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline}
header p{flex-basis:100%;margin:0}
#facts{display:grid;grid-template-columns:minmax(4.5rem,max-content) 1fr;gap:.375rem .875rem;margin:0}
dt{color:var(--quiet)}
dd{margin:0;min-width:0;white-space:pre-line}
#changes{margin:0;padding-left:1.25rem}
#changes li+li{margin-top:.25rem}
#text{margin:.375rem 0;padding:.75rem;max-height:${textPixels}px;overflow:auto;border-radius:.5rem;background:var(--soft);font:.8125rem/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre-wrap}
#page{margin-top:1.5rem;padding-top:.75rem;border-top:1px solid var(--line)}
#open{min-height:2.75rem;margin:.5rem 0;background:var(--strong);color:var(--on-strong)}
#open:hover{color:var(--on-strong);text-decoration:underline}
`;

const body = `<main>
<header><h1 id="title">Approval</h1><span id="status" class="pill" hidden></span><p id="asked" class="quiet"></p></header>
<p id="state" class="quiet" role="status">Waiting for the question…</p>
<section id="does" hidden><h2>${factWords.title}</h2><dl id="facts"></dl><ul id="changes"></ul></section>
<section id="mail" hidden><h2>The mail</h2><p id="says"></p><pre id="text" tabindex="0" aria-label="The text of the mail"></pre><p id="fields" class="quiet">Its merge fields are filled in for each person.</p></section>
<section id="page" aria-label="The page" hidden><p id="deciders">${approvalWords.deciders}</p><p id="now" class="quiet"></p><button id="open"></button><p id="unopened" role="status" hidden>It was not opened here. Open its address in a browser.</p><p id="address" class="quiet"></p></section>
</main>`;

/**
 * Offers no decision, because a program that frames the app could press its buttons; links to the console.
 */
const script = String.raw`
const looks = { pending: 'warn', approved: 'info', running: 'info', done: 'good', declined: 'block', refused: 'block', expired: '' };
const reaches = { activate_workflow: 'fromNowOn', redirect_link: 'sentBefore' };
const undecided = ['pending', 'declined'];
const bidi = /\p{Bidi_Control}/gu;

const utc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const list = (value) => (Array.isArray(value) ? value : []);
const foreign = (text) => element('bdi', null, text);
const filled = (sentence, values) => sentence.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? values[part] : part)).flat();
const timed = (text) => element('time', { datetime: text, title: text }, instant(text));

function standingOf({ status, outcome }) {
  if (status !== 'used') return status;
  return outcome == null ? 'running' : outcome === 'done' ? 'done' : 'refused';
}

function askerOf({ token, client }) {
  const who = token == null ? said.operator : filled(said.token, { name: foreign(token.name) });
  return client == null ? who : filled(said.program, { who, client: foreign(client) });
}

function decided({ decided_by: person, decided_at: at, word }) {
  const who = person == null ? said.atTerminal : filled(said.by, { name: foreign(person.name) });
  const by = at == null ? who : filled(said.decidedAt, { by: who, at: timed(at) });
  return word == null ? by : filled(said.withWords, { by, word: ['\u201c', foreign(word), '\u201d'] });
}

function people({ recipients, at_least: atLeast, to }) {
  const count = number(recipients);
  const shown = list(to).flatMap((address, at) => (at === 0 ? [foreign(address)] : [', ', foreign(address)]));
  const more = recipients - list(to).length;
  const all = more > 0 ? filled(facts.more, { shown, count: number(more) }) : shown;
  const strong = element('strong', null, ...(atLeast ? filled(facts.atLeast, { count }) : [count]));
  return shown.length === 0 ? [strong] : [strong, element('div', null, ...all)];
}

function when({ scheduled_at: at, scheduled_local: local }) {
  if (at == null) return [facts.atOnce];
  return local == null ? [timed(at), ' (' + zone() + ')'] : [element('time', { datetime: at, title: at }, local), element('div', null, utc.format(new Date(at)) + ' UTC')];
}

function others(count) {
  return count == null ? [] : [element('div', null, ...filled(facts.others, { count: number(count) }))];
}

function wordForPerson(warning) {
  return remedies.reduce((words, { assistant, person }) => words.replaceAll(assistant, person), warning);
}

function rowsOf(preview) {
  const one = (name) => (preview[name] == null ? [] : [[name, [foreign(preview[name])]]]);
  const some = (name, shown, after = []) => (list(preview[name]).length === 0 ? [] : [[name, [...preview[name].map((each) => element('div', null, ...shown(each))), ...after]]]);
  return [
    ['recipients', among(reaches, preview.tool) ? filled(facts[reaches[preview.tool]], { count: number(preview.recipients) }) : people(preview)],
    ...one('audience'),
    ...one('ab_test'),
    ...(among(reaches, preview.tool) ? [] : [['scheduled_at', when(preview)]]),
    ['delivery', [among(deliveries, preview.delivery) ?? words(preview.delivery)]],
    ...one('from'),
    ...one('reply_to'),
    ...some('subjects', (subject) => [foreign(subject)], others(preview.subjects_more)),
    ...some('skipped', ({ reason, count, rule, retry_at }) => [number(count) + ' ' + words(reason), ...(rule == null ? [] : [' (' + rule + ', until ', timed(retry_at), ')'])]),
    ...some('badges', ({ label, host, found }) => ((host ?? found) == null ? [label] : [label + ' (', foreign(host ?? found), ')'])),
    ...some('warnings', (warning) => [foreign(wordForPerson(warning))]),
  ];
}

function showPreview(preview) {
  byId('does').hidden = !preview;
  const text = preview?.text;
  byId('mail').hidden = text == null;
  if (!preview) return;
  const changes = preview.object === 'change_preview';
  byId('facts').hidden = changes;
  byId('facts').replaceChildren(...(changes ? [] : rowsOf(preview).flatMap(([name, values]) => [element('dt', null, labels[name]), element('dd', null, ...values)])));
  byId('changes').hidden = !changes;
  byId('changes').replaceChildren(...list(preview.changes).map((change) => element('li', null, foreign(change))));
  if (text == null) return;
  const isCut = cutEnd.test(text);
  const one = preview.text_for;
  const says = one == null ? [isCut ? texts.cut : texts.whole] : filled(isCut ? texts.cutFor : texts.wholeFor, { address: foreign(one) });
  byId('says').replaceChildren(...(text === '' ? [texts.none] : [...says, ':']));
  byId('text').hidden = text === '';
  byId('text').textContent = text;
  byId('fields').hidden = one == null && !text.includes('{{');
}

function showPage({ id, url }, isOpen, preview) {
  byId('deciders').hidden = !isOpen;
  const before = preview ? 'Shown as it was when it was asked.' : 'The page shows what it does.';
  byId('now').textContent = before + (isOpen ? ' The page shows what it would do now, and each mail as one person gets it.' : '');
  byId('address').textContent = url;
  byId('open').textContent = isOpen ? said.decideOnPage : 'Open the page';
  byId('unopened').hidden = true;
  byId('open').hidden = !line.capabilities.openLinks || !leadsToPage(url, id);
  byId('open').onclick = () => {
    ask('ui/open-link', { url }).then((answer) => answer?.isError === true, () => true).then((failed) => { byId('unopened').hidden = !failed; });
  };
  byId('page').hidden = false;
}

function leadsToPage(url, id) {
  try {
    const { protocol, pathname } = new URL(url);
    return /^https?:$/.test(protocol) && pathname.endsWith('/console/approvals/' + id);
  } catch {
    return false;
  }
}

function present(answer) {
  // Removes bidirectional controls, which would reorder the surrounding text.
  const one = JSON.parse(JSON.stringify(answer).replace(bidi, ''));
  const isApproval = one.object === 'approval';
  byId('title').textContent = isApproval ? (among(titles, one.tool) ?? words(one.tool)) + '?' : 'Nothing to show';
  byId('state').textContent = isApproval ? '' : one.message ?? '';
  byId('state').hidden = isApproval;
  for (const id of ['status', 'does', 'mail', 'page']) byId(id).hidden = true;
  byId('asked').replaceChildren();
  if (!isApproval) return;
  const standing = standingOf(one);
  const outcome = one.outcome ?? '';
  byId('status').hidden = false;
  byId('status').className = 'pill ' + (among(looks, standing) ?? '');
  byId('status').replaceChildren(...filled(among(standings, standing)?.label ?? standing, { outcome }));
  const sentence = filled(among(standings, standing)?.sentence ?? '', { until: timed(one.expires_at), by: decided(one), outcome });
  byId('asked').append(...filled(said.asked, { who: askerOf(one), at: timed(one.asked_at) }), ' ', ...sentence);
  showPreview(one.preview);
  showPage(one, undecided.includes(standing), one.preview);
}

openLine({
  result(answer) {
    present(answer);
    // Only get_approval returns the preview.
    if (answer.object !== 'approval' || answer.preview || !line.capabilities.serverTools) return;
    ask('tools/call', { name: 'get_approval', arguments: { id: answer.id } }).then((result) => {
      const whole = saidIn(result ?? {});
      if (whole.object === 'approval' && whole.id === answer.id) present(whole);
    }, () => {});
  },
  cancelled() {
    byId('state').hidden = false;
    byId('state').textContent = 'There is no answer to show.';
  },
});
`;

const titles = Object.fromEntries(catalogue.filter(mayAsk).map(({ name, title }) => [name, title]));
const standings = Object.fromEntries(
  Object.entries(statusSentences).map(([standing, sentence]) => [
    standing,
    { sentence, label: statusLabels[standing as keyof typeof statusLabels] },
  ]),
);

export function approvalApp(): string {
  const words = {
    titles,
    said: approvalWords,
    standings,
    labels: factLabels,
    facts: factWords,
    deliveries: deliverySentences,
    texts: textWords,
    remedies: Object.values(toolRemedies),
  };
  const constants = Object.entries(words).map(([name, value]) => `const ${name}=${inScript(value)};`);
  return appPage({
    name: 'posthouse-approval',
    title: 'Approval',
    style,
    body,
    script: `${constants.join('')}const cutEnd=${cutEnd};${script}`,
  });
}
