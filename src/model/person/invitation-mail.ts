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
<p><a href="${escapeHtml(`${baseUrl}/console/sign-in`)}">Sign in</a> with the address that received this mail. You will then get a link that works once. After that, you can add a passkey.</p>
<p>If you did not expect this mail, ignore it.</p>`,
  };
}
