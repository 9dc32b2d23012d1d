import type { FailureName } from '../../model/failure.ts';

export const failuresPage = '/docs/errors';

/** Where the documentation says what a failure means and what to do about it. */
export function failurePage(name: FailureName): string {
  return `${failuresPage}/${name}`;
}
