export const definitionExample = {
  trigger: { type: 'EVENT', name: 'user.signed_up' },
  steps: [
    {
      key: 'welcome',
      type: 'send_email',
      subject: 'Welcome, {{firstName|friend}}',
      markdown: '# Glad you are here\n\n[Leave]({{unsubscribeUrl}})',
    },
    { key: 'later', type: 'delay', duration: '3 days', at: '09:00' },
    { key: 'engaged', type: 'add_tag', tag: 'engaged' },
  ],
};

export const summaryExample = {
  object: 'workflow',
  id: 'wfl_01kaa0xq5v8m3c2n7r4t6w9yzm',
  name: 'Welcome series',
  description: null,
  status: 'DRAFT',
  version: null,
  problem: null,
  outline: [
    'Starts with the event user.signed_up; each person once.',
    '1 welcome: mail "Welcome, {{firstName|friend}}"',
    '2 later: 3 days, then 09:00, their time',
    '3 engaged: tag engaged',
    'leaves on unsubscribe, bounce, complaint; people with one of these never enter',
  ],
  stats: { started: 0, completed: 0, exited: 0, failed: 0, cancelled: 0, goal: 0, open: 0, notEntered: {} },
  revision: 1,
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
  activatedAt: null,
};

export const workflowExample = {
  ...summaryExample,
  trigger: { type: 'EVENT', config: { name: 'user.signed_up' } },
  reentry: 'ONCE',
  exitOn: ['unsubscribe', 'bounce', 'complaint'],
  goal: null,
  quietHours: null,
  mailsMax: null,
  timezone: null,
  steps: [
    {
      key: 'welcome',
      type: 'send_email',
      config: {
        subject: 'Welcome, {{firstName|friend}}',
        transactional: false,
        markdown: '# Glad you are here\n\n[Leave]({{unsubscribeUrl}})',
      },
    },
    { key: 'later', type: 'delay', config: { duration: '3 days', at: '09:00' } },
    { key: 'engaged', type: 'add_tag', config: { tag: 'engaged' } },
  ],
  connections: [
    { from: 'welcome', to: 'later', type: 'default' },
    { from: 'later', to: 'engaged', type: 'default' },
  ],
  draftChanged: false,
  warnings: [],
  stepStats: [
    { key: 'welcome', passed: 0, mailed: 0, suppressed: 0 },
    { key: 'later', passed: 0, mailed: 0, suppressed: 0 },
    { key: 'engaged', passed: 0, mailed: 0, suppressed: 0 },
  ],
  stepRuns: [],
  versions: [],
};

export const activeExample = {
  ...workflowExample,
  versions: [{ version: 1, createdAt: '2026-11-21T10:00:00.000Z' }],
  status: 'ACTIVE',
  version: 1,
  revision: 2,
  updatedAt: '2026-11-21T10:00:00.000Z',
  activatedAt: '2026-11-21T10:00:00.000Z',
};

export const runExample = {
  object: 'workflow_run',
  id: 'run_01kaa0xq5v8m3c2n7r4t6w9yzk',
  workflowId: summaryExample.id,
  version: 1,
  subscriberId: 'sub_01kaa0xq5v8m3c2n7r4t6w9yze',
  email: 'ada@example.com',
  status: 'WAITING',
  step: 'later',
  waitsFor: { reason: 'delay', until: '2026-11-24T09:00:00.000Z' },
  reason: null,
  startedAt: '2026-11-21T10:00:01.000Z',
  endedAt: null,
};

export const explainedExample = {
  ...runExample,
  trigger: { name: 'user.signed_up', plan: 'pro' },
  explanation: ['Waits at later until 24 Nov 2026 09:00 (their time)'],
  visits: [
    {
      visit: 1,
      step: 'welcome',
      arrivedAt: '2026-11-21T10:00:01.000Z',
      leftAt: '2026-11-21T10:00:01.000Z',
      via: 'default',
      emailId: 'eml_01kaa0xq5v8m3c2n7r4t6w9yzd',
      because: {},
    },
  ],
};
