import type { MergeFields, SystemLink } from '../model/content/merge-fields.ts';
import type { EmailRecord } from '../model/email/email.ts';
import { publicLink } from './public-links.ts';
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
