import { operatesServer } from '../../engine/organizations/operates-server.ts';
import { readSendingMode } from '../../engine/organizations/sending-mode.ts';
import { describeSendingMode, type SendingMode } from '../../model/organization/sending-mode.ts';
import { type Html, html } from '../public/html.ts';
import { type IconName, linkButton, notice, type State } from './look/parts.ts';
import type { Visit } from './page.ts';
import { foreign, renderTime } from './shown.ts';

type Words = { state: State; picture: IconName; title: string; text: string };

/** The sending mode as every page shows it. */
export const modeWords: Readonly<Record<SendingMode['mode'], Words>> = {
  live: { state: 'ok', picture: 'send', title: 'Live', text: 'Goes to real mailboxes' },
  capture: { state: 'test', picture: 'captured', title: 'Test mode', text: 'Mail is captured here' },
  off: { state: 'test', picture: 'captured', title: 'Sending is off', text: 'Mail is captured here' },
  paused: { state: 'warn', picture: 'pause', title: 'Paused', text: 'Mail waits until someone resumes it' },
  held: { state: 'warn', picture: 'stop', title: 'Held', text: 'Mail is held after a restore' },
};

export async function readMode({ engine, organization }: Visit): Promise<SendingMode> {
  return await readSendingMode(engine.store.database.reader, engine.settings, organization);
}

/** On every page while mail waits that would otherwise leave; null in other modes. */
export async function waitingNotice(sending: SendingMode, visit: Visit): Promise<Html | null> {
  const { timezone } = visit.organization;
  const { state, picture } = modeWords[sending.mode];
  if (sending.mode === 'held') {
    const text = html`${describeSendingMode(sending)} Held ${renderTime(sending.since, timezone)}.`;
    const mayRelease = await operatesServer(visit.engine, visit.caller);
    const action = mayRelease && linkButton('/console/health#queue', 'Release the queue', { look: 'tiny' });
    return notice({ state, picture, title: 'Delivery is held.', text, ...(action && { action }) });
  }
  if (sending.mode !== 'paused') return null;
  const { at, by, reason } = sending.pause;
  const text = html`Mail is accepted, but waits until someone resumes sending. Paused by ${foreign(by?.name ?? 'the operator')}, ${renderTime(at, timezone)}${reason === null ? '.' : html`: “${foreign(reason)}”.`}`;
  const action =
    visit.request.path === '/console'
      ? undefined
      : linkButton('/console#sending', 'Resume', { look: 'tiny' });
  return notice({ state, picture, title: 'Sending is paused.', text, ...(action && { action }) });
}
