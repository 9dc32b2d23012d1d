/** Which sends of an assistant need an approval: none, those to more than one person, or all. */
export const approvalModes = ['never', 'bulk', 'always'] as const;
export type ApprovalMode = (typeof approvalModes)[number];
