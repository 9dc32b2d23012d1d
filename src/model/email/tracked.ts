/** Whether opens and clicks of a mail are tracked. */
export type Tracked = { opens: boolean; clicks: boolean };

export const untracked: Tracked = { opens: false, clicks: false };

/** Reads a stored list such as `opens clicks`. */
export function trackedIn(text: string): Tracked {
  return { opens: text.includes('opens'), clicks: text.includes('clicks') };
}

/** By the field of a rule that asks about it: what is tracked, and the setting of a domain that has it tracked. */
export const reactionTracking = {
  email_opened: { what: 'opens', setting: 'open_tracking' },
  email_clicked: { what: 'clicks', setting: 'click_tracking' },
} as const;

/** A field of a rule that asks about opens or clicks. */
export type ReactionField = keyof typeof reactionTracking;

export function isReactionField(field: string): field is ReactionField {
  return Object.hasOwn(reactionTracking, field);
}
