import type { MergeFields, SystemLink } from '../model/content/merge-fields.ts';
import { clickLink, openPixel } from '../model/content/tracked-links.ts';
import type { EmailRecord } from '../model/email/email.ts';
import { type LinkPurpose, publicLink } from './public-links.ts';
import type { Engine } from './scope.ts';

/** The links that a mail carries for its one recipient, under the names of their placeholders. */
export function systemLinksOf(
  engine: Pick<Engine, 'secretBox' | 'settings'>,
  { organization, id }: Pick<EmailRecord, 'organization' | 'id'>,
): MergeFields & Record<SystemLink, string> {
  const subject = { organization, id };
  return {
    unsubscribeUrl: publicLink(engine, 'unsubscribe', subject),
    preferencesUrl: publicLink(engine, 'preferences', subject),
    webVersionUrl: publicLink(engine, 'view', subject),
  };
}

/** With those links the values that a mail is sent with: also what its opens and clicks are followed by. */
export function valuesToSend(
  engine: Pick<Engine, 'secretBox' | 'settings'>,
  email: Pick<EmailRecord, 'organization' | 'id' | 'mergeValues' | 'tracked'>,
  needed: (name: string) => boolean = () => true,
): MergeFields {
  const { organization, id, tracked } = email;
  const subject = { organization, id };
  const values: MergeFields = { ...email.mergeValues };
  for (const [name, purpose] of linksToSend) {
    if (purpose === 'open' ? !tracked.opens : purpose === 'click' && !tracked.clicks) continue;
    if (needed(name)) values[name] = publicLink(engine, purpose, subject);
  }
  return values;
}

const linksToSend = [
  ['unsubscribeUrl', 'unsubscribe'],
  ['preferencesUrl', 'preferences'],
  ['webVersionUrl', 'view'],
  [clickLink, 'click'],
  [openPixel, 'open'],
] as const satisfies readonly (readonly [string, LinkPurpose])[];
