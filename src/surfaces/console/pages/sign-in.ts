import { signInByPasskey, signInOptions } from '../../../engine/people/passkeys.ts';
import { endSession, endSessionWithSecret, provedSession } from '../../../engine/people/sessions.ts';
import {
  isSignInLinkUsable,
  mailLinks,
  type SignInOutcome,
  signInByLink,
  signInLinkPath,
} from '../../../engine/people/sign-in-links.ts';
import { minuteMs, secondMs } from '../../../model/instant.ts';
import { isConsentPath, returnPath, signInLimits } from '../../../model/person/session.ts';
import type { HttpAnswer } from '../../http/request-response.ts';
import { noCookie, readCookie, sessionCookie } from '../../http/session-cookie.ts';
import { type Html, html } from '../../public/html.ts';
import { addressCharactersMax, button, deviceForm, form, hiddenField, textField } from '../fields.ts';
import { barePage, seeOther } from '../layout.ts';
import { notice } from '../look/parts.ts';
import type { ConsolePage, OpenVisit, Visit } from '../page.ts';

/** No response reveals whether a person exists. A link shows a page first, because scanners follow links. */
export const signInPages: readonly ConsolePage[] = [
  { method: 'GET', path: '/console/sign-in', access: 'open', answer: showWays },
  { method: 'POST', path: '/console/sign-in', access: 'open', answer: mailLink },
  { method: 'POST', path: '/console/sign-in/passkey', access: 'open', answer: usePasskey },
  { method: 'GET', path: signInLinkPath, access: 'open', answer: showLink },
  { method: 'POST', path: signInLinkPath, access: 'open', answer: useLink },
  { method: 'POST', path: '/console/sign-out', answer: signOut },
];

const minutes = String(signInLimits.linkMs / minuteMs);

async function showWays(visit: OpenVisit): Promise<HttpAnswer> {
  const back = returnPath(visit.request.query.get('return'));
  const { engine, request } = visit;
  const secret = readCookie(request.headers.cookie, engine.settings.baseUrl);
  const isOther = request.query.has('other');
  if (!isOther && secret !== null && (await provedSession(engine, secret))) return seeOther(back);
  return barePage({
    title: 'Sign in',
    body: waysBody(visit, back, null),
    footer: onServer(visit),
    headers: openerHeaders(back),
  });
}

/** An app may wait for the window that it opened, and this policy would separate the window from the app. */
function openerHeaders(back: string): Readonly<Record<string, string>> {
  return isConsentPath(back) ? { 'Cross-Origin-Opener-Policy': 'unsafe-none' } : {};
}

function waysBody({ engine }: OpenVisit, back: string, warning: string | null): Html {
  const passkey = signInOptions(engine);
  return html`${warning === null ? null : notice({ state: 'bad', title: 'Not signed in.', text: warning })}${
    passkey === null
      ? null
      : deviceForm('get', {
          action: '/console/sign-in/passkey',
          options: passkey.options,
          body: html`${hiddenField('challenge', passkey.sealed)}${hiddenField('return', back)}${button('Continue with a passkey', { picture: 'passkey' })}<p class="or">or</p>`,
          isShown: false,
        })
  }
${form(
  '/console/sign-in',
  html`${hiddenField('return', back)}${textField({
    name: 'email',
    label: 'Email',
    type: 'email',
    autocomplete: 'username webauthn',
    placeholder: 'you@example.com',
    hint: `You get a link that works once and expires after ${minutes} minutes.`,
    charactersMax: addressCharactersMax,
  })}${button('Email me a sign-in link', { look: passkey === null ? 'main' : '', picture: 'email' })}`,
)}`;
}

/** Explains how a person without the mail gets a link. */
function onServer({ engine }: OpenVisit): Html {
  const captures = engine.settings.delivery === 'capture';
  return html`<span>${captures ? 'This server captures all mail, so the link will not reach you. ' : 'If sending is off, the link will not reach you. '}On the server itself, run <code>posthouse console</code> for a link that works once.</span>`;
}

