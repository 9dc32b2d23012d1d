import type { Config } from '../../../config.ts';
import type { Patient } from '../../../engine/setup/finding.ts';

/** Includes facts of a machine whose server may not run. */
export type DoctorPatient = Patient & { config: Config; databaseFile: string };
