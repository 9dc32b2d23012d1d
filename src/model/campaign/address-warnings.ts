/** Warns that the organization has no postal address; the campaign's own text may still contain one. */
export function addressWarnings(postalAddress: string | null): string[] {
  if (postalAddress !== null) return [];
  return [
    'No postal_address is set, so its footer has none: CAN-SPAM (15 U.S.C. 7704(a)(5)) and CASL (s. 6(2)) require one; update_organization_settings sets it',
  ];
}
