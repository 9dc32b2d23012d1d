import { createToken } from '../../../../../tools/tokens/create-token.ts';
import { listTokens } from '../../../../../tools/tokens/list-tokens.ts';
import { describeScopes } from '../../../../model/organization/scope-words.ts';
import { tokensPerOrganizationMax } from '../../../../model/organization/token.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { doneNotice } from '../../fields.ts';
import { emptyState, linkButton, sheet } from '../../look/parts.ts';
import { lead, olderCursor, pager, table } from '../../look/tables.ts';
import { isAdmin, type Visit } from '../../page.ts';
import { foreign, renderTime } from '../../shown.ts';
import { developersPage, developersPath, tokensPath } from './developers-frame.ts';
import { describeLimits, type TokenShown, tokenBadge } from './token-states.ts';

/** @param made notice with the secret of a token that was just made */
export async function showTokens(visit: Visit, made: Html | null = null): Promise<HttpAnswer> {
  const after = visit.request.query.get('after') || undefined;
  const { data, has_more } = await visit.call(listTokens, { limit: tokensPerOrganizationMax, after });
  const mayAdd = isAdmin(visit);
  const adding = linkButton(`${tokensPath}/new`, 'New token', { look: 'main', picture: 'add' });
  const body = html`${made}${doneNotice(visit, { revoked: 'The token was revoked. It no longer works.' })}${sheet(
    {
      bare: true,
      body:
        data.length === 0
          ? emptyState({
              picture: 'key',
              title: 'No tokens yet',
              text: 'With a token, your app can send and read mail here.',
              actions: mayAdd ? adding : null,
            })
          : tokensTable(visit, data),
    },
  )}${pager(developersPath, {}, { older: olderCursor({ data, has_more }), isFirst: after === undefined })}`;
  return await developersPage(visit, 'tokens', {
    acts: mayAdd && data.length > 0 ? adding : null,
    body,
    also: {
      tool: createToken,
      input: createToken.example.input,
      ask: 'Create a token for our shop that can send emails, at most 5,000 a day.',
    },
  });
}

function tokensTable({ organization, now }: Visit, tokens: readonly TokenShown[]): Html {
  return table({
    caption: 'Tokens',
    columns: [
      { title: 'Token', kind: 'lead' },
      { title: 'State', kind: 'state' },
      { title: 'Permissions', kind: 'val' },
      { title: 'Limits', kind: 'val' },
      { title: 'Last used', kind: 'n' },
    ],
    rows: tokens.map((token) => [
      lead(
        `${tokensPath}/${token.id}`,
        foreign(token.name),
        html`${token.prefix}…${token.assistant ? ', for an assistant' : null}`,
      ),
      tokenBadge(token, now),
      describeScopes(token.scopes),
      describeLimits(token),
      token.last_used_at === null
        ? html`<span class="quiet">Never</span>`
        : renderTime(token.last_used_at, organization.timezone),
    ]),
  });
}
