/** Sends of an assistant that need an approval: none, sends to more than one person, or all. */
export const approvalModes = ['never', 'bulk', 'always'] as const;
export type ApprovalMode = (typeof approvalModes)[number];
