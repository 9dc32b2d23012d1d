import type { IconName } from '../../look/parts.ts';

export type Example = {
  name: string;
  description: string;
  picture: IconName;
  /** Input for a new workflow. */
  definition: Readonly<Record<string, unknown>>;
};

const leave = '\n\n[Unsubscribe]({{unsubscribeUrl}})';

/** Workflows to begin with. Their texts hold no address of another site. */
export const gallery: Readonly<Record<string, Example>> = {
  welcome: {
    name: 'Welcome series',
    description: 'Greets each new subscriber, and asks three days later whether they need help.',
    picture: 'people',
    definition: {
      trigger: { type: 'SUBSCRIBER_CREATED' },
      steps: [
        {
          key: 'welcome',
          type: 'send_email',
          subject: 'Welcome, {{firstName|friend}}',
          markdown: `# Glad you are here\n\nThank you for signing up. You will hear from us when there is something worth reading.${leave}`,
        },
        { key: 'pause', type: 'delay', duration: '3 days', at: '09:00' },
        {
          key: 'question',
          type: 'send_email',
          subject: 'Can we help, {{firstName|friend}}?',
          markdown: `Is anything unclear? Reply to this email, and a person will answer.${leave}`,
        },
      ],
    },
  },
  cart: {
    name: 'Abandoned cart',
    description: 'Reminds people about their cart after four hours, unless they have paid by then.',
    picture: 'wait',
    definition: {
      trigger: { type: 'EVENT', name: 'cart.filled' },
      reentry: 'event.cart',
      mailsMax: { count: 2, per: '7 days' },
      steps: [
        {
          key: 'paid',
          type: 'wait_for_event',
          name: 'order.paid',
          timeout: '4 hours',
          received: [{ type: 'exit', reason: 'bought' }],
          timed_out: [
            {
              key: 'reminder',
              type: 'send_email',
              subject: 'Your cart is waiting',
              markdown: `You left something in your cart. Reply to this email if you have a question about it.${leave}`,
            },
          ],
        },
        {
          key: 'paid_later',
          type: 'wait_for_event',
          name: 'order.paid',
          timeout: '2 days',
          timed_out: [{ key: 'abandoned', type: 'add_tag', tag: 'abandoned cart' }],
        },
      ],
    },
  },
  asleep: {
    name: 'Re-engagement',
    description:
      'Asks people with the tag “asleep” whether they still want email, and unsubscribes people who do not answer.',
    picture: 'retry',
    definition: {
      trigger: { type: 'TAG_ADDED', tag: 'asleep' },
      steps: [
        {
          key: 'still',
          type: 'send_email',
          subject: 'Still interested, {{firstName|friend}}?',
          markdown: `We have not heard from you for a while. [Choose what you receive]({{preferencesUrl}}) if you want to stay.${leave}`,
        },
        { key: 'fortnight', type: 'delay', duration: '14 days' },
        {
          key: 'answered',
          type: 'condition',
          rule: { field: 'email_clicked', operator: 'eq', value: 'still' },
          yes: [{ key: 'awake', type: 'remove_tag', tag: 'asleep' }],
          no: [{ key: 'goodbye', type: 'unsubscribe' }],
        },
      ],
    },
  },
  birthday: {
    name: 'Birthday',
    description: 'Sends a birthday greeting every year on the date in the field “birthday”.',
    picture: 'calendar',
    definition: {
      trigger: { type: 'DATE', config: { attribute: 'birthday', at: '09:00', yearly: true } },
      reentry: 'EVERY_TIME',
      steps: [
        {
          key: 'wishes',
          type: 'send_email',
          subject: 'Happy birthday, {{firstName|friend}}',
          markdown: `We wish you a wonderful year ahead.${leave}`,
        },
      ],
    },
  },
};
