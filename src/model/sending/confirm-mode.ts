/** Which sends of an assistant wait for a person: none, those to more than one, or all. */
export const confirmModes = ['never', 'bulk', 'always'] as const;
export type ConfirmMode = (typeof confirmModes)[number];
