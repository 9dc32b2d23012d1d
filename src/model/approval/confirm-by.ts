/**
 * Approver of an assistant's calls. `client`: the client's user in a form, otherwise a person at the console.
 * `console`: always a person at the console or terminal. `assistant`: the client's user or, without a form, the
 * assistant itself by returning a token, which only makes it pause.
 */
export const confirmers = ['client', 'console', 'assistant'] as const;
export type ConfirmBy = (typeof confirmers)[number];

export const confirmersDescribed =
  'Who can say yes: `client` (its person in a form where the client can show one, else a person at the console), `console` (always a person at the console or by `posthouse approvals`), or `assistant` (where there is no form, the assistant itself hands back a token: a pause for thought, no person’s yes)';
