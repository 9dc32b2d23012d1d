import { mergeFieldsIn } from '../content/merge-fields.ts';
import type { Comparison, Rule } from '../segment/rule.ts';
import { readRuleField } from '../segment/rule-field.ts';
import { namesIn, withTagNames } from '../segment/rule-names.ts';
import type { Definition, Step, Trigger } from './definition.ts';
import { textsIn } from './reading/free-fields.ts';
import { propertyAsked, triggerPrefix } from './reading/rule-language.ts';

/** Something that a definition names: `path` is where, with steps by their keys, as `steps.welcome.subject`. */
export type Reference = {
  kind: 'tag' | 'segment' | 'campaign' | 'event' | 'property' | 'attribute';
  name: string;
  path: string;
  /** The key of the step; null for the trigger and the settings. */
  step: string | null;
};

/** All that a definition names, in order. Events are those it waits for or asks about, not those it tracks. */
export function referencesOf({ trigger, reentry, goal, steps }: Definition): Reference[] {
  return [
    ...ofTrigger(trigger),
    ...(reentry.startsWith('event.')
      ? [{ kind: 'property' as const, name: reentry.slice('event.'.length), path: 'reentry', step: null }]
      : []),
    ...(goal === null ? [] : ofRule(goal, 'goal', null)),
    ...steps.flatMap(ofStep),
  ];
}

function ofTrigger(trigger: Trigger): Reference[] {
  const found: Reference[] = [];
  const add = (kind: Reference['kind'], name: string, field: string): void => {
    found.push({ kind, name, path: `trigger.${field}`, step: null });
  };
  if (trigger.type === 'EVENT') add('event', trigger.name, 'name');
  if (trigger.type === 'TAG_ADDED' || trigger.type === 'TAG_REMOVED') add('tag', trigger.tag, 'tag');
  if (trigger.type === 'SEGMENT_ENTERED') add('segment', trigger.segment, 'segment');
  if (trigger.type === 'DATE') add('attribute', trigger.attribute, 'attribute');
  if ('campaignId' in trigger && trigger.campaignId !== null)
    add('campaign', trigger.campaignId, 'campaignId');
  return [...found, ...(trigger.filter === null ? [] : ofRule(trigger.filter, 'trigger.filter', null))];
}

function ofStep(step: Step): Reference[] {
  const path = `steps.${step.key}`;
  const of = (kind: Reference['kind'], name: string, field: string): Reference => ({
    kind,
    name,
    path: `${path}.${field}`,
    step: step.key,
  });
  const merged = (field: string, text: unknown): Reference[] =>
    textsIn(text)
      .flatMap(mergeFieldsIn)
      .flatMap((name) => {
        const read = readAsked(name);
        return read === null ? [] : [of(read.kind, read.name, field)];
      });
  switch (step.type) {
    case 'send_email': {
      const { subject, preview, body } = step.config;
      return [
        ...merged('subject', subject),
        ...merged('preview', preview),
        ...merged(body.kind, body.source),
      ];
    }
    case 'delay': {
      const read = step.config.until === null ? null : readAsked(step.config.until);
      return read === null ? [] : [of(read.kind, read.name, 'until')];
    }
    case 'wait_for_event': {
      const { name, filter } = step.config;
      return [
        of('event', name, 'name'),
        ...(filter === null ? [] : ofRule(filter, `${path}.filter`, step.key)),
      ];
    }
    case 'condition':
      return ofRule(step.config.rule, `${path}.rule`, step.key);
    case 'branch':
      return step.config.cases.flatMap(({ rule }, index) =>
        ofRule(rule, `${path}.cases[${index}].rule`, step.key),
      );
    case 'update_subscriber':
      return [...merged('fields', step.config.fields), ...merged('attributes', step.config.attributes)];
    case 'add_tag':
    case 'remove_tag':
      return [of('tag', step.config.tag, 'tag')];
    case 'track_event':
      return merged('properties', step.config.properties);
    case 'webhook':
      return merged('data', step.config.data);
    default:
      return [];
  }
}

/** An attribute or a property of the trigger, as merge fields and `until` name them. */
function readAsked(field: string): { kind: 'attribute' | 'property'; name: string } | null {
  if (field.startsWith(triggerPrefix)) return { kind: 'property', name: field.slice(triggerPrefix.length) };
  const prefix = 'attributes.';
  return field.startsWith(prefix) ? { kind: 'attribute', name: field.slice(prefix.length) } : null;
}

/** Mails of steps are no references: they are in the definition itself. */
function ofRule(rule: Rule, path: string, step: string | null): Reference[] {
  const tags = namesIn(rule, path).flatMap(({ kind, name, path: at }): Reference[] =>
    kind === 'tag' ? [{ kind, name, path: at, step }] : [],
  );
  const fields = comparisonsIn(rule, path).flatMap(({ comparison: { field }, path: at }): Reference[] => {
    const named = { path: `${at}.field`, step };
    const asked = propertyAsked(field);
    if (asked !== null) {
      return asked.of === 'trigger' ? [{ kind: 'property', name: asked.name, ...named }] : [];
    }
    const read = readRuleField(field);
    return read?.kind === 'attribute' || read?.kind === 'event'
      ? [{ kind: read.kind, name: read.name, ...named }]
      : [];
  });
  return [...tags, ...fields];
}

