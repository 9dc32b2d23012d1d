import type { Job } from '../store/jobs.ts';
import type { Engine } from './scope.ts';

export async function sendConfirmation(_engine: Engine, _job: Job): Promise<void> {
  throw new Error('not here yet');
}

export async function afterBrokenConfirmation(_engine: Engine, _job: Job): Promise<void> {
  throw new Error('not here yet');
}
