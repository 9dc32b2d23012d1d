import { toolRemedies } from '../../text/tool-remedies.ts';
import type { Reentry, Trigger } from '../definition.ts';
import { describeRule, shortened } from './describe-rule.ts';

const nameMax = 60;
const filterMax = 160;

export function describeTrigger(trigger: Trigger, reentry: Reentry): string {
  const filter = trigger.filter === null ? '' : `, if ${describeRule(trigger.filter, filterMax)}`;
  return `Starts ${triggerEvent(trigger)}${filter}; ${howOften(reentry)}.`;
}

function triggerEvent(trigger: Trigger): string {
  switch (trigger.type) {
    case 'EVENT':
      return `with the event ${shortened(trigger.name, nameMax)}`;
    case 'SUBSCRIBER_CREATED':
      return 'when a subscriber is added';
    case 'SUBSCRIBER_UPDATED': {
      const { fields } = trigger;
      return `when ${fields.length === 0 ? 'a subscriber' : shortened(fields.join(' or '), nameMax)} changes`;
    }
    case 'TAG_ADDED':
      return `when a person gets the tag ${shortened(trigger.tag, nameMax)}`;
    case 'TAG_REMOVED':
      return `when a person loses the tag ${shortened(trigger.tag, nameMax)}`;
    case 'SEGMENT_ENTERED':
      return `when a person comes into the segment ${trigger.segment}`;
    case 'EMAIL_OPENED':
    case 'EMAIL_CLICKED': {
      const verb = trigger.type === 'EMAIL_OPENED' ? 'opens' : 'clicks in';
      const mail = trigger.campaignId === null ? 'a mail' : `a mail of ${trigger.campaignId}`;
      return `when a person ${verb} ${mail}`;
    }
    case 'DATE':
      return `at ${trigger.at}, ${dayOf(trigger.offset)} attributes.${shortened(trigger.attribute, nameMax)}${trigger.yearly ? ' every year' : ''}, their time`;
    case 'SCHEDULE':
      return `at each time of ${trigger.cron} in ${trigger.timezone}`;
    case 'MANUAL':
      return toolRemedies.startManually.assistant;
  }
}

function dayOf(offset: string): string {
  if (/^[+-]?0+ /.test(offset)) return 'on';
  const amount = offset.replace(/^[+-]/, '');
  return `${amount} ${offset.startsWith('-') ? 'before' : 'after'}`;
}

function howOften(reentry: Reentry): string {
  if (reentry === 'ONCE') return 'each person once';
  if (reentry === 'EVERY_TIME') return 'each time, when their last run is over';
  return `once for each ${shortened(reentry.slice('event.'.length), nameMax)}`;
}
