import { type Mailbox, parseMailbox } from '../../model/address.ts';
import { cleanSenderName } from '../../model/campaign/sender.ts';
import { Failure } from '../../model/failure.ts';
import { mailHeader } from '../../model/organization/mail-header.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { confirmationMail } from '../../model/subscriber/confirmation.ts';
import type { SubscriberRecord } from '../../model/subscriber/subscriber.ts';
import { type Language, languageFor, languages } from '../../model/text/language.ts';
import type { Engine } from '../context/scope.ts';
import type { Settings } from '../context/settings.ts';
import type { Draft } from '../context/submission.ts';
import { instanceSender } from '../domains/domain-signers.ts';

/** @throws Failure invalid_from_address without a sender address */
export function confirmationDraft(
  engine: Engine,
  organization: OrganizationRecord,
  known: Pick<SubscriberRecord, 'email' | 'locale'>,
): Draft {
  const to = parseMailbox(known.email);
  if (!to.ok) throw new Error('a kept address cannot be read');
  const from = confirmationSender(engine.settings, organization);
  if (from === null) throw new Failure('invalid_from_address');
  const { subject, html } = textsIn(languageFor({ known: known.locale }), organization, engine.settings);
  return {
    from,
    to: to.mailbox,
    replyTo: null,
    subject,
    preview: null,
    body: { kind: 'html', source: html },
    placeholders: { names: [], withoutDefault: [] },
    automatic: true,
  };
}

export function confirmationTexts(
  organization: OrganizationRecord,
  settings: Pick<Settings, 'baseUrl'>,
): { subject: string; html: string }[] {
  return (Object.keys(languages) as Language[]).map((language) => textsIn(language, organization, settings));
}

function textsIn(
  language: Language,
  organization: OrganizationRecord,
  { baseUrl }: Pick<Settings, 'baseUrl'>,
): { subject: string; html: string } {
  const name = cleanSenderName(organization.name) ?? organization.name;
  const { postalAddress, accentColor = null } = organization;
  const header = mailHeader(organization, baseUrl);
  return confirmationMail(language, { name, postalAddress, header, accentColor });
}

/** Uses the organization's sender, or else the instance's own address. @returns null if the host name makes no valid address */
export function confirmationSender(
  { hostName }: Pick<Settings, 'hostName'>,
  { defaultFrom, name }: OrganizationRecord,
): Mailbox | null {
  const read = parseMailbox(defaultFrom ?? instanceSender(hostName));
  return read.ok ? { ...read.mailbox, displayName: read.mailbox.displayName ?? cleanSenderName(name) } : null;
}
