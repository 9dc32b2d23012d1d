/** The form that edits the rules of a segment. Its buttons show the page again, so it needs no script. */
import { listCampaigns } from '../../../../../tools/campaigns/list-campaigns.ts';
import { listSubscribers } from '../../../../../tools/subscribers/list-subscribers.ts';
import { Failure, invalidField } from '../../../../model/failure.ts';
import type { Rule, RuleOperator } from '../../../../model/segment/rule.ts';
import { readRuleField } from '../../../../model/segment/rule-field.ts';
import { namesIn } from '../../../../model/segment/rule-names.ts';
import { segmentNameLengthMax } from '../../../../model/segment/segment.ts';
import { subscriberSources, subscriberStatuses } from '../../../../model/subscriber/subscriber.ts';
import { objectNames } from '../../../../store/records/instance/object-names.ts';
import { type Html, html } from '../../../public/html.ts';
import { straight } from '../../../public/layout.ts';
import { button, form, hiddenField, textArea, textField } from '../../fields.ts';
import { rejectedFields } from '../../form-faults.ts';
import { hiddenWords, icon, list, sheet } from '../../look/parts.ts';
import { inDigits } from '../../number-words.ts';
import type { Visit } from '../../page.ts';
import { foreign } from '../../shown.ts';
import { faultAt, readTotal } from './forms.ts';
import { isComplete, type Row, type Rows, rowAtPath, ruleFromRows } from './segment-rules.ts';
import {
  type BuilderField,
  comparisonWords,
  describeRule,
  fieldTitle,
  fieldTitles,
  isCampaignField,
  type RuleNames,
  sourceTitles,
  statusTitles,
} from './segment-words.ts';

const peopleShown = 5;
const campaignsOffered = 50;
const attributesOffered = 100;
/** Tags and campaigns that are shown by name. */
const namesReadMax = 100;

const anotherAttribute = 'attributes.';
const anotherEvent = 'event.';

/** Reads the names of the tags and campaigns in rules. */
export async function readRuleNames(
  { engine, organization }: Visit,
  rules: readonly Rule[],
): Promise<RuleNames> {
  const found = rules.flatMap((rule) => namesIn(rule, '')).slice(0, namesReadMax);
  const ids = found.flatMap(({ kind, name }) => (kind === 'tag' || kind === 'campaign' ? [name] : []));
  const names = await objectNames(engine.store.database.reader, organization.key, ids);
  return new Map([...names].map(([id, { name }]) => [id, name]));
}

/** Reads the field of the row to add. */
export function readAdded(sent: URLSearchParams): { field: BuilderField; operator: RuleOperator } | Failure {
  const chosen = sent.get('add') ?? '';
  const typed = sent.get('addName')?.trim() ?? '';
  const isNamed = chosen === anotherAttribute || chosen === anotherEvent;
  if (isNamed && typed === '') {
    const what = chosen === anotherEvent ? 'event' : 'attribute';
    return invalidField('addName', `of the ${what} is missing`);
  }
  const field = isNamed ? `${chosen}${typed}` : chosen;
  const operator = comparisonWords(field)[0]?.[0];
  return operator === undefined ? invalidField('add', 'has no such field') : { field, operator };
}

type Built = { action: string; rows: Rows; name: string; fault: Failure | null; saveText: string };

