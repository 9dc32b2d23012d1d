import { decisionChallenge } from '../../engine/people/passkeys.ts';
import { presenceChallenge } from '../../engine/people/presence.ts';
import { type Html, html } from '../public/html.ts';
import type { Visit } from './page.ts';

/** Message if `visit.isPersonPresent` returns false. */
export const pageNotFound =
  'Nothing was changed: this action needs your passkey. Try again and confirm on your device.';

export function form(action: string, body: Html, look: '' | 'inline' = ''): Html {
  return html`<form method="post" action="${action}" class="${look}">${body}</form>`;
}

export function hiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

type TextField = {
  name: string;
  label: string;
  value?: string;
  type?: 'text' | 'email';
  hint?: string;
  autocomplete?: string;
  charactersMax: number;
  isOptional?: boolean;
};

export function textField({
  name,
  label,
  value = '',
  type = 'text',
  hint,
  autocomplete = 'off',
  charactersMax,
  isOptional = false,
}: TextField): Html {
  return html`<div class="field"><label for="${name}">${label}</label>
<input type="${type}" id="${name}" name="${name}" value="${value}" maxlength="${String(charactersMax)}" autocomplete="${autocomplete}"${isOptional ? null : html` required`}${hint === undefined ? null : html` aria-describedby="${name}-hint"`}>
${hint === undefined ? null : html`<p class="quiet" id="${name}-hint">${hint}</p>`}</div>
`;
}

type Choice = { value: string; label: string; hint?: string; isChosen?: boolean };

export function choices(name: string, legend: string, all: readonly Choice[]): Html {
  return html`<fieldset><legend>${legend}</legend>
${all.map(
  ({
    value,
    label,
    hint,
    isChosen,
  }) => html`<div class="choice"><input type="checkbox" id="${name}-${value}" name="${name}" value="${value}"${isChosen ? html` checked` : null}>
<label for="${name}-${value}">${label}</label>${hint === undefined ? null : html`<p class="quiet">${hint}</p>`}</div>
`,
)}</fieldset>`;
}

/** @param plain submits a form of `passkeyForm` without asking the device, for example to decline */
export function button(
  text: string,
  { look = '', name, value = '', plain }: { look?: string; name?: string; value?: string; plain?: true } = {},
): Html {
  return html`<button type="submit" class="${look}"${name === undefined ? null : html` name="${name}" value="${value}"`}${plain ? html` data-plain formnovalidate` : null}>${text}</button>`;
}

type PasskeyKind = 'create' | 'get';

/**
 * Asks the device before the form is submitted. `isShown` is false if the form is useless without the script,
 * which then reveals it. `options` are for `PublicKeyCredential.parse…OptionsFromJSON`.
 */
export function deviceForm(
  kind: PasskeyKind,
  {
    action,
    options,
    body,
    isShown,
    look = '',
  }: {
    action: string;
    options: object | null;
    body: Html;
    isShown: boolean;
    look?: '' | 'inline';
  },
): Html {
  return html`<form method="post" action="${action}" data-passkey="${kind}" data-options="${JSON.stringify(options)}" class="${look}"${isShown ? null : html` hidden`}>
<input type="hidden" name="passkey" value="">
${body}
<p class="quiet" role="status"></p>
</form>`;
}

/** Requires a passkey if the person has one. @param fingerprint SHA-256 (base64url) of everything approved */
export async function passkeyForm(
  visit: Visit,
  { action, fingerprint, body }: { action: string; fingerprint: string; body: Html },
): Promise<Html> {
  const asked = await decisionChallenge(visit.engine, visit.person, fingerprint);
  if (asked === null) return form(action, body);
  const whole = html`${hiddenField('challenge', asked.sealed)}${body}`;
  return deviceForm('get', { action, options: asked.options, body: whole, isShown: true });
}

/** Asks the device first if the person has a passkey. `visit.isPersonPresent` checks the submitted form. */
export async function presenceForm(
  visit: Visit,
  { action, body, look = '' }: { action: string; body: Html; look?: '' | 'inline' },
): Promise<Html> {
  const asked = await presenceChallenge(visit.engine, visit);
  if (asked === null) return form(action, body, look);
  const whole = html`${hiddenField('challenge', asked.sealed)}${body}`;
  return deviceForm('get', { action, options: asked.options, body: whole, isShown: true, look });
}
