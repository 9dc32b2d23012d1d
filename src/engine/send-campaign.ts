import type { Job } from '../store/jobs.ts';
import type { Engine } from './scope.ts';

export async function sendCampaign(_engine: Engine, _job: Job): Promise<void> {
  throw new Error('not here yet');
}

export async function afterBrokenCampaign(_engine: Engine, _job: Job): Promise<void> {
  throw new Error('not here yet');
}
