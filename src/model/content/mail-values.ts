import { bulkValues } from './bulk-values.ts';
import { type MergeFields, mergeValuesFor } from './merge-fields.ts';
import { addressLine, postalAddressField } from './postal-address.ts';

/**
 * Returns the values of a mail's merge fields. Acceptance stores them, and previews fill them in.
 * @param names of the mail's merge fields
 */
export function resolveMailValues(
  names: readonly string[],
  recipient: Parameters<typeof mergeValuesFor>[1],
  {
    given = {},
    isBulk,
    postalAddress,
  }: {
    /** Take precedence over the recipient's values. */
    given?: MergeFields | undefined;
    isBulk: boolean;
    /** Without an address, its field counts as missing. */
    postalAddress: string | null;
  },
): MergeFields {
  const known = { ...mergeValuesFor(names, recipient), ...given };
  const hasAddress = postalAddress !== null && names.includes(postalAddressField);
  return {
    ...(isBulk ? bulkValues(known) : known),
    ...(hasAddress && { [postalAddressField]: addressLine(postalAddress) }),
  };
}
