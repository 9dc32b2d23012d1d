import { expect, it } from 'vitest';
import { onBothDatabases } from '../both-databases.ts';

onBothDatabases((place) => {
  it('a trigger accepts the name of a segment and stores its id', async () => {
    const { use, refusal } = place();
    const name = `Payers ${'😀'.repeat(70)}`;
    const rule = { field: 'status', operator: 'eq', value: 'ACTIVE' };
    const segment = await use('create_segment', { name, rule });
    const made = await use('save_workflow', {
      name: 'Welcome',
      trigger: { type: 'SEGMENT_ENTERED', segment: name.toUpperCase() },
      steps: [],
    });
    expect(made.trigger).toMatchObject({ type: 'SEGMENT_ENTERED', config: { segment: segment.id } });
    const changed = await use('save_workflow', {
      workflowId: made.id,
      trigger: { type: 'SEGMENT_ENTERED', config: { segment: name } },
    });
    expect(changed.trigger).toMatchObject({ config: { segment: segment.id } });
    const tried = await use('simulate_workflow', { workflowId: made.id, person: {} });
    expect(tried.enters).toBe(true);
    const { details } = await refusal('save_workflow', {
      name: 'Misspelt',
      trigger: { type: 'SEGMENT_ENTERED', segment: 'Players' },
      steps: [],
    });
    expect(details).toEqual([
      {
        path: 'trigger.segment',
        code: 'invalid',
        message: 'is not the name or id of a segment in this organization; see list_segments',
      },
    ]);
  });
});
