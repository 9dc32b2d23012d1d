import { hasRole, type PersonRole } from '../../../../model/person/roles.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { page, type Shown } from '../../layout.ts';
import type { Visit } from '../../page.ts';

type Section = { href: string; title: string; roles?: readonly PersonRole[] };

export const settingsPath = '/console/settings';

const sections: readonly Section[] = [
  { href: settingsPath, title: 'Organization' },
  { href: `${settingsPath}/sending`, title: 'Sending' },
  { href: `${settingsPath}/branding`, title: 'Branding' },
  { href: `${settingsPath}/team`, title: 'Team', roles: ['admin'] },
  { href: `${settingsPath}/account`, title: 'Sessions and passkeys' },
  { href: `${settingsPath}/appearance`, title: 'Appearance' },
  { href: `${settingsPath}/audit-log`, title: 'Audit log' },
  { href: `${settingsPath}/storage`, title: 'Storage and retention' },
];

/** A page of the settings, with links to the others at its side. */
export async function settingsPage(
  visit: Visit,
  { body, title, ...shown }: Omit<Shown, 'heading'> & { heading?: Html | string },
): Promise<HttpAnswer> {
  const { path } = visit.request;
  const links = sections
    .filter(({ roles }) => roles === undefined || hasRole(visit.person.roles, roles))
    .map(({ href, title: text }) => {
      const isHere = href === settingsPath ? path === href : path === href || path.startsWith(`${href}/`);
      return html`<a href="${href}"${isHere ? html` aria-current="page"` : null}>${text}</a>`;
    });
  return await page(visit, {
    title,
    heading: title,
    ...shown,
    body: html`<div class="side"><nav class="subnav" aria-label="Settings">${links}</nav>
<div>${body}</div></div>`,
  });
}

export const onlyAdmins = html`<p class="small quiet">Only an admin of the organization can change this.</p>`;
