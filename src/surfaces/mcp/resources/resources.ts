import type { z } from 'zod';
import { invoke } from '../../../contract/invoke.ts';
import type { Tool } from '../../../contract/tool.ts';
import { campaignState, emailState } from '../../../engine/campaigns/resource-state.ts';
import type { Caller } from '../../../engine/context/caller.ts';
import { type Scope, sealedEngine } from '../../../engine/context/scope.ts';
import { toFailure } from '../../../engine/context/to-failure.ts';
import type { CampaignReport } from '../../../model/campaign/campaign-report.ts';
import { Failure, type FailureName } from '../../../model/failure.ts';
import { minuteMs, secondMs } from '../../../model/instant.ts';
import type { Domain } from '../../../model/sending-domain/domain-fields.ts';
import { type Fields, isFields } from '../../../model/text/fields.ts';
import { stripInvisibleIn } from '../../../model/text/strip-invisible.ts';
import { cutAtCodeUnits } from '../../../model/text/text.ts';
import { markedText, withMarks } from '../output/mark-untrusted-text.ts';
import { markdownCode, markdownTable, markdownText } from '../output/markdown-table.ts';
import {
  buildResourceUri,
  type ResourceAddress,
  type ResourceKind,
  type ResourcePlan,
  readResourceAddress,
  resourcePlans,
} from '../output/resource-address.ts';
import { truncateResult } from '../output/truncate-result.ts';
import type { Listed, ResourceOffer, ResourceRead, ResourceTemplate } from '../protocol/server-definition.ts';
import { untrustedMark } from '../tools/call-tool.ts';
import type { McpContext } from '../tools/context.ts';
import { campaignReportPage } from './campaign-report-page.ts';
import { contractPart, type FixedResource } from './contract-resources.ts';
import { emailBatchPage, loadBatch } from './email-batch-page.ts';
import {
  documentPage,
  fixedResources,
  type ResourceMaterials,
  readFixed,
  stateOfFixed,
  stateOfText,
} from './fixed-resources.ts';

/** Cache lifetime of pages that change while mail is sent (ms). */
const liveTtlMs = 10 * secondMs;
/** Cache lifetime of a body (ms). The body never changes, but the rights to read it may. */
const bodyTtlMs = minuteMs;

/** Limit of a campaign's JSON. Content of 2 MB occurs twice, in its own format and as `content`, plus JSON escapes. */
const campaignCharactersMax = 6 * 1024 * 1024;
/** Limit of an email body: the maximum size of a sent body (2 MB), not counting inlined styles. */
export const bodyCharactersMax = 2 * 1024 * 1024;
/** Limit of a text in a page. The longest DNS record fits. */
const textCharactersMax = 1_000;

type Reading = {
  /** Calls a read tool and strips hidden characters. Returns null if this caller has no such object. */
  use(tool: string, input: Fields): Promise<Fields | null>;
  /** Like `use`, with texts truncated for a page and untrusted texts fenced. */
  useFenced(tool: string, input: Fields): Promise<Fields | null>;
  tool(name: string): Tool;
  offered(tool: string): boolean;
};

type Page = { text: string; ttlMs: number; cut?: string };

/** Reads live content through the tools as the caller: foreign objects look nonexistent. */
export function resourceOffer(
  context: McpContext,
  caller: Caller,
  offered: (tool: string) => boolean,
  materials: ResourceMaterials,
): ResourceOffer {
  const reading = readingAs(context, caller, offered);
  // An offer is created per message, and most messages read no resource, so this is lazy.
  let gathered: ReadonlyMap<string, FixedResource> | undefined;
  const fixed = (): ReadonlyMap<string, FixedResource> => {
    gathered ??= fixedResources(context, offered, materials);
    return gathered;
  };
  const find = (uri: string): FixedResource | ResourceAddress | null => {
    const known = fixed().get(uri);
    if (known) return known;
    const address = readResourceAddress(uri);
    if (!address?.plan.tools.every(offered)) return null;
    const { kind } = address.plan;
    if (kind === 'contract part') return contractPart(materials.openApi, address.name);
    if (kind !== 'document') return address;
    return (
      fixed().get(buildResourceUri(kind, address.name)) ??
      documentPage(context.engine.documentation, address.name)
    );
  };
  return {
    list: async () =>
      listed([...fixed().values()].filter(({ unlisted }) => !unlisted).map(({ resource }) => resource)),
    templates: () => listed(offeredTemplates(offered, materials)),
    async read(uri) {
      const found = find(uri);
      if (found === null) return null;
      return isFixed(found) ? await readFixed(found) : await readLive(reading, uri, found);
    },
    async stateOf(uri) {
      const found = find(uri);
      if (found === null) return null;
      return isFixed(found) ? await stateOfFixed(found) : await stateOfLive(context, caller, reading, found);
    },
    stateKey(uri) {
      const found = find(uri);
      if (found === null) return null;
      if (isFixed(found)) return uri;
      // The preview of a draft depends on the token's default sender and allowed domain.
      const { token, organization } = caller;
      return JSON.stringify([organization.key, organization.defaultFrom, token?.domainId ?? null, uri]);
    },
  };
}

