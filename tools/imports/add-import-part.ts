import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { splitFile } from '../../src/engine/imports/file-pieces.ts';
import { addPart } from '../../src/engine/imports/take-import.ts';
import { Failure, invalidField } from '../../src/model/failure.ts';
import { IdInput } from '../../src/model/id.ts';
import { nonTextKind } from '../../src/model/import/file-kind.ts';
import { Import, importAnswer } from '../../src/model/import/import.ts';
import { importLimits } from '../../src/model/import/limits.ts';
import { importExample } from './import-example.ts';

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;
const { partOctetsMax, partsMax, fileOctetsMax } = importLimits;
const mebibyte = 1024 * 1024;

export const addImportPart = defineTool({
  name: 'add_import_part',
  title: 'Add import part',
  summary: 'Upload one part of a large import file. Parts are numbered from 1.',
  advice: `First call import_subscribers without csv. A part has at most ${partOctetsMax / mebibyte} MiB, a file at most ${fileOctetsMax / mebibyte} MiB. Uploading a part again replaces it.`,
  toolset: 'audience',
  rare: true,
  input: z.strictObject({
    importId: IdInput,
    part: z.coerce.number().int().min(1).max(partsMax),
    content: z.string().min(1).describe('The bytes of the part, in base64'),
  }),
  output: Import,
  failures: ['not_found', 'conflict', 'payload_too_large', 'unsupported_media_type'],
  effect: 'write',
  idempotent: true,
  adds: true,
  bulk: true,
  needs: 'subscribers.write',
  rest: {
    route: 'POST /imports/{importId}/parts/{part}',
    bytesAs: 'content',
    bodyBytesMax: partOctetsMax,
    status: 200,
  },
  example: {
    input: { importId: importExample.id, part: 1, content: 'RW1haWwKYWRhQGV4YW1wbGUuY29tCg==' },
    output: {
      ...importExample,
      status: 'uploading',
      octets: 22,
      encoding: null,
      separator: null,
      columns: [],
      sample: [],
      rows_total: null,
      preview: null,
    },
  },
  async run(scope, { importId, part, content }) {
    if (!base64.test(content)) throw invalidField('content', 'must be base64');
    const bytes = Buffer.from(content, 'base64');
    if (bytes.length > partOctetsMax)
      throw new Failure('payload_too_large', { details: { bytes_max: partOctetsMax } });
    const kind = part === 1 ? nonTextKind(bytes) : null;
    if (kind !== null) {
      return scope.fail('unsupported_media_type', {
        message: `Unsupported file type: ${kind}. Unpack the file, or save the sheet as CSV UTF-8`,
      });
    }
    const pieces = await splitFile(bytes);
    return await scope.commit(async (store) =>
      importAnswer(await addPart(store, scope.caller, importId, part, pieces, scope.now)),
    );
  },
});
