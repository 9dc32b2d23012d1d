import type { CampaignRecord } from '../../../src/model/campaign/campaign.ts';
import { allActive } from '../../../src/model/campaign/campaign.ts';
import type { OrganizationRecord } from '../../../src/model/organization/organization.ts';
import { addJobs } from '../../../src/store/jobs.ts';
import { OrganizationStore } from '../../../src/store/store.ts';
import type { SimulatedPlatform } from '../../world/platform.ts';

const body = { kind: 'markdown', source: 'Hello {{firstName|you}}. [Leave]({{unsubscribeUrl}})' } as const;

/** Stores a campaign SCHEDULED for now with its job; returns its id. */
export async function scheduleCampaign(
  { platform, clock }: Pick<SimulatedPlatform, 'platform' | 'clock'>,
  organization: OrganizationRecord,
  fields: Partial<CampaignRecord> = {},
): Promise<string> {
  const { store, world } = platform.engine;
  const now = clock.now();
  const id = world.ids.id('cmp');
  await store.database.transaction(async (queries) => {
    const { campaigns } = new OrganizationStore(queries, organization.key);
    await campaigns.add({
      id,
      organization: organization.key,
      name: 'News',
      subject: 'News',
      preview: null,
      fromName: 'Acme',
      fromEmail: 'news@acme.dev',
      replyTo: null,
      body,
      audience: allActive,
      status: 'SCHEDULED',
      paused: false,
      scheduledAt: now,
      timezone: 'UTC',
      badges: [],
      abTest: null,
      throttle: null,
      tracking: null,
      revision: 1,
      token: null,
      approvedRecipients: null,
      approvedPeople: null,
      approvedDelivery: null,
      approvedStart: null,
      cause: null,
      approvedAt: null,
      postalAddress: null,
      progress: null,
      startedAt: null,
      sentAt: null,
      createdAt: now,
      updatedAt: now,
      ...fields,
    });
    const job = { organization: organization.key, kind: 'send_campaign', subject: id, runAt: now } as const;
    await addJobs(queries, [job], now);
  });
  return id;
}

/** Adds ACTIVE subscribers at `addresses` directly. */
export async function addReaders(
  { platform, clock }: Pick<SimulatedPlatform, 'platform' | 'clock'>,
  organization: OrganizationRecord,
  addresses: readonly string[],
): Promise<void> {
  const { store, world } = platform.engine;
  const now = clock.now();
  await store.database.transaction(async (queries) => {
    await queries.insert(
      `INSERT INTO subscribers (id, organization, email, attributes, tags, status, source, search, created_at,
         updated_at, event_count)`,
      addresses.map((email) => [
        world.ids.id('sub'),
        organization.key,
        email,
        '{}',
        '',
        'ACTIVE',
        'API',
        email,
        now,
        now,
        0,
      ]),
    );
  });
}

export function readers(amount: number, domain = 'mailbox.dev'): string[] {
  return Array.from({ length: amount }, (_, index) => `reader-${index + 1}@${domain}`);
}

/** Advances time until a campaign is SENT; returns the elapsed time. */
export async function untilSent(
  posthouse: Pick<SimulatedPlatform, 'platform' | 'clock' | 'deliver'>,
  organization: OrganizationRecord,
  id: string,
  { stepMs = 1_000, stepsMax = 300 }: { stepMs?: number; stepsMax?: number } = {},
): Promise<number> {
  const began = posthouse.clock.now();
  const store = posthouse.platform.engine.store.forOrganization(organization.key);
  for (let step = 0; step < stepsMax; step += 1) {
    await posthouse.deliver();
    if ((await store.campaigns.byId(id))?.status === 'SENT') return posthouse.clock.now() - began;
    await posthouse.clock.advance(stepMs);
  }
  throw new Error('the campaign was not sent in its time');
}
