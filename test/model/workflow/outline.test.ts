import { describe, expect, it } from 'vitest';
import { describeTrigger } from '../../../src/model/workflow/outline/describe-trigger.ts';
import { formatOutline } from '../../../src/model/workflow/outline/outline.ts';
import { definitionOf, event, welcomeSeries } from './scene.ts';

describe('the outline of a definition', () => {
  it('numbers the steps and says where each way leads', () => {
    expect(formatOutline(definitionOf(welcomeSeries))).toEqual([
      '1 welcome: mail "Welcome, {{firstName|friend}}"',
      '2 delay: 3 days, then 09:00 Mon–Fri, their time',
      '3 clicked: email_clicked is "welcome"? yes → 4, no → 5',
      '4 add_tag: tag engaged → 9',
      '5 nudge: mail "Can we help?"',
      '6 wait_for_event: wait for tour.finished ≤ 7 days: received → 7, timed out → 8',
      '7 add_tag_2: tag engaged → 9',
      '8 exit: exit "quiet"',
      '9 crm: POST crm.acme.dev',
      'leaves when event.order.paid exists; also on unsubscribe, bounce, complaint; people with one of these never enter',
    ]);
  });

  it('shows loops, ends, cases, shares and settings', () => {
    const definition = definitionOf({
      trigger: event,
      exitOn: [],
      quietHours: { from: '21:00', to: '08:00', days: ['sat', 'sun'] },
      mailsMax: { count: 3, per: '7 days' },
      steps: [
        {
          key: 'pick',
          type: 'branch',
          cases: [{ name: 'paying', rule: { field: 'attributes.plan', operator: 'exists' } }],
          else: [
            { key: 'again', type: 'delay', until: 'trigger.ends', at: '09:00', past: 'exit' },
            { type: 'exit' },
          ],
        },
        {
          key: 'split',
          type: 'ab_split',
          percent: [90, 10],
          a: [{ key: 'set', type: 'update_subscriber', attributes: { plan: null } }],
        },
        { key: 'loop', type: 'delay', duration: '1 day', goto: 'pick' },
      ],
    });
    expect(formatOutline(definition)).toEqual([
      '1 pick: branch paying → 4, else → 2',
      '2 again: until trigger.ends, then 09:00, their time, exit if past',
      '3 exit: exit',
      '4 split: split 90 % → 5, 10 % → 6',
      '5 set: set attributes.plan',
      '6 loop: 1 day → 1',
      'no marketing mail 21:00–08:00 Sat Sun, their time',
      'at most 3 marketing mails in 7 days',
    ]);
  });
});

describe('the description of a trigger', () => {
  it.each([
    [event, 'Starts with the event user.signed_up; each person once.'],
    [
      {
        ...event,
        filter: {
          and: [
            { field: 'trigger.plan', operator: 'eq', value: 'pro' },
            { field: 'tags', operator: 'exists' },
          ],
        },
      },
      'Starts with the event user.signed_up, if trigger.plan is "pro" and tags exists; each person once.',
    ],
    [
      { type: 'DATE', attribute: 'ends', offset: '-7 days' },
      'Starts at 09:00, 7 days before attributes.ends, their time; each person once.',
    ],
    [
      { type: 'DATE', attribute: 'birthday', yearly: true },
      'Starts at 09:00, on attributes.birthday every year, their time; each time, when their last run is over.',
    ],
    [
      { type: 'SCHEDULE', cron: '0 9 1 * *' },
      'Starts at each time of 0 9 1 * * in Europe/Lisbon; each time, when their last run is over.',
    ],
    [{ type: 'TAG_ADDED', tag: 'vip' }, 'Starts when a person gets the tag vip; each person once.'],
    [{ type: 'EMAIL_CLICKED' }, 'Starts when a person clicks in a mail; each person once.'],
    [
      { type: 'SUBSCRIBER_UPDATED', fields: ['status', 'attributes.plan'] },
      'Starts when status or attributes.plan changes; each person once.',
    ],
    [{ type: 'MANUAL' }, 'Starts when trigger_workflow is called; each person once.'],
  ])('is one sentence: %j', (trigger, sentence) => {
    const definition = definitionOf({ trigger });
    expect(describeTrigger(definition.trigger, definition.reentry)).toBe(sentence);
  });

  it('names the property that separates runs', () => {
    const definition = definitionOf({ trigger: event, reentry: 'event.orderId' });
    expect(describeTrigger(definition.trigger, definition.reentry)).toMatch(/once for each orderId\.$/);
  });
});
