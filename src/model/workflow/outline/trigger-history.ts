import type { TriggerType } from '../definition.ts';

/** Whether stored data shows who met a trigger before its workflow was active. */
export type TriggerHistory =
  /** `from`: the data that the count is made from, where it may miss people; null otherwise. */
  { isKept: true; from: string | null } | { isKept: false; because: string };

export const triggerHistories: Readonly<Record<TriggerType, TriggerHistory>> = {
  EVENT: { isKept: true, from: null },
  SUBSCRIBER_CREATED: { isKept: true, from: 'the subscribers that still exist' },
  SUBSCRIBER_UPDATED: {
    isKept: false,
    because: 'Posthouse stores when a subscriber last changed, and not which fields changed',
  },
  TAG_ADDED: { isKept: true, from: 'the people who still have the tag' },
  TAG_REMOVED: { isKept: false, because: 'Posthouse does not store when a tag was removed' },
  SEGMENT_ENTERED: { isKept: false, because: 'Posthouse does not store when a person entered a segment' },
  EMAIL_OPENED: { isKept: true, from: 'at most one open per person' },
  EMAIL_CLICKED: { isKept: true, from: 'at most one click per person' },
  DATE: { isKept: true, from: 'the dates that people have now' },
  SCHEDULE: { isKept: true, from: 'the people who match now' },
  MANUAL: { isKept: false, because: 'it starts only when trigger_workflow names a person' },
};
