import type { Answer } from './task.ts';
import { type EvalWorld, sender } from './world.ts';

export type Person = {
  email: string;
  firstName?: string;
  lastName?: string;
  attributes?: Record<string, string | number | boolean>;
  tags?: string[];
};

export async function addPeople(world: EvalWorld, ...people: Person[]): Promise<void> {
  await world.use('save_subscribers', { subscribers: people });
}

export function peopleAt(amount: number, fields: Omit<Person, 'email'> = {}): Person[] {
  return Array.from({ length: amount }, (_, index) => ({
    email: `reader-${index + 1}@mailbox.dev`,
    ...fields,
  }));
}

/** Sends a mail and waits for its final state. @returns its id */
export async function mailed(world: EvalWorld, to: string, fields: object = {}): Promise<string> {
  const { id } = await world.use('send_email', {
    from: sender,
    to,
    subject: 'Your receipt',
    markdown: 'Thank you for your order.',
    ...fields,
  });
  await world.pass(10_000);
  return id;
}

export const leave = '[Unsubscribe]({{unsubscribeUrl}})';

/** Drafts a campaign to all subscribers and stores its id as `campaign`, or under another name. */
export async function drafted(world: EvalWorld, fields: object = {}, keptAs = 'campaign'): Promise<Answer> {
  const campaign = await world.use('create_campaign', {
    name: 'Spring news',
    subject: 'What is new this spring',
    fromName: 'Acme',
    fromEmail: 'hello@acme.dev',
    markdown: `Hello {{firstName|there}},\n\nthe garden is open again, and there is a new path along the river.\n\n${leave}`,
    ...fields,
  });
  world.kept.set(keptAs, campaign.id);
  return campaign;
}

/** Sends the campaign stored as `campaign`, and waits until it is sent. */
export async function launched(world: EvalWorld, id = world.known('campaign')): Promise<void> {
  await world.use('send_campaign', { campaignId: id });
  await world.pass(60_000);
}

/** Returns a fault unless the number of mails is exactly `expected`. */
export async function mailsBeyond(world: EvalWorld, expected: number): Promise<string | null> {
  const { length } = await world.mails();
  return length === expected ? null : `there are ${length} mails, and ${expected} should be`;
}

/** Sets `sending_enabled`, as the server's operator does. */
export async function switchSending(world: EvalWorld, sendingEnabled: boolean): Promise<void> {
  const { organizations } = world.platform.engine.store;
  const standing = await organizations.byKey(world.organization.key);
  await organizations.update({ ...standing!, sendingEnabled });
  world.platform.callers.clear();
}
