import type { ConsolePage, NavEntry } from '../../page.ts';
import { checkDomain, removeOne, rotateKeys, saveSettings, showSettings } from './change-domain.ts';
import { addOne, showDomains } from './list-domains.ts';
import { showDomain } from './show-domain.ts';
import { downloadZone } from './zone-file.ts';

const admin = ['admin'] as const;

export const domainPages: readonly ConsolePage[] = [
  { method: 'GET', path: '/console/domains', answer: (visit) => showDomains(visit) },
  { method: 'POST', path: '/console/domains', roles: admin, answer: addOne },
  { method: 'GET', path: '/console/domains/:id', answer: (visit) => showDomain(visit) },
  { method: 'GET', path: '/console/domains/:id/zone', answer: downloadZone },
  { method: 'POST', path: '/console/domains/:id/check', roles: admin, answer: checkDomain },
  { method: 'POST', path: '/console/domains/:id/rotate', roles: admin, answer: rotateKeys },
  { method: 'GET', path: '/console/domains/:id/edit', roles: admin, answer: (visit) => showSettings(visit) },
  { method: 'POST', path: '/console/domains/:id/edit', roles: admin, answer: saveSettings },
  { method: 'POST', path: '/console/domains/:id/remove', roles: admin, answer: removeOne },
];

export const domainsEntry: NavEntry = {
  href: '/console/domains',
  title: 'Domains',
  picture: 'domain',
  group: 'Set-up',
};
