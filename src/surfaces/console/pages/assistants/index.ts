import type { ConsolePage, NavEntry } from '../../page.ts';
import { assistantsPath } from './assistants-list.ts';
import { makeToken, showConnect } from './connect.ts';
import { showAssistant, showAssistants, stopAll, stopOne } from './show-assistants.ts';

export const assistantsPages: readonly ConsolePage[] = [
  { method: 'GET', path: assistantsPath, answer: showAssistants },
  { method: 'POST', path: `${assistantsPath}/stop`, roles: ['admin'], answer: stopAll },
  { method: 'GET', path: `${assistantsPath}/connect/:client`, answer: (visit) => showConnect(visit) },
  { method: 'POST', path: `${assistantsPath}/connect/:client`, roles: ['admin'], answer: makeToken },
  { method: 'GET', path: `${assistantsPath}/:id`, answer: showAssistant },
  { method: 'POST', path: `${assistantsPath}/:id/stop`, roles: ['admin'], answer: stopOne },
];

export const assistantsEntry: NavEntry = {
  href: assistantsPath,
  title: 'Assistants',
  picture: 'assistant',
  group: 'Set-up',
};
