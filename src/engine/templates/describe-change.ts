import { readStoredMailbox } from '../../model/address.ts';
import { mergeFieldsWithoutDefault } from '../../model/content/merge-fields.ts';
import { type AskedChange, previewLimits } from '../../model/sending/send-preview.ts';
import { tagNameKey } from '../../model/subscriber/tag.ts';
import type { TemplateContent, TemplateRecord, TemplateVersion } from '../../model/template/template.ts';
import { linkVariables, withLinkValues } from '../../model/template/template-links.ts';
import { sampleValues } from '../../model/template/variables.ts';
import { quoted } from '../../model/text/quoted.ts';
import { shownMail } from '../content/shown-mail.ts';
import type { Scope } from '../context/scope.ts';
import { templateSender, unknownSender } from './verify-template.ts';

/** Describes changes of the mail that programs send by the name or id of a template, for their approver. */

type Here = Pick<Scope, 'engine' | 'store' | 'caller' | 'signal'>;

/** Null if the draft equals the published version. */
export async function describePublication(here: Here, draft: TemplateRecord): Promise<AskedChange | null> {
  if (!draft.isChanged) return null;
  const version = (draft.publishedVersion ?? 0) + 1;
  const mails = previewMails(here, draft);
  const open = await mails.show(0, here.signal);
  if (open === null) throw new Error('a template has a body that cannot be shown');
  const { subject, replyTo = null, text } = open;
  const from = templateSender(here, draft) && open.from;
  return {
    sentences: [
      `Publishes the template ${quoted(draft.name)} as version ${version}`,
      'Programs that send this template mail this version from now on, without another approval',
      `From: ${from === null ? 'the sender that each send names' : quoted(from)}`,
      `Reply-To: ${replyTo === null ? 'the sender' : quoted(replyTo)}`,
      `Subject: ${quoted(subject, previewLimits.textCharacters)}`,
      `Text: ${quoted(text, previewLimits.textCharacters)}`,
    ],
    about: { id: draft.id, version, revision: draft.revision },
    mails,
  };
}

/** Null if sends by name are unaffected. */
export function describeRename(
  here: Here,
  template: TemplateRecord,
  published: TemplateVersion | undefined,
  name: string | undefined,
): AskedChange | null {
  if (published === undefined || name === undefined) return null;
  if (tagNameKey(name) === tagNameKey(template.name)) return null;
  return {
    sentences: [
      `Renames the template ${quoted(template.name)} to ${quoted(name)}`,
      `Programs that send ${quoted(name)} mail its version ${published.version} from now on, with the subject ${quoted(published.subject)}`,
      `Sends by the name ${quoted(template.name)} are refused from now on`,
    ],
    about: { id: template.id, version: published.version },
    mails: previewMails(here, published),
  };
}

/** Null for a template that was never published, because no program can send it. */
export function describeDeletion({
  id,
  name,
  publishedVersion: version,
}: Pick<TemplateRecord, 'id' | 'name' | 'publishedVersion'>): AskedChange | null {
  if (version === null) return null;
  return {
    sentences: [
      `Deletes the template ${quoted(name)} with its published versions: ${version}`,
      'Programs that send it are refused from now on',
    ],
    about: { id, version },
  };
}

/** The mail with open variables and defaults, then with the samples, because a sample hides a default. */
function previewMails(here: Here, content: TemplateContent): NonNullable<AskedChange['mails']> {
  const { subject, preview, replyTo, variables } = content;
  const linked = linkVariables(content);
  const withoutDefault = mergeFieldsWithoutDefault(linked.body.source);
  const openLinks = [...linked.links].filter(([, link]) => withoutDefault.includes(link));
  const open = {
    name: 'without values',
    values: Object.fromEntries(openLinks.map(([name, link]) => [link, `{{${name}}}`])),
  };
  const samples = sampleValues(variables);
  const sampled = {
    name: 'with the samples',
    values: { ...open.values, ...withLinkValues(samples, linked) },
  };
  const shown = Object.keys(samples).length === 0 ? [open] : [open, sampled];
  const mail = {
    from: templateSender(here, content) ?? unknownSender,
    to: null,
    replyTo: readStoredMailbox(replyTo),
    subject,
    preview,
    body: linked.body,
  };
  return {
    count: shown.length,
    async show(index, signal) {
      return await shownMail(here, shown[index] && { ...mail, ...shown[index] }, signal);
    },
  };
}
