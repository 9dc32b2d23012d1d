import { readPropertyField } from '../../segment/evaluate-rule.ts';
import { type RuleLanguage, readRuleField, ruleFieldNames } from '../../segment/rule-field.ts';
import { fieldNameLengthMax } from '../../text/custom-attributes.ts';
import { isLongerThan } from '../../text/text.ts';
import type { TriggerType } from '../definition.ts';

export type RulePlace = 'trigger' | 'goal' | 'step' | 'wait';

export const triggerPrefix = 'trigger.';
export const propertyPrefix = 'properties.';

export function hasProperties(trigger: TriggerType): boolean {
  return trigger === 'EVENT' || trigger === 'MANUAL';
}

/** Like `readPropertyField`, but rejects names longer than a property's. */
export function propertyAsked(field: string): ReturnType<typeof readPropertyField> {
  const asked = readPropertyField(field);
  return asked !== null && !isLongerThan(asked.name, fieldNameLengthMax) ? asked : null;
}

/** @param trigger null if unreadable; its properties are then not checked */
export function workflowLanguage(place: RulePlace, trigger: TriggerType | null): RuleLanguage {
  const ofTrigger = trigger === null || hasProperties(trigger);
  const ofEvent = place === 'wait' || (place === 'trigger' && (trigger === null || trigger === 'EVENT'));
  return {
    fieldNames: [
      ...ruleFieldNames.filter((name) => name !== 'email_reached'),
      ...(ofTrigger ? ['trigger.<property>'] : []),
      ...(ofEvent ? ['properties.<name>'] : []),
    ],
    readField(field) {
      const asked = propertyAsked(field);
      if (asked === null) return field === 'email_reached' ? null : readRuleField(field);
      const there = asked.of === 'trigger' ? ofTrigger : ofEvent;
      return there ? { kind: 'attribute', name: asked.name } : null;
    },
    insteadOf(field) {
      if (field === 'email_reached') {
        return 'is for segments; in a workflow use email_opened or email_clicked with the key of a send_email step';
      }
      if (field.startsWith(triggerPrefix) && !ofTrigger) {
        return 'needs a trigger of type EVENT or MANUAL: what starts this workflow has no properties';
      }
      if (field.startsWith(propertyPrefix) && !ofEvent) {
        return 'is for the filter of wait_for_event; write trigger.<property> for what started the run';
      }
      return null;
    },
    mailNamed: 'the key of a send_email step',
    insteadOfCount:
      'count_gte and count_lt are for segments: begin with SEGMENT_ENTERED, or ask for a tag that apply_tag gives',
  };
}
