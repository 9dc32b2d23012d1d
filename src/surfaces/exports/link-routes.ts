import type { Engine } from '../../engine/context/scope.ts';
import { downloadPath, openExportLink } from '../../engine/exports/export-link.ts';
import { Failure } from '../../model/failure.ts';
import type { PublicRoute } from '../http/request-response.ts';
import type { DownloadDoor } from './answer-download.ts';

/** Routes of the links returned by export tools. A link downloads its file without a token until it expires. */
export function exportLinkRoutes(engine: Engine, downloads: DownloadDoor): PublicRoute[] {
  return [
    {
      method: 'GET',
      path: `${downloadPath}/:file`,
      access: 'public',
      envelope: 'v2',
      takes: 'nothing',
      bodyBytesMax: 0,
      async answer(request, _, { file }) {
        const opened = await openExportLink(engine, request.query.get('link') ?? '', request);
        if (!opened || opened.file !== file) {
          throw new Failure('not_found', {
            message: 'This link is invalid or has expired. Request a new one',
          });
        }
        // Programs that preview links send HEAD, which must not run the export.
        if (request.headOnly) return { status: 200, headers: {}, body: null };
        return await downloads.answer(opened.caller, opened.tool, opened.input);
      },
    },
  ];
}
