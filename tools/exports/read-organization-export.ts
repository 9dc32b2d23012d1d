import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { organizationSections } from '../../src/engine/exports/organization-sections.ts';
import { ExportPageAnswer, pageFields } from '../../src/model/export/export-answer.ts';
import { awayStore } from '../../src/store/records/transfers/export-reads.ts';

export const readOrganizationExport = defineTool({
  name: 'read_organization_export',
  title: 'Read a page of an organization’s archive',
  summary: 'Read the next records of one file in an archive during its download.',
  toolset: 'admin',
  doors: ['link'],
  input: z.strictObject({ section: z.enum(Object.keys(organizationSections)), ...pageFields }),
  output: ExportPageAnswer,
  failures: [],
  effect: 'read',
  bulk: true,
  needs: 'full_access',
  rest: null,
  example: {
    input: { section: 'tags.ndjson', at: 1_795_000_000_000, after: null },
    output: { object: 'export_page', text: '{"object":"tag"}\n', rows: 1, next: null },
  },
  async run({ store, engine, caller, signal }, { section, at, after }) {
    const page = await organizationSections[section]!.page(
      {
        store: awayStore(store),
        organization: caller.organization,
        settings: engine.settings,
        at,
        signal,
      },
      after,
    );
    return { object: 'export_page' as const, ...page };
  },
});