function isFixed(found: FixedResource | ResourceAddress): found is FixedResource {
  return 'resource' in found;
}

function offeredTemplates(
  offered: (tool: string) => boolean,
  { docs }: ResourceMaterials,
): ResourceTemplate[] {
  return resourcePlans
    .filter(({ kind, tools }) => tools.every(offered) && (kind !== 'document' || docs.length > 0))
    .map(({ template }) => template);
}

function listed<Entry>(entries: readonly Entry[]): Listed<Entry> {
  return { entries, json: JSON.stringify(entries) };
}

type LiveKind = Exclude<ResourceKind, 'document' | 'contract part'>;

async function readLive(
  reading: Reading,
  uri: string,
  { plan, name }: ResourceAddress,
): Promise<ResourceRead | null> {
  const page = await pageOf[plan.kind as LiveKind](reading, name);
  return page && liveRead(uri, plan, page);
}

/** Avoids reading the content: every watcher polls the state, and a page may have megabytes. */
async function stateOfLive(
  { engine }: McpContext,
  caller: Caller,
  reading: Reading,
  { plan: { kind }, name }: ResourceAddress,
): Promise<string | null> {
  try {
    const state = await stateReads[kind as LiveKind](
      { engine: sealedEngine(engine), caller, store: engine.store.forOrganization(caller.organization.key) },
      name,
      reading,
    );
    return state && stateOfText(JSON.stringify(state));
  } catch (error) {
    throw toFailure(engine.world.log, error, { requestId: caller.requestId, resource: kind });
  }
}

type StateRead = (
  context: Pick<Scope, 'engine' | 'store' | 'caller'>,
  name: string,
  reading: Reading,
) => Promise<object | null>;

/** Reports use the campaign's state: every change of a report changes a counter of the campaign. */
const stateReads: Record<LiveKind, StateRead> = {
  email: emailState,
  'email html': emailState,
  'email text': emailState,
  'email batch': (_, id, reading) => loadBatch(reading.use, reading.use, id),
  campaign: campaignState,
  'campaign report': campaignState,
  'campaign preview': campaignState,
  // Small enough to read on every poll.
  'domain dns': (_, id, reading) => reading.use('get_domain', { id }),
};

const pageOf: Record<LiveKind, (reading: Reading, name: string) => Promise<Page | null>> = {
  email: async (reading, id) => {
    const email = await reading.use('get_email', { id });
    return email && shortJson(reading, 'get_email', email);
  },
  'email html': async (reading, id) => {
    const email = await reading.use('get_email', { id });
    return email && bodyPage(email.html as string, cutHtml);
  },
  'email text': async (reading, id) => {
    const email = await reading.use('get_email', { id });
    return email && plainPage(email.text as string);
  },
  'email batch': async (reading, id) => {
    const batch = await loadBatch(reading.use, reading.useFenced, id);
    return batch && { text: emailBatchPage(batch.data, batch.has_more), ttlMs: liveTtlMs };
  },
  campaign: async (reading, campaignId) => {
    const campaign = await reading.use('get_campaign', { campaignId });
    if (campaign === null) return null;
    const whole = wholeJson(reading, 'get_campaign', campaign);
    return whole.text.length <= campaignCharactersMax ? whole : shortJson(reading, 'get_campaign', campaign);
  },
  'campaign report': async (reading, campaignId) => {
    const report = await reading.useFenced('get_campaign_report', { campaignId });
    return report && { text: campaignReportPage(report as CampaignReport), ttlMs: liveTtlMs };
  },
  'campaign preview': async (reading, campaignId) => {
    const preview = await reading.use('preview_campaign', { campaignId });
    return preview && { ...bodyPage(preview.html as string, cutHtml), ttlMs: liveTtlMs };
  },
  'domain dns': async (reading, id) => {
    const domain = await reading.useFenced('get_domain', { id });
    return domain && { text: dnsPage(domain as z.infer<typeof Domain>), ttlMs: liveTtlMs };
  },
};

/** Truncates like the tool result; bodies have their own resources. */
function shortJson(reading: Reading, tool: string, value: Fields): Page {
  const bounded = truncateResult(reading.tool(tool), value, 'full', reading.offered);
  const cut = bounded.notes.join(' ');
  return { ...wholeJson(reading, tool, bounded.value), ...(cut !== '' && { cut }) };
}

function wholeJson(reading: Reading, tool: string, value: Fields): Page {
  return { text: JSON.stringify(withMarks(reading.tool(tool), value)), ttlMs: liveTtlMs };
}

