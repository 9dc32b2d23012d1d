import { getOrganization } from '../../../../../tools/organizations/get-organization.ts';
import { updateOrganizationSettings } from '../../../../../tools/organizations/update-organization-settings.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { html } from '../../../public/html.ts';
import { icon, linkButton, list, sheet } from '../../look/parts.ts';
import type { Visit } from '../../page.ts';
import { factList, foreign } from '../../shown.ts';
import { settingsPage, settingsPath } from './settings-frame.ts';

/** The public pages show the name and the postal address, and take their language from the browser. */
export async function showBranding(visit: Visit): Promise<HttpAnswer> {
  const { name, postal_address } = await visit.call(getOrganization);
  const lines = (postal_address ?? '').split('\n').filter((line) => line !== '');
  const body = html`${sheet({
    title: 'Shown to recipients',
    body: factList([
      ['Name', foreign(name)],
      [
        'Postal address',
        lines.length === 0
          ? html`<span class="quiet">none</span>`
          : html`${lines.map((line) => html`${foreign(line)}<br>`)}`,
      ],
    ]),
    footer: html`<span class="acts">${linkButton(settingsPath, 'Change the name', { look: 'tiny' })}${linkButton(`${settingsPath}/sending`, 'Change the postal address', { look: 'tiny' })}</span>`,
  })}${sheet({
    title: 'Pages that show them',
    bare: true,
    body: list([
      {
        sign: icon('check'),
        body: html`Confirm a subscription<small>From the link in an opt-in request</small>`,
      },
      {
        sign: icon('settings'),
        body: html`Preferences and unsubscribe<small>From the links in a campaign</small>`,
      },
      { sign: icon('open'), body: html`View in browser<small>A campaign as a page</small>` },
    ]),
    footer: html`<span>These pages appear in the language of the recipient’s browser.</span>`,
  })}`;
  return await settingsPage(visit, {
    title: 'Branding',
    body,
    also: {
      tool: updateOrganizationSettings,
      input: { name: 'Acme' },
      ask: 'Change the name that our recipients see.',
    },
  });
}
