import { z } from 'zod';
import { secretFileSetting } from './secret-files.ts';
import { url } from './variable-kinds.ts';

const metricsTokenCharactersMin = 16;

export const telemetryVariables = {
  POSTHOUSE_METRICS_TOKEN: z
    .string()
    .min(metricsTokenCharactersMin, `must have at least ${metricsTokenCharactersMin} characters`)
    .regex(/^\S+$/, 'must have no spaces')
    .optional()
    .describe(
      'Bearer token that allows `/metrics` from any address. Without it, only programs on this machine may read them',
    ),
  POSTHOUSE_METRICS_TOKEN_FILE: secretFileSetting('POSTHOUSE_METRICS_TOKEN'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(['http:', 'https:'])
    .optional()
    .describe('OTLP/HTTP endpoint for the spans of `serve` and `mcp`. Without it, tracing is off'),
  OTEL_SERVICE_NAME: z.string().min(1).default('posthouse').describe('Service name of the spans'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?|\.\d+)$/, 'must be a number from 0 to 1')
    .default('1')
    .transform(Number)
    .describe(
      'Share of new traces to keep, 0 to 1. A trace that a caller started follows the caller’s decision',
    ),
};
