import { type CampaignRecord, countedAs } from '../../model/campaign/campaign.ts';
import { campaignAnswer, countsShown } from '../../model/campaign/campaign-answer.ts';
import { recipientAnswer } from '../../model/campaign/recipient.ts';
import { isoInstant } from '../../model/instant.ts';
import { integrationAnswer } from '../../model/integration/integration.ts';
import type { RawMessage } from '../../model/message/raw-message.ts';
import { grantAnswer } from '../../model/oauth/grant-answer.ts';
import { auditAnswer } from '../../model/organization/audit.ts';
import { type OrganizationRecord, organizationAnswer } from '../../model/organization/organization.ts';
import { tokenAnswer } from '../../model/organization/token.ts';
import { segmentAnswer } from '../../model/segment/segment.ts';
import { domainAnswer } from '../../model/sending-domain/domain-fields.ts';
import { publishingTargets } from '../../model/sending-domain/published-records.ts';
import { eventAnswer } from '../../model/subscriber/event.ts';
import { tagAnswer } from '../../model/subscriber/tag.ts';
import { webhookAnswer } from '../../model/webhook/webhook.ts';
import { listLogos } from '../../store/records/access/logos.ts';
import { GrantRecords } from '../../store/records/access/oauth.ts';
import { listLinkRedirects } from '../../store/records/mail/link-redirects.ts';
import { nextCampaignBodies, nextMessages } from '../../store/records/transfers/export-reads.ts';
import type { OrganizationStore } from '../../store/store.ts';
import type { Settings } from '../context/settings.ts';
import { answerSubscribers } from '../subscribers/find-subscriber.ts';
import { emailHeadsMax, exportedEmails } from './email-records.ts';
import { jsonLines, listPages, onePage, type PageOf, type SectionScope, sectionRowsMax } from './section.ts';
import { templatesPage, templateVersionsPage } from './template-records.ts';
import { runsPage, versionsPage, workflowsPage } from './workflow-records.ts';

type OrganizationScope = SectionScope & { organization: OrganizationRecord; settings: Settings };

type Section = {
  about: string;
  page: PageOf<OrganizationScope>;
  /** One character per octet. */
  binary?: true;
};

const campaignsMax = 5;
const between = ':';

/** In this order. A new table of an organization gets its file here; subscribers.csv and suppressions.csv are CSV exports. */
export const organizationSections: Readonly<Record<string, Section>> = {
  'organization.json': {
    about: 'The organization and its settings',
    page: onePage(async ({ organization, settings }) => [organizationAnswer(organization, settings)]),
  },
  'logos.ndjson': {
    about: 'The newest logos, in base64',
    page: onePage(async ({ store }) => await listLogos(store)),
  },
  'tags.ndjson': {
    about: 'Tags',
    page: listPages(
      ({ store }, request) => store.tags.page(undefined, request),
      (rows) => rows.map(tagAnswer),
    ),
  },
  'segments.ndjson': {
    about: 'Segments with their rules',
    page: listPages(
      ({ store }, request) => store.segments.page(request),
      (rows) => rows.map((segment) => segmentAnswer(segment, segment.counted)),
    ),
  },
  'subscribers.ndjson': {
    about: 'Subscribers with attributes, tags and consent',
    page: listPages(
      ({ store }, request) => store.subscribers.page({}, request),
      (rows, { store }) => answerSubscribers(store, rows),
    ),
  },
  'events.ndjson': {
    about: 'What subscribers did',
    page: async ({ store }, after) => {
      const [subscriber, event] = after === null ? [] : after.split(between).map(Number);
      const from = subscriber === undefined ? null : { subscriber, event: event ?? null };
      const { rows, next } = await store.events.walk({}, from, sectionRowsMax);
      const position = next && [next.subscriber, ...(next.event === null ? [] : [next.event])].join(between);
      return { text: jsonLines(rows.map(eventAnswer)), rows: rows.length, next: position };
    },
  },
  'domains.ndjson': {
    about: 'Sending domains with their public DNS records; private keys stay here',
    page: listPages(
      ({ store }, request) => store.domains.page(request),
      (rows, { settings }) => rows.map((domain) => domainAnswer(domain, publishingTargets(settings))),
    ),
  },
  'campaigns.ndjson': {
    about: 'Campaigns with their content, audience, results and corrected links',
    page: listPages(
      ({ store }, request) => store.campaigns.page({}, request),
      async (rows, { store }) => {
        const records = [];
        for (const { id } of rows) {
          const campaign = await store.campaigns.byId(id);
          if (campaign) records.push(await exportedCampaign(store, campaign));
        }
        return records;
      },
      campaignsMax,
    ),
  },
  'templates.ndjson': {
    about: 'Templates with their drafts',
    page: templatesPage,
  },
  'template-versions.ndjson': {
    about: 'The published versions of templates',
    page: templateVersionsPage,
  },
  'campaign-recipients.ndjson': {
    about: 'Who each campaign was for, and the state of each',
    page: recipientsPage,
  },
  'emails.ndjson': {
    about:
      'Emails with content, merge values and events. The body of kind shared is in bodies.ndjson, of kind mime in messages.mbox',
    page: async ({ store, signal }, after) => {
      const request = { limit: emailHeadsMax, after: after === null ? undefined : Number(after), signal };
      const page = await store.emails.page({}, request);
      const { records, next } = await exportedEmails(store, page, ({ body }) => body);
      return { text: jsonLines(records), rows: records.length, next };
    },
  },
  'bodies.ndjson': {
    about: 'Content that the emails of one campaign share',
    page: async ({ store }, after) => {
      const { rows, next } = await nextCampaignBodies(store, after ?? '');
      return { text: jsonLines(rows), rows: rows.length, next };
    },
  },
  'messages.mbox': {
    about:
      'Messages as mail programs submitted them, in mboxrd; X-Posthouse-Message is the id in emails.ndjson',
    binary: true,
    page: async ({ store }, after) => {
      const { rows, next } = await nextMessages(store, after ?? '');
      return { text: rows.map(formatMbox).join(''), rows: rows.length, next };
    },
  },
  'webhooks.ndjson': {
    about: 'Webhook endpoints with their state; no secrets',
    page: listPages(
      ({ store }, request) => store.webhooks.page(request),
      (rows) => rows.map(webhookAnswer),
    ),
  },
  'integrations.ndjson': {
    about: 'Integrations with their mappings; no secrets',
    page: listPages(
      ({ store }, request) => store.integrations.page(request),
      async (rows, { store, settings }) => {
        const states = await store.integrations.standings(rows.map(({ key }) => key));
        const none = { topic: null, lastFault: null, lastFaultAt: null, lastReceivedAt: null };
        return rows.map((one) => integrationAnswer(settings.baseUrl, one, states.get(one.key) ?? none));
      },
    ),
  },
  'workflows.ndjson': {
    about: 'Workflows with their steps, as they were last saved',
    page: workflowsPage,
  },
  'workflow-versions.ndjson': {
    about: 'What each activation of a workflow put to work',
    page: versionsPage,
  },
  'workflow-runs.ndjson': {
    about: 'People on their way through workflows: what each run did, and why',
    page: async ({ store }, after) => await runsPage(store, null, after),
  },
  'tokens.ndjson': {
    about: 'API tokens: names, scopes and limits; no secrets',
    page: listPages(
      ({ store }, request) => store.tokens.page(request),
      (rows) => rows.map((token) => withoutPrefix(tokenAnswer(token))),
    ),
  },
  'grants.ndjson': {
    about: 'Apps that were approved over OAuth; no secrets',
    page: listPages(
      ({ store }, request) => new GrantRecords(store.queries, store.organization).page(request),
      (rows) => rows.map(grantAnswer),
    ),
  },
  'audit-log.ndjson': {
    about: 'The audit log',
    page: listPages(
      ({ store }, request) => store.audit.page({}, request),
      (rows) => rows.map(auditAnswer),
    ),
  },
};

