import type { Mailbox } from '../../model/address.ts';
import { fillMergeFields } from '../../model/content/merge-fields.ts';
import { previewCharactersMax } from '../../model/email/send-body.ts';
import { invalidFields } from '../../model/failure.ts';
import { publishFaults } from '../../model/template/publish-faults.ts';
import type { TemplateContent } from '../../model/template/template.ts';
import { linkVariables, withLinkValues } from '../../model/template/template-links.ts';
import { readVariables, sampleValues } from '../../model/template/variables.ts';
import { cutAtCodeUnits } from '../../model/text/text.ts';
import type { Badge } from '../../model/verification/content/verdict.ts';
import { badgesIn } from '../../model/verification/content-refusal.ts';
import { shownMail } from '../content/shown-mail.ts';
import type { Scope } from '../context/scope.ts';
import { asContentRefusal } from '../sending/preview-send.ts';
import { findTemplate, findVersion } from './find-template.ts';
import { templateSender, unknownSender, verifyTemplate } from './verify-template.ts';

type Request = {
  template: string;
  version?: number | undefined;
  variables?: Readonly<Record<string, unknown>> | undefined;
};

/** Renders the content with the given values, or the samples. @throws Failure that names every wrong value */
export async function previewTemplate(scope: Scope, request: Request) {
  const { template, content, version } = await findContent(scope, request);
  const { from, subject, html, text, values } = await renderContent(scope, content, request.variables);
  const { preview, variables } = content;
  const verdict = await judge(scope, content);
  return {
    object: 'template_preview' as const,
    id: template.id,
    version,
    from,
    reply_to: content.replyTo ?? scope.caller.organization.defaultReplyTo ?? null,
    subject,
    preview: preview && cutAtCodeUnits(fillMergeFields(preview, values, 'header'), previewCharactersMax),
    html,
    text,
    missing: variables.flatMap(({ name, required }) =>
      required && !Object.hasOwn(values, name) ? [name] : [],
    ),
    problems: [
      ...publishFaults(content).map(({ path, message }) => `${path} ${message}`),
      ...verdict.problems,
    ],
    badges: [...verdict.badges],
  };
}

/** Renders the content as a send with these values does. @param to null for no recipient @throws Failure that names every wrong value */
export async function renderContent(
  scope: Pick<Scope, 'engine' | 'store' | 'caller' | 'signal'>,
  content: TemplateContent,
  given: Readonly<Record<string, unknown>> = {},
  to: Mailbox | null = null,
) {
  const read = readVariables(content.variables, given, 'variables');
  // A preview may lack values, and lists them.
  const wrong = read.faults.filter(({ code }) => code !== 'required');
  if (wrong.length > 0) throw invalidFields(wrong);
  const known = Object.fromEntries(
    Object.entries(read.values).filter(([name]) => Object.hasOwn(given, name)),
  );
  const linked = linkVariables(content);
  const values = withLinkValues({ ...read.values, ...sampleValues(content.variables), ...known }, linked);
  const { subject, preview } = content;
  const from = templateSender(scope, content);
  const sender = from ?? unknownSender;
  const draft = { from: sender, to, replyTo: null, subject, preview, body: linked.body, values };
  const shown = await shownMail(scope, draft, scope.signal);
  if (shown === null) throw new Error('a template has a body that cannot be shown');
  return { from: from && shown.from, subject: shown.subject, html: shown.html, text: shown.text, values };
}

async function findContent({ store }: Scope, { template: idOrName, version: number }: Request) {
  if (number !== undefined) {
    const { template, version } = await findVersion(store, idOrName, number);
    return { template, content: version, version: version.version };
  }
  const template = await findTemplate(store, idOrName);
  return { template, content: template, version: null };
}

async function judge(
  scope: Scope,
  content: Parameters<typeof verifyTemplate>[1],
): Promise<{ problems: string[]; badges: readonly Badge[] }> {
  try {
    return { problems: [], badges: await verifyTemplate(scope, content) };
  } catch (error) {
    const refusal = asContentRefusal(error);
    return { problems: [refusal.message], badges: badgesIn(refusal) };
  }
}
