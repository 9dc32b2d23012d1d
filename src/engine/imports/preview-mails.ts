import type { ImportCounts } from '../../model/import/counts.ts';
import type { PreviewedSend } from '../../model/sending/send-preview.ts';
import type { Scope } from '../context/scope.ts';
import { previewRequests } from '../sending/preview-opt-in-requests.ts';
import { ambientDelivery } from '../sending/preview-send.ts';

/**
 * Null for none. The counts come from `judgeRows`, as in the import. All PENDING rows count, because a reason not to ask now may
 * end before the import reaches the row.
 */
export async function previewImportMails(
  scope: Scope,
  { pending, pendingReal, created, rows }: ImportCounts,
  about: unknown,
): Promise<PreviewedSend | null> {
  if (pending === 0) return null;
  const ambient = ambientDelivery(scope.engine.settings, scope.caller);
  return await previewRequests(scope, 'import_subscribers', about, {
    asked: { length: pending },
    people: [],
    // Mail to test recipients never leaves, whatever the delivery mode.
    delivery: ambient === 'live' && pendingReal === 0 ? 'test' : ambient,
    notes: [
      'Double opt-in: each new subscriber without consent gets an opt-in request by mail',
      `${created} of ${rows} rows would create subscribers`,
    ],
  });
}
