import { describe, expect, it } from 'vitest';
import { listReferences } from '../../../src/model/workflow/references.ts';
import { definitionOf, mail } from './scene.ts';

const definition = definitionOf({
  trigger: {
    type: 'EVENT',
    name: 'cart.updated',
    filter: { field: 'properties.total', operator: 'gt', value: 10 },
  },
  reentry: 'event.cart',
  goal: {
    or: [
      { field: 'event.order.paid', operator: 'exists' },
      { field: 'tags', operator: 'in', value: ['vip', 'staff'] },
      { field: 'email_clicked', operator: 'eq', value: 'm' },
    ],
  },
  steps: [
    mail('m', { subject: 'Your {{trigger.item|cart}}, {{attributes.nick}}' }),
    { key: 'until', type: 'delay', until: 'trigger.ends' },
    {
      key: 'w',
      type: 'wait_for_event',
      name: 'cart.opened',
      timeout: '1 day',
      filter: { field: 'properties.cart', operator: 'exists' },
    },
    {
      key: 'if',
      type: 'condition',
      rule: {
        and: [
          { field: 'attributes.plan', operator: 'exists' },
          { field: 'trigger.total', operator: 'gt', value: 5 },
        ],
      },
    },
    { key: 'tag', type: 'add_tag', tag: 'reminded' },
    { key: 'hook', type: 'webhook', url: 'https://crm.acme.dev/x', data: { a: [{ b: '{{trigger.item}}' }] } },
  ],
});

describe('every reference in a definition', () => {
  it('is found with its path', () => {
    expect(listReferences(definition).map(({ kind, name, path, step }) => [kind, name, path, step])).toEqual([
      ['event', 'cart.updated', 'trigger.name', null],
      ['property', 'cart', 'reentry', null],
      ['tag', 'vip', 'goal.or[1].value[0]', null],
      ['tag', 'staff', 'goal.or[1].value[1]', null],
      ['event', 'order.paid', 'goal.or[0].field', null],
      ['property', 'item', 'steps.m.subject', 'm'],
      ['attribute', 'nick', 'steps.m.subject', 'm'],
      ['property', 'ends', 'steps.until.until', 'until'],
      ['event', 'cart.opened', 'steps.w.name', 'w'],
      ['attribute', 'plan', 'steps.if.rule.and[0].field', 'if'],
      ['property', 'total', 'steps.if.rule.and[1].field', 'if'],
      ['tag', 'reminded', 'steps.tag.tag', 'tag'],
      ['property', 'item', 'steps.hook.data', 'hook'],
    ]);
  });
});
