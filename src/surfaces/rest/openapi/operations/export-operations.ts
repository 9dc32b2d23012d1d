import { exportCsv } from '../../../../../tools/exports/export-csv.ts';
import { exportOrganization } from '../../../../../tools/exports/export-organization.ts';
import { exportSubscriber } from '../../../../../tools/exports/export-subscriber.ts';
import { inputSchema } from '../../../../contract/description/json-schema.ts';
import {
  exportKinds,
  filtersOfKind,
  listColumns,
  requiredOfKind,
  scopeOfKind,
} from '../../../../model/export/export-kind.ts';
import { archivePath, csvPath, personPath } from '../../v2/exports.ts';
import { pascalCase } from '../schema-names.ts';
import { type DescribedOperation, describeParameters, pickFields } from './operation.ts';

const exampleValues = { campaign: 'cmp_01kb3k7f5d2c8n1r4s6t9v0w3x' } as const;

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
      const required = requiredOfKind[kind];
      const examples = Object.fromEntries(required.map((name) => [name, exampleValues[name]]));
      const fields = new Set<string>([...filtersOfKind[kind], 'columns', 'bom']);
      return {
        ...file,
        tool: exportCsv.name,
        path: csvPath.replace('{kind}', kind),
        operationId: `download${pascalCase(kind)}`,
        summary: `Download ${kind} as CSV`,
        description: `Streams rows, newest first; at most two files at a time. Needs the scope \`${scopeOfKind[kind]}\`.`,
        parameters: describeParameters('query', { ...pickFields(input, fields), required }, examples),
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
      description: 'Streams a ZIP archive of all its data. Needs the scope `full_access`.',
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
