/** `posthouse`: the client. It has no dependencies and runs wherever `fetch` exists. */
export { Posthouse, type WaitOptions } from './client.ts';
export type * from './printed/client-resources.ts';
export {
  type Call,
  type CallOptions,
  type ClientFailure,
  type ErrorOf,
  type FieldFault,
  type List,
  type Meta,
  type Page,
  type PageInput,
  PosthouseError,
  type Result,
} from './result.ts';
export type { ClientOptions } from './transport.ts';
export type { UpsertedMany, UpsertManyOptions } from './upsert-many.ts';
export type { Verified, VerifyOptions, WebhookFault, WebhookMessage } from './webhooks.ts';
