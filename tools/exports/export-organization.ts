import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { exportLink } from '../../src/engine/exports/export-link.ts';
import { exportAnswerFields } from '../../src/model/export/export-answer.ts';
import { isoInstant } from '../../src/model/instant.ts';

export const exportOrganization = defineTool({
  name: 'export_organization',
  title: 'Export organization',
  summary:
    'Create a link that downloads all data of the organization as a ZIP archive. It is valid for 15 minutes.',
  advice: 'The archive contains no secrets or private keys.',
  toolset: 'admin',
  rare: true,
  input: z.strictObject({}),
  output: z.object({ ...exportAnswerFields, kind: z.literal('organization') }),
  failures: [],
  effect: 'read',
  secretAnswer: true,
  needs: 'full_access',
  rest: { route: 'POST /exports/organization' },
  example: {
    input: {},
    output: {
      object: 'export',
      url: 'https://mail.acme.example/exports/organization.zip?link=3q2-7w',
      expires_at: '2026-11-21T09:45:00.000Z',
      kind: 'organization',
    },
  },
  async asks() {
    return ['Creates a link, valid for 15 minutes, to all data of the organization except secrets'];
  },
  async run({ engine, caller, now, commit }) {
    const wanted = { tool: 'export_organization', input: {}, file: 'organization.zip' };
    const { url, expiresAt } = exportLink(engine, caller, now, wanted);
    return await commit(async () => ({
      object: 'export' as const,
      url,
      expires_at: isoInstant(expiresAt),
      kind: 'organization' as const,
    }));
  },
});
