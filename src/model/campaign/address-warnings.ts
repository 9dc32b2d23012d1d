/** The campaign's own text may still contain an address. */
export function addressWarnings(postalAddress: string | null): string[] {
  if (postalAddress !== null) return [];
  return [
    'No postal_address is set, so the footer of the campaign shows none: CAN-SPAM (15 U.S.C. 7704(a)(5)) and CASL (s. 6(2)) require one; update_organization_settings sets it',
  ];
}
