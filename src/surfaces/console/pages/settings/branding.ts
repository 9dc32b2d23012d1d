import { getOrganization } from '../../../../../tools/organizations/get-organization.ts';
import { updateOrganizationSettings } from '../../../../../tools/organizations/update-organization-settings.ts';
import type { Failure } from '../../../../model/failure.ts';
import { fitLogo, logoLimits } from '../../../../model/organization/logo.ts';
import { languageFor } from '../../../../model/text/language.ts';
import type { HttpAnswer } from '../../../http/request-response.ts';
import { type Html, html } from '../../../public/html.ts';
import { straight } from '../../../public/layout.ts';
import { preferencesPage } from '../../../public/pages.ts';
import { button, checkbox, doneNotice, textField } from '../../fields.ts';
import { correctable, faultsByField, rejectedNotice } from '../../form-faults.ts';
import { seeOther } from '../../layout.ts';
import { icon, linkButton, sheet } from '../../look/parts.ts';
import { mailFrame } from '../../mail-frame.ts';
import { type ConsolePage, isAdmin, type Visit } from '../../page.ts';
import { factList, foreign } from '../../shown.ts';
import { onlyAdmins, settingsPage, settingsPath } from './settings-frame.ts';

const here = `${settingsPath}/branding`;
/** In a folder, as the public pages are, so that their relative links work. */
const previewPath = '/console/branding-preview';
const labels = { logo: 'Logo', accent_color: 'Accent color' };
/** For the other fields and the lines between the parts of a form. */
const formBytesMax = 64 * 1024;

export const brandingPages: readonly ConsolePage[] = [
  { method: 'GET', path: here, answer: (visit) => show(visit) },
  {
    method: 'POST',
    path: here,
    roles: ['admin'],
    // A larger file gets the sentence of the tool, up to this size.
    uploadBytesMax: 10 * logoLimits.octetsMax + formBytesMax,
    answer: save,
  },
  { method: 'GET', path: previewPath, answer: showPreview },
];

type Organization = Awaited<ReturnType<typeof read>>;

async function read(visit: Visit) {
  return await visit.call(getOrganization);
}

/** @param color as typed in a rejected form */
async function show(
  visit: Visit,
  color: string | null = null,
  fault: Failure | null = null,
): Promise<HttpAnswer> {
  const organization = await read(visit);
  const { name, postal_address } = organization;
  const lines = (postal_address ?? '').split('\n').filter((line) => line !== '');
  const body = html`${doneNotice(visit, { saved: 'Saved. Pages and new mail use it immediately.' })}${rejectedNotice(fault, labels)}${sheet(
    {
      title: 'Logo and color',
      body: isAdmin(visit)
        ? brandForm(organization, color ?? organization.accent_color ?? '', fault)
        : html`${brandFacts(organization)}${onlyAdmins}`,
    },
  )}${sheet({
    title: 'Name and address',
    body: factList([
      ['Name', foreign(name)],
      [
        'Postal address',
        lines.length === 0 ? none : html`${lines.map((line) => html`${foreign(line)}<br>`)}`,
      ],
    ]),
    footer: html`<span class="acts">${linkButton(settingsPath, 'Change the name', { look: 'tiny' })}${linkButton(`${settingsPath}/sending`, 'Change the postal address', { look: 'tiny' })}</span>`,
  })}${sheet({
    title: 'Preview',
    bare: true,
    body: mailFrame(previewPath, {
      title: 'the preference page of a recipient',
      note: 'The preference page, in the language of the recipient’s browser.',
    }),
  })}`;
  return await settingsPage(visit, {
    title: 'Branding',
    sub: 'Shown on the pages for recipients (confirm, preferences, unsubscribe) and in mail that the server writes for you, such as opt-in requests and invitations.',
    body,
    status: fault?.status ?? 200,
    also: {
      tool: updateOrganizationSettings,
      input: { accent_color: '#2f6b3f' },
      ask: 'Use our green, #2f6b3f, on the pages for recipients.',
    },
  });
}

const none = html`<span class="quiet">none</span>`;

function brandForm(organization: Organization, color: string, fault: Failure | null): Html {
  const faults = faultsByField(fault);
  const wrong = faults.get('logo') ?? null;
  const { octetsMax, pixelsMax } = logoLimits;
  const fields = html`<div class="field"><label for="logo">${labels.logo}</label>
${organization.logo && picture(organization.name, organization.logo)}<input type="file" id="logo" name="logo" accept="image/png,image/jpeg,image/webp,image/gif"${wrong === null ? null : html` aria-invalid="true"`} aria-describedby="logo-hint${wrong === null ? '' : ' logo-fault'}">
<p class="help" id="logo-hint">PNG, JPEG, WebP or GIF, up to ${String(octetsMax / 1024)} KiB and ${pixelsMax.toLocaleString('en')} pixels a side. Recipients see it at most 240 × 64 pixels large.</p>${wrong === null ? null : html`<p class="error" id="logo-fault">${icon('bad')}${wrong}</p>`}${organization.logo ? checkbox('removeLogo', { label: 'Remove the logo', hint: 'Mail that was already sent then shows the name in its place.' }) : null}</div>
${textField({
  name: 'accentColor',
  label: labels.accent_color,
  value: straight(color),
  placeholder: '#3a49d1',
  hint: 'Color of buttons and links, as #rrggbb. White text on it must be legible (contrast 4.5). Leave empty for the standard color.',
  charactersMax: 20,
  isOptional: true,
  fault: faults.get('accent_color') ?? null,
})}${button('Save')}`;
  return html`<form method="post" action="${here}" enctype="multipart/form-data">${fields}</form>`;
}

function brandFacts(organization: Organization): Html {
  const { name, logo, accent_color } = organization;
  return factList([
    [labels.logo, logo === null ? none : picture(name, logo)],
    [labels.accent_color, accent_color === null ? html`standard` : html`<code>${accent_color}</code>`],
  ]);
}

function picture(name: string, logo: NonNullable<Organization['logo']>): Html {
  const { width, height } = fitLogo(logo, { width: 240, height: 64 });
  return html`<img src="${new URL(logo.url).pathname}" alt="${straight(name)}" width="${String(width)}" height="${String(height)}">`;
}

async function save(visit: Visit): Promise<HttpAnswer> {
  const file = visit.files.get('logo');
  const color = visit.form.get('accentColor')?.trim() ?? '';
  const hasFile = file !== undefined && file.bytes.length > 0;
  try {
    await visit.call(updateOrganizationSettings, {
      accent_color: color === '' ? null : color,
      ...(hasFile ? { logo: file.bytes.toString('base64') } : visit.form.has('removeLogo') && { logo: null }),
    });
  } catch (error) {
    return await show(visit, color, correctable(error));
  }
  return seeOther(`${here}?done=saved`);
}

const exampleRecipient: Parameters<typeof preferencesPage>[2] = {
  object: 'preferences',
  email: 'r…@example.com',
  locale: null,
  standing: 'subscribed',
  subscriber: true,
  topics: [],
};

/** A page for recipients as they see it, in a frame without rights. */
async function showPreview({ organization, request }: Visit): Promise<HttpAnswer> {
  const language = languageFor({ chosen: request.query.get('lang') });
  const { headers, ...shown } = preferencesPage(language, organization, exampleRecipient, false);
  const policy = headers['Content-Security-Policy']!.replace(
    "frame-ancestors 'none'",
    "frame-ancestors 'self'",
  );
  return {
    ...shown,
    headers: {
      ...headers,
      'Content-Security-Policy': `sandbox; ${policy}`,
      'X-Frame-Options': 'SAMEORIGIN',
    },
  };
}
