import type { Meters } from './meters.ts';
import type { Traces } from './traces.ts';

/** What follows a process, where it is followed. */
export type Telemetry = { meters?: Meters | undefined; traces?: Traces | undefined };
