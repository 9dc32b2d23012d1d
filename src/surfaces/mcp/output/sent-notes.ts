import type { Tool } from '../../../contract/tool.ts';
import type { Caller } from '../../../engine/context/caller.ts';
import type { Settings } from '../../../engine/context/settings.ts';
import { ambientDelivery } from '../../../engine/sending/preview-send.ts';

/**
 * What a sender has to know at once, and an answer that is ids, or a campaign, does not say: whether it
 * really leaves.
 */
export function sentNotes({ delivery }: Pick<Settings, 'delivery'>, caller: Caller, tool: Tool): string[] {
  if (tool.effect !== 'send') return [];
  switch (ambientDelivery({ delivery }, caller)) {
    case 'live':
      return [];
    case 'test':
      return ['This API token is of mode test: nothing really leaves, and each delivery_mode is test.'];
    case 'captured':
      return [
        `Sending is off ${delivery === 'capture' ? 'on this server' : 'for this organization'}: mail to real addresses is kept (delivery_mode captured) and does not leave by itself. Only the operator turns it on; then retry_email sends one.`,
      ];
  }
}
