import type { FailureName } from '../../model/failure.ts';

export const failuresPage = '/docs/errors';

export function failurePage(name: FailureName): string {
  return `${failuresPage}/${name}`;
}
