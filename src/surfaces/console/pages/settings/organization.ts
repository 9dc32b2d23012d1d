import { getOrganization } from '../../../../../tools/organizations/get-organization.ts';
import { updateOrganizationSettings } from '../../../../../tools/organizations/update-organization-settings.ts';
import type { Failure } from '../../../../model/failure.ts';
import { nameIsUnset } from '../../../../model/organization/organization.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { html } from '../../../public/html.ts';
import { straight } from '../../../public/layout.ts';
import { button, doneNotice, form, selectField, textField } from '../../fields.ts';
import { correctable, faultsByField, rejectedNotice } from '../../form-faults.ts';
import { seeOther } from '../../layout.ts';
import { copyable, sheet } from '../../look/parts.ts';
import { capitalize, inDigits } from '../../number-words.ts';
import { isAdmin, type Visit } from '../../page.ts';
import { factList, foreign, renderTime } from '../../shown.ts';
import { onlyAdmins, settingsPage, settingsPath } from './settings-frame.ts';

const nameCharactersMax = 100;
const labels = { name: 'Name', timezone: 'Time zone' };

type Values = { name: string; timezone: string };

export async function showOrganization(
  visit: Visit,
  values: Values | null = null,
  fault: Failure | null = null,
): Promise<HttpAnswer> {
  const { name, timezone, id, plan, created_at, limits } = await visit.call(getOrganization);
  const shown = values ?? { name, timezone };
  const faults = faultsByField(fault);
  const facts = factList([
    ['ID', copyable(id, 'ID')],
    ['Plan', html`${capitalize(plan)}: ${inDigits(limits.requests_per_minute)} API requests a minute`],
    ['Created', renderTime(created_at, timezone)],
  ]);
  const fields = html`${textField({
    name: 'name',
    label: labels.name,
    value: straight(shown.name),
    hint: nameIsUnset({ name })
      ? 'Recipients see this name. It is still the default.'
      : 'Recipients see this name.',
    charactersMax: nameCharactersMax,
    fault: faults.get('name') ?? null,
  })}${selectField({
    name: 'timezone',
    label: labels.timezone,
    value: shown.timezone,
    hint: 'Used for times in the console, schedules and statistics.',
    options: timeZones(shown.timezone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    fault: faults.get('timezone') ?? null,
  })}${button('Save')}`;
  const body = html`${doneNotice(visit, { saved: 'Saved.' })}${rejectedNotice(fault, labels)}${sheet({
    title: 'Name and time zone',
    body: isAdmin(visit)
      ? form(settingsPath, fields)
      : html`${factList([
          [labels.name, foreign(name)],
          [labels.timezone, html`${timezone.replaceAll('_', ' ')}`],
        ])}${onlyAdmins}`,
  })}${sheet({ title: 'This organization', body: facts })}`;
  return await settingsPage(visit, {
    title: 'Settings',
    body,
    status: fault?.status ?? 200,
    also: {
      tool: updateOrganizationSettings,
      input: { timezone: 'Europe/Lisbon' },
      ask: 'Set the time zone of our organization to Lisbon.',
    },
  });
}

/** All zones of the runtime, and the current one if it has another name. */
function timeZones(current: string): string[] {
  return [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
}

export async function saveOrganization(visit: Visit): Promise<HttpAnswer> {
  const values = { name: visit.form.get('name') ?? '', timezone: visit.form.get('timezone') ?? '' };
  try {
    await visit.call(updateOrganizationSettings, values);
  } catch (error) {
    return await showOrganization(visit, values, correctable(error));
  }
  return seeOther(`${settingsPath}?done=saved`);
}
