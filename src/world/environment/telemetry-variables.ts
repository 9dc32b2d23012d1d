import { z } from 'zod';
import { fileOf } from './secret-files.ts';

const metricsTokenCharactersMin = 16;

/** What an operator sets to follow what a process does. */
export const telemetryVariables = {
  POSTHOUSE_METRICS_TOKEN: z
    .string()
    .min(metricsTokenCharactersMin, `must have at least ${metricsTokenCharactersMin} characters`)
    .regex(/^\S+$/, 'must have no spaces')
    .optional()
    .describe(
      'Who shows it as a Bearer token is answered at `/metrics`; unset: programs on this machine alone are',
    ),
  POSTHOUSE_METRICS_TOKEN_FILE: fileOf('POSTHOUSE_METRICS_TOKEN'),
};
