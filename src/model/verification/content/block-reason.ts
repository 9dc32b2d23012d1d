/** Why content is refused, by the contract's names, the strongest first. */
export const blockReasons = [
  'COLD_EMAIL',
  'PHISHING',
  'CREDENTIAL_REQUEST',
  'LOOKALIKE_DOMAIN',
  'PURCHASED_LIST',
  'HIDDEN_TEXT',
  'URL_MISMATCH',
  'MALWARE_LINK',
  'MISSING_IDENTITY',
] as const;
export type BlockReason = (typeof blockReasons)[number];
