import { heldArguments } from '../../src/engine/approval/ask-person.ts';
import type { Caller } from '../../src/engine/context/caller.ts';
import { keptFile } from '../../src/engine/imports/file-pieces.ts';
import { minuteMs } from '../../src/model/instant.ts';
import type { PersonRecord } from '../../src/model/person/person.ts';
import { unapprovedPeopleMax } from '../../src/model/sending/unapproved-people.ts';
import type { Database } from '../../src/store/database.ts';
import type { OutgoingMessage } from '../../src/world/mail/mail.ts';
import { type Browser, personIn, signedIn } from '../surfaces/console/scene.ts';
import { openSmtp, type SmtpScene } from '../surfaces/smtp/scene.ts';
import { accepted, refused } from '../world/mail/capture-mail.ts';
import type { Json } from './assistant.ts';
import { type Speaker, speakerOf } from './assistant-programs.ts';

/**
 * An organization with an assistant and a person who decides at the console, and a ledger that compares
 * delivered mail with the approvals.
 */

const allowanceMs = 15 * minuteMs;

/** Recipients of campaigns before the assistant adds any. */
export const readers = [1, 2, 3, 4, 5, 6].map((reader) => `p-${reader}@mailbox.dev`);

export type Held = { secret: string; id: string; speak: Speaker };

export type ApprovalScene = SmtpScene & {
  root: Held;
  /** Gives the assistant a secret. */
  hold(secret: string, id: string): Held;
  operate(tool: string, input?: object): Promise<Json>;
  person: Person;
  ledger: Ledger;
};

export async function openApprovals(
  database: Database,
  confirmBy: 'client' | 'console',
): Promise<ApprovalScene> {
  const posthouse = await openSmtp({ database, mcp: { confirmBy } });
  const { platform, organization } = posthouse;
  const operate: ApprovalScene['operate'] = async (tool, input = {}) => {
    const now = (await platform.engine.store.organizations.byKey(organization.key))!;
    return (await posthouse.call(tool, input, { caller: posthouse.caller('v2', now) })).output as Json;
  };
  const hold = (secret: string, id: string): Held => {
    const caller = async (): Promise<Caller> => {
      const { organizations } = platform.engine.store;
      const now = (await organizations.byKey(organization.key))!;
      const token = (await platform.engine.store.forOrganization(organization.key).tokens.byId(id))!;
      return { ...platform.operator('mcp', now), token, scopes: token.scopes };
    };
    return { secret, id, speak: speakerOf(posthouse, secret, caller) };
  };
  const made = await operate('create_token', {
    name: 'assistant',
    scopes: ['full_access', 'admin'],
    assistant: true,
  });
  const subscribers = readers.map((email) => ({ email, tags: ['readers'] }));
  await operate('save_subscribers', { subscribers });
  const ledger = ledgerOf(posthouse, operate);
  // With an address, the person would get mail about each approval.
  const one = await personIn(posthouse, organization, { email: null, roles: ['approver'] });
  const person = personAt(posthouse, ledger, () => signInWhileTimePasses(posthouse, one));
  return { ...posthouse, root: hold(made.token, made.id), hold, operate, person, ledger };
}

/** Permitted mails by recipient and text, each once. */
type Bag = { mails: string[]; flows: string[] };

export type Ledger = {
  /** Returns the mails that a call would send now. */
  bagOf(tool: string, given: Json): Promise<Bag>;
  /** Records an approval. */
  allow(bag: Bag): void;
  /** Records a call that may cause an opt-in request later. */
  noteUnasked(email: string): Promise<void>;
  /** Records an SMTP message to several recipients, each within the allowance. */
  allowUnasked(label: string): void;
  /** Records a retried mail. */
  noteRetry(id: string): void;
  /** @returns the mails that should not have been sent */
  faults(): Promise<string[]>;
  /** Numbers of approved mails, allowance mails, and approvals without effect. */
  counts: { agreed: number; unasked: number; changed: number };
};

/** Marks the text of a mail, so that the test recognizes it. */
const wording = /Words of ([a-z]+-\d+(?:-v\d+)?)/;

export function words(label: string): string {
  return `Words of ${label}.`;
}

/** Address prefixes for mails requested by external systems and for opt-in requests. */
const hooked = 'hook-';

function nameOf(to: string, label: string): string {
  return `${to.toLowerCase()} reads ${label}`;
}

