import { z } from 'zod';
import { formatMailbox, isHeaderSafe, parseMailbox } from '../address.ts';
import { senderNameFault } from '../campaign/sender.ts';
import { Instant } from '../instant.ts';
import { type PlanName, planNames } from '../limits/plan.ts';
import { plans } from '../limits/request-budget.ts';
import { oneLine, someLinesOrNull } from '../text/text.ts';
import { TimeZoneInput } from '../time-zone.ts';
import { AccentColorInput } from './accent-color.ts';
import { type Logo, LogoInput, logoUrl, nameLogo } from './logo.ts';
import { type SendingPause, SendingShown, sendingAnswer } from './sending-pause.ts';

/** Transactional mail that looks like phishing is refused, sent with a badge, or not checked. */
export const verifyTransactionalModes = ['block', 'warn', 'off'] as const;
export type VerifyTransactional = (typeof verifyTransactionalModes)[number];

export type OrganizationRecord = {
  key: number;
  id: string;
  name: string;
  plan: PlanName;
  sendingEnabled: boolean;
  defaultFrom: string | null;
  /** Default reply_to; null or absent sends replies to the sender. */
  defaultReplyTo?: string | null;
  timezone: string;
  doubleOptIn: boolean;
  postalAddress: string | null;
  /** Shown with the accent color on public pages and in mails of the server. */
  logo?: Logo | null;
  /** `#rrggbb` */
  accentColor?: string | null;
  storageOctetsMax?: number | null;
  /** Default: `block`. */
  verifyTransactional?: VerifyTransactional;
  /** While set, all mail waits. */
  sendingPause?: SendingPause | null;
  /** End of the latest pause; absent before the first one ends. */
  sendingResumedAt?: number;
  createdAt: number;
};

export const nameWhileUnset = 'Default';

/** Recipients would see the default name. */
export function nameIsUnset({ name }: { name: string }): boolean {
  return name === nameWhileUnset;
}

const MailboxInput = z.string().transform((text, ctx) => {
  const read = parseMailbox(text);
  if (read.ok) return formatMailbox(read.mailbox);
  ctx.issues.push({ code: 'custom', input: text, message: `must be one mail address. ${read.message}` });
  return z.NEVER;
});

/** Opt-in requests use the organization's name as the sender name. */
function fitForSender(ctx: z.core.ParsePayload<string>): void {
  // A text of several lines was refused before.
  const fault = isHeaderSafe(ctx.value) ? senderNameFault(ctx.value) : null;
  if (fault !== null) ctx.issues.push({ code: 'custom', input: ctx.value, message: fault });
}

export const organizationFields = {
  name: oneLine(100).min(1).check(fitForSender),
  default_from: MailboxInput.nullable(),
  default_reply_to: MailboxInput.nullable(),
  timezone: TimeZoneInput,
  double_opt_in: z.boolean().describe('New subscribers must confirm by email'),
  postal_address: someLinesOrNull(500).describe('Shown in the footer of campaigns'),
  logo: LogoInput.nullable(),
  accent_color: AccentColorInput.nullable(),
};

export const operatorFields = {
  plan: z.enum(planNames),
  sending_enabled: z.boolean().describe('false: mail is stored but not sent'),
  storage_octets_max: z.int().min(0).nullable().describe('In bytes; null: no limit'),
  verify_transactional: z
    .enum(verifyTransactionalModes)
    .describe('Action on transactional mail that looks like phishing'),
};

const changeFields = z.object({ ...organizationFields, ...operatorFields }).partial();

export function changedOrganization(
  organization: OrganizationRecord,
  change: z.output<typeof changeFields>,
): OrganizationRecord {
  return {
    ...organization,
    name: change.name ?? organization.name,
    plan: change.plan ?? organization.plan,
    sendingEnabled: change.sending_enabled ?? organization.sendingEnabled,
    defaultFrom: change.default_from === undefined ? organization.defaultFrom : change.default_from,
    defaultReplyTo:
      change.default_reply_to === undefined ? (organization.defaultReplyTo ?? null) : change.default_reply_to,
    timezone: change.timezone ?? organization.timezone,
    doubleOptIn: change.double_opt_in ?? organization.doubleOptIn,
    postalAddress:
      change.postal_address === undefined ? organization.postalAddress : change.postal_address || null,
    logo:
      change.logo === undefined
        ? (organization.logo ?? null)
        : change.logo === null
          ? null
          : nameLogo(change.logo),
    accentColor: change.accent_color === undefined ? (organization.accentColor ?? null) : change.accent_color,
    storageOctetsMax:
      change.storage_octets_max === undefined
        ? (organization.storageOctetsMax ?? null)
        : change.storage_octets_max,
    verifyTransactional: change.verify_transactional ?? organization.verifyTransactional ?? 'block',
  };
}

export const Organization = z.object({
  object: z.literal('organization'),
  id: z.string(),
  name: z.string(),
  plan: z.enum(planNames),
  limits: z.object({ requests_per_minute: z.int(), storage_octets_max: z.int().nullable() }),
  sending_enabled: z.boolean().describe('false: mail is accepted and captured, but not sent'),
  sending: SendingShown,
  default_from: z.string().nullable(),
  default_reply_to: z.string().nullable().describe('reply_to for mail without its own'),
  timezone: z.string(),
  double_opt_in: z.boolean(),
  postal_address: z.string().nullable(),
  logo: z.object({ url: z.string(), width: z.int(), height: z.int() }).nullable(),
  accent_color: z.string().nullable(),
  verify_transactional: z.enum(verifyTransactionalModes),
  created_at: Instant,
});

export const OrganizationWithWarnings = Organization.extend({ warnings: z.array(z.string()) });

export function organizationAnswer(
  organization: OrganizationRecord,
  { baseUrl }: { baseUrl: string },
): z.infer<typeof Organization> {
  const { logo = null } = organization;
  return {
    object: 'organization',
    id: organization.id,
    name: organization.name,
    plan: organization.plan,
    limits: {
      requests_per_minute: plans[organization.plan].requestsPerWindow,
      storage_octets_max: organization.storageOctetsMax ?? null,
    },
    sending_enabled: organization.sendingEnabled,
    sending: sendingAnswer(organization.sendingPause ?? null),
    default_from: organization.defaultFrom,
    default_reply_to: organization.defaultReplyTo ?? null,
    timezone: organization.timezone,
    double_opt_in: organization.doubleOptIn,
    postal_address: organization.postalAddress,
    logo: logo && { url: logoUrl(baseUrl, logo), width: logo.width, height: logo.height },
    accent_color: organization.accentColor ?? null,
    verify_transactional: organization.verifyTransactional ?? 'block',
    created_at: new Date(organization.createdAt).toISOString(),
  };
}