/** HTML is not fenced, because a browser would render the fence. Its untrusted mark is in `_meta`. */
function bodyPage(body: string, cutTo: (body: string) => string): Page {
  if (body.length <= bodyCharactersMax) return { text: body, ttlMs: bodyTtlMs };
  return {
    text: cutTo(body),
    ttlMs: bodyTtlMs,
    cut: `Only the first ${bodyCharactersMax} of ${body.length} characters are shown.`,
  };
}

function plainPage(text: string): Page {
  const page = bodyPage(text, cutPlain);
  return page.cut === undefined ? { ...page, text: markedText(text) } : page;
}

/** Maximum distance to search back for an open tag, so that truncation does not split a tag. */
const tagCharactersMax = 10_000;

function cutHtml(html: string): string {
  const kept = cutAtCodeUnits(html, bodyCharactersMax);
  const open = kept.lastIndexOf('<');
  const torn = open > kept.lastIndexOf('>') && open > kept.length - tagCharactersMax;
  return `${torn ? kept.slice(0, open) : kept}\n<p>[This mail is longer and was cut here.]</p>`;
}

function cutPlain(text: string): string {
  return `${markedText(cutAtCodeUnits(text, bodyCharactersMax))}\n\n[This mail is longer and was cut here.]`;
}

/** Live content may contain untrusted text, so every page is marked. */
function liveRead(uri: string, { template }: ResourcePlan, { text, ttlMs, cut }: Page): ResourceRead {
  const meta = { ...untrustedMark, ...(cut !== undefined && { 'posthouse/cut': cut }) };
  return {
    contents: [{ uri, mimeType: template.mimeType, text, _meta: meta }],
    ttlMs,
    cacheScope: 'private',
    meta: untrustedMark,
  };
}

/** Failures that mean "no such resource". An attacker must not be able to tell them apart. */
const nothingHere: ReadonlySet<FailureName> = new Set([
  'not_found',
  'restricted_api_key',
  'validation_error',
]);

function readingAs(context: McpContext, caller: Caller, offered: (tool: string) => boolean): Reading {
  const use: Reading['use'] = async (name, input) => {
    const tool = context.tools.get(name);
    if (tool?.effect !== 'read' || !offered(name)) return null;
    try {
      const { output } = await invoke(context.engine, tool, caller, input);
      return stripInvisibleIn(output as Fields);
    } catch (error) {
      if (error instanceof Failure && nothingHere.has(error.failure)) return null;
      throw error;
    }
  };
  const tool: Reading['tool'] = (name) => context.tools.get(name)!;
  return {
    use,
    tool,
    offered,
    async useFenced(name, input) {
      const value = await use(name, input);
      return value && withMarks(tool(name), truncateTexts(value, textCharactersMax));
    },
  };
}

const foundMax = 5;

/** @param domain with truncated and fenced texts */
function dnsPage(domain: z.infer<typeof Domain>): string {
  const { records } = domain;
  const resultNotes = records.flatMap((record) => remarksOn(record));
  return [
    `# DNS records of ${markdownText(domain.name)}`,
    `Status: **${domain.status}**. Last checked: ${domain.last_checked_at ?? 'not yet'}.`,
    markdownTable(
      ['State', 'For', 'Type', 'Name', 'Value', 'Priority', 'TTL'],
      records.map((record) => [
        record.status,
        record.record,
        record.type,
        markdownCode(record.name),
        markdownCode(record.value),
        record.priority === undefined ? '' : String(record.priority),
        record.ttl,
      ]),
    ),
    ...(resultNotes.length === 0 ? [] : ['## What the last check found', resultNotes.join('\n')]),
    '',
  ].join('\n\n');
}

function remarksOn({
  record,
  name,
  status,
  found,
  advice,
}: z.infer<typeof Domain>['records'][number]): string[] {
  if (status === 'verified' && advice === null) return [];
  const seen = (found ?? []).slice(0, foundMax).map((each) => markdownCode(each));
  if (advice === null && seen.length === 0) return [];
  return [
    `- ${record} ${markdownCode(name)}:${advice === null ? '' : ` ${markdownText(advice)}`}${
      seen.length === 0 ? '' : ` DNS answered ${seen.join(', ')}.`
    }`,
  ];
}

function truncateTexts(value: Fields, charactersMax: number): Fields {
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, short(each, charactersMax)]));
}

function short(value: unknown, charactersMax: number): unknown {
  if (typeof value === 'string') return shortText(value, charactersMax);
  if (Array.isArray(value)) return value.map((each) => short(each, charactersMax));
  return isFields(value) ? truncateTexts(value, charactersMax) : value;
}

function shortText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const kept = cutAtCodeUnits(text, charactersMax);
  return `${kept}… (${text.length - kept.length} more characters)`;
}
