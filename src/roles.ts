export const roles = ['all', 'api', 'worker'] as const;
export type Role = (typeof roles)[number];
