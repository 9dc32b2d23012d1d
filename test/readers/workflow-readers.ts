import { changeDefinition } from '../../src/model/workflow/change-steps.ts';
import type { Definition } from '../../src/model/workflow/definition.ts';
import { describeTrigger } from '../../src/model/workflow/outline/describe-trigger.ts';
import { formatOutline } from '../../src/model/workflow/outline/outline.ts';
import { readDefinition } from '../../src/model/workflow/read-definition.ts';
import { listReferences } from '../../src/model/workflow/references.ts';
import { json } from './grammars.ts';
import type { Reader } from './readers.ts';

const mebi = 1024 * 1024;
const terms = { allowPrivate: false, ownHost: 'mail.acme.example', timezone: 'UTC' };
const event = { type: 'EVENT', name: 'a' };
const pieces = [
  '{{',
  '}}',
  '|',
  'trigger.',
  'a',
  ' ',
  '\n',
  '*',
  '/',
  '-',
  ',',
  '1',
  'days',
  'https://',
  '"',
];

function shown(definition: Definition): unknown {
  const { trigger, reentry } = definition;
  return [formatOutline(definition), listReferences(definition), describeTrigger(trigger, reentry)];
}

/** Readers of workflow definitions. */
export const workflowReaders: readonly Reader[] = [
  {
    name: 'a workflow, as JSON',
    charactersMax: 5 * mebi,
    units: [...json, '"steps":', '"yes":', '"connections":', '"goto":', '"type":"condition"', '"rule":'],
    read(text) {
      let value: unknown = text;
      try {
        value = JSON.parse(text.slice(0, 5 * mebi));
      } catch {
        // A plain text is tested too.
      }
      return [
        readDefinition(value, terms),
        readDefinition({ trigger: event, steps: value }, terms),
        readDefinition({ trigger: value, goal: value, steps: [], connections: value }, terms),
      ];
    },
  },
  {
    name: 'the texts of a workflow',
    charactersMax: mebi,
    units: pieces,
    read(text) {
      const rule = { field: text, operator: 'eq', value: text };
      const read = readDefinition(
        {
          trigger: { type: 'SCHEDULE', cron: text, timezone: text, filter: rule },
          reentry: text,
          timezone: text,
          quietHours: { from: text, to: text, days: [text] },
          steps: [
            { key: text, type: text },
            { type: 'send_email', subject: text, from: text, markdown: text },
            { type: 'delay', duration: text, until: text, at: text },
            { type: 'webhook', url: text, data: { [text]: text } },
            { type: 'exit', goto: text, reason: text },
          ],
        },
        terms,
      );
      const mail = readDefinition(
        {
          trigger: { ...event, filter: { field: 'attributes.a', operator: 'eq', value: text.slice(0, 256) } },
          steps: [
            { key: 'm', type: 'send_email', subject: 'a', html: `{{unsubscribeUrl}}${text}` },
            { type: 'track_event', name: 'a', properties: { a: text.slice(0, 10_000) } },
          ],
        },
        terms,
      );
      if (!mail.ok) return [read, mail];
      const changes = { m: { subject: text, [text]: text } };
      return [read, shown(mail.definition), changeDefinition(mail.definition, { changes }, terms)];
    },
  },
  {
    name: 'what is shown of a workflow',
    charactersMax: mebi,
    units: pieces,
    read(text) {
      const definition: Definition = {
        trigger: { type: 'DATE', attribute: text, offset: text, at: '09:00', yearly: false, filter: null },
        reentry: `event.${text}`,
        exitOn: [],
        goal: { field: text, operator: 'eq', value: text },
        quietHours: null,
        mailsMax: null,
        timezone: null,
        start: 'a',
        steps: [{ key: 'a', type: 'exit', config: { reason: text } }],
        connections: [],
      };
      return shown(definition);
    },
  },
];
