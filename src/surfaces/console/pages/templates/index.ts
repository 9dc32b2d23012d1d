import type { ConsolePage, NavEntry } from '../../page.ts';
import { create, remove, save, showNew, showTemplate } from './edit-template.ts';
import { showTemplates } from './list-templates.ts';
import { editorFormBytesMax } from './mail-body.ts';
import { send, showSend } from './send-template.ts';
import { showFrame, showTypedFrame } from './template-preview.ts';
import { showVersions } from './template-versions.ts';

const one = '/console/templates/:id';
const formBytesMax = editorFormBytesMax;

export const templatePages: readonly ConsolePage[] = [
  { method: 'GET', path: '/console/templates', answer: showTemplates },
  { method: 'GET', path: '/console/templates/new', roles: ['author'], answer: showNew },
  { method: 'POST', path: '/console/templates/new', roles: ['author'], formBytesMax, answer: create },
  { method: 'GET', path: '/console/templates/new/frame', roles: ['author'], answer: showTypedFrame },
  {
    method: 'POST',
    path: '/console/templates/new/frame',
    roles: ['author'],
    formBytesMax,
    answer: showTypedFrame,
  },
  { method: 'GET', path: one, answer: showTemplate },
  { method: 'POST', path: one, roles: ['author'], formBytesMax, answer: save },
  { method: 'POST', path: `${one}/delete`, roles: ['author'], formBytesMax, answer: remove },
  { method: 'GET', path: `${one}/frame`, answer: showFrame },
  { method: 'POST', path: `${one}/frame`, roles: ['author'], formBytesMax, answer: showTypedFrame },
  { method: 'GET', path: `${one}/versions`, answer: showVersions },
  { method: 'GET', path: `${one}/send`, roles: ['admin'], answer: (visit) => showSend(visit) },
  { method: 'POST', path: `${one}/send`, roles: ['admin'], answer: send },
];

export const templatesEntry: NavEntry = {
  href: '/console/templates',
  title: 'Templates',
  picture: 'template',
  group: 'Sending',
};
