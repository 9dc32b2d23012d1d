import { Failure } from '../../model/failure.ts';

/** Waits for a call that may fail with `not_found`, and returns null then. */
export async function foundOrNull<Of>(call: Promise<Of>): Promise<Of | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Failure && error.failure === 'not_found') return null;
    throw error;
  }
}
