import { getTemplate } from '../../../../../tools/templates/get-template.ts';
import type { DeliveryMode } from '../../../../model/email/email.ts';
import { resolveRunVersion } from '../../../../model/workflow/workflow.ts';
import { type Html, html } from '../../../public/html.ts';
import { type CauseNames, describeCall, describeCauseLink, readCauseNames } from '../../cause-words.ts';
import { foundOrNull } from '../../found-or-null.ts';
import { copyable, sheet } from '../../look/parts.ts';
import type { Visit } from '../../page.ts';
import { factList, foreign, renderSender, renderTime } from '../../shown.ts';
import { sourceWord, type Whole } from './mail-words.ts';

export type Cause = { names: CauseNames; origin: Html | null; template: Html | null };

export async function readCause(visit: Visit, email: Whole): Promise<Cause> {
  const [names, origin, template] = await Promise.all([
    readCauseNames(visit, email.cause ?? []),
    readOrigin(visit, email),
    readTemplate(visit, email),
  ]);
  return { names, origin, template };
}

const noCause = 'No call is recorded: Posthouse created the email itself, or an earlier version accepted it';

/** The most direct cause as a sentence. */
export function describeDirectCause({ organization }: Visit, { cause }: Whole, { names }: Cause): Html {
  const [nearest] = cause ?? [];
  if (!nearest) return html`${noCause}.`;
  return nearest.workflow_id === undefined
    ? html`Sent ${describeCall(nearest, names, organization.timezone)}.`
    : html`${describeCauseLink(nearest, names, organization.timezone)}.`;
}

/** The campaign or workflow step of a mail, and the calls behind it. */
export function causeSheet({ organization }: Visit, { cause }: Whole, { names, origin }: Cause): Html {
  const chain = cause ?? [];
  const items = [
    ...(origin ? [origin] : []),
    ...chain.map((link) => describeCauseLink(link, names, organization.timezone)),
    ...(chain.length === 0 ? [html`${noCause}.`] : []),
  ];
  return sheet({
    title: 'Cause',
    body: html`${items.length > 1 ? html`<p class="small quiet">Most direct first.</p>` : null}<ol class="long">${items.map((item) => html`<li><p>${item}</p></li>\n`)}</ol>`,
  });
}

export function factsSheet(
  { organization: { timezone } }: Visit,
  email: Whole,
  { names, template }: Cause,
): Html {
  const tokenId = email.cause?.find(({ token_id }) => token_id !== undefined)?.token_id;
  const token = tokenId === undefined ? undefined : names.tokens.get(tokenId);
  const [to = ''] = email.to;
  return sheet({
    title: 'Details',
    body: factList([
      ['From', renderSender(email.from)],
      [
        'To',
        email.subscriber_id === null
          ? foreign(to)
          : html`<a href="/console/subscribers/${email.subscriber_id}">${foreign(to)}</a>`,
      ],
      email.reply_to === null ? null : ['Replies go to', foreign(email.reply_to)],
      ['Source', html`${sourceWord(email)}`],
      template && ['Template', template],
      token ? ['Token', html`<a href="/console/developers/tokens">${foreign(token.name)}</a>`] : null,
      ['Delivery', html`${deliveryWords[email.delivery_mode]}`],
      ['Accepted', renderTime(email.created_at, timezone)],
      email.sent_at === null ? null : ['Sent', renderTime(email.sent_at, timezone)],
      ['Message ID', copyable(email.message_id, 'message ID')],
      ['ID', copyable(email.id, 'ID')],
    ]),
  });
}

const deliveryWords: Readonly<Record<DeliveryMode, string>> = {
  live: 'Live: goes to real mailboxes',
  test: 'Test: nothing leaves this server',
  captured: 'Captured: stored here',
};

async function readTemplate(visit: Visit, { template }: Whole): Promise<Html | null> {
  if (template === null) return null;
  const version = html`, version ${String(template.version)}`;
  const found = await foundOrNull(visit.call(getTemplate, { template: template.id }));
  if (found === null) return html`Deleted template${version}`;
  return html`<a href="/console/templates/${template.id}">${foreign(found.name)}</a>${version}`;
}

/** Returns the campaign or workflow step of a mail; null for other mails, and after the run was deleted. */
async function readOrigin(
  { engine, organization }: Visit,
  { id, campaign_id, workflow_run_id }: Whole,
): Promise<Html | null> {
  const store = engine.store.forOrganization(organization.key);
  if (campaign_id !== null) {
    const campaign = await store.campaigns.headById(campaign_id);
    return campaign
      ? html`Campaign <a href="/console/campaigns/${campaign_id}">${foreign(campaign.name)}</a>`
      : html`A deleted campaign`;
  }
  const known = workflow_run_id === null ? undefined : await store.workflowRuns.byId(workflow_run_id);
  if (!known) return null;
  const { run, state } = known;
  const workflow = (await store.workflows.byKeys([run.workflow])).get(run.workflow);
  if (!workflow) return null;
  const visits = await store.workflowRuns.visitsOf(run.key);
  const step = visits.find(({ emailId }) => emailId === id)?.step;
  const version = await store.workflows.version(run.workflow, resolveRunVersion(workflow, state));
  const index = version?.definition.steps.findIndex(({ key }) => key === step) ?? -1;
  const which = index < 0 ? html`A step` : html`Step ${String(index + 1)} (${foreign(step!)})`;
  return html`${which} of the workflow <a href="/console/workflows/${workflow.id}">${foreign(workflow.name)}</a>`;
}
