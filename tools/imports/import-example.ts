const counts = {
  rows: 2,
  created: 2,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  duplicates: 0,
  invalid: 0,
  refused: 0,
  pending: 0,
  suppressed: 0,
  stopped: 0,
  inactive: 0,
  reasons: {},
  left_out: {},
};

export const importExample = {
  object: 'import',
  id: 'imp_01k9zr0a3vq8m5t2c7x4w6y1ne',
  status: 'previewed',
  file_name: 'readers.csv',
  octets: 71,
  encoding: 'utf-8',
  separator: ',',
  preset: null,
  columns: [
    { header: 'Email', field: 'email', guessed: true },
    { header: 'First name', field: 'firstName', guessed: true },
  ],
  sample: [
    ['ada@example.com', 'Ada'],
    ['grace@example.com', 'Grace'],
  ],
  on_conflict: 'upsert',
  rows_done: 0,
  rows_total: 2,
  preview: counts,
  result: null,
  warnings: [],
  error: null,
  created_at: '2026-11-22T10:00:00.000Z',
  started_at: null,
  ended_at: null,
} as const;

export const importCompletedExample = {
  ...importExample,
  status: 'completed',
  rows_done: 2,
  result: counts,
  started_at: '2026-11-22T10:00:01.000Z',
  ended_at: '2026-11-22T10:00:02.000Z',
} as const;
