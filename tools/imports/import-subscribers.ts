import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { importApproval } from '../../src/engine/approval/permit-checks.ts';
import { countedProgress } from '../../src/engine/context/long-work.ts';
import type { Scope } from '../../src/engine/context/scope.ts';
import { type FileOctets, splitFile } from '../../src/engine/imports/file-pieces.ts';
import { previewImportMails } from '../../src/engine/imports/preview-mails.ts';
import {
  addImport,
  createUnsavedImport,
  examineFile,
  fileOfImport,
  fileOfText,
  hashUpload,
  queueImport,
} from '../../src/engine/imports/take-import.ts';
import { assertOptInRequestsApproved } from '../../src/engine/sending/preview-opt-in-requests.ts';
import { invalidField } from '../../src/model/failure.ts';
import { IdInput } from '../../src/model/id.ts';
import {
  Import,
  type ImportOptions,
  importAnswer,
  importOptions,
  mergeImportOptions,
} from '../../src/model/import/import.ts';
import { importLimits } from '../../src/model/import/limits.ts';
import { consentAheadSentence, isConsentAhead } from '../../src/model/subscriber/subscriber.ts';
import { oneLine } from '../../src/model/text/text.ts';
import { importExample } from './import-example.ts';

const Given = z.strictObject({
  csv: z.string().min(1).max(importLimits.pastedCharactersMax).optional(),
  importId: IdInput.optional(),
  file_name: oneLine(256).optional(),
  ...importOptions,
  start: z.boolean().default(true).describe('false: only preview'),
  dry_run: z.boolean().optional().describe('Return the counts without importing'),
});
type Given = z.output<typeof Given>;

export const importSubscribers = defineTool({
  name: 'import_subscribers',
  title: 'Import subscribers',
  summary: 'Import subscribers from CSV text.',
  advice:
    'New people need a proof of consent: ask the person where it comes from, and never invent one. First call it with start: false, which returns the counts and the columns. Then call it with the importId from that answer to start. For the progress, use get_import.',
  toolset: 'audience',
  input: Given,
  output: Import,
  failures: ['not_found', 'conflict'],
  effect: 'write',
  // Double opt-in may mail, within the token's limits.
  needs: 'subscribers.write',
  rest: { route: 'POST /imports' },
  example: {
    input: {
      csv: 'Email,First name\nada@example.com,Ada\ngrace@example.com,Grace\n',
      file_name: 'readers.csv',
      consent: { source: 'Sign-up sheet of the 2026 fair' },
      start: false,
    },
    output: importExample,
  },
  async preview(scope, input) {
    if (!input.start || input.dry_run || !scope.caller.organization.doubleOptIn) return null;
    const { octets, length, options, known } = await sourceOf(scope, input);
    if (octets === null) return null;
    const isPreviewed = known?.state.preview && JSON.stringify(options) === JSON.stringify(known.options);
    const counts = isPreviewed
      ? known.state.preview
      : (await examineFile(scope, { octets, length, known }, options, 'counts')).counts;
    if (!counts)
      return scope.fail('conflict', { message: 'The file is large: preview it first with start: false' });
    const file = await hashUpload(scope.store, known ?? undefined);
    return await previewImportMails(scope, counts, aboutOf(input, options, file));
  },
  async run(scope, input) {
    const { start } = input;
    const source = await sourceOf(scope, input);
    if (input.dry_run) return await tried(scope, input, source);
    const { octets, length, options, known, bytes } = source;
    if (octets === null) {
      const id = scope.engine.world.ids.id('imp');
      return await scope.commit(async (store) => {
        scope.created();
        const fileName = input.file_name ?? null;
        return importAnswer(
          await addImport(store, scope.caller, { id, fileName, options, pieces: [] }, scope.now),
        );
      });
    }
    const tell = countedProgress(scope, undefined, 'rows checked');
    const looked = await examineFile(
      scope,
      { octets, length, known },
      options,
      start ? 'reading' : 'counts',
      tell,
    );
    const pieces = bytes === null ? [] : await splitFile(bytes);
    const id = known?.record.id ?? scope.engine.world.ids.id('imp');
    const answer = await scope.commit(async (store) => {
      if (start) {
        const file = await hashUpload(store, known ? await store.imports.hold(id) : undefined);
        await assertOptInRequestsApproved(scope, store, aboutOf(input, options, file));
      }
      if (!known) {
        scope.created();
        await addImport(
          store,
          scope.caller,
          { id, fileName: input.file_name ?? null, options, pieces },
          scope.now,
        );
      }
      const phase = start ? 'import' : 'preview';
      return importAnswer(
        await queueImport(
          store,
          scope.caller,
          id,
          { phase, options, looked, ...importApproval(scope) },
          scope.now,
        ),
      );
    });
    scope.engine.wake();
    return answer;
  },
});

const keptNothing = 'Dry run: nothing was imported';

/** Answers a dry run; the id is empty without an uploaded file. */
async function tried(
  scope: Scope<'not_found' | 'conflict'>,
  { file_name }: Given,
  { octets, length, options, known }: Awaited<ReturnType<typeof sourceOf>>,
) {
  if (octets === null) throw invalidField('csv', 'is required, or importId', 'required');
  if (known && !(await scope.store.importFiles.isWhole(known.record.key))) {
    throw invalidField('importId', 'is missing a part of its file');
  }
  const tell = countedProgress(scope, undefined, 'rows checked');
  const looked = await examineFile(scope, { octets, length, known }, options, 'counts', tell);
  if (looked.counts === null) {
    return scope.fail('conflict', { message: 'The file is large: preview it with start: false' });
  }
  const fresh =
    known ?? createUnsavedImport(scope.caller, { id: '', fileName: file_name ?? null, options }, scope.now);
  const state = { ...fresh.state, octets: length, status: 'previewed' as const, preview: looked.counts };
  const answer = importAnswer({ record: fresh.record, state, options, reading: looked.reading });
  return { ...answer, warnings: [...answer.warnings, keptNothing] };
}

async function sourceOf(scope: Scope<'not_found'>, { csv, importId, ...given }: Given) {
  if (isConsentAhead(given.consent, scope.now)) throw invalidField('consent.at', consentAheadSentence);
  if (csv !== undefined && importId !== undefined)
    throw invalidField('importId', 'cannot be given together with csv');
  if (importId === undefined) {
    const options = mergeImportOptions(given, null);
    if (csv === undefined) return { octets: null, length: 0, options, known: null, bytes: null };
    const { octets, bytes } = fileOfText(csv);
    return { octets, length: bytes.length, options, known: null, bytes };
  }
  const known = (await scope.store.imports.byId(importId)) ?? scope.fail('not_found');
  const octets: FileOctets = fileOfImport(scope.store, known);
  return {
    octets,
    length: known.state.octets,
    options: mergeImportOptions(given, known.options),
    known,
    bytes: null,
  };
}

/** An approval is bound to the exact file and options. */
function aboutOf({ csv, importId }: Given, options: ImportOptions, file: string | null): unknown {
  return { csv: csv ?? null, importId: importId ?? null, file, options };
}
