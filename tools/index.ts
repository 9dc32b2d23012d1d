import type { Tool } from '../src/contract/tool.ts';

/** Everything the platform can do, in the order people read it. Explicit, so that a missing tool is seen. */
export const catalogue: readonly Tool[] = [];
