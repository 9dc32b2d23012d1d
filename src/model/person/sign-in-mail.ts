import { escapeHtml } from '../content/escape-html.ts';
import { minuteMs } from '../instant.ts';
import { signInLimits } from './session.ts';

/** `{{signInUrl}}` is filled only when the mail leaves. */
export function signInMail(organizationName: string): { subject: string; html: string } {
  const name = organizationName.replaceAll(/[{}]/g, '');
  const minutes = signInLimits.linkMs / minuteMs;
  return {
    subject: `Sign in to ${name}`,
    html: `<p>Here is the link that was asked for. It signs you in to ${escapeHtml(name)} at Posthouse, once, within ${minutes} minutes:</p>
<p><a href="{{signInUrl}}">Sign in</a></p>
<p>If you did not ask for it, do nothing: without this link no one is signed in. Never pass it on, not to an assistant either.</p>`,
  };
}
