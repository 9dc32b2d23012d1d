import { mergeFieldsIn } from '../../content/merge-fields.ts';
import { postalAddressField } from '../../content/postal-address.ts';
import { meantField } from '../../content/template/meant-field.ts';
import type { TriggerType } from '../definition.ts';
import { hasProperties, triggerPrefix } from './rule-language.ts';

const personFields = ['email', 'firstName', 'lastName', 'name'];
const mailFields = ['unsubscribeUrl', 'preferencesUrl', 'webVersionUrl', postalAddressField];
const faultsMax = 5;

/** Prefix for event properties in other products. */
const ofEvent = /^event\./;

type Place = { trigger: TriggerType | null; inMail: boolean };

/** Returns a sentence for each of the first few merge fields that can never have a value. */
export function mergeFieldFaults(text: string, place: Place): string[] {
  const faults: string[] = [];
  for (const field of mergeFieldsIn(text)) {
    const fault = faultOf(field, place);
    if (fault !== null) faults.push(fault);
    if (faults.length === faultsMax) break;
  }
  return faults;
}

function faultOf(field: string, { trigger, inMail }: Place): string | null {
  const names = inMail ? [...personFields, ...mailFields] : personFields;
  if (names.includes(field) || field.startsWith('attributes.')) return null;
  if (field.startsWith(triggerPrefix)) {
    if (trigger === null || hasProperties(trigger)) return null;
    return `holds {{${field}}}, which needs a trigger of type EVENT or MANUAL`;
  }
  if (mailFields.includes(field)) return `holds {{${field}}}, which is for mails alone`;
  const all = [...names, 'attributes.<name>', 'trigger.<property>'];
  const meant =
    ofEvent.test(field) && trigger !== null && hasProperties(trigger)
      ? field.replace(ofEvent, triggerPrefix)
      : meantField(field);
  const isOffered = meant !== null && (names.includes(meant) || /^(?:attributes|trigger)\./.test(meant));
  const repair = isOffered ? `did you mean {{${meant}}}?` : `there are ${all.join(', ')}`;
  return `holds {{${field}}}, which is no merge field; ${repair}`;
}
