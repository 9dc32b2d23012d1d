import { addDomain } from '../../../../../tools/domains/add-domain.ts';
import { listDomains } from '../../../../../tools/domains/list-domains.ts';
import type { Failure } from '../../../../model/failure.ts';
import { sendingDomainCharactersMax } from '../../../../model/sending-domain/domain-fields.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { button, doneNotice, form, textField } from '../../fields.ts';
import { correctable, faultsByField, rejectedNotice } from '../../form-faults.ts';
import { page, seeOther } from '../../layout.ts';
import { emptyState, sheet } from '../../look/parts.ts';
import { lead, olderCursor, pager, table } from '../../look/tables.ts';
import { isAdmin, type Visit } from '../../page.ts';
import { foreign, renderTime } from '../../shown.ts';
import { domainBadge } from './domain-states.ts';

export const domainsPath = '/console/domains';

const domainsShown = 50;

const notices = { removed: 'Removed. Mail from this domain is no longer signed.' };

export async function showDomains(
  visit: Visit,
  name = '',
  failure: Failure | null = null,
): Promise<HttpAnswer> {
  const after = visit.request.query.get('after') || undefined;
  const { data, has_more } = await visit.call(listDomains, { after, limit: domainsShown });
  const zone = visit.organization.timezone;
  const list =
    data.length === 0
      ? emptyState({
          picture: 'domain',
          title: 'No domains yet',
          text: 'Add the domain of your From address. Receivers then see that your email really comes from you.',
        })
      : table({
          caption: 'Domains',
          columns: [
            { title: 'Domain', kind: 'lead' },
            { title: 'State', kind: 'state' },
            { title: 'Last check', kind: 'n' },
            { title: 'Added', kind: 'n' },
          ],
          rows: data.map((domain) => [
            lead(`${domainsPath}/${domain.id}`, foreign(domain.name)),
            domainBadge(domain.status),
            domain.last_checked_at === null ? null : renderTime(domain.last_checked_at, zone),
            renderTime(domain.created_at, zone),
          ]),
        });
  const older = olderCursor({ data, has_more });
  const body = html`${rejectedNotice(failure, { name: 'Domain' }, 'Not added.') ?? doneNotice(visit, notices)}<div class="cols"><div>
${sheet({ body: list, bare: true })}${pager(domainsPath, {}, { older, isFirst: after === undefined })}
</div><div>
${isAdmin(visit) ? addForm(name, failure) : null}</div></div>`;
  return await page(visit, {
    title: 'Domains',
    sub: 'Domains that your email comes from.',
    body,
    also: {
      tool: addDomain,
      input: { name: name || 'acme.com' },
      ask: 'Add acme.com and tell me which DNS records to publish.',
    },
    status: failure?.status ?? 200,
  });
}

function addForm(name: string, failure: Failure | null): Html {
  return sheet({
    title: 'Add a domain',
    body: form(
      domainsPath,
      html`${textField({
        name: 'name',
        label: 'Domain',
        value: name,
        placeholder: 'acme.com',
        hint: 'The part after the @ of your sender address.',
        charactersMax: sendingDomainCharactersMax,
        fault: faultsByField(failure).get('name') ?? null,
      })}${button('Add domain', { picture: 'add' })}`,
    ),
  });
}

export async function addOne(visit: Visit): Promise<HttpAnswer> {
  const name = (visit.form.get('name') ?? '').trim();
  try {
    const { id } = await visit.call(addDomain, { name });
    return seeOther(`${domainsPath}/${id}?done=added`);
  } catch (error) {
    return await showDomains(visit, name, correctable(error));
  }
}
