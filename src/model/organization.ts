import { z } from 'zod';
import { Instant } from './instant.ts';
import { plans } from './limits/request-budget.ts';

export const planNames = ['free', 'premium', 'enterprise'] as const;
export type PlanName = (typeof planNames)[number];

/** An organization as the engine holds it. Instants are epoch milliseconds. */
export type OrganizationRecord = {
  /** The internal key; never shown. */
  key: number;
  id: string;
  name: string;
  plan: PlanName;
  sendingEnabled: boolean;
  defaultFrom: string | null;
  timezone: string;
  doubleOptIn: boolean;
  postalAddress: string | null;
  createdAt: number;
};

export const Organization = z.object({
  object: z.literal('organization'),
  id: z.string(),
  name: z.string(),
  plan: z.enum(planNames),
  limits: z.object({ requests_per_minute: z.int() }),
  sending_enabled: z.boolean().describe('false: mail is accepted and captured, never sent'),
  default_from: z.string().nullable(),
  timezone: z.string(),
  double_opt_in: z.boolean(),
  postal_address: z.string().nullable(),
  created_at: Instant,
});

/** The organization as it is answered. */
export function organizationAnswer(organization: OrganizationRecord): z.infer<typeof Organization> {
  return {
    object: 'organization',
    id: organization.id,
    name: organization.name,
    plan: organization.plan,
    limits: { requests_per_minute: plans[organization.plan].requestsPerWindow },
    sending_enabled: organization.sendingEnabled,
    default_from: organization.defaultFrom,
    timezone: organization.timezone,
    double_opt_in: organization.doubleOptIn,
    postal_address: organization.postalAddress,
    created_at: new Date(organization.createdAt).toISOString(),
  };
}
