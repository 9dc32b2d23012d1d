import { describe, expect, it } from 'vitest';
import { changeDefinition, changeSteps } from '../../../src/model/workflow/change-steps.ts';
import type { Definition } from '../../../src/model/workflow/definition.ts';
import { definitionOf, mail, terms, welcomeSeries } from './scene.ts';

const known = definitionOf({ ...welcomeSeries, timezone: 'Europe/Lisbon' });

function stepOf({ steps }: Definition, key: string) {
  return steps.find((step) => step.key === key)?.config;
}

function changed(changes: object): Definition {
  const read = changeSteps(known, changes, terms);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.definition;
}

describe('changing a single step', () => {
  it('keeps its other fields and all other steps', () => {
    const after = changed({
      welcome: { subject: 'Hi', preview: 'Glad' },
      delay: { config: { at: '10:00' } },
    });
    expect(stepOf(after, 'welcome')).toEqual({
      ...stepOf(known, 'welcome'),
      subject: 'Hi',
      preview: 'Glad',
    });
    expect(stepOf(after, 'delay')).toEqual({ ...stepOf(known, 'delay'), at: '10:00' });
    expect(after.connections).toEqual(known.connections);
    expect(after.steps.length).toBe(known.steps.length);
  });

  it('drops a field set to null, and the old body when another kind is set', () => {
    const html = '<a href="{{unsubscribeUrl}}">Leave</a>';
    const after = changed({ delay: { at: null, days: null }, welcome: { html } });
    expect(stepOf(after, 'delay')).toMatchObject({ duration: '3 days', at: null, days: [] });
    expect(stepOf(after, 'welcome')).toMatchObject({ body: { kind: 'html', source: html } });
    const dated = changed({
      delay: { duration: null, until: 'attributes.ends', past: 'exit', at: null, days: null },
    });
    const back = changeSteps(dated, { delay: { duration: '1 day', until: null } }, terms);
    expect(back.ok && stepOf(back.definition, 'delay')).toMatchObject({ duration: '1 day', until: null });
  });

  it.each([
    ['an unknown key', { wellcome: { subject: 'Hi' } }, 'changes.wellcome', /did you mean welcome/],
    ['null for a step', { welcome: null }, 'changes.welcome', /give all steps/],
    ['another key', { welcome: { key: 'hello' } }, 'changes.welcome.key', /rename/],
    ['another type', { welcome: { type: 'exit' } }, 'changes.welcome.type', /cannot change/],
    ['a list of steps', { clicked: { yes: [] } }, 'changes.clicked.yes', /give all steps/],
    ['a required field taken out', { welcome: { subject: null } }, 'changes.welcome.subject', /required/],
    ['a wrong value', { delay: { duration: 'soon' } }, 'changes.delay.duration', /3 days/],
    ['an unknown field', { crm: { urll: 'x' } }, 'changes.crm.urll', /did you mean url/],
  ])('is rejected with %s', (_, changes, path, says) => {
    const read = changeSteps(known, changes, terms);
    expect(read.ok ? [] : read.faults).toEqual([
      expect.objectContaining({ path, message: expect.stringMatching(says) }),
    ]);
  });
});

describe('changing part of a definition', () => {
  it('keeps omitted fields and resets fields set to null', () => {
    const read = changeDefinition(known, { goal: null, reentry: 'EVERY_TIME' }, terms);
    expect(read).toEqual({ ok: true, definition: { ...known, goal: null, reentry: 'EVERY_TIME' } });
  });

  it('replaces all steps in either form', () => {
    const read = changeDefinition(known, { steps: [mail('only')] }, terms);
    expect(read.ok && read.definition).toMatchObject({
      start: 'only',
      connections: [],
      timezone: 'Europe/Lisbon',
    });
  });

  it('accepts settings together with changes, but not steps together with changes', () => {
    const both = changeDefinition(known, { timezone: 'UTC', changes: { welcome: { subject: 'Hi' } } }, terms);
    expect(both.ok && both.definition.timezone).toBe('UTC');
    expect(both.ok && stepOf(both.definition, 'welcome')).toMatchObject({ subject: 'Hi' });
    const read = changeDefinition(known, { steps: [], changes: {} }, terms);
    expect(read.ok ? [] : read.faults).toMatchObject([{ path: 'changes' }]);
  });
});
