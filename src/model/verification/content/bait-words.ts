/** Words that phishers combine with a brand's name, and companies rarely combine with another company's. */
export const baitWords: ReadonlySet<string> = new Set(
  (
    'secure security secured login signin logon verify verification verified account accounts konto conta cuenta compte ' +
    'support service services help helpdesk helpcenter update updates billing payment payments refund refunds ' +
    'wallet claim claims airdrop reward rewards bonus gift giftcard giveaway prize alert alerts notice notification ' +
    'unlock restore recovery recover confirm confirmation auth authenticate identity access ' +
    'kundenservice sicherheit ' +
    'redelivery delivery parcel paket colis tracking customs bank banking portal official survey ' +
    'validation migrate migration sync dapp token tokens limited suspended resolution safe safety'
  ).split(' '),
);
