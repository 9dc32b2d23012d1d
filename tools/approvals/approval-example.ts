/** A question that waits for a person, as every door answers it. */
export const approvalExample = {
  object: 'approval' as const,
  id: 'apr_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  status: 'pending' as const,
  tool: 'send_campaign',
  url: 'https://mail.acme.com/console/approvals/apr_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  asked_at: '2026-03-01T12:00:00.000Z',
  expires_at: '2026-03-02T12:00:00.000Z',
  token: { id: 'tok_01ARZ3NDEKTSV4RRFFQ69G5FAV', name: 'assistant' },
  client: 'Claude 2.1',
  decided_at: null,
  decided_by: null,
  word: null,
  outcome: null,
  ids: [],
  answer_until: null,
};
