import { exportCsv } from '../../../../../tools/exports/export-csv.ts';
import { exportOrganization } from '../../../../../tools/exports/export-organization.ts';
import { exportSubscriber } from '../../../../../tools/exports/export-subscriber.ts';
import { inputSchema } from '../../../../contract/description/json-schema.ts';
import {
  exportKinds,
  filtersOfKind,
  listColumns,
  scopeOfKind,
} from '../../../../model/export/export-kind.ts';
import { archivePath, csvPath, personPath } from '../../v2/exports.ts';
import { pascalCase } from '../schema-names.ts';
import { type DescribedOperation, describeParameters, pickFields } from './operation.ts';

export function exportOperations(): DescribedOperation[] {
  return described().map((operation) => ({
    ...operation,
    sdk: { resource: 'exports', method: operation.operationId },
  }));
}

function described(): DescribedOperation[] {
  const file = {
    version: 'v2',
    method: 'GET',
    tag: 'Exports',
    statuses: [200],
    body: null,
  } as const;
  const input = inputSchema(exportCsv);
  return [
    ...exportKinds.map((kind): DescribedOperation => {
      const fields = new Set<string>([...filtersOfKind[kind], 'columns', 'bom']);
      return {
        ...file,
        tool: exportCsv.name,
        path: csvPath.replace('{kind}', kind),
        operationId: `download${pascalCase(kind)}`,
        summary: `Download ${kind} as CSV`,
        description: `Streams the rows as they are read, newest first. Needs the scope \`${scopeOfKind[kind]}\`. At most two files of an organization are downloaded at the same time.`,
        parameters: describeParameters('query', pickFields(input, fields), {}),
        mediaType: 'text/csv',
        answer: { schema: { type: 'string' }, example: `${listColumns(kind).join(',')}\r\n` },
        failures: [],
      };
    }),
    {
      ...file,
      tool: exportOrganization.name,
      path: archivePath,
      operationId: 'downloadOrganization',
      summary: 'Download the organization',
      description: 'Streams all data of the organization as a ZIP archive. Needs the scope `full_access`.',
      parameters: [],
      mediaType: 'application/zip',
      answer: { schema: { type: 'string', format: 'binary' }, example: 'PK' },
      failures: [],
    },
    {
      ...file,
      tool: exportSubscriber.name,
      path: personPath,
      operationId: 'downloadSubscriber',
      summary: 'Download all data of one person',
      description:
        'Streams one JSON document. Needs the scopes that read subscribers, events, emails, campaigns, suppressions and the organization.',
      parameters: describeParameters('path', inputSchema(exportSubscriber), exportSubscriber.example.input),
      answer: {
        schema: {
          type: 'object',
          properties: Object.fromEntries([
            ['object', { const: 'subscriber_export' }],
            ['exported_at', { type: 'string', format: 'date-time' }],
            ...['profile', 'suppressions', 'campaigns', 'events', 'workflow_runs', 'emails', 'audit_log'].map(
              (name) => [name, { type: 'array', items: { type: 'object' } }],
            ),
          ]),
          required: [
            'object',
            'exported_at',
            'profile',
            'suppressions',
            'campaigns',
            'events',
            'workflow_runs',
            'emails',
            'audit_log',
          ],
        },
        example: {
          object: 'subscriber_export',
          exported_at: '2026-11-21T09:30:00.000Z',
          profile: [],
          suppressions: [],
          campaigns: [],
          events: [],
          workflow_runs: [],
          emails: [],
          audit_log: [],
        },
      },
      failures: ['not_found'],
    },
  ];
}
