import type { ProviderName } from './providers.ts';

/** The first path with a value counts, and unlisted fields are never kept. */
export type ProviderMapping = {
  /** Prefix of event names: `stripe.customer.created`. */
  prefix: string;
  type: readonly string[];
  /** Time of the event: ISO 8601, or seconds since 1970. */
  at: readonly string[];
  email: readonly string[];
  externalId: readonly string[];
  firstName: readonly string[];
  lastName: readonly string[];
  /** First and last name in one field. */
  name: readonly string[];
  locale: readonly string[];
  timezone: readonly string[];
  attributes: Readonly<Record<string, string>>;
  properties: Readonly<Record<string, string>>;
  /** An object whose scalar values become attributes or event properties. */
  attributesIn?: string;
  propertiesIn?: string;
  /** Types whose object is the person with the current address. */
  people?: { created: string; updated: string };
  never?: readonly string[];
  tags?: string;
  /** Path of the marketing consent; only people with consent become subscribers. */
  consent?: { state: readonly string[]; at: readonly string[]; yes: string; no: string };
};

const nothing = {
  at: [],
  externalId: [],
  firstName: [],
  lastName: [],
  name: [],
  locale: [],
  timezone: [],
  attributes: {},
  properties: {},
} as const satisfies Partial<ProviderMapping>;

const stripe: ProviderMapping = {
  ...nothing,
  prefix: 'stripe',
  type: ['type'],
  at: ['created'],
  email: [
    'data.object.email',
    'data.object.customer_email',
    'data.object.customer_details.email',
    'data.object.receipt_email',
    'data.object.billing_details.email',
  ],
  name: ['data.object.name', 'data.object.customer_name', 'data.object.customer_details.name'],
  locale: ['data.object.preferred_locales.0'],
  // A subscription names only its customer, whose id finds the subscriber.
  externalId: ['data.object.customer', 'data.object.id'],
  people: { created: 'customer.created', updated: 'customer.updated' },
  attributes: { stripe_customer: 'data.object.customer' },
  properties: {
    id: 'data.object.id',
    object: 'data.object.object',
    status: 'data.object.status',
    currency: 'data.object.currency',
    amount: 'data.object.amount',
    amount_total: 'data.object.amount_total',
    amount_due: 'data.object.amount_due',
    amount_paid: 'data.object.amount_paid',
    customer: 'data.object.customer',
    subscription: 'data.object.subscription',
    price: 'data.object.items.data.0.price.id',
    product: 'data.object.items.data.0.price.product',
    cancel_at_period_end: 'data.object.cancel_at_period_end',
    livemode: 'livemode',
  },
};

const clerk: ProviderMapping = {
  ...nothing,
  prefix: 'clerk',
  type: ['type'],
  at: ['timestamp'],
  email: ['data.email_addresses[id=data.primary_email_address_id].email_address', 'data.email_address'],
  externalId: ['data.user_id', 'data.id'],
  firstName: ['data.first_name'],
  lastName: ['data.last_name'],
  locale: ['data.locale'],
  attributes: { username: 'data.username' },
  properties: { id: 'data.id', status: 'data.status', user_id: 'data.user_id' },
  people: { created: 'user.created', updated: 'user.updated' },
  // These types contain sign-in codes.
  never: ['email.created', 'sms.created'],
};

const polar: ProviderMapping = {
  ...nothing,
  prefix: 'polar',
  type: ['type'],
  at: ['timestamp'],
  email: ['data.customer.email', 'data.email', 'data.customer_email'],
  name: ['data.customer.name', 'data.name', 'data.customer_name'],
  externalId: ['data.customer.external_id', 'data.external_id'],
  people: { created: 'customer.created', updated: 'customer.updated' },
  properties: {
    id: 'data.id',
    status: 'data.status',
    amount: 'data.amount',
    total_amount: 'data.total_amount',
    currency: 'data.currency',
    product: 'data.product.name',
    product_id: 'data.product_id',
    subscription_id: 'data.subscription_id',
    cancel_at_period_end: 'data.cancel_at_period_end',
  },
};

/** Database webhooks contain a row, auth hooks a user. */
const supabase: ProviderMapping = {
  ...nothing,
  prefix: 'supabase',
  type: ['metadata.name', 'type'],
  at: ['metadata.time'],
  email: ['user.email', 'record.email', 'old_record.email'],
  externalId: ['user.id', 'record.user_id', 'record.id', 'old_record.user_id', 'old_record.id'],
  firstName: ['user.user_metadata.first_name', 'record.first_name'],
  lastName: ['user.user_metadata.last_name', 'record.last_name'],
  name: ['user.user_metadata.full_name', 'user.user_metadata.name', 'record.full_name', 'record.name'],
  locale: ['user.user_metadata.locale', 'record.locale'],
  properties: { table: 'table', schema: 'schema', provider: 'user.app_metadata.provider' },
};

const shopify: ProviderMapping = {
  ...nothing,
  prefix: 'shopify',
  type: [],
  at: ['updated_at', 'created_at'],
  email: ['email', 'customer.email', 'contact_email'],
  firstName: ['first_name', 'customer.first_name', 'billing_address.first_name'],
  lastName: ['last_name', 'customer.last_name', 'billing_address.last_name'],
  locale: ['customer_locale', 'locale'],
  attributes: { orders_count: 'orders_count', total_spent: 'total_spent' },
  properties: {
    id: 'id',
    name: 'name',
    currency: 'currency',
    total_price: 'total_price',
    financial_status: 'financial_status',
    fulfillment_status: 'fulfillment_status',
    cancel_reason: 'cancel_reason',
    order_number: 'order_number',
  },
  consent: {
    state: ['email_marketing_consent.state', 'customer.email_marketing_consent.state'],
    at: ['email_marketing_consent.consent_updated_at', 'customer.email_marketing_consent.consent_updated_at'],
    yes: 'subscribed',
    no: 'unsubscribed',
  },
};

const segment: ProviderMapping = {
  ...nothing,
  prefix: 'segment',
  type: ['event', 'name', 'type'],
  at: ['timestamp', 'originalTimestamp', 'sentAt'],
  email: ['traits.email', 'context.traits.email', 'properties.email', 'userId'],
  externalId: ['userId'],
  firstName: ['traits.firstName', 'traits.first_name', 'context.traits.firstName'],
  lastName: ['traits.lastName', 'traits.last_name', 'context.traits.lastName'],
  name: ['traits.name', 'context.traits.name'],
  locale: ['context.locale'],
  timezone: ['context.timezone'],
  attributesIn: 'traits',
  propertiesIn: 'properties',
};

const custom: ProviderMapping = {
  ...nothing,
  prefix: 'custom',
  type: ['event', 'type', 'name'],
  at: ['occurredAt', 'timestamp', 'created_at'],
  email: ['email', 'data.email'],
  externalId: ['externalId', 'data.externalId', 'data.id'],
  firstName: ['firstName', 'data.firstName', 'first_name', 'data.first_name'],
  lastName: ['lastName', 'data.lastName', 'last_name', 'data.last_name'],
  locale: ['locale', 'data.locale'],
  timezone: ['timezone', 'data.timezone'],
  attributesIn: 'attributes',
  propertiesIn: 'properties',
  tags: 'tags',
};

/** Providers of events about people; the others report outcomes of our mail. */
export const providerMappings: Readonly<Partial<Record<ProviderName, ProviderMapping>>> = {
  stripe,
  clerk,
  polar,
  supabase,
  shopify,
  segment,
  custom,
};
