import type { Engine } from '../../engine/context/scope.ts';
import { Failure } from '../../model/failure.ts';
import { logoFolder, logoType } from '../../model/organization/logo.ts';
import { findLogo } from '../../store/records/access/logos.ts';
import type { PublicRoute } from '../http/request-response.ts';

/** The name is the hash of the content, so that it cannot be guessed and the file can be cached forever. */
export function logoRoute(engine: Engine): PublicRoute {
  return {
    method: 'GET',
    path: `${logoFolder}/:file`,
    access: 'public',
    envelope: 'v2',
    takes: 'nothing',
    bodyBytesMax: 0,
    async answer(request, _, { file = '' }) {
      const type = logoType(file);
      const content = type === null ? undefined : await findLogo(engine.store.database.reader, file);
      if (type === null || content === undefined) throw new Failure('not_found');
      return {
        status: 200,
        headers: { ...headers, 'Content-Type': type },
        body: request.headOnly ? null : Buffer.from(content, 'base64'),
      };
    },
  };
}

/** Mail programs and web mail show the picture from other sites. Opened by itself, it can load and run nothing. */
const headers: Readonly<Record<string, string>> = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
};
