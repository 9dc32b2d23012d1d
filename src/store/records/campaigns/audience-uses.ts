import type { Audience, CampaignProgress } from '../../../model/campaign/campaign.ts';
import type { Rule } from '../../../model/segment/rule.ts';
import { tagNamesIn } from '../../../model/segment/rule-names.ts';
import { segmentsPerOrganizationMax } from '../../../model/segment/segment.ts';
import { tagNameKey } from '../../../model/subscriber/tag.ts';
import type { Definition } from '../../../model/workflow/definition.ts';
import { tagsNamedIn } from '../../../model/workflow/references.ts';
import type { Value } from '../../database.ts';
import { containsPattern } from '../../page.ts';
import type { OrganizationStore } from '../../store.ts';

/** Candidate campaigns per read, whose audience text contains a tag's id. */
const pageRows = 20;
/** Returns a SCHEDULED campaign that names a locked tag, or a campaign that is enrolling recipients. */
export async function campaignUsingTag(store: OrganizationStore, tagId: string): Promise<string | undefined> {
  // The order matters: a campaign that starts in between was SCHEDULED at the first check, and none moves back.
  return (await scheduledUsing(store, tagId)) ?? (await gatheringUsing(store, tagId));
}

/** Returns an ACTIVE or PAUSED workflow that names a tag. Another tag could take the stored name. */
export async function workflowNamingTag(
  { queries, organization }: OrganizationStore,
  names: readonly string[],
): Promise<string | undefined> {
  const named = new Set(names.map(tagNameKey));
  for (let after = 0; ; ) {
    const rows = await queries.all<{ key: number; id: string; definition: string }>(
      `SELECT workflows.key AS key, workflows.id AS id, versions.definition AS definition FROM workflows
       JOIN workflow_versions AS versions
         ON versions.workflow = workflows.key AND versions.version = workflows.version
       WHERE workflows.organization = $1 AND workflows.key > $2 AND workflows.status IN ('ACTIVE', 'PAUSED')
         AND versions.definition LIKE '%"tag%'
       ORDER BY workflows.key LIMIT ${pageRows}`,
      [organization, after],
    );
    const user = rows.find(({ definition }) =>
      tagsNamedIn(JSON.parse(definition) as Definition).some((name) => named.has(tagNameKey(name))),
    );
    if (user || rows.length < pageRows) return user?.id;
    after = rows.at(-1)!.key;
  }
}

async function scheduledUsing(store: OrganizationStore, tagId: string): Promise<string | undefined> {
  const { dialect } = store.queries;
  const segments = await segmentsUsing(store, tagId);
  const segmentId = dialect.jsonField('audience', '$3', 'text');
  return await firstUsing(
    store,
    `SELECT key, id, audience FROM campaigns WHERE organization = $1 AND status = 'SCHEDULED' AND key > $2
       AND (${segmentId} IN ${dialect.strings('$4')} OR audience LIKE $5 ESCAPE '\\')`,
    ['segmentId', JSON.stringify([...segments]), containsPattern(tagId)],
    ({ audience }) => {
      const asked = JSON.parse(audience) as Audience;
      return (asked.segmentId !== null && segments.has(asked.segmentId)) || asks(asked, tagId);
    },
  );
}

async function gatheringUsing(store: OrganizationStore, tagId: string): Promise<string | undefined> {
  return await firstUsing(
    store,
    `SELECT key, id, progress AS audience FROM campaigns WHERE organization = $1 AND gathering = 1 AND key > $2
       AND progress LIKE $3 ESCAPE '\\'`,
    [containsPattern(tagId)],
    ({ audience }) => asks((JSON.parse(audience) as CampaignProgress).audience, tagId),
  );
}

type Row = { key: number; id: string; audience: string };

/** Finds candidates by text, then checks each, because the id may also appear as an attribute value in a rule. */
async function firstUsing(
  { queries, organization }: OrganizationStore,
  select: string,
  values: readonly Value[],
  uses: (row: Row) => boolean,
): Promise<string | undefined> {
  for (let after = 0; ; ) {
    const rows = await queries.all<Row>(`${select} ORDER BY key LIMIT ${pageRows}`, [
      organization,
      after,
      ...values,
    ]);
    const user = rows.find(uses);
    if (user || rows.length < pageRows) return user?.id;
    after = rows.at(-1)!.key;
  }
}

async function segmentsUsing(
  { queries, organization }: OrganizationStore,
  tagId: string,
): Promise<Set<string>> {
  const rows = await queries.all<{ id: string; rule: string }>(
    `SELECT id, rule FROM segments WHERE organization = $1 AND rule LIKE $2 ESCAPE '\\'
     ORDER BY key LIMIT ${segmentsPerOrganizationMax}`,
    [organization, containsPattern(tagId)],
  );
  return new Set(
    rows.filter(({ rule }) => tagNamesIn(JSON.parse(rule) as Rule).includes(tagId)).map(({ id }) => id),
  );
}

function asks({ tags, filter }: Audience, tagId: string): boolean {
  return (
    [...tags.any, ...tags.all, ...tags.none].includes(tagId) ||
    (filter !== null && tagNamesIn(filter).includes(tagId))
  );
}
