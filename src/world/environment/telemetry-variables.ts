import { z } from 'zod';
import { fileOf } from './secret-files.ts';
import { url } from './variable-kinds.ts';

const metricsTokenCharactersMin = 16;

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
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:'])
    .optional()
    .describe('Where `serve` and `mcp` send spans, by OTLP over HTTP; unset: nothing is traced'),
  OTEL_SERVICE_NAME: z.string().min(1).default('posthouse').describe('What spans say they come from'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?|\.\d+)$/, 'must be a number from 0 to 1')
    .default('1')
    .transform(Number)
    .describe('The part of the traces that begin here and are kept; a caller’s own decision comes first'),
};
