import type { z } from 'zod';
import type { ConfirmationShown, Preferences, Standing } from '../../model/subscriber/consent.ts';
import type { Language } from '../../model/text/language.ts';
import type { HttpAnswer } from '../http/request-response.ts';
import { type Html, html } from './html.ts';
import { type PageOwner, pageAnswer, straight } from './layout.ts';
import { wordsIn } from './locales/index.ts';
import type { Words } from './locales/phrases.ts';

/** Pages behind the links of a mail. Each has at most one form, submitted to its own URL. */

type Owner = NonNullable<PageOwner>;
type Recipient = { email: string | null; standing: Standing };

export function unsubscribePage(
  language: Language,
  owner: Owner,
  { email, standing }: Recipient,
  preferences: string,
  done: boolean,
): HttpAnswer {
  const { unsubscribe: words } = wordsIn[language];
  const name = isolated(owner.name);
  const toPreferences = html`<p><a href="${preferences}">${words.instead}</a></p>`;
  if (email === null) {
    const body = html`<p role="status">${words.doneWithoutAddress}</p>`;
    return pageAnswer(200, language, owner, { title: words.doneTitle, body });
  }
  const address = unbroken(email);
  if (done || standing === 'unsubscribed') {
    const body = html`<p role="status">${words.done(name, address)}</p>
<p class="quiet">${words.others}</p>
<p><a href="${preferences}">${words.back}</a></p>`;
    return pageAnswer(200, language, owner, { title: words.doneTitle, body });
  }
  const body = html`<p>${words.ask(name, address)}</p>
<form method="post"><button type="submit">${words.button}</button></form>
<p class="quiet">${words.others}</p>
${toPreferences}`;
  return pageAnswer(200, language, owner, { title: words.title, body });
}

/** Preference page; with `saved` after a submission. */
export function preferencesPage(
  language: Language,
  owner: Owner,
  shown: z.infer<typeof Preferences>,
  saved: boolean,
): HttpAnswer {
  const { preferences: words } = wordsIn[language];
  const { email, standing } = shown;
  const title = words.title;
  if (email === null) {
    return pageAnswer(200, language, owner, { title, body: html`<p>${words.erased}</p>` });
  }
  const name = isolated(owner.name);
  const final = finalWords(words, standing, name);
  const body = html`${saved ? html`<p class="notice" role="status">${words.saved}</p>` : null}
<p>${words.intro(name, unbroken(email))}</p>
${final === null ? preferencesForm(words, name, shown) : html`<p class="warned">${final}</p>`}`;
  return pageAnswer(200, language, owner, { title, body });
}

function finalWords(words: Words['preferences'], standing: Standing, name: string): string | null {
  switch (standing) {
    case 'bounced':
      return words.bounced;
    case 'complained':
      return words.complained;
    case 'stopped':
      return words.stopped(name);
    default:
      return null;
  }
}

/** No choice is preselected for a PENDING subscriber, because silence is not consent (GDPR recital 32). */
function preferencesForm(
  words: Words['preferences'],
  name: string,
  { standing, topics }: z.infer<typeof Preferences>,
): Html {
  return html`<form method="post">
${standing === 'pending' ? html`<p class="warned">${words.pending}</p>` : null}
<fieldset>
<legend>${words.mail(name)}</legend>
${wish('yes', words.yes, standing === 'subscribed')}
${wish('no', words.no, standing === 'unsubscribed')}
</fieldset>
${topics.length > 0 ? topicChoices(words, topics) : null}
<button type="submit">${words.save}</button>
</form>`;
}

function wish(value: string, label: string, checked: boolean): Html {
  return html`<div class="choice"><input type="radio" name="subscribed" id="${value}" value="${value}" required${attribute('checked', checked)}><label for="${value}">${label}</label></div>`;
}

/** Submits the shown topics too, so that a topic created meanwhile does not count as deselected. */
function topicChoices(words: Words['preferences'], topics: z.infer<typeof Preferences>['topics']): Html {
  return html`<fieldset aria-describedby="topics-hint">
<legend>${words.topics}</legend>
<p class="quiet" id="topics-hint">${words.topicsHint}</p>
${topics.map(topicChoice)}
</fieldset>`;
}

function topicChoice({ id, name, description, chosen }: z.infer<typeof Preferences>['topics'][number]): Html {
  const described = description === null ? null : html` aria-describedby="${id}-description"`;
  return html`<div class="choice"><input type="hidden" name="shown" value="${id}"><input type="checkbox" name="topic" id="${id}" value="${id}"${described}${attribute('checked', chosen)}><label for="${id}">${isolated(name)}</label>${description === null ? null : html`<p class="quiet" id="${id}-description">${description}</p>`}</div>
`;
}

export function confirmPage(
  language: Language,
  owner: Owner,
  { email, standing }: z.infer<typeof ConfirmationShown>,
): HttpAnswer {
  const { confirm: words, preferences } = wordsIn[language];
  const name = isolated(owner.name);
  const address = unbroken(email ?? '');
  if (standing === 'pending') {
    const body = html`<p>${words.ask(name, address)}</p>
<form method="post"><button type="submit">${words.button}</button></form>`;
    return pageAnswer(200, language, owner, { title: words.title, body });
  }
  if (standing === 'subscribed') {
    const body = html`<p class="notice" role="status">${words.done(name, address)}</p>`;
    return pageAnswer(200, language, owner, { title: words.doneTitle, body });
  }
  const why = finalWords(preferences, standing, name) ?? words.stale;
  const body = html`<p role="status">${why}</p>`;
  return pageAnswer(staleStatus, language, owner, { title: words.staleTitle, body });
}

/** Gone (RFC 9110 section 15.5.11). */
const staleStatus = 410;

export function notFoundPage(language: Language): HttpAnswer {
  const { title, text, advice } = wordsIn[language].notFound;
  return pageAnswer(404, language, null, { title, body: html`<p>${text}</p><p>${advice}</p>` });
}

export function contentRemovedPage(language: Language, owner: Owner): HttpAnswer {
  const { title, text } = wordsIn[language].contentRemoved;
  return pageAnswer(410, language, owner, { title, body: html`<p>${text}</p>` });
}

/** Shown during an outage, when the link may still be valid. */
export function unavailablePage(language: Language): HttpAnswer {
  const { title, text } = wordsIn[language].unavailable;
  return pageAnswer(503, language, null, { title, body: html`<p>${text}</p>` });
}

function attribute(name: 'checked', stands: boolean): Html | null {
  return stands ? { markup: ` ${name}` } : null;
}

/** Isolates untrusted text, so that right-to-left text does not reorder the sentence (UAX #9). */
function isolated(text: string): string {
  return `\u2068${straight(text)}\u2069`;
}

/** Prevents a line break after the ellipsis of a masked address (U+2060). */
function unbroken(address: string): string {
  return isolated(address.replace('…', '…\u2060'));
}