function ledgerOf(posthouse: SmtpScene, operate: ApprovalScene['operate']): Ledger {
  const { clock, mailbox, platform, organization } = posthouse;
  const here = platform.engine.store.forOrganization(organization.key);
  const left: OutgoingMessage[] = [];
  const allowed = new Map<string, number>();
  const flows = new Set<string>();
  const envelopes = new Set<string>();
  const unaskedAt = new Map<string, number>();
  const retried = new Set<string>();
  const counted: Counted[] = [];
  const counts = { agreed: 0, unasked: 0, changed: 0 };
  // A mailbox that defers mail, so that it can be retried.
  mailbox.script = (message) => {
    if (message.to.address.startsWith('full-') && clock.now() % 3 > 0) return refused(552, 'rcpt', '5.2.2');
    left.push({ ...message, ...message.compiled?.rendered() });
    return accepted;
  };
  const inCampaign = async (campaignId: string): Promise<string[]> => {
    const campaign = await here.campaigns.byId(campaignId);
    if (!campaign) return [];
    const shown = await operate('get_campaign', { campaignId });
    const label = wording.exec(JSON.stringify(shown))?.[1] ?? '';
    const people = await operate('list_subscribers', {
      status: 'ACTIVE',
      limit: 100,
      ...(shown.audience?.segmentId && { segment: shown.audience.segmentId }),
    });
    return people.data.map(({ email }: Json) => nameOf(email, label));
  };
  const bagOf: Ledger['bagOf'] = async (tool, given) => {
    const said = (one: Json) => nameOf(addressIn([one.to].flat()[0]), wording.exec(one.markdown)?.[1] ?? '');
    if (tool === 'send_email') return { mails: [said(given)], flows: [] };
    if (tool === 'send_email_batch') return { mails: given.emails.map(said), flows: [] };
    if (tool === 'send_test_email')
      return { mails: given.to.map((to: string) => said({ ...given, to })), flows: [] };
    if (tool === 'send_campaign' || tool === 'resume_campaign')
      return { mails: await inCampaign(given.campaignId), flows: [] };
    if (tool === 'test_campaign') {
      const shown = await operate('get_campaign', { campaignId: given.campaignId });
      const label = wording.exec(JSON.stringify(shown))?.[1] ?? '';
      return { mails: given.to.map((to: string) => nameOf(addressIn(to), label)), flows: [] };
    }
    if (tool === 'activate_workflow') {
      const shown = await operate('get_workflow', { workflowId: given.workflowId });
      // The approval names the versions that active runs still follow, and covers these too.
      const followed = await here.queries.all<{ definition: string }>(
        `SELECT version.definition FROM workflows flow JOIN workflow_versions version ON version.workflow = flow.key
         WHERE flow.id = $1 AND flow.agreed_delivery <> 'live' AND version.version IN (
           SELECT version FROM workflow_states WHERE workflow = flow.key AND ended_at IS NULL)`,
        [given.workflowId],
      );
      const texts = [JSON.stringify(shown), ...followed.map(({ definition }) => definition)];
      return { mails: [], flows: texts.map((text) => wording.exec(text)?.[1] ?? '') };
    }
    if (tool === 'create_integration') return { mails: [], flows: [hooked] };
    if (tool === 'retry_email') {
      const email = await here.emails.byId(given.id);
      return { mails: email ? [await rowName(given.id)] : [], flows: [] };
    }
    const emails: string[] =
      tool === 'import_subscribers'
        ? (given.csv ?? (await fileOf(given.importId))).split('\n').slice(1)
        : [...(given.subscribers ?? [given])].flatMap(({ email }: Json) => email ?? []);
    return { mails: emails.map((email) => nameOf(email, 'opt-in')), flows: [] };
  };
  const fileOf = async (importId: string): Promise<string> => {
    const known = await here.imports.byId(importId);
    let csv = '';
    if (!known) return csv;
    for await (const octets of keptFile(here.importFiles, known.record.key)()) {
      csv += Buffer.from(octets).toString('utf8');
    }
    return csv;
  };
  const rowName = async (id: string): Promise<string> => {
    const email = (await here.emails.byId(id))!;
    const shown = await operate('get_email', { id });
    return nameOf(addressIn(email.to), wording.exec(JSON.stringify(shown))?.[1] ?? 'opt-in');
  };
  /** Returns when a mail was last queued. */
  const queuedAt = async (id: string): Promise<number | undefined> =>
    (await here.emails.events(id)).findLast(({ type }) => type === 'queued')?.at;
  return {
    counts,
    bagOf,
    allow({ mails, flows: more }) {
      for (const mail of mails) allowed.set(mail, (allowed.get(mail) ?? 0) + 1);
      for (const flow of more) flows.add(flow);
    },
    async noteUnasked(email) {
      const subscriber = await here.subscribers.find({ email: email.toLowerCase() });
      if (!subscriber) return;
      const job = await here.queries.get<{ created_at: number }>(
        "SELECT created_at FROM jobs WHERE organization = $1 AND kind = 'send_confirmation' AND subject = $2",
        [organization.key, subscriber.id],
      );
      if (job) unaskedAt.set(subscriber.email, Number(job.created_at));
    },
    allowUnasked: (label) => void envelopes.add(label),
    noteRetry: (id) => void retried.add(id),
    async faults() {
      const faults: string[] = [];
      for (const message of left.splice(0)) {
        const to = message.to.address.toLowerCase();
        const text = message.raw ? message.raw.body : `${message.text} ${message.html}`;
        const label = wording.exec(text)?.[1] ?? 'opt-in';
        const name = nameOf(to, label);
        const budget = allowed.get(name) ?? 0;
        if (budget > 0) {
          allowed.set(name, budget - 1);
          counts.agreed += 1;
          continue;
        }
        if (flows.has(to.startsWith(hooked) ? hooked : label)) continue;
        const row = message.envelopeId === null ? undefined : await here.emails.byId(message.envelopeId);
        const again = row && retried.has(row.id) ? await queuedAt(row.id) : undefined;
        const later = label === 'opt-in' ? unaskedAt.get(to) : undefined;
        const at =
          again ?? later ?? (label.startsWith('one-') || envelopes.has(label) ? row?.createdAt : undefined);
        if (at === undefined) faults.push(`unapproved: ${name} (${row?.source}, ${row?.campaignId})`);
        else {
          counted.push({
            person: to,
            at,
            how: `${label}${again ? ' again' : ''} ${row?.id} ${row?.createdAt}`,
          });
          counts.unasked += 1;
        }
      }
      return [...faults, ...tooMany(counted)];
    },
  };
}

