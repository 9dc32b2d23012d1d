import type { Tool } from '../../../contract/tool.ts';
import { type Fields, isFields } from '../../../model/text/fields.ts';
import { faultsOnce } from './faults-once.ts';
import { groupRows } from './group-failures.ts';
import { buildResourceUri, findResourcePlan, type ResourceKind } from './resource-address.ts';

type Bulk = {
  /** Outcome of a successful entry, and the count field to add if the result lacks one. */
  done: string;
  counted?: string;
  shownMax: number;
  mustSee(entry: Fields): boolean;
  /** Tool that lists the omitted entries. */
  seenBy: string;
  /** Resource for each entry, and for all entries together by the id of any of them. */
  resources?: { each: ResourceKind; all: ResourceKind };
};

type Link = { uri: string; name: string; mimeType: string };

/** Maximum number of entries linked one by one. More entries share one link. */
const linkedEachMax = 5;

const fewShown = 10;
const never = () => false;

const sentBatch: Bulk = {
  done: 'accepted',
  // An assistant follows each mail by its id.
  shownMax: Number.POSITIVE_INFINITY,
  mustSee: never,
  seenBy: 'list_emails',
  resources: { each: 'email', all: 'email batch' },
};

const bulk: Readonly<Record<string, Bulk>> = {
  save_subscribers: {
    done: 'saved',
    shownMax: fewShown,
    // An unsubscribed contact stays unsubscribed, so the assistant must see it.
    mustSee: ({ result, status }) => result === 'failed' || !(status === 'ACTIVE' || status === 'PENDING'),
    seenBy: 'list_subscribers',
  },
  add_suppressions: {
    done: 'stopped',
    counted: 'added',
    shownMax: fewShown,
    mustSee: never,
    seenBy: 'list_suppressions',
  },
  send_email_batch: sentBatch,
  send_template_batch: sentBatch,
  verify_email_addresses: {
    done: 'deliverable',
    shownMax: 20,
    mustSee: ({ result }) => result !== 'deliverable',
    seenBy: 'verify_email_address',
  },
};

/** Replaces the successes of a bulk call with their count and a note that names the tool that lists them. Failures stay. */
export function withoutSuccesses(
  tool: Tool,
  value: Fields,
  offered: (tool: string) => boolean,
): { value: Fields; notes: string[]; links: Link[] } {
  const how = Object.hasOwn(bulk, tool.name) ? bulk[tool.name]! : undefined;
  const { data, errors } = value;
  if (!how || !Array.isArray(data)) return { value, notes: [], links: [] };
  const refused = Array.isArray(errors) ? groupRows(errors) : null;
  const failures = refused && { errors: refused.rows.map(withFaultsOnce) };
  const grouped = groupRows(data);
  const notes = [...grouped.notes, ...(refused?.notes ?? [])];
  const entries = grouped.rows.map(withFaultsOnce);
  const seen = entries.filter((entry) => isFields(entry) && how.mustSee(entry));
  const links = linksTo(how, value, data, offered);
  const left = entries.length - seen.length;
  if (left <= how.shownMax) return { value: { ...value, data: entries, ...failures }, notes, links };
  const counted = how.counted !== undefined && { [how.counted]: entries.length };
  const amount = left.toLocaleString('en');
  const isTried = value.dry_run === true;
  const where = !isTried && offered(how.seenBy) ? `; ${how.seenBy} shows them` : '';
  return {
    value: { ...counted, ...value, data: seen, ...failures },
    notes: [
      `Omitted from data: the ${amount} that ${isTried ? 'would be' : 'are'} ${how.done}${where}.`,
      ...notes,
    ],
    links,
  };
}

/** Links the entries a call created. A dry run creates nothing, so it has no links. */
function linksTo(
  { resources }: Bulk,
  { dry_run: isTried }: Fields,
  data: readonly unknown[],
  offered: (tool: string) => boolean,
): Link[] {
  if (resources === undefined || isTried === true) return [];
  const kind = data.length <= linkedEachMax ? resources.each : resources.all;
  const { template, tools } = findResourcePlan(kind);
  if (!tools.every(offered)) return [];
  const ids = data.flatMap((entry) => (isFields(entry) && typeof entry.id === 'string' ? [entry.id] : []));
  const named = kind === resources.all ? ids.slice(0, 1) : ids;
  return named.map((id) => ({
    uri: buildResourceUri(kind, id),
    name: template.name,
    mimeType: template.mimeType,
  }));
}

function withFaultsOnce(entry: unknown): unknown {
  if (!isFields(entry)) return entry;
  if (isFields(entry.error)) return { ...entry, error: faultsOnce(entry.error) };
  return Array.isArray(entry.details) ? faultsOnce(entry) : entry;
}
