import { describe, expect, it } from 'vitest';
import { describeSteps } from '../../../src/model/workflow/outline/describe-steps.ts';
import { describeTrigger } from '../../../src/model/workflow/outline/describe-trigger.ts';
import { formatOutline } from '../../../src/model/workflow/outline/outline.ts';
import { definitionOf, event, welcomeSeries } from './scene.ts';

const looped = {
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
};

describe('the outline of a definition', () => {
  it('numbers the steps and says where each path leads', () => {
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
    expect(formatOutline(definitionOf(looped))).toEqual([
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

describe('the steps of a definition in plain words', () => {
  it('say what each step does and where each way leads', () => {
    expect(describeSteps(definitionOf(welcomeSeries)).split('\n')).toEqual([
      'Steps:',
      '1. welcome: sends the mail “Welcome, {{firstName|friend}}”',
      '2. delay: waits 3 days, then until the next time at 09:00 on Mon–Fri in the time zone of the person',
      '3. clicked: if email_clicked is "welcome", continues with step 4; otherwise, continues with step 5',
      '4. add_tag: adds the tag engaged; then continues with step 9',
      '5. nudge: sends the mail “Can we help?”',
      '6. wait_for_event: waits up to 7 days for the event tour.finished; if it comes, continues with step 7; otherwise, continues with step 8',
      '7. add_tag_2: adds the tag engaged; then continues with step 9',
      '8. exit: ends the run (“quiet”)',
      '9. crm: sends a webhook to crm.acme.dev',
      'People leave the workflow when event.order.paid exists.',
      'People leave the workflow when they unsubscribe, have an address that bounces or complain about mail. People who did so before never enter.',
    ]);
  });

  it('say how loops, ends, cases, shares and settings work', () => {
    expect(describeSteps(definitionOf(looped)).split('\n')).toEqual([
      'Steps:',
      '1. pick: if “paying”, continues with step 4; otherwise, continues with step 2',
      '2. again: waits until trigger.ends, then until the next time at 09:00 in the time zone of the person; if that time is in the past, the run ends',
      '3. exit: ends the run',
      '4. split: chooses at random: 90 %: continues with step 5; 10 %: continues with step 6',
      '5. set: changes attributes.plan of the person',
      '6. loop: waits 1 day; then continues with step 1',
      'No marketing mail from 21:00 to 08:00 on Sat Sun in the time zone of the person.',
      'At most 3 marketing mails to each person in 7 days.',
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
