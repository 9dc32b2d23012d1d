/** The history of one person: mails, events, workflows and consent, newest first. */
import type { z } from 'zod';
import type { EmailSummary } from '../../../../model/email/email.ts';
import type { Event } from '../../../../model/subscriber/event.ts';
import { stripInvisible } from '../../../../model/text/strip-invisible.ts';
import type { WorkflowRun } from '../../../../model/workflow/workflow-answer.ts';
import { type Html, html } from '../../../public/html.ts';
import { emailState } from '../../email-states.ts';
import type { TrailEntry } from '../../look/parts.ts';
import type { Visit } from '../../page.ts';
import { foreign, renderTime } from '../../shown.ts';
import { runStates } from '../workflows/workflow-states.ts';
import { sourceWords } from './subscriber-states.ts';
import type { ShownSubscriber } from './subscribers.ts';

export type Moment = { at: string; entry: TrailEntry };

type Run = z.output<typeof WorkflowRun>;
type Mail = z.output<typeof EmailSummary>;

type History = {
  person: ShownSubscriber;
  mails: readonly Mail[];
  events: readonly z.output<typeof Event>[];
  runs: readonly Run[];
  names: ReadonlyMap<string, string>;
};

export function timelineEntries(
  { organization: { timezone } }: Visit,
  { person, mails, events, runs, names }: History,
): Moment[] {
  return [
    ...mails.map((mail) => mailMoment(mail, timezone)),
    ...events.map((event) => eventMoment(event, timezone)),
    ...runs.map((run) => runMoment(run, names, timezone)),
    ...consentEntries(person, timezone),
  ].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

/** Reads the names of the workflows of a page of runs at once. */
export async function readWorkflowNames(
  { engine, organization }: Visit,
  runs: readonly Run[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(runs.map(({ workflowId }) => workflowId))];
  const { workflows } = engine.store.forOrganization(organization.key);
  const found = await workflows.namesById(ids);
  return new Map([...found].map(([id, { name }]) => [id, name]));
}

export function mailTitle({ subject }: Pick<Mail, 'subject'>): Html {
  const shown = stripInvisible(subject).trim();
  return shown === '' ? html`(no subject)` : foreign(shown);
}

function mailMoment(mail: Mail, timeZone: string): Moment {
  const { id, created_at: at, trouble } = mail;
  const { state, text, picture } = emailState(mail);
  return {
    at,
    entry: {
      state,
      picture,
      title: html`${text}: <a href="/console/emails/${id}">${mailTitle(mail)}</a>`,
      said: trouble?.message ?? null,
      time: renderTime(at, timeZone),
    },
  };
}

function eventMoment({ name, properties, occurredAt }: z.output<typeof Event>, timeZone: string): Moment {
  const shown = Object.entries(properties)
    .filter((entry): entry is [string, string | number | boolean] => isPlain(entry[1]))
    .slice(0, propertiesShown)
    .map(([key, value]) => `${spaced(key)} ${String(value).slice(0, propertyCharactersMax)}`);
  return {
    at: occurredAt,
    entry: {
      state: 'test',
      picture: 'event',
      title: html`Event ${foreign(spaced(name))}`,
      text: shown.length === 0 ? null : foreign(shown.join(', ')),
      time: renderTime(occurredAt, timeZone),
    },
  };
}

const propertiesShown = 4;
const propertyCharactersMax = 60;

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function spaced(name: string): string {
  return name.replaceAll(/[._]/gu, ' ');
}

function runMoment(run: Run, names: ReadonlyMap<string, string>, timeZone: string): Moment {
  const { state, text, picture } = runStates[run.status];
  const at = run.endedAt ?? run.startedAt;
  const name = names.get(run.workflowId);
  const workflow =
    name === undefined
      ? html`a deleted workflow`
      : html`<a href="/console/workflows/${run.workflowId}">${foreign(name)}</a>`;
  return {
    at,
    entry: {
      state,
      picture: picture === 'ok' ? 'workflow' : picture,
      title: html`${text} in ${workflow}`,
      text: runSentence(run, timeZone),
      time: renderTime(at, timeZone),
    },
  };
}

/** Says where a run stands. Null if there is nothing to say. */
export function runSentence({ status, step, waitsFor }: Run, timeZone: string): Html | null {
  if (status !== 'WAITING' && status !== 'RUNNING') return null;
  const where = step === null ? html`At its start.` : html`At the step ${foreign(spaced(step))}.`;
  if (waitsFor === null) return where;
  return html`${where} Continues ${waitsFor.event === undefined ? null : html`on the event ${foreign(spaced(waitsFor.event))}, or `}${renderTime(waitsFor.until, timeZone)}.`;
}

export function consentEntries(person: ShownSubscriber, timeZone: string): Moment[] {
  const { consent, createdAt, unsubscribedAt, unsubscribeReason, status, source } = person;
  const moments: Moment[] = [
    {
      at: createdAt,
      entry: {
        state: 'still',
        picture: 'person',
        title: `Added ${sourceWords[source]}`,
        text: consent === null ? 'No proof of consent came with it.' : null,
        time: renderTime(createdAt, timeZone),
      },
    },
  ];
  if (consent !== null) {
    const at = consent.at ?? createdAt;
    const text = html`${consent.source === null ? null : html`${foreign(consent.source)}.`}${consent.ip === null ? null : html` From ${foreign(consent.ip)}.`}`;
    moments.push({
      at,
      entry: { state: 'ok', title: 'Agreed to get mail', text, time: renderTime(at, timeZone) },
    });
  }
  if (unsubscribedAt !== null && (status === 'UNSUBSCRIBED' || status === 'COMPLAINED')) {
    moments.push({
      at: unsubscribedAt,
      entry: {
        state: status === 'COMPLAINED' ? 'bad' : 'warn',
        picture: status === 'COMPLAINED' ? 'complaint' : 'personLeft',
        title: status === 'COMPLAINED' ? 'Marked an email as spam' : 'Unsubscribed',
        text: unsubscribeReason === null ? null : foreign(unsubscribeReason),
        time: renderTime(unsubscribedAt, timeZone),
      },
    });
  }
  return moments.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}
