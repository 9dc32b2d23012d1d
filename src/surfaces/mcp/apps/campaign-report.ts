import { appPage } from './app-page.ts';

const style = `
header{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline}
header p{flex-basis:100%;margin:0}
#tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.5rem;margin:1rem 0 0;padding:0;list-style:none}
#tiles li{padding:.75rem;border-radius:.625rem;background:var(--soft)}
#tiles b{display:block;font-size:1.5rem;line-height:1.2;font-weight:650;font-variant-numeric:tabular-nums}
#tiles .quiet{display:block;font-size:.8125rem}
#tiles li.main{box-shadow:inset 0 0 0 1px var(--edge)}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:0 0 .25rem;padding:0;list-style:none;color:var(--quiet);font-size:.8125rem}
.legend svg{width:.875rem;height:.875rem;margin-right:.375rem;vertical-align:-.125rem}
#chart svg{display:block;width:100%;height:auto}
svg text{fill:var(--quiet);font-size:11px;font-variant-numeric:tabular-nums}
svg .grid{stroke:var(--line)}
.opened{fill:var(--strong)}
.clicked{fill:url(#hatch);stroke:var(--warm)}
.sent{fill:var(--mute)}
.machine{fill:var(--sheet);stroke:var(--mute);stroke-dasharray:3 2}
summary{padding:.25rem 0;color:var(--quiet);font-size:.875rem;cursor:pointer}
summary:hover{color:var(--ink)}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));gap:0 1.5rem}
.kinds th:first-child{width:4.5rem;white-space:nowrap}
.kinds :is(th,td):nth-child(2){width:99%;text-align:left}
.kinds :is(th,td):nth-child(n+3){white-space:nowrap}
td svg{display:block;width:100%;height:14px;margin-top:.25rem}
small{display:block;color:var(--quiet);font-size:.8125rem}
`;

const body = `<svg width="0" height="0" style="position:absolute" aria-hidden="true"><defs><pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="5" height="5" style="fill:var(--sheet)"/><rect width="3" height="5" style="fill:var(--warm)"/></pattern></defs></svg>
<main>
<header><h1 id="name">Campaign report</h1><span id="status" class="pill" hidden></span><p id="when" class="quiet"></p></header>
<p id="state" class="quiet" role="status">Waiting for the report…</p>
<ul id="notes" class="notice" hidden></ul>
<ul id="tiles" aria-label="Rates" hidden></ul>
<section id="time" hidden><h2>Opens and clicks over time</h2><ul class="legend" id="legend"></ul><div id="chart"></div><details><summary>The same as a table</summary><div class="wide"><table id="buckets"></table></div></details></section>
<section id="who" hidden><h2>People and machines</h2><table id="human" class="kinds"></table><p class="quiet">A machine is a scanner or an image proxy: mails that only those opened are in no rate.</p></section>
<section id="tested" hidden><h2>A/B test</h2><div class="wide"><table id="variants"></table></div></section>
<section id="led" hidden><h2>Links</h2><table id="links"></table></section>
<div class="two"><section id="lost" hidden><h2>Bounces</h2><table id="bounces"></table></section><section id="passed" hidden><h2>Skipped</h2><table id="skipped"></table></section></div>
</main>`;

