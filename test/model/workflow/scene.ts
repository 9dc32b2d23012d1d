import type { Definition } from '../../../src/model/workflow/definition.ts';
import { type DefinitionTerms, readDefinition } from '../../../src/model/workflow/read-definition.ts';

export const terms: DefinitionTerms = {
  allowPrivate: false,
  ownHost: 'post.example.com',
  timezone: 'Europe/Lisbon',
};

/** @throws Error naming the faults */
export function definitionOf(given: unknown): Definition {
  const read = readDefinition(given, terms);
  if (read.ok) return read.definition;
  throw new Error(JSON.stringify(read.faults, null, 1));
}

export const event = { type: 'EVENT', name: 'user.signed_up' };
export const leave = '[Leave]({{unsubscribeUrl}})';

export function mail(key: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { key, type: 'send_email', subject: 'Hello', markdown: `Hi\n\n${leave}`, ...more };
}

/** The welcome series of the documentation, with nested steps. */
export const welcomeSeries = {
  trigger: event,
  reentry: 'ONCE',
  goal: { field: 'event.order.paid', operator: 'exists' },
  steps: [
    mail('welcome', { subject: 'Welcome, {{firstName|friend}}' }),
    { type: 'delay', duration: '3 days', at: '09:00', days: ['mon', 'tue', 'wed', 'thu', 'fri'] },
    {
      key: 'clicked',
      type: 'condition',
      rule: { field: 'email_clicked', operator: 'eq', value: 'welcome' },
      yes: [{ type: 'add_tag', tag: 'engaged' }],
      no: [
        mail('nudge', { subject: 'Can we help?' }),
        {
          type: 'wait_for_event',
          name: 'tour.finished',
          timeout: '7 days',
          received: [{ type: 'add_tag', tag: 'engaged' }],
          timed_out: [{ type: 'exit', reason: 'quiet' }],
        },
      ],
    },
    { key: 'crm', type: 'webhook', url: 'https://crm.acme.dev/hooks/engaged' },
  ],
};