/** Responds immediately and alike for every address. Mailing the link continues in the background. */
async function mailLink({ engine, form, request, attempts, now }: OpenVisit): Promise<HttpAnswer> {
  const back = returnPath(form.get('return'));
  if (!attempts.signIn.allows(request.ip, now)) return tooOften();
  attempts.signIn.spend(request.ip, now);
  void mailLinks(engine, (form.get('email') ?? '').slice(0, addressCharactersMax), back).catch(
    (error: unknown) =>
      engine.world.log.error(
        { err: error, requestId: request.requestId },
        'a sign-in link could not be mailed',
      ),
  );
  const body = html`<p>If a person with this address can sign in here, a link is on its way. It works once and expires after ${minutes} minutes.</p>
<p class="quiet">No mail? Check your spam folder, ask an admin whether you have access, or run
<code>posthouse console</code> on the server to print a link.</p>
<p><a href="/console/sign-in?${new URLSearchParams({ return: back }).toString()}">Back</a></p>`;
  return barePage({ title: 'Check your mail', body, headers: openerHeaders(back) });
}

async function usePasskey(visit: OpenVisit): Promise<HttpAnswer> {
  const { engine, form, request, attempts, now, visitor } = visit;
  const back = returnPath(form.get('return'));
  if (!attempts.signIn.allows(request.ip, now)) return tooOften();
  const shown = {
    sealed: form.get('challenge') ?? '',
    answer: form.get('passkey') ?? '',
    returnPath: back,
  };
  const outcome = await signInByPasskey(engine, shown, visitor);
  if (outcome !== null) return await begun(visit, outcome);
  attempts.signIn.spend(request.ip, now);
  const warning = 'This passkey did not sign you in. Try again, or use a mailed link.';
  const body = waysBody(visit, back, warning);
  return barePage({
    title: 'Sign in',
    body,
    footer: onServer(visit),
    status: 403,
    headers: openerHeaders(back),
  });
}

async function showLink({ engine, request }: OpenVisit): Promise<HttpAnswer> {
  const key = request.query.get('key') ?? '';
  if (!(await isSignInLinkUsable(engine, key))) return linkOver();
  const body = html`<p>This link signs you in to this browser. It works once.</p>
${form(signInLinkPath, html`${hiddenField('key', key)}${button('Sign in')}`)}`;
  return barePage({ title: 'Sign in', body });
}

/** A valid link works regardless of failed attempts, so that no other visitor can lock the person out. */
async function useLink(visit: OpenVisit): Promise<HttpAnswer> {
  const { engine, form, request, attempts, now, visitor } = visit;
  const outcome = await signInByLink(engine, form.get('key') ?? '', visitor);
  if (outcome !== null) return await begun(visit, outcome);
  if (!attempts.signIn.allows(request.ip, now)) return tooOften();
  attempts.signIn.spend(request.ip, now);
  return linkOver();
}

/** Ends the session of the browser's old cookie, because another person may have seen its secret. */
async function begun({ engine, request }: OpenVisit, outcome: SignInOutcome): Promise<HttpAnswer> {
  const { baseUrl } = engine.settings;
  const before = readCookie(request.headers.cookie, baseUrl);
  if (before !== null) await endSessionWithSecret(engine, before);
  return seeOther(outcome.returnPath, { 'Set-Cookie': sessionCookie(outcome.secret, baseUrl) });
}

async function signOut({ engine, person, session, visitor }: Visit): Promise<HttpAnswer> {
  await endSession(engine, person, session.id, { tool: 'sign_out', ...visitor });
  return seeOther('/console/sign-in', { 'Set-Cookie': noCookie(engine.settings.baseUrl) });
}

function linkOver(): HttpAnswer {
  const body = html`<p>It was already used, or is more than ${minutes} minutes old.</p>
<p><a href="/console/sign-in">Request a new link</a></p>`;
  return barePage({ title: 'This link is no longer valid', body, status: 410 });
}

function tooOften(): HttpAnswer {
  const body = html`${notice({ state: 'bad', title: 'Too many attempts from your network.', text: 'A link that you already received still works.' })}
<p><a href="/console/sign-in">Back</a></p>`;
  const headers = { 'Retry-After': String(signInLimits.stretchMs / secondMs) };
  return barePage({ title: 'Too many attempts', body, status: 429, headers });
}
