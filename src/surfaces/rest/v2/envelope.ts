import type { Failure } from '../../../model/failure.ts';

/** The body of every refusal under `/api/v2`, and wherever no version is named. */
type ErrorBody = {
  name: string;
  message: string;
  statusCode: number;
  details?: unknown;
  code?: string;
};

/** A failure's own code and fields stand at the top, as in v1, and its fields also where v2 has all that is more. */
export function v2Envelope(refused: Failure): ErrorBody {
  const { failure, message, status, code, fields } = refused;
  const details = refused.details ?? (fields && { ...(code !== undefined && { code }), ...fields });
  return {
    name: failure,
    message,
    statusCode: status,
    ...(details !== undefined && { details }),
    ...(code !== undefined && { code }),
    ...fields,
  };
}
