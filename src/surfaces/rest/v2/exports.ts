/** Exports that stream immediately, for programs with a token. */
import { exportCsv } from '../../../../tools/exports/export-csv.ts';
import { exportKinds } from '../../../model/export/export-kind.ts';
import type { DownloadDoor } from '../../exports/answer-download.ts';
import type { HttpAnswer, TokenRoute } from '../../http/request-response.ts';
import { inputReader } from './read-input.ts';
import { v2Prefix } from './routes.ts';

export const csvPath = `${v2Prefix}/exports/{kind}.csv`;
export const archivePath = `${v2Prefix}/exports/organization.zip`;
export const personPath = `${v2Prefix}/subscribers/{subscriber}/export`;

export function exportRoutes(downloads: DownloadDoor): TokenRoute[] {
  const route = {
    method: 'GET',
    access: 'token',
    door: 'v2',
    envelope: 'v2',
    takes: 'nothing',
    bodyBytesMax: 0,
  } as const;
  const binding = { route: 'GET /exports/{kind}.csv' } as const;
  const read = inputReader(exportCsv, binding, binding.route);
  const head: HttpAnswer = { status: 200, headers: {}, body: null };
  return [
    ...exportKinds.map(
      (kind): TokenRoute => ({
        ...route,
        path: csvPath.replace('{kind}', kind),
        async answer(request, caller) {
          if (request.headOnly) return head;
          return await downloads.answer(caller, 'export_csv', read(request, { kind }));
        },
      }),
    ),
    {
      ...route,
      path: archivePath,
      async answer({ headOnly }, caller) {
        return headOnly ? head : await downloads.answer(caller, 'export_organization', {});
      },
    },
    {
      ...route,
      path: personPath.replace('{subscriber}', ':subscriber'),
      async answer({ headOnly }, caller, { subscriber }) {
        return headOnly ? head : await downloads.answer(caller, 'export_subscriber', { subscriber });
      },
    },
  ];
}