/** Sent mails have their own scale, because they would flatten opens. Series differ by shape and color. */
const script = `
const looks = { SENT: 'good', SENDING: 'info', SCHEDULED: 'info', ARCHIVED: '', DRAFT: '' };
const names = {
  delivered: ['Delivered', 'of'], opened: ['Opened', 'of'], clicked: ['Clicked', 'of'], clicked_of_opened: ['Clicked after opening', 'of'],
  unsubscribed: ['Unsubscribed', 'of'], bounced: ['Bounced', 'of'], complained: ['Complained', 'of'],
};
const wholes = { sent: 'sent', reached: 'reached', opened: 'who opened', attempted: 'attempted' };
const space = 'http://www.w3.org/2000/svg';

function drawn(name, attributes, ...children) {
  const made = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes ?? {})) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function swatch(look, label) {
  const mark = drawn('svg', { viewBox: '0 0 14 14', 'aria-hidden': 'true' }, drawn('rect', { x: 1, y: 1, width: 12, height: 12, class: look }));
  return element('li', null, mark, label);
}

function tableOf(id, around, head, rows) {
  byId(around).hidden = rows.length === 0;
  const cells = (kind, values) => values.map((value, at) => element(at === 0 && kind === 'td' ? 'th' : kind, kind === 'th' || at === 0 ? { scope: kind === 'th' ? 'col' : 'row' } : null, value));
  byId(id).replaceChildren(
    element('thead', null, element('tr', null, ...cells('th', head))),
    element('tbody', null, ...rows.map((row) => element('tr', null, ...cells('td', row)))),
  );
}

function tiles({ totals, rates }) {
  const first = element('li', null, element('span', { class: 'quiet' }, 'Sent'), element('b', null, number(totals.sent)), element('span', { class: 'quiet' }, 'to ' + number(totals.recipients) + ' recipients'));
  const others = rates.filter(({ name }) => Object.hasOwn(names, name)).map(({ name, rate, count, of, denominator }) => {
    const share = number(count) + ' of ' + number(denominator) + ' ' + (among(wholes, of) ?? of);
    const lead = name === 'opened' || name === 'clicked' ? { class: 'main' } : null;
    return element('li', lead, element('span', { class: 'quiet' }, names[name][0]), element('b', null, percent(rate)), element('span', { class: 'quiet' }, rate === null ? 'not known' : share));
  });
  byId('tiles').replaceChildren(first, ...others);
  byId('tiles').hidden = false;
}

function roundUp(value) {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10].map((step) => step * unit).find((step) => step >= value);
}

// An answer omits periods without counts.
function everyPeriod({ from, until, bucketMinutes, buckets }) {
  const step = bucketMinutes * 60000, counted = new Map(buckets.map((bucket) => [Date.parse(bucket.from), bucket]));
  return Array.from({ length: Math.round((Date.parse(until) - Date.parse(from)) / step) }, (_, index) => {
    const at = Date.parse(from) + index * step;
    return counted.get(at) ?? { from: new Date(at).toISOString(), sent: 0, opened: 0, clicked: 0 };
  });
}

function chart({ series, name }) {
  const { bucketMinutes } = series, buckets = everyPeriod(series);
  const any = buckets.some(({ sent, opened, clicked }) => sent + opened + clicked > 0);
  byId('time').hidden = !any;
  if (!any) return;
  // As wide as displayed, so that its text has the size of other text.
  const width = Math.max(280, byId('chart').clientWidth), left = 44, right = 8, top = 12, high = 150, gap = 26, low = 44;
  const height = top + high + gap + low + 24;
  const wide = (width - left - right) / buckets.length;
  const most = Math.max(4, roundUp(Math.max(...buckets.map(({ opened, clicked }) => Math.max(opened, clicked)))));
  const mostSent = Math.max(1, ...buckets.map(({ sent }) => sent));
  const day = bucketMinutes >= 1440;
  const at = (text) => instant(text, day ? { dateStyle: 'medium' } : { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
  const sum = (what) => buckets.reduce((all, bucket) => all + bucket[what], 0);
  const svg = drawn('svg', { viewBox: '0 0 ' + width + ' ' + height, role: 'img', 'aria-labelledby': 'ct cd' });
  const peak = buckets.reduce((best, bucket) => (bucket.opened > best.opened ? bucket : best));
  svg.append(
    drawn('title', { id: 'ct' }, 'Opens and clicks over time'),
    drawn('desc', { id: 'cd' }, number(sum('opened')) + ' people opened and ' + number(sum('clicked')) + ' clicked between ' + at(series.from) + ' and ' + at(series.until) + '; most opened in the time from ' + at(peak.from) + '.'),
  );
  for (let step = 0; step <= 4; step += 1) {
    const y = top + high - (high * step) / 4;
    svg.append(drawn('line', { class: 'grid', x1: left, x2: width - right, y1: y, y2: y }));
    if (step % 2 === 0) svg.append(drawn('text', { x: left - 6, y: y + 4, 'text-anchor': 'end' }, number((most * step) / 4)));
  }
  const floor = top + high + gap + low;
  svg.append(drawn('line', { class: 'grid', x1: left, x2: width - right, y1: floor, y2: floor }));
  svg.append(drawn('text', { x: left - 6, y: floor - low + 10, 'text-anchor': 'end' }, number(mostSent)), drawn('text', { x: left, y: floor - low - 6 }, 'Sent'));
  buckets.forEach((bucket, index) => {
    const x = left + index * wide;
    const group = drawn('g', null, drawn('title', null, at(bucket.from) + ': ' + number(bucket.sent) + ' sent, ' + number(bucket.opened) + ' opened, ' + number(bucket.clicked) + ' clicked'));
    group.append(drawn('rect', { x, y: top, width: wide, height: floor - top, fill: 'transparent' }));
    const column = (look, value, scale, base, tall, inset) => {
      if (value === 0) return;
      const size = Math.max(1.5, (value / scale) * tall);
      const thick = Math.min(40, wide) * (1 - 2 * inset);
      group.append(drawn('rect', { class: look, x: x + (wide - thick) / 2, y: base - size, width: thick, height: size, rx: Math.min(2, wide / 5) }));
    };
    column('opened', bucket.opened, most, top + high, high, 0.12);
    column('clicked', bucket.clicked, most, top + high, high, 0.28);
    column('sent', bucket.sent, mostSent, floor, low, 0.12);
    svg.append(group);
  });
  const ends = [[0, 'start'], [buckets.length, 'end']];
  if (buckets.length > 8 && width > 520) ends.splice(1, 0, [Math.floor(buckets.length / 2), 'middle']);
  for (const [index, anchor] of ends) {
    const text = index === buckets.length ? series.until : buckets[index].from;
    svg.append(drawn('text', { x: left + index * wide, y: height - 8, 'text-anchor': anchor }, at(text)));
  }
  byId('chart').replaceChildren(svg);
  byId('legend').replaceChildren(swatch('opened', 'Opened'), swatch('clicked', 'Clicked'), swatch('sent', 'Sent, on its own scale'));
  const seen = buckets.filter(({ sent, opened, clicked }) => sent + opened + clicked > 0);
  tableOf('buckets', 'time', ['From', 'Sent', 'Opened', 'Clicked'], seen.map(({ from, sent, opened, clicked }) => [at(from), number(sent), number(opened), number(clicked)]));
}

function parts(people, machines, look) {
  const width = (people / Math.max(1, people + machines)) * 100;
  const svg = drawn('svg', { 'aria-hidden': 'true' });
  if (machines > 0) svg.append(drawn('rect', { class: 'machine', x: width + '%', y: 2, width: 100 - width + '%', height: 10 }));
  if (people > 0) svg.append(drawn('rect', { class: look, x: 0, y: 2, width: width + '%', height: 10 }));
  return svg;
}

function present(report) {
  const failed = report.object !== 'campaign_report';
  byId('state').hidden = !failed;
  if (failed) {
    byId('state').textContent = report.message ?? 'This answer is no report.';
    return;
  }
  const { totals, read } = report;
  byId('name').textContent = report.name;
  byId('status').hidden = false;
  byId('status').textContent = report.paused ? 'PAUSED' : report.status;
  byId('status').className = 'pill ' + (report.paused ? 'warn' : among(looks, report.status) ?? '');
  const times = [report.startedAt && 'began ' + instant(report.startedAt), report.sentAt && 'sent ' + instant(report.sentAt)].filter(Boolean).join(', ');
  byId('when').textContent = [report.subject, times].filter(Boolean).join(' · ');
  byId('notes').replaceChildren(...report.notes.map((text) => element('li', null, text)));
  byId('notes').hidden = report.notes.length === 0;
  if (report.startedAt === null) return;
  tiles(report);
  chart(report);
  const { human, machine } = totals;
  const kinds = [['Opened', human.opened, machine.opened, 'opened'], ['Clicked', human.clicked, machine.clicked, 'clicked']].filter(([, a, b]) => a + b > 0);
  tableOf('human', 'who', ['', 'Share of each', 'People', 'Machines'], kinds.map(([label, a, b, look]) => [label, parts(a, b, look), number(a), number(b)]));
  tableOf('variants', 'tested', ['Variant', 'Sent', 'Opened', 'Clicked'], report.variants.map((one) => {
    const title = element('span', null, one.name || String.fromCharCode(65 + one.variant));
    if (one.winner) title.append(' ', element('span', { class: 'pill good' }, '✓ Winner'));
    if (one.subject) title.append(element('small', null, one.subject));
    return [title, number(one.sent), percent(one.openRate), percent(one.clickRate)];
  }));
  tableOf('links', 'led', ['Link', 'People'], report.links.map(({ url, people, redirectedTo }) => {
    const link = element('span', null, url);
    if (redirectedTo) link.append(element('small', null, redirectedTo));
    return [link, number(people)];
  }));
  tableOf('bounces', 'lost', ['Why', 'Mails'], report.bounces.map(({ type, kind, count, sample }) => {
    const why = element('span', null, words(kind) + ' (' + words(type) + ')');
    if (sample) why.append(element('small', null, sample));
    return [why, number(count)];
  }));
  tableOf('skipped', 'passed', ['Reason', 'People'], report.skipped.map(({ reason, count }) => [words(reason), number(count)]));
}

let shown = null;
let drawnWide = 0;
line.changed = () => { if (shown) present(shown); };
new ResizeObserver(([{ contentRect }]) => {
  if (shown?.series?.buckets && Math.abs(contentRect.width - drawnWide) > 8) chart(shown);
  drawnWide = contentRect.width;
}).observe(byId('chart'));
openLine({
  result(answer) { shown = answer; present(answer); },
  cancelled() {
    byId('state').hidden = false;
    byId('state').textContent = 'There is no report to show.';
  },
});
`;

export function campaignReportApp(): string {
  return appPage({ name: 'posthouse-campaign-report', title: 'Campaign report', style, body, script });
}