async function exportedCampaign(store: OrganizationStore, campaign: CampaignRecord): Promise<unknown> {
  const counts = await store.counts.readAll(countsShown(campaign, campaign.abTest?.variants.length ?? 0));
  const redirects = await listLinkRedirects(store, campaign.id);
  return {
    ...campaignAnswer(
      campaign,
      (count, variant) => counts.get(countedAs(campaign.id, count, variant)) ?? 0,
      campaign.progress?.problem ?? null,
      [],
    ),
    redirects: redirects.map(({ source, target, createdAt }) => ({
      link: source,
      url: target,
      redirectedAt: isoInstant(createdAt),
    })),
  };
}

/** Newest campaigns first, then newest subscribers. */
async function recipientsPage({ store, signal }: OrganizationScope, after: string | null) {
  const [campaign, subscriber] = after === null ? [] : after.split(between).map(Number);
  const { rows } = await store.campaigns.page({}, { limit: 1, after: campaign });
  const [next] = rows;
  if (!next) return { text: '', rows: 0, next: null };
  const page = await store.recipients.page(
    next.key,
    {},
    { limit: sectionRowsMax, after: subscriber, signal },
  );
  const records = page.rows.map((line) => ({ campaignId: next.id, ...recipientAnswer(line) }));
  const last = page.rows.at(-1);
  // A page begins after its cursor, so the cursor one key above finds the same campaign again.
  const place = page.hasMore && last ? `${next.key + 1}${between}${last.key}` : String(next.key);
  return { text: jsonLines(records), rows: records.length, next: place };
}

function withoutPrefix({ prefix: _, ...token }: ReturnType<typeof tokenAnswer>) {
  return token;
}

/** Lines that need mboxrd quoting. */
const looksLikeBeginning = /^(>*From )/gm;

/** The mboxrd format loses nothing. A file per message would exceed the entries of a plain ZIP. */
export function formatMbox({
  id,
  header,
  body,
  createdAt,
}: RawMessage & { id: string; createdAt: number }): string {
  const message = `${header}\r\n${body}`.replaceAll(looksLikeBeginning, '>$1');
  const end = message.endsWith('\n') ? '\r\n' : '\r\n\r\n';
  return `From MAILER-DAEMON ${asctime(createdAt)}\r\nX-Posthouse-Message: ${id}\r\n${message}${end}`;
}

/** RFC 4155: `asctime` format in UTC. */
function asctime(epochMs: number): string {
  const [weekday, day, month, year, time] = new Date(epochMs).toUTCString().replace(',', '').split(' ');
  return `${weekday} ${month} ${day!.replace(/^0/, ' ')} ${time} ${year}`;
}
