/**
 * Approver of an assistant's calls. `client`: its user in a form, otherwise a person at the console.
 * `console`: a person at the console or terminal. `assistant`: its user in a form, otherwise itself.
 */
export const confirmers = ['client', 'console', 'assistant'] as const;
export type ConfirmBy = (typeof confirmers)[number];

export const confirmersDescribed =
  'Where a person approves: `client` (in a form of the client; at the console if the client has no forms), `console` (at the console or with `posthouse approvals`) or `assistant` (in a form of the client; if it has none, the assistant repeats the call with a token, which does not prove that a person approved)';
