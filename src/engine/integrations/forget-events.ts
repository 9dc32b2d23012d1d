import {
  forgetDeletedIntegration,
  forgetIntegrationEvents,
  forgetIntegrationMarks,
} from '../../store/records/workflows/integration-events.ts';
import type { Engine } from '../context/scope.ts';
import { forgottenBefore } from './receive-event.ts';

/** Per transaction. */
const stretchRows = 200;

export async function forgetIntegrations({ store: { database }, world }: Engine): Promise<void> {
  const now = world.clock.now();
  while (
    (await database.transaction((queries) =>
      forgetIntegrationEvents(queries, forgottenBefore(now), stretchRows),
    )) === stretchRows
  ) {}
  while (
    (await database.transaction((queries) => forgetIntegrationMarks(queries, now, stretchRows))) ===
    stretchRows
  ) {}
  while (await database.transaction((queries) => forgetDeletedIntegration(queries, stretchRows))) {}
}