function comparisonsIn(rule: Rule, path: string): { comparison: Comparison; path: string }[] {
  if ('and' in rule) return rule.and.flatMap((part, index) => comparisonsIn(part, `${path}.and[${index}]`));
  if ('or' in rule) return rule.or.flatMap((part, index) => comparisonsIn(part, `${path}.or[${index}]`));
  return [{ comparison: rule, path }];
}

/** The same definition with its tags renamed: to ids when it is saved, to names when it is shown. */
export function withDefinitionTags(definition: Definition, rename: (name: string) => string): Definition {
  const rule = <Given extends Rule | null>(given: Given): Given =>
    (given === null ? null : withTagNames(given, rename)) as Given;
  const { trigger } = definition;
  const tagged = 'tag' in trigger ? { ...trigger, tag: rename(trigger.tag) } : trigger;
  return {
    ...definition,
    trigger: { ...tagged, filter: rule(trigger.filter) },
    goal: rule(definition.goal),
    steps: definition.steps.map((step): Step => {
      switch (step.type) {
        case 'add_tag':
        case 'remove_tag':
          return { ...step, config: { tag: rename(step.config.tag) } };
        case 'condition':
          return { ...step, config: { rule: rule(step.config.rule) } };
        case 'branch':
          return {
            ...step,
            config: { cases: step.config.cases.map((one) => ({ ...one, rule: rule(one.rule) })) },
          };
        case 'wait_for_event':
          return { ...step, config: { ...step.config, filter: rule(step.config.filter) } };
        default:
          return step;
      }
    }),
  };
}

/** A happening that a workflow wants to hear of; `name` narrows it down, and is empty where nothing does. */
export type Listening = {
  kind:
    | 'event'
    | 'subscriber.created'
    | 'subscriber.updated'
    | 'tag.added'
    | 'tag.removed'
    | 'email.opened'
    | 'email.clicked'
    | 'subscriber.left';
  /** Of an event or a tag; a tag as it is stored. */
  name: string;
};

/**
 * What may start a run, wake one, or end one before its next step: each once. A segment that starts runs listens by
 * `changesOf` its rule.
 */
export function listensTo(definition: Definition): Listening[] {
  const { exitOn, goal, steps } = definition;
  const waits = steps.flatMap((step): Listening[] =>
    step.type === 'wait_for_event' ? [{ kind: 'event', name: step.config.name }] : [],
  );
  return eachOnce([
    ...startsWith(definition.trigger),
    ...waits,
    ...(goal === null ? [] : changesOf(goal)),
    ...(exitOn.length === 0 ? [] : [{ kind: 'subscriber.left' as const, name: '' }]),
  ]);
}

/** What starts runs by itself, without a clock and without a segment. */
export function startsWith(trigger: Trigger): Listening[] {
  switch (trigger.type) {
    case 'EVENT':
      return [{ kind: 'event', name: trigger.name }];
    case 'SUBSCRIBER_CREATED':
      return [{ kind: 'subscriber.created', name: '' }];
    case 'SUBSCRIBER_UPDATED':
      return [{ kind: 'subscriber.updated', name: '' }];
    case 'TAG_ADDED':
      return [{ kind: 'tag.added', name: trigger.tag }];
    case 'TAG_REMOVED':
      return [{ kind: 'tag.removed', name: trigger.tag }];
    case 'EMAIL_OPENED':
      return [{ kind: 'email.opened', name: '' }];
    case 'EMAIL_CLICKED':
      return [{ kind: 'email.clicked', name: '' }];
    default:
      return [];
  }
}

/** The happenings that may change whether a rule holds, each once; that time passes is none of them. */
export function changesOf(rule: Rule): Listening[] {
  return eachOnce(comparisonsIn(rule, '').flatMap(({ comparison }) => changesOfOne(comparison)));
}

function changesOfOne({ field, value }: Comparison): Listening[] {
  const read = readRuleField(field);
  switch (read?.kind) {
    // What started a run never changes.
    case undefined:
    case 'reach':
      return [];
    case 'event':
      return [{ kind: 'event', name: read!.name }];
    case 'reaction':
      return [{ kind: field === 'email_opened' ? 'email.opened' : 'email.clicked', name: '' }];
    case 'tags': {
      const names = value === undefined ? [''] : [value].flat().map(String);
      return names.flatMap((name): Listening[] => [
        { kind: 'tag.added', name },
        { kind: 'tag.removed', name },
      ]);
    }
    case 'status':
      return [
        { kind: 'subscriber.updated', name: '' },
        { kind: 'subscriber.left', name: '' },
      ];
    default:
      return [{ kind: 'subscriber.updated', name: '' }];
  }
}

function eachOnce(listenings: readonly Listening[]): Listening[] {
  return [...new Map(listenings.map((one) => [`${one.kind} ${one.name}`, one])).values()];
}