/** A recipient mailed within the allowance, and how. */
type Counted = { person: string; at: number; how: string };

/** Finds 15 minutes with more distinct recipients than the allowance. */
function tooMany(counted: readonly Counted[]): string[] {
  for (const { at: from } of counted) {
    const within = counted.filter(({ at }) => at >= from && at < from + allowanceMs);
    if (new Set(within.map(({ person }) => person)).size > unapprovedPeopleMax)
      return within.map(({ person, at, how }) => `one too many unasked: ${person} at ${at} by ${how}`);
  }
  return [];
}

function addressIn(text: string): string {
  return /<([^>]+)>/.exec(text)?.[1] ?? text;
}

export type Person = {
  /** Opens an approval, lets something happen, and decides. @returns whether an approved call was executed */
  decide(id: string, decision: 'approve' | 'decline', meanwhile?: Meanwhile): Promise<boolean>;
};
/** The actions of the assistant while its person has the page open: before the click or concurrently. */
export type Meanwhile = { act(): Promise<unknown>; atOnce: boolean };

const signInTriesMax = 5;

/** Tries again, because calls that wait advance the clock: on a slow machine, past the end of an unused link. */
async function signInWhileTimePasses(posthouse: SmtpScene, person: PersonRecord): Promise<Browser> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await signedIn(posthouse, person);
    } catch (error) {
      if (tries === signInTriesMax) throw error;
    }
  }
}

function personAt(posthouse: SmtpScene, ledger: Ledger, signIn: () => Promise<Browser>): Person {
  const { platform, organization } = posthouse;
  const { approvals } = platform.engine.store.forOrganization(organization.key);
  let at: Browser | null = null;
  return {
    async decide(id, decision, meanwhile) {
      const path = `/console/approvals/${id}`;
      at ??= await signIn();
      let page = await at.get(path);
      if (page.status === 303) {
        at = await signIn();
        page = await at.get(path);
      }
      const about = /name="about" value="([^"]*)"/.exec(page.text)?.[1];
      if (about === undefined) return false;
      const question = (await approvals.byId(id))!;
      const bag = await ledger.bagOf(question.tool, heldArguments(platform.engine, question));
      const going = meanwhile?.act();
      if (!meanwhile?.atOnce) await going;
      const done = await at.post(path, { decision, about });
      await going;
      const isDone = decision === 'approve' && done.status === 303;
      if (isDone) ledger.allow(bag);
      else if (decision === 'approve') ledger.counts.changed += 1;
      return isDone;
    },
  };
}
