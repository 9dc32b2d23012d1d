import { linkPaths } from '../../../../engine/content/public-links.ts';
import { downloadPath } from '../../../../engine/exports/export-link.ts';
import { logoFolder } from '../../../../model/organization/logo.ts';
import { open, page, pathParameter, response, text } from './open-operation.ts';
import type { DescribedOperation } from './operation.ts';

export function linkOperations(): DescribedOperation[] {
  const link = { ...open, tag: 'Links' } as const;
  const token = pathParameter('token', 'Token from the link in the mail');
  const others = {
    404: response('The link is invalid', 'text/html'),
    410: response('The link has expired', 'text/html'),
    503: {
      ...response('The page is unavailable at the moment', 'text/html'),
      headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
    },
  };
  const shown = (path: string, operationId: string, summary: string): DescribedOperation => ({
    ...link,
    path: `/${path}/{token}`,
    operationId,
    summary,
    description: 'A GET changes nothing, because link scanners open links before people do.',
    parameters: token,
    ...page(),
    others,
  });
  const submitted = (path: string, operationId: string, summary: string): DescribedOperation => ({
    ...shown(path, operationId, summary),
    method: 'POST',
    description: 'Receives the form of the page.',
    body: {
      schema: { type: 'object' },
      required: false,
      example: undefined,
      type: 'application/x-www-form-urlencoded',
    },
    failures: ['payload_too_large'],
  });
  return [
    shown(linkPaths.unsubscribe, 'showUnsubscribe', 'Show the unsubscribe page'),
    {
      ...submitted(linkPaths.unsubscribe, 'unsubscribeByLink', 'Unsubscribe by link'),
      description: 'One-click unsubscribe (RFC 8058), which mail clients send.',
    },
    shown(linkPaths.preferences, 'showPreferences', 'Show the preferences of a subscriber'),
    submitted(linkPaths.preferences, 'savePreferences', 'Save the preferences of a subscriber'),
    shown(linkPaths.view, 'viewInBrowser', 'Show a mail in the browser'),
    shown(linkPaths.confirm, 'showConfirmation', 'Show the confirmation page'),
    submitted(linkPaths.confirm, 'confirmByLink', 'Confirm a subscription'),
    {
      ...shown(linkPaths.open, 'countOpen', 'Get the tracking pixel and count an open'),
      description: 'Returns the same image for every token, so that tokens cannot be probed.',
      mediaType: 'image/gif',
      answer: { schema: { type: 'string', format: 'binary' }, example: 'GIF89a' },
      others: { 503: others[503] },
    },
    {
      ...shown(linkPaths.click, 'followLink', 'Follow a tracked link'),
      path: `/${linkPaths.click}/{token}/{link}`,
      description: 'Counts the click and redirects to the target.',
      parameters: [...token, ...pathParameter('link', 'Number of the link in the mail')],
      // Contract validators require a success response besides 302, or a default.
      statuses: [302, 'default'],
      answer: null,
      answerSays: 'Redirect to the target',
      answerHeaders: { Location: { description: 'The target', schema: { type: 'string', format: 'uri' } } },
    },
    ...fileOperations(),
  ];
}

function fileOperations(): DescribedOperation[] {
  return [
    {
      ...open,
      tag: 'Links',
      path: `${logoFolder}/{file}`,
      operationId: 'showLogo',
      summary: 'Show the logo of an organization',
      description: 'The URL in `logo`. The file never changes.',
      parameters: pathParameter('file', 'File name'),
      statuses: [],
      answer: null,
      failures: ['not_found'],
      others: {
        200: {
          description: 'The picture',
          content: { 'image/*': { schema: { type: 'string', format: 'binary' } } },
        },
      },
    },
    {
      ...open,
      tag: 'Exports',
      path: `${downloadPath}/{file}`,
      operationId: 'downloadByLink',
      summary: 'Download an export by its link',
      description: 'The URL in an export’s answer. It downloads one file without a token until it expires.',
      parameters: [
        ...pathParameter('file', 'File name'),
        {
          in: 'query',
          name: 'link',
          required: true,
          schema: { type: 'string', description: 'Signature of the link' },
        },
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
      summary: 'Redirect a browser to the documentation',
      description: 'Programs get a 404.',
      statuses: [302, 'default'],
      answer: null,
      answerSays: 'Redirect to the documentation',
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
      description: 'The table of contents.',
    },
    {
      ...documentation,
      ...written,
      path: '/docs/{page}',
      operationId: 'readDocumentation',
      summary: 'Read a page of the documentation',
      description: 'Returns one page. Add `.md` to its name for Markdown.',
      parameters: pathParameter('page', 'Name of the page'),
      others: {
        ...written.others,
        404: {
          description: 'The page does not exist',
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
      description: 'Lists each page with a summary.',
    },
    {
      ...documentation,
      ...listed,
      path: '/llms-full.txt',
      operationId: 'readDocumentationForModels',
      summary: 'Read all of the documentation',
      description: 'Returns all pages in one text.',
    },
    {
      ...documentation,
      path: '/mcp/server-card',
      operationId: 'getServerCard',
      summary: 'Get the MCP server card',
      description: 'Name and address of the MCP server (draft SEP-2127).',
      statuses: [],
      answer: null,
      failures: [],
      others: {
        200: {
          description: 'The card',
          content: { 'application/mcp-server-card+json': { schema: { type: 'object' } } },
        },
        304: { description: 'Not modified' },
      },
    },
  ];
}
