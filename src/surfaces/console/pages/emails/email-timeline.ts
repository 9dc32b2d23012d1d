import type { Outcome } from '../../../../model/email/explain-outcome.ts';
import { explainReply } from '../../../../model/email/explain-outcome.ts';
import { type Html, html } from '../../../public/html.ts';
import { emailStates } from '../../email-states.ts';
import { type IconName, type State, type TrailEntry, trail } from '../../look/parts.ts';
import { capitalize } from '../../number-words.ts';
import type { Visit } from '../../page.ts';
import { foreign, renderExactTime } from '../../shown.ts';
import type { KnownSuppression } from './email-actions.ts';
import type { Whole } from './mail-words.ts';

type Event = Whole['events'][number];
type Words = {
  title: string;
  text?: Html | string | null;
  said?: unknown;
  state?: State;
  picture?: IconName;
};

/** Renders the history of an email, oldest entry first. */
export function renderTimeline(
  visit: Visit,
  email: Whole,
  { cause, suppression }: { cause: Html; suppression: KnownSuppression | null },
): Html {
  const { timezone } = visit.organization;
  const time = (at: string): Html => renderExactTime(at, timezone, visit.now);
  const entries = email.events.filter((event, index) => !isRepeated(event, email.events[index + 1]));
  const rows: TrailEntry[] = entries.map((event, index) => {
    const isFirst = index === 0 && event.type === 'queued';
    const { state, picture, ...words } = isFirst ? accepted(event, email, cause) : describeEvent(event, time);
    const known = event.type === 'reencoded' ? null : emailStates[event.type];
    const said = typeof words.said === 'string' && words.said !== '' ? words.said : null;
    return {
      state: state ?? known?.state ?? 'still',
      ...(picture ? { picture } : known && { picture: known.picture }),
      title: words.title,
      text: words.text ?? null,
      said,
      time: time(event.created_at),
    };
  });
  return trail([...rows, ...suppressionEntry(email, suppression, time)]);
}

/** A server that accepts a mail for its recipient also delivers it, in the same attempt. */
function isRepeated({ type, created_at }: Event, next: Event | undefined): boolean {
  return type === 'sent' && next?.type === 'delivered' && next.created_at === created_at;
}

function accepted({ data }: Event, { delivery_mode }: Whole, cause: Html): Words {
  const warnings = Array.isArray(data.warnings) ? data.warnings : [];
  const messages = warnings.flatMap((warning) =>
    typeof warning?.message === 'string' && delivery_mode !== 'captured'
      ? [html` ${foreign(warning.message)}.`]
      : [],
  );
  return {
    title: delivery_mode === 'captured' ? 'Accepted and captured' : 'Accepted',
    state: delivery_mode === 'captured' ? 'test' : 'ok',
    picture: delivery_mode === 'captured' ? 'captured' : 'check',
    text: html`${cause}${messages}`,
  };
}

function describeEvent({ type, data, machine }: Event, time: (at: string) => Html): Words {
  const title = (word: string): string =>
    typeof data.attempt === 'number' ? `Attempt ${data.attempt}: ${word}` : capitalize(word);
  const server =
    typeof data.by === 'string' && data.by !== 'posthouse' ? html`<b>${foreign(data.by)}</b>` : null;
  const connection = describeConnection(data.tls);
  switch (type) {
    case 'queued':
      return data.released
        ? { title: 'Released', text: 'Sending was turned on, and a person or program released the email.' }
        : { title: 'Queued again', text: 'A person or program asked for another attempt.' };
    case 'scheduled':
      return { title: 'Scheduled' };
    case 'sent':
      return {
        title: title('handed over'),
        text: html`${server ?? 'The next server'} accepted the email and will deliver it.${connection}`,
        said: data.message,
      };
    case 'delivered':
      return {
        title: title('delivered'),
        text: html`${server ?? 'The server of the recipient'} accepted the email.${connection}`,
        said: data.message,
      };
    case 'delivery_delayed': {
      const next = typeof data.next_attempt_at === 'string' ? data.next_attempt_at : null;
      const again =
        next !== null && !Number.isNaN(Date.parse(next)) ? html` Next attempt: ${time(next)}.` : null;
      return {
        title: title('delayed'),
        text: html`${explainReply(type, data)}${server && html` Server: ${server}.`}${again}`,
        said: data.message,
      };
    }
    case 'bounced':
      return {
        title: typeof data.attempt === 'number' ? title('rejected') : 'Returned',
        text: html`${explainReply(type, data)}${server && html` Server: ${server}.`}`,
        said: data.message ?? (data.bounce as { message?: unknown } | undefined)?.message,
      };
    case 'opened':
    case 'clicked':
      return visitWords(type, data, machine);
    case 'complained':
      return { title: 'Marked as spam', text: 'The mail provider reported it.', said: data.message };
    case 'suppressed':
      return { title: 'Not sent', text: 'The address is suppressed.' };
    case 'failed':
      return { title: 'Failed', text: 'The email did not leave this server.', said: data.message };
    case 'canceled':
      return { title: 'Cancelled', text: 'It had not left this server.' };
    case 'reencoded':
      return { title: 'Encoded again', text: 'The next server needed another encoding.', picture: 'code' };
  }
}

function visitWords(type: 'opened' | 'clicked', data: Event['data'], machine: boolean): Words {
  const title = type === 'opened' ? 'Opened' : 'Link clicked';
  const link = typeof data.link === 'string' ? html`${foreign(data.link)}. ` : null;
  return {
    title: machine ? `${title} by a machine` : title,
    ...(machine && { state: 'still' as const }),
    text: html`${link}${machine ? 'A scanner or an image proxy, not a person.' : null}`,
  };
}

function describeConnection(tls: unknown): Html | string {
  if (tls === null) return ' The connection was not encrypted.';
  if (typeof tls !== 'object' || !('protocol' in tls) || typeof tls.protocol !== 'string') return '';
  return html` Connection: ${foreign(tls.protocol.replace(/^TLSv/, 'TLS '))}.`;
}

function suppressionEntry(
  { id }: Whole,
  suppression: KnownSuppression | null,
  time: (at: string) => Html,
): TrailEntry[] {
  if (suppression?.source_id !== id) return [];
  return [
    {
      state: 'still',
      picture: 'suppressed',
      title: 'Address suppressed',
      text: html`Posthouse sends no more ${suppression.scope === 'marketing' ? 'marketing email' : 'email'} to this address until someone removes its <a href="/console/suppressions">suppression</a>.`,
      time: time(suppression.created_at),
    },
  ];
}

/** The state of a mail as a notice says it: quiet where nothing has to be done. */
export function noticeState(email: Whole, { advice }: Outcome): { state: State; isCalm: boolean } {
  const { state } = emailStates[email.last_event];
  if (email.delivery_mode === 'captured') return { state: 'test', isCalm: false };
  return { state, isCalm: advice === null };
}
