import { getOrganization } from '../../../../../tools/organizations/get-organization.ts';
import { approvalLimits } from '../../../../model/approval/approval.ts';
import { dayMs } from '../../../../model/instant.ts';
import { integrationLimits } from '../../../../model/integration/integration.ts';
import { auditLimits } from '../../../../model/organization/audit.ts';
import { messagesKeptMs } from '../../../../model/webhook/webhook.ts';
import { posthouse } from '../../../../world/command-line.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { html } from '../../../public/html.ts';
import { meter } from '../../look/charts.ts';
import { codeFigure, icon, list, sheet, statistics } from '../../look/parts.ts';
import { inDigits } from '../../number-words.ts';
import type { Visit } from '../../page.ts';
import { settingsPage } from './settings-frame.ts';

export async function showStorage(visit: Visit): Promise<HttpAnswer> {
  const { id, storage_octets, limits, plan } = await visit.call(getOrganization);
  const { storage_octets_max: max, requests_per_minute } = limits;
  const { retentionDays = 0 } = visit.engine.settings;
  const command = `${posthouse} tools run update_organization --id ${id} --storage_octets_max 10000000000`;
  const share = max === null || max === 0 ? null : storage_octets / max;
  const body = html`${statistics([
    {
      label: 'Stored',
      value: formatBytes(storage_octets),
      note: max === null ? 'No limit' : `Limit ${formatBytes(max)}`,
      ...(share !== null && share > nearlyFull && { state: 'warn' as const }),
    },
    {
      label: 'API requests a minute',
      value: inDigits(requests_per_minute),
      note: `Limit of the plan ${plan}`,
    },
    {
      label: 'Content of sent mail',
      value: retentionDays === 0 ? 'Kept' : `${retentionDays} days`,
      note: retentionDays === 0 ? 'Until you delete it' : 'Then removed',
    },
  ])}${sheet({
    title: 'Storage',
    body: html`<p>${max === null ? 'This organization has no storage limit.' : `${formatBytes(storage_octets)} of ${formatBytes(max)} are used.`} It counts the content of emails, attachments, templates and imported files.</p>${share === null ? null : html`<div class="section0">${meter(share, share > nearlyFull ? 'c3' : 'c1')}</div>`}
<details class="section0"><summary>Change the storage limit</summary><p class="section0">Only the operator of the server can change it. The number is in bytes.</p><div class="section0">${codeFigure('limit', 'On the server', command)}</div></details>`,
  })}${sheet({
    title: 'Retention',
    bare: true,
    body: list([
      kept(
        'email',
        'Content of settled mail',
        retentionDays === 0 ? 'Kept until you delete it' : `${retentionDays} days`,
      ),
      kept('history', 'Audit log', inDays(auditLimits.keptMs)),
      kept('approval', 'Decided approvals with their emails', inDays(approvalLimits.keptMs)),
      kept('webhook', 'Webhook deliveries', inDays(messagesKeptMs)),
      kept('link', 'Events of integrations', `${integrationLimits.keptDays} days`),
    ]),
    footer: html`<span>The operator sets <code>POSTHOUSE_RETENTION_DAYS</code> to remove the content of settled mail after that many days.</span>`,
  })}`;
  return await settingsPage(visit, {
    title: 'Storage and retention',
    body,
    also: { tool: getOrganization, input: {}, ask: 'How much storage do we use?' },
  });
}

const nearlyFull = 0.9;

function kept(picture: Parameters<typeof icon>[0], title: string, time: string) {
  return { sign: icon(picture), body: html`${title}`, end: html`${time}` };
}

function inDays(ms: number): string {
  return `${ms / dayMs} days`;
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Decimal units, as disks and providers count. */
function formatBytes(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${units[unit]}`;
}
