export type Tracked = { opens: boolean; clicks: boolean };

export const untracked: Tracked = { opens: false, clicks: false };

export const reactionTracking = {
  email_opened: { what: 'opens', setting: 'open_tracking' },
  email_clicked: { what: 'clicks', setting: 'click_tracking' },
} as const;

export type ReactionField = keyof typeof reactionTracking;

export function isReactionField(field: string): field is ReactionField {
  return Object.hasOwn(reactionTracking, field);
}
