import { mergeFieldsIn } from '../../content/merge-fields.ts';
import { postalAddressField } from '../../content/postal-address.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import type { TriggerType } from '../definition.ts';
import { hasProperties } from '../rule-language.ts';

const personFields = ['email', 'firstName', 'lastName', 'name'];
const mailFields = ['unsubscribeUrl', 'preferencesUrl', 'webVersionUrl', postalAddressField];
const faultsMax = 5;

/** What is wrong with the merge fields of a text: a sentence for each that could never be filled. */
export function mergeFieldFaults(
  text: string,
  { trigger, inMail }: { trigger: TriggerType | null; inMail: boolean },
): string[] {
  const names = inMail ? [...personFields, ...mailFields] : personFields;
  return mergeFieldsIn(text)
    .flatMap((field) => {
      if (names.includes(field) || /^attributes\../.test(field)) return [];
      if (/^trigger\../.test(field)) {
        if (trigger === null || hasProperties(trigger)) return [];
        return [`holds {{${field}}}, which needs a trigger of type EVENT or MANUAL`];
      }
      if (mailFields.includes(field)) return [`holds {{${field}}}, which is for mails alone`];
      const all = [...names, 'attributes.<name>', 'trigger.<property>'];
      const meant = didYouMean(field, names);
      const repair = meant === undefined ? `there are ${all.join(', ')}` : `did you mean {{${meant}}}?`;
      return [`holds {{${field}}}, which is no merge field; ${repair}`];
    })
    .slice(0, faultsMax);
}
