import type { Meters } from './meters.ts';
import type { Traces } from './traces.ts';

export type Telemetry = { meters?: Meters | undefined; traces?: Traces | undefined };
