import type { CustomField } from '../../model/segment/rule-names.ts';
import { toolRemedies } from '../../model/text/tool-remedies.ts';
import {
  authoringBadges,
  mayHaveAuthoringBadges,
  removedPart,
} from '../../model/verification/authoring-badges.ts';
import type { Badge } from '../../model/verification/content/verdict.ts';
import { foreignPlaceholder } from '../../model/verification/placeholder-badges.ts';
import type { Definition, Step, StepOf } from '../../model/workflow/definition.ts';
import { listReferences } from '../../model/workflow/references.ts';
import type { OrganizationStore } from '../../store/store.ts';
import { nearestAttributes, unknownAmong, unknownFieldWarnings } from '../audience/unknown-fields.ts';
import { mailSteps, type ReadyMail } from './freeze-version.ts';

/** Longer bodies are checked only at activation, because they would delay the answer. */
const checkedCharactersMax = 16_000;
/** Limit of all suspicious mails together: a workflow may have 150, and the answer is made in a transaction. */
const checkedTogetherMax = 48_000;
const findingsNamedMax = 5;
/** A misspelled attribute may be in the mails of 150 steps. */
const attributesNamedMax = 10;

export async function authoringWarnings(definition: Definition): Promise<string[]> {
  const warnings = new Set<string>();
  let left = checkedTogetherMax;
  for (const step of mailSteps(definition)) {
    const { subject, preview, body, transactional } = step.config;
    const texts = { from: { displayName: null }, subject, preview, body };
    if (isLong(step) || !mayHaveAuthoringBadges(texts)) continue;
    left -= body.source.length;
    if (left < 0 || warnings.size >= findingsNamedMax) break;
    const purpose = transactional ? 'transactional' : 'campaign';
    const badges = await authoringBadges({ ...texts, purpose });
    for (const sentence of sentencesOf(step, badges)) warnings.add(sentence);
  }
  return [...warnings].slice(0, findingsNamedMax);
}

/** For mails that `authoringWarnings` skips for their length. */
export function longMailWarnings(mails: readonly ReadyMail[]): string[] {
  const warnings = mails.flatMap(({ step, badges }) => (isLong(step) ? sentencesOf(step, badges) : []));
  return [...new Set(warnings)].slice(0, findingsNamedMax);
}

function isLong({ config }: StepOf<'send_email'>): boolean {
  return config.body.source.length > checkedCharactersMax;
}

function sentencesOf({ key, config }: StepOf<'send_email'>, badges: readonly Badge[]): string[] {
  return badges.flatMap(({ id, path, severity, found = '', meant, count = 1 }) => {
    const field = `steps.${key}.${path === 'content' ? config.body.kind : path}`;
    if (id === removedPart) {
      const part = plainPart.test(found) ? found : 'an element';
      return [`Removed at sending from ${field}: ${part}${count === 1 ? '' : ` (${count} times)`}`];
    }
    if (id !== foreignPlaceholder) return [];
    const sent = found.startsWith('{') ? 'Left empty in' : 'Shown as written in';
    const place = severity === 'block' ? toolRemedies.activationRefused.assistant : sent;
    const repair = meant === undefined ? '' : repairWith(meant);
    return [`${place} ${field}: a placeholder of another system${repair}`];
  });
}

/** Matches a part that is no text of the author: `<iframe>`, `href="javascript:"`, `textStyle.fontSize`. */
const plainPart =
  /^(?:<[a-z][a-z\d:-]{0,30}>|<(?:link|meta) [a-z-]{1,20}="[a-z]{1,20}">|<form action>|[\w.@-]{1,40}(?:="[a-z\d+.-]{1,30}:")?)$/;
/** A default would put the author's text into our sentence. */
const plainPlaceholder = /^\{\{[\w.]{1,64}\}\}$/;

function repairWith(placeholder: string): string {
  return plainPlaceholder.test(placeholder) ? `. Did you mean ${placeholder}?` : '';
}

/** Ignores fields that steps of the definition set or track. Scans subscribers, so call it outside a transaction. */
export async function workflowFieldWarnings(
  store: OrganizationStore,
  definition: Definition,
  now: number,
): Promise<string[]> {
  const mails = new Set(mailSteps(definition).map(({ key }) => key));
  const made = new Set(definition.steps.flatMap(fieldsMadeBy));
  const asked: (CustomField & { inMail: boolean })[] = [];
  for (const { kind, name, path, step } of listReferences(definition)) {
    if ((kind !== 'attribute' && kind !== 'event') || made.has(`${kind} ${name}`)) continue;
    const inMail = step !== null && mails.has(step);
    if (inMail || ruleField.test(path)) asked.push({ kind, name, path, inMail });
  }
  const unknown = await unknownAmong(store, asked, now);
  const merged = unknown.filter(({ inMail }) => inMail);
  const compared = unknown.filter(({ inMail }) => !inMail);
  return [...unknownFieldWarnings(compared), ...(await attributeSentences(store, merged))];
}

/** Paths of comparisons, such as `steps.ask.rule.and[0].field`. A step may have any key, so match only the end. */
const ruleField = /(?:^goal|filter|rule|\])\.field$/;

function fieldsMadeBy(step: Step): string[] {
  if (step.type === 'track_event') return [`event ${step.config.name}`];
  if (step.type !== 'update_subscriber') return [];
  return Object.keys(step.config.attributes ?? {}).map((name) => `attribute ${name}`);
}

async function attributeSentences(
  store: OrganizationStore,
  missing: readonly CustomField[],
): Promise<string[]> {
  const named = missing.slice(0, attributesNamedMax);
  const nearest = await nearestAttributes(
    store,
    named.map(({ name }) => name),
  );
  return named.map(({ name, path }) => {
    const meant = nearest.get(name);
    const repair = meant === undefined ? '' : repairWith(`{{attributes.${meant}}}`);
    return `${path}: no subscriber has {{attributes.${name}}}${repair}`;
  });
}
