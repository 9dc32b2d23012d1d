/** What a process does: takes requests, does the background work, or both. */
export const roles = ['all', 'api', 'worker'] as const;
export type Role = (typeof roles)[number];