export async function builder(visit: Visit, { action, rows, name, fault, saveText }: Built): Promise<Html> {
  const { engine, organization } = visit;
  const rule = ruleFromRows(rows);
  const [attributes, campaigns, names, matched] = await Promise.all([
    engine.store.forOrganization(organization.key).subscribers.attributeNames(),
    visit.call(listCampaigns, { limit: campaignsOffered }),
    readRuleNames(visit, rule === null ? [] : [rule]),
    isComplete(rows) && rule !== null ? match(visit, rule) : null,
  ]);
  const failed = fault ?? (matched instanceof Failure ? matched : null);
  const options = new Map([...campaigns.data.map(({ id, name: title }) => [id, title] as const), ...names]);
  const shownRows = rows.rows.map((row, index) => renderRow(row, index, options, faultOfRow(failed, index)));
  const fields = html`<button class="vh" type="submit" name="action" value="count" tabindex="-1">Count people</button>
${textField({ name: 'name', label: 'Name', value: straight(name), charactersMax: segmentNameLengthMax, fault: faultAt(fault, 'name'), isOptional: true })}
<div class="inline"><label for="match">People who match</label><select id="match" name="match"><option value="all">all</option><option value="any"${rows.match === 'any' ? html` selected` : null}>any</option></select><span>of these rules</span></div>
${shownRows.length === 0 ? html`<p class="quiet">No rules yet. Choose what to look at, then add the rule.</p>` : shownRows}
${addLine(attributes.slice(0, attributesOffered), fault)}
<div class="acts inline">${button(saveText, { name: 'action', value: 'save' })}${button('Count people', { look: '', name: 'action', value: 'count' })}</div>
${advanced(rule, fault)}`;
  return html`${sheet({ title: 'Rules', body: form(action, html`<div class="gap">${fields}</div>`) })}${people(matched, rows)}`;
}

function faultOfRow(fault: Failure | null, index: number): string | null {
  const found = rejectedFields(fault).find(({ path }) => rowAtPath(path) === index);
  return found ? `This ${found.message}.` : null;
}

function renderRow(row: Row, index: number, campaigns: RuleNames, fault: string | null): Html {
  const removal = html`<button class="btn bare only" type="submit" name="action" value="remove.${String(index)}">${icon('trash')}${hiddenWords(`Remove rule ${index + 1}`)}</button>`;
  const said =
    fault === null ? null : html`<p class="error" id="fault.${String(index)}">${icon('bad')}${fault}</p>`;
  if (row.kind === 'kept') {
    return html`<div class="inline rule">${hiddenField(`kept.${index}`, JSON.stringify(row.rule))}<span>${foreign(describeRule(row.rule, campaigns))}</span>${removal}</div>${said}`;
  }
  const { field, operator, value } = row;
  const title = straight(fieldTitle(field));
  const comparisons = html`<select name="operator.${String(index)}" aria-label="Comparison of ${title}">${comparisonWords(field).map(([one, words]) => html`<option value="${one}"${one === operator ? html` selected` : null}>${words}</option>`)}</select>`;
  return html`<div class="inline rule">${hiddenField(`field.${index}`, field)}<b>${foreign(title)}</b>${comparisons}${valueControl({ field, operator, value, index, title, campaigns, isFaulty: fault !== null })}${removal}</div>${said && html`<div class="field">${said}</div>`}`;
}

type Valued = {
  field: BuilderField;
  operator: RuleOperator;
  value: string;
  index: number;
  title: string;
  campaigns: RuleNames;
  isFaulty: boolean;
};

function valueControl({ field, value, index, title, campaigns, isFaulty }: Valued): Html {
  const name = `value.${index}`;
  const choices = choicesOf(field, campaigns);
  if (choices !== null) {
    const known = value === '' || choices.some(([one]) => one === value);
    const all = known ? choices : [...choices, [value, 'A deleted campaign'] as const];
    return html`<select name="${name}" aria-label="Value for ${title}">${all.map(([one, words]) => html`<option value="${one}"${one === value ? html` selected` : null}>${straight(words)}</option>`)}</select>`;
  }
  return html`<input name="${name}" value="${value}" aria-label="Value for ${title}" placeholder="${placeholder(field)}" maxlength="2000"${isFaulty ? html` aria-invalid="true" aria-describedby="fault.${String(index)}"` : null}>`;
}

