import { escapeHtml } from '../content/escape-html.ts';
import type { PersonRole } from './roles.ts';

/** Contains no secret, so it does not matter who reads it. */
export function invitationMail({
  organizationName,
  roles,
  baseUrl,
}: {
  organizationName: string;
  roles: readonly PersonRole[];
  baseUrl: string;
}): { subject: string; html: string } {
  const name = organizationName.replaceAll(/[{}]/g, '');
  return {
    subject: `You can sign in to ${name}`,
    html: `<p>You were added to ${escapeHtml(name)} at Posthouse as ${roles.join(' and ')}.</p>
<p><a href="${escapeHtml(`${baseUrl}/console/sign-in`)}">Sign in</a> with the address that got this mail. You are then mailed a link that works once; a passkey can follow.</p>
<p>If you did not expect this, do nothing.</p>`,
  };
}
