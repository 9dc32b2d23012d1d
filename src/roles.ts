/** Work of a process: takes requests, runs the background work, or both. */
export const roles = ['all', 'api', 'worker'] as const;
export type Role = (typeof roles)[number];
