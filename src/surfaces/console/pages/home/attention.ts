import { listApprovals } from '../../../../../tools/approvals/list-approvals.ts';
import { listCampaigns } from '../../../../../tools/campaigns/list-campaigns.ts';
import { listDomains } from '../../../../../tools/domains/list-domains.ts';
import { listWebhooks } from '../../../../../tools/webhooks/list-webhooks.ts';
import { html } from '../../../public/html.ts';
import { icon, type ListRow } from '../../look/parts.ts';
import { inNumber } from '../../number-words.ts';
import type { Visit } from '../../page.ts';
import { foreign, renderShortTime } from '../../shown.ts';

const rowsPerKindMax = 3;
const read = 100;

/** Pending decisions and failures, most urgent first. */
export async function attentionRows(visit: Visit): Promise<ListRow[]> {
  const [approvals, domains, webhooks, sending] = await Promise.all([
    visit.call(listApprovals, { status: 'pending', limit: read }),
    visit.call(listDomains, { limit: read }),
    visit.call(listWebhooks, { limit: read }),
    visit.call(listCampaigns, { status: 'SENDING', limit: read }),
  ]);
  const { timezone } = visit.organization;
  const soonest = approvals.data.map(({ expires_at }) => expires_at).sort()[0];
  const waiting: ListRow[] =
    soonest === undefined
      ? []
      : [
          {
            state: 'info',
            sign: icon('approval'),
            body: html`<a href="/console/approvals"><b>${inNumber(approvals.data.length, 'request needs', 'requests need')} approval</b></a><small>The first expires ${renderShortTime(soonest, timezone, visit.now)}</small>`,
          },
        ];
  const paused = sending.data
    .filter((campaign) => campaign.paused)
    .map(
      ({ id, name }): ListRow => ({
        state: 'warn',
        sign: icon('pause'),
        body: html`<a href="/console/campaigns/${id}"><b>${foreign(name)} is paused</b></a><small>The remaining recipients wait until someone resumes it</small>`,
      }),
    );
  const unverified = domains.data
    .filter(({ status }) => status !== 'verified')
    .map(
      ({ id, name, status }): ListRow => ({
        state: status === 'pending' || status === 'not_started' ? 'warn' : 'bad',
        sign: icon('domain'),
        body: html`<a href="/console/domains/${id}"><b>${foreign(name)} is not verified</b></a><small>${domainSentences[status] ?? 'Some DNS records are missing or wrong'}</small>`,
      }),
    );
  const failing = webhooks.data
    .filter(({ consecutive_failures, status }) => consecutive_failures > 0 || status === 'auto_disabled')
    .map(
      ({ id, url, consecutive_failures, status }): ListRow => ({
        state: status === 'auto_disabled' ? 'bad' : 'warn',
        sign: icon('webhook'),
        body: html`<a href="/console/developers/webhooks/${id}"><b>${status === 'auto_disabled' ? 'A webhook was turned off' : 'A webhook is failing'}</b></a><small>${foreign(URL.parse(url)?.host ?? url)} did not accept the last ${inNumber(consecutive_failures, 'call')}</small>`,
      }),
    );
  return [waiting, paused, unverified, failing].flatMap((rows) => rows.slice(0, rowsPerKindMax));
}

const domainSentences: Readonly<Record<string, string>> = {
  not_started: 'Its DNS records were not checked yet',
  pending: 'Some DNS records were not found yet',
  failed: 'Some DNS records are missing or wrong',
};
