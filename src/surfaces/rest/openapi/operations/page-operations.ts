import { linkPaths } from '../../../../engine/content/public-links.ts';
import { downloadPath } from '../../../../engine/exports/export-link.ts';
import { open, page, pathParameter, response, text } from './open-operation.ts';
import type { DescribedOperation } from './operation.ts';

export function linkOperations(): DescribedOperation[] {
  const link = { ...open, tag: 'Links' } as const;
  const token = pathParameter('token', 'As it stands in the mail');
  const others = {
    404: response('The link leads nowhere', 'text/html'),
    410: response('The link is over', 'text/html'),
    503: {
      ...response('The page cannot be made right now', 'text/html'),
      headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
    },
  };
  const shown = (path: string, operationId: string, summary: string): DescribedOperation => ({
    ...link,
    path: `/${path}/{token}`,
    operationId,
    summary,
    description: 'A GET changes nothing, because link scanners make it before a person does.',
    parameters: token,
    ...page(),
    others,
  });
  const submitted = (path: string, operationId: string, summary: string): DescribedOperation => ({
    ...shown(path, operationId, summary),
    method: 'POST',
    description: 'What the form of the page sends.',
    body: {
      schema: { type: 'object' },
      required: false,
      example: undefined,
      type: 'application/x-www-form-urlencoded',
    },
    failures: ['payload_too_large'],
  });
  return [
    shown(linkPaths.unsubscribe, 'showUnsubscribe', 'Show the page for unsubscribing'),
    {
      ...submitted(linkPaths.unsubscribe, 'unsubscribeByLink', 'Unsubscribe by link'),
      description: 'One click is enough (RFC 8058); mail programs make this request.',
    },
    shown(linkPaths.preferences, 'showPreferences', 'Show the preferences of a person'),
    submitted(linkPaths.preferences, 'savePreferences', 'Save the preferences of a person'),
    shown(linkPaths.view, 'viewInBrowser', 'Show a mail in the browser'),
    shown(linkPaths.confirm, 'showConfirmation', 'Show the page for confirming'),
    submitted(linkPaths.confirm, 'confirmByLink', 'Confirm a subscription'),
    {
      ...shown(linkPaths.open, 'countOpen', 'The pixel that counts an open'),
      description: 'The same picture for every link, so that none can be probed.',
      mediaType: 'image/gif',
      answer: { schema: { type: 'string', format: 'binary' }, example: 'GIF89a' },
      others: { 503: others[503] },
    },
    {
      ...shown(linkPaths.click, 'followLink', 'Follow a tracked link'),
      path: `/${linkPaths.click}/{token}/{link}`,
      description: 'Counts the click and leads to the target.',
      parameters: [...token, ...pathParameter('link', 'Which link of the mail')],
      // Contract validators require a success response besides 302, or a default.
      statuses: [302, 'default'],
      answer: null,
      answerSays: 'To the target',
      answerHeaders: { Location: { description: 'The target', schema: { type: 'string', format: 'uri' } } },
    },
    {
      ...open,
      tag: 'Exports',
      path: `${downloadPath}/{file}`,
      operationId: 'downloadByLink',
      summary: 'Download an export by its link',
      description: 'The URL that an export answers: one file, without a token, until it expires.',
      parameters: [
        ...pathParameter('file', 'The name of the file'),
        { in: 'query', name: 'link', required: true, schema: { type: 'string', description: 'The proof' } },
      ],
      statuses: [],
      answer: null,
      failures: ['validation_error', 'not_found', 'service_unavailable'],
      others: {
        200: {
          description: 'The file',
          content: {
            'text/csv': { schema: text },
            'application/zip': { schema: { type: 'string', format: 'binary' } },
            'application/json': { schema: { type: 'object' } },
          },
        },
      },
    },
  ];
}

export function documentationOperations(): DescribedOperation[] {
  const documentation = { ...open, tag: 'Documentation', ...page() } as const;
  const written = {
    statuses: [],
    answer: null,
    others: {
      200: {
        description: 'The page',
        content: {
          'text/html': { schema: text },
          'text/markdown': { schema: text },
          'text/css': { schema: text },
          'text/javascript': { schema: text },
        },
      },
    },
  };
  const listed = { ...page('# Posthouse'), mediaType: 'text/plain' } as const;
  return [
    {
      ...documentation,
      path: '/',
      operationId: 'openDoorstep',
      summary: 'Lead a browser to the documentation',
      description: 'For a program nothing is here.',
      statuses: [302, 'default'],
      answer: null,
      answerSays: 'To the documentation',
      answerHeaders: {
        Location: { description: 'The documentation', schema: { type: 'string', format: 'uri-reference' } },
      },
      failures: ['not_found'],
    },
    {
      ...documentation,
      ...written,
      path: '/docs',
      operationId: 'listDocumentation',
      summary: 'List the documentation',
      description: 'The contents.',
    },
    {
      ...documentation,
      ...written,
      path: '/docs/{page}',
      operationId: 'readDocumentation',
      summary: 'Read a page of the documentation',
      description: 'One page; as Markdown under its name with `.md`.',
      parameters: pathParameter('page', 'Its name'),
      others: {
        ...written.others,
        404: {
          description: 'There is no such page',
          content: {
            'text/html': { schema: text },
            'application/json': { schema: { $ref: '#/components/schemas/Error' } },
          },
        },
      },
    },
    {
      ...documentation,
      ...listed,
      path: '/llms.txt',
      operationId: 'listDocumentationForModels',
      summary: 'List the documentation for models',
      description: 'Each page with what it is about.',
    },
    {
      ...documentation,
      ...listed,
      path: '/llms-full.txt',
      operationId: 'readDocumentationForModels',
      summary: 'Read all of the documentation',
      description: 'Every page, one after the other.',
    },
    {
      ...documentation,
      path: '/mcp/server-card',
      operationId: 'getServerCard',
      summary: 'Get the card of the MCP server',
      description: 'What it is and where it is reached (SEP-2127, a draft).',
      statuses: [],
      answer: null,
      failures: [],
      others: {
        200: {
          description: 'The card',
          content: { 'application/mcp-server-card+json': { schema: { type: 'object' } } },
        },
        304: { description: 'The one that is known' },
      },
    },
  ];
}
