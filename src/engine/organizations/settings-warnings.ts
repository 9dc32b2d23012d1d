import { wouldBeCaptured } from '../../model/email/captured.ts';
import { isLoopback } from '../../model/loopback.ts';
import type { Caller } from '../context/caller.ts';
import type { Settings } from '../context/settings.ts';

/** Warns about settings with unexpected effects on mail. @param linksToUs whether the mail links to this instance */
export function warningsOfSettings(
  { baseUrl, delivery }: Pick<Settings, 'baseUrl' | 'delivery'>,
  { organization, token }: Pick<Caller, 'organization'> & { token?: Caller['token'] },
  linksToUs: boolean,
): string[] {
  if (token?.mode === 'test') return ['This API token has mode test: no real mail is sent'];
  if (delivery === 'capture' || !organization.sendingEnabled) {
    return [wouldBeCaptured];
  }
  const { hostname } = new URL(baseUrl);
  const paused = organization.sendingPause ? [wouldWait] : [];
  if (!linksToUs || !(isLoopback(hostname) || hostname === anyInterface)) return paused;
  return [
    ...paused,
    `Its links would point to ${baseUrl}, which recipients cannot reach: the operator must set POSTHOUSE_BASE_URL`,
  ];
}

const wouldWait = 'Sending is paused: its mail waits until a person resumes sending';

/** Servers listen on this address, but no client can connect to it. */
const anyInterface = '0.0.0.0';
