import { escapeHtml } from '../content/escape-html.ts';
import { minuteMs } from '../instant.ts';
import { signInLimits } from './session.ts';

/** `{{signInUrl}}` is filled only when the mail leaves. */
export function signInMail(organizationName: string): { subject: string; html: string } {
  const name = organizationName.replaceAll(/[{}]/g, '');
  const minutes = signInLimits.linkMs / minuteMs;
  return {
    subject: `Sign in to ${name}`,
    html: `<p>This link signs you in to ${escapeHtml(name)} at Posthouse. It works once and expires after ${minutes} minutes:</p>
<p><a href="{{signInUrl}}">Sign in</a></p>
<p>If you did not request this link, ignore this mail: no person can sign in without the link. Never share it, not even with an assistant.</p>`,
  };
}
