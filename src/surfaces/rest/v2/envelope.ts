import type { Failure } from '../../../model/failure.ts';

/** Error body under `/api/v2` and outside the API versions. */
type ErrorBody = {
  name: string;
  message: string;
  statusCode: number;
  details?: unknown;
  code?: string;
};

/** Formats a failure. Its code and fields are top-level as in v1, and the fields are also in v2's `details`. */
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
