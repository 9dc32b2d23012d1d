import type { z } from 'zod';
import type { TemplateSummary } from '../../../../model/template/template.ts';
import type { Html } from '../../../public/html.ts';
import { type StateWords, stateBadge } from '../../look/parts.ts';

type TemplateState = 'unpublished' | 'published' | 'changed';

/** The state of a template, as every list and page shows it. */
const templateStates: Readonly<Record<TemplateState, StateWords>> = {
  unpublished: { state: 'still', text: 'Not published', picture: 'edit' },
  published: { state: 'ok', text: 'Published', picture: 'ok' },
  changed: { state: 'info', text: 'Unpublished changes', picture: 'edit' },
};

type Standing = Pick<z.output<typeof TemplateSummary>, 'published_version' | 'unpublished_changes'>;

export function templateBadge({ published_version, unpublished_changes }: Standing): Html {
  const name = published_version === null ? 'unpublished' : unpublished_changes ? 'changed' : 'published';
  return stateBadge(templateStates[name]);
}
