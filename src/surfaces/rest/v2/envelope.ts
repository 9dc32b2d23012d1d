import type { Failure } from '../../../model/failure.ts';

/** The body of every refusal under `/api/v2`, and wherever no version is named. */
export type ErrorBody = {
  name: string;
  message: string;
  statusCode: number;
  details?: unknown;
  code?: string;
};

/** The recipient guard's refusal carries its name as `code` too, in both versions of the API. */
export function v2Envelope({ failure, message, status, details }: Failure): ErrorBody {
  return {
    name: failure,
    message,
    statusCode: status,
    ...(details !== undefined && { details }),
    ...(failure === 'RECIPIENT_RATE_LIMITED' && { code: failure }),
  };
}
