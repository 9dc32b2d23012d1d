/** What single mail is about; each language says each in its own words. */
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

/** Subject, text and the words of the button. `{p}` is the product that writes, `{b}` another company that it names. */
export type Saying = readonly [subject: string, text: string, button: string];
export type Sayings = Readonly<Record<(typeof situations)[number], Saying>>;
