import { seeOther } from '../../layout.ts';
import type { ConsolePage, NavEntry } from '../../page.ts';
import { accountPages } from './account.ts';
import { appearancePages } from './appearance.ts';
import { showAuditLog } from './audit-log.ts';
import { brandingPages } from './branding.ts';
import { saveOrganization, showOrganization } from './organization.ts';
import { saveSending, showSending } from './sending.ts';
import { settingsPath } from './settings-frame.ts';
import { showStorage } from './storage.ts';
import { teamPages } from './team.ts';

export const settingsPages: readonly ConsolePage[] = [
  { method: 'GET', path: settingsPath, answer: (visit) => showOrganization(visit) },
  { method: 'POST', path: settingsPath, roles: ['admin'], answer: saveOrganization },
  { method: 'GET', path: `${settingsPath}/sending`, answer: (visit) => showSending(visit) },
  { method: 'POST', path: `${settingsPath}/sending`, roles: ['admin'], answer: saveSending },
  { method: 'GET', path: `${settingsPath}/audit-log`, answer: showAuditLog },
  { method: 'GET', path: `${settingsPath}/storage`, answer: showStorage },
  ...brandingPages,
  ...appearancePages,
  ...teamPages,
  ...accountPages,
  // Places of earlier versions.
  { method: 'GET', path: '/console/account', answer: async () => seeOther(`${settingsPath}/account`) },
  { method: 'GET', path: '/console/people', answer: async () => seeOther(`${settingsPath}/team`) },
  {
    method: 'GET',
    path: '/console/people/:id',
    answer: async ({ parameters }) => seeOther(`${settingsPath}/team/${encodeURIComponent(parameters.id!)}`),
  },
];

export const settingsEntry: NavEntry = {
  href: settingsPath,
  title: 'Settings',
  picture: 'settings',
  group: 'Set-up',
};
