/** Which sends of an assistant wait for a person: none, those to more than one, or all. */
export const approvalModes = ['never', 'bulk', 'always'] as const;
export type ApprovalMode = (typeof approvalModes)[number];
