import { wouldBeCaptured } from '../../model/email/captured.ts';
import { isLoopback } from '../../model/loopback.ts';
import type { Caller } from '../context/caller.ts';
import type { Settings } from '../context/settings.ts';

/**
 * What the settings of the server, the organization and the token do to mail, where a sender would not expect it.
 * @param linksToUs whether something in the mail leads to this instance
 */
export function warningsOfSettings(
  { baseUrl, delivery }: Pick<Settings, 'baseUrl' | 'delivery'>,
  { organization, token }: Pick<Caller, 'organization'> & { token?: Caller['token'] },
  linksToUs: boolean,
): string[] {
  if (token?.mode === 'test') return ['This API token is of mode test: nothing really leaves'];
  if (delivery === 'capture' || !organization.sendingEnabled) {
    return [wouldBeCaptured];
  }
  const { hostname } = new URL(baseUrl);
  const paused = organization.sendingPause ? [wouldWait] : [];
  if (!linksToUs || !(isLoopback(hostname) || hostname === anyInterface)) return paused;
  return [
    ...paused,
    `Its links would lead to ${baseUrl}, which no reader reaches: the operator sets POSTHOUSE_BASE_URL`,
  ];
}

const wouldWait = 'Sending is paused: its mails wait until a person resumes';

/** Where a server listens on all of its addresses; as one to call it is none. */
const anyInterface = '0.0.0.0';
