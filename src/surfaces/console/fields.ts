/** Forms of the console. Labels stand above a control, help and faults below it. */
import { decisionChallenge } from '../../engine/people/passkeys.ts';
import { presenceChallenge } from '../../engine/people/presence.ts';
import type { Failure } from '../../model/failure.ts';
import { type Html, html } from '../public/html.ts';
import { type IconName, icon, notice } from './look/parts.ts';
import type { Visit } from './page.ts';

/** Longest address of RFC 5321 (64 + 1 + 255). */
export const addressCharactersMax = 320;

export function form(action: string, body: Html, look: '' | 'inline' = ''): Html {
  return html`<form method="post" action="${action}" class="${look}">${body}</form>`;
}

export function hiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

type Control = {
  /** Name in the form, and id in the page. */
  name: string;
  label: string;
  value?: string;
  hint?: string;
  /** Message for a rejected value. */
  fault?: string | null;
  isOptional?: boolean;
};

type TextField = Control & {
  type?: 'text' | 'email' | 'url' | 'number' | 'datetime-local' | 'password';
  autocomplete?: string;
  placeholder?: string;
  charactersMax?: number;
};

export function textField({
  type = 'text',
  autocomplete = 'off',
  placeholder,
  charactersMax,
  ...control
}: TextField): Html {
  const { name, value = '' } = control;
  return field(
    control,
    html`<input type="${type}" id="${name}" name="${name}" value="${value}"${charactersMax === undefined ? null : html` maxlength="${String(charactersMax)}"`} autocomplete="${autocomplete}"${placeholder === undefined ? null : html` placeholder="${placeholder}"`}${states(control)}>`,
  );
}

export function textArea({
  rows = 4,
  isCode = false,
  charactersMax,
  ...control
}: Control & { rows?: number; isCode?: boolean; charactersMax?: number }): Html {
  const { name, value = '' } = control;
  // Browsers drop a line break right after the start tag.
  return field(
    control,
    html`<textarea id="${name}" name="${name}" rows="${String(rows)}"${isCode ? html` class="mono" spellcheck="false"` : null}${charactersMax === undefined ? null : html` maxlength="${String(charactersMax)}"`}${states(control)}>
${value}</textarea>`,
  );
}

export type Option = { value: string; label: string };

export function selectField({ options, ...control }: Control & { options: readonly Option[] }): Html {
  const { name, value = '' } = control;
  return field(
    control,
    html`<select id="${name}" name="${name}"${states(control)}>${options.map(
      (option) =>
        html`<option value="${option.value}"${option.value === value ? html` selected` : null}>${option.label}</option>`,
    )}</select>`,
  );
}

function field({ name, label, hint, fault }: Control, control: Html): Html {
  return html`<div class="field"><label for="${name}">${label}</label>
${control}
${hint === undefined ? null : html`<p class="help" id="${name}-hint">${hint}</p>`}${fault ? html`<p class="error" id="${name}-fault">${icon('bad')}${fault}</p>` : null}</div>
`;
}

function states({ name, hint, fault, isOptional = false }: Control): Html {
  const described = [hint === undefined ? [] : [`${name}-hint`], fault ? [`${name}-fault`] : []].flat();
  return html`${isOptional ? null : html` required`}${fault ? html` aria-invalid="true"` : null}${described.length === 0 ? null : html` aria-describedby="${described.join(' ')}"`}`;
}

export type Choice = { value: string; label: string; hint?: string; isChosen?: boolean };

/** @param kind radio buttons allow one choice, checkboxes several */
export function choices(
  name: string,
  legend: string,
  all: readonly Choice[],
  kind: 'checkbox' | 'radio' = 'checkbox',
): Html {
  return html`<fieldset class="field"><legend class="l">${legend}</legend>
${all.map((choice) => pick(kind, name, choice))}</fieldset>`;
}

/** One yes or no. An unchecked box is missing in the form. */
export function checkbox(name: string, choice: Omit<Choice, 'value'>): Html {
  return pick('checkbox', name, { value: 'on', ...choice });
}

function pick(kind: 'checkbox' | 'radio', name: string, { value, label, hint, isChosen }: Choice): Html {
  return html`<label class="pick"><input type="${kind}" name="${name}" value="${value}"${isChosen ? html` checked` : null}><span>${label}${hint === undefined ? null : html`<small>${hint}</small>`}</span></label>
`;
}

type ButtonLook = 'main' | '' | 'tiny' | 'bare tiny' | 'danger' | 'danger tiny' | 'danger main' | 'main tiny';

/** @param plain submits a form of `passkeyForm` without asking the device, for example to decline */
export function button(
  text: Html | string,
  {
    look = 'main',
    name,
    value = '',
    plain,
    picture,
  }: { look?: ButtonLook; name?: string; value?: string; plain?: true; picture?: IconName } = {},
): Html {
  return html`<button type="submit" class="btn ${look}"${name === undefined ? null : html` name="${name}" value="${value}"`}${plain ? html` data-plain formnovalidate` : null}>${picture ? icon(picture) : null}${text}</button>`;
}

/**
 * A button that opens a dialog with a form, without a script.
 *
 * @param id unique in the page
 * @param body fields and the button that acts
 */
export function dialog(
  id: string,
  {
    opener,
    look = '',
    picture,
    title,
    text,
    form: inside,
  }: {
    opener: string;
    look?: ButtonLook;
    picture?: IconName;
    /** The question. */
    title: string;
    text: Html | string;
    /** The whole form, made by `form`, `presenceForm` or `passkeyForm`. */
    form: Html;
  },
): Html {
  return html`<button type="button" class="btn ${look}" command="show-modal" commandfor="${id}">${picture ? icon(picture) : null}${opener}</button><dialog class="dialog" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2><p>${text}</p>${inside}<div class="acts"><button type="button" class="btn" command="close" commandfor="${id}">Cancel</button></div></dialog>`;
}

/** A notice for a failed form. */
export function faultNotice(fault: Failure | string | null): Html | null {
  if (fault === null) return null;
  const text = typeof fault === 'string' ? fault : fault.message;
  return notice({ state: 'bad', title: 'Not saved.', text });
}

/** A notice for the `done` in the URL after a form was saved. */
export function doneNotice({ request }: Visit, notices: Readonly<Record<string, string>>): Html | null {
  const done = request.query.get('done') ?? '';
  return Object.hasOwn(notices, done) ? notice({ state: 'ok', title: notices[done]!, isCalm: true }) : null;
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
