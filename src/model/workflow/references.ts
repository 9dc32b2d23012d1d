import { mergeFieldsIn } from '../content/merge-fields.ts';
import type { Comparison, Rule } from '../segment/rule.ts';
import { readRuleField } from '../segment/rule-field.ts';
import { namesIn, tagNamesIn } from '../segment/rule-names.ts';
import type { Definition, Step, Trigger } from './definition.ts';
import { listStepRules } from './facts-needed.ts';
import { textsIn } from './reading/free-fields.ts';
import { propertyAsked, triggerPrefix } from './reading/rule-language.ts';

/** A name used in a definition. `path` addresses steps by key: `steps.welcome.subject`. */
export type Reference = {
  kind: 'tag' | 'segment' | 'campaign' | 'event' | 'property' | 'attribute';
  name: string;
  path: string;
  /** Null for the trigger and the settings. */
  step: string | null;
};

/** Includes events that rules or waits read, but not events that steps track. */
export function listReferences({ trigger, reentry, goal, steps }: Definition): Reference[] {
  return [
    ...ofTrigger(trigger),
    ...(reentry.startsWith('event.')
      ? [{ kind: 'property' as const, name: reentry.slice('event.'.length), path: 'reentry', step: null }]
      : []),
    ...(goal === null ? [] : ofRule(goal, 'goal', null)),
    ...steps.flatMap(ofStep),
  ];
}

/** Returns the ids and names of all tags in a definition, as written. Does not read its mails. */
export function tagsNamedIn({ trigger, goal, steps }: Definition): string[] {
  const rules = [trigger.filter, goal, ...steps.flatMap(listStepRules)].filter((rule) => rule !== null);
  return [
    ...('tag' in trigger ? [trigger.tag] : []),
    ...rules.flatMap(tagNamesIn),
    ...steps.flatMap((step) =>
      step.type === 'add_tag' || step.type === 'remove_tag' ? [step.config.tag] : [],
    ),
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
      const { subject, preview, body, template } = step.config;
      return [
        ...merged('variables', template?.variables),
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

function readAsked(field: string): { kind: 'attribute' | 'property'; name: string } | null {
  if (field.startsWith(triggerPrefix)) return { kind: 'property', name: field.slice(triggerPrefix.length) };
  const prefix = 'attributes.';
  return field.startsWith(prefix) ? { kind: 'attribute', name: field.slice(prefix.length) } : null;
}

/** Mails of steps are part of the definition, so they are not references. */
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
