import type { OrganizationStore } from '../src/store/store.ts';
import { captureMail } from '../test/world/mail/capture-mail.ts';
import { openPlatform, type SimulatedPlatform } from '../test/world/platform.ts';
import type { Answer, EvalTask } from './task.ts';

/** A sending organization in a world with simulated time, DNS and mail. */

export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The sender in every task. */
export const sender = 'Acme <hello@acme.dev>';

export type EvalWorld = SimulatedPlatform & {
  /** Calls a tool as the operator. @returns its output @throws Failure */
  use(tool: string, input: unknown): Promise<Answer>;
  store(): OrganizationStore;
  /** Values from seeding that the check needs, such as ids by name. */
  kept: Map<string, string>;
  /** @throws Error for an unknown name */
  known(name: string): string;
  /** Tool whose next result is lost after the tool has done its work. */
  loses: string | null;
  /** Lets time pass in steps, and delivers due mail after each. */
  pass(ms: number): Promise<void>;
  /** Returns the ids of mails sent to an address, oldest first. */
  wireTo(address: string): string[];
  /** Returns the only mail to an address, in any state, with its bodies; undefined if there is none or several. */
  onlyMailTo(address: string): Promise<Answer | undefined>;
  mails(filter?: Record<string, unknown>): Promise<Answer[]>;
  campaign(id: string): Promise<Answer>;
  /** Returns the only campaign whose name or subject matches, or undefined. */
  campaignLike(pattern: RegExp): Promise<Answer | undefined>;
  subscriber(email: string): Promise<Answer | undefined>;
};

const stepMs = 5 * secondMs;
/** Maximum steps of a wait. Longer waits take larger steps. */
const stepsMax = 60;

export async function openWorld({ server = {} }: Pick<EvalTask, 'server'> = {}): Promise<EvalWorld> {
  const { confirmBy = 'assistant', delivery = 'direct' } = server;
  const mailbox = captureMail(delivery);
  const platform = await openPlatform({ seed: 1, mail: mailbox, settings: { delivery }, mcp: { confirmBy } });
  const kept = new Map<string, string>();
  const use: EvalWorld['use'] = async (tool, input) => (await platform.call(tool, input)).output;
  platform.resolver.zone.set('mailbox.dev', { mx: [{ exchange: 'mx.mailbox.dev', priority: 10 }] });
  platform.resolver.zone.set('acme.dev', { mx: [{ exchange: 'mx.acme.dev', priority: 10 }] });
  const world: EvalWorld = {
    ...platform,
    mailbox,
    use,
    kept,
    loses: null,
    known(name) {
      const value = kept.get(name);
      if (value === undefined) throw new Error(`the world keeps no ${name}`);
      return value;
    },
    store: () => platform.platform.engine.store.forOrganization(platform.organization.key),
    async pass(ms) {
      const step = Math.max(stepMs, Math.ceil(ms / stepsMax));
      await platform.deliver();
      for (let left = ms; left > 0; left -= step) {
        await platform.clock.advance(Math.min(left, step));
        await platform.deliver();
      }
    },
    wireTo: (address) =>
      mailbox.messages.filter(({ to }) => to.address === address).map(({ envelopeId }) => envelopeId ?? ''),
    async onlyMailTo(address) {
      const { data } = await use('list_emails', { to: address, limit: 2 });
      return data.length === 1 ? await use('get_email', { id: data[0].id }) : undefined;
    },
    mails: async (filter = {}) => (await use('list_emails', { limit: 100, ...filter })).data,
    campaign: (id) => use('get_campaign', { campaignId: id }),
    async campaignLike(pattern) {
      const { data } = await use('list_campaigns', { limit: 100 });
      const found = data.find((one: Answer) => pattern.test(`${one.name} ${one.subject}`));
      return found && (await use('get_campaign', { campaignId: found.id }));
    },
    subscriber: async (email) => await use('get_subscriber', { subscriber: email }).catch(() => undefined),
  };
  return world;
}
