import type { Tool } from '../../../contract/tool.ts';
import type { Caller } from '../../../engine/context/caller.ts';
import type { Engine } from '../../../engine/context/scope.ts';
import { ambientDelivery } from '../../../engine/sending/preview-send.ts';
import { pausedSentence } from '../../../model/organization/sending-pause.ts';

/** Notes for a send whose mail does not reach real mailboxes, which the result itself does not say. */
export async function sentNotes(
  { settings: { delivery }, store }: Pick<Engine, 'settings' | 'store'>,
  caller: Caller,
  tool: Tool,
): Promise<string[]> {
  if (tool.effect !== 'send') return [];
  switch (ambientDelivery({ delivery }, caller)) {
    case 'live':
      return (await isPaused(store, caller)) ? [pausedSentence] : [];
    case 'test':
      return ['This API token has mode test: no real mail is sent, and delivery_mode is always test.'];
    case 'captured':
      return [
        `Sending is off ${delivery === 'capture' ? 'on this server' : 'for this organization'}: mail to real addresses is captured (delivery_mode captured) and not sent. Only the operator can turn sending on; then retry_email sends a captured email.`,
      ];
  }
}

/** Returns false if the database fails: the mail was accepted, so the result must be returned. */
async function isPaused({ organizations }: Engine['store'], { organization }: Caller): Promise<boolean> {
  try {
    return (await organizations.sending([organization.key])).get(organization.key)?.isPaused ?? false;
  } catch {
    return false;
  }
}
