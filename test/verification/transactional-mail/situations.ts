/** The topics of single mails; each language has its own texts for them. */
export const situations = [
  'receipt',
  'reset',
  'code',
  'invoice',
  'reminder',
  'failedPayment',
  'signIn',
  'addressChanged',
  'shipped',
  'event',
  'invitation',
  'trialEnds',
  'accountCloses',
  'storageFull',
  'twoFactor',
  'exportReady',
  'termsChange',
  'refund',
  'passwordChanged',
  'confirmAddress',
] as const;

/** Subject, text and button text. `{p}` is the product that writes, `{b}` another company that it names. */
export type Saying = readonly [subject: string, text: string, button: string];
export type Sayings = Readonly<Record<(typeof situations)[number], Saying>>;