function choicesOf(field: BuilderField, campaigns: RuleNames): (readonly [string, string])[] | null {
  if (isCampaignField(field)) return [...campaigns];
  if (field === 'status') return subscriberStatuses.map((one) => [one, statusTitles[one]]);
  if (field === 'source') return subscriberSources.map((one) => [one, sourceTitles[one]]);
  return null;
}

/** A value depends on the comparison, which may be chosen after it. */
function placeholder(field: BuilderField): string {
  switch (readRuleField(field)?.kind) {
    case 'time':
      return '30 days, or 2026-01-31';
    case 'event':
    case 'reaction':
      return '30 days, 2026-01-31, or 3 in 30 days';
    case 'tags':
      return 'newsletter';
    case 'attribute':
      return 'Leeds, 3, true, or 30 days';
    default:
      return '';
  }
}

function addLine(attributes: readonly string[], fault: Failure | null): Html {
  const option = (value: string, title: string): Html =>
    html`<option value="${value}">${straight(title)}</option>`;
  const said = faultAt(fault, 'add') ?? faultAt(fault, 'addName');
  return html`<div class="inline rule"><select name="add" aria-label="Field of the new rule"><optgroup label="Person">${Object.entries(fieldTitles).map(([value, title]) => option(value, title))}</optgroup><optgroup label="Attributes">${attributes.map((name) => option(`attributes.${name}`, name))}${option(anotherAttribute, 'Another attribute')}</optgroup><optgroup label="Events">${option(anotherEvent, 'An event')}</optgroup></select><input name="addName" aria-label="Name of the event or other attribute" placeholder="Name of the event or other attribute" maxlength="128">${button('Add rule', { look: 'tiny', picture: 'add', name: 'action', value: 'add' })}</div>${said === null ? null : html`<div class="field"><p class="error">${icon('bad')}${said}</p></div>`}`;
}

function advanced(rule: Rule | null, fault: Failure | null): Html {
  const said = faultAt(fault, 'json');
  return html`<details class="more"${said === null ? null : html` open`}><summary>Advanced: nested rules</summary>${textArea({ name: 'json', label: 'The rules as JSON', value: rule === null ? '' : JSON.stringify(rule, null, 2), rows: 8, isCode: true, isOptional: true, fault: said, hint: 'The documentation page on segments explains the format.' })}${button('Use these rules', { look: '', name: 'action', value: 'use' })}</details>`;
}

type Matched = {
  total: number | undefined;
  people: readonly { id: string; email: string }[];
  warnings: readonly string[];
};

async function match(visit: Visit, rule: Rule): Promise<Matched | Failure> {
  try {
    const found = await visit.call(listSubscribers, { rule, limit: peopleShown });
    return { total: readTotal(found), people: found.data, warnings: found.warnings ?? [] };
  } catch (error) {
    if (error instanceof Failure && error.failure === 'validation_error') return error;
    throw error;
  }
}

function people(matched: Matched | Failure | null, rows: Rows): Html | null {
  if (matched instanceof Failure) return null;
  if (matched === null) {
    return rows.rows.length === 0
      ? null
      : sheet({ body: html`<p class="quiet">Fill in every rule to count the people.</p>` });
  }
  const { total, people: sample, warnings } = matched;
  const count =
    total === undefined
      ? html`The list is too large to count while you wait. Save the segment to have it counted.`
      : html`<b class="num">${inDigits(total)}</b> ${total === 1 ? 'person matches' : 'people match'} now`;
  const hint =
    warnings.length > 0 && sample.length === 0
      ? html`<p class="quiet">No subscriber has one of the attributes or events in these rules. Check their names.</p>`
      : null;
  return sheet({
    title: 'Matching people',
    bare: true,
    body: html`<div class="pad"><p role="status">${count}</p>${hint}</div>${sample.length === 0 ? null : list(sample.map(({ id, email }) => ({ sign: icon('person'), body: html`<a href="/console/subscribers/${id}">${foreign(email)}</a>` })))}`,
  });
}
