import type { z } from 'zod';
import type { createCampaign } from '../../../../tools/campaigns/create-campaign.ts';
import type { deleteCampaign } from '../../../../tools/campaigns/delete-campaign.ts';
import type { getCampaign } from '../../../../tools/campaigns/get-campaign.ts';
import type { pageCampaigns } from '../../../../tools/campaigns/page-campaigns.ts';
import type { sendCampaign } from '../../../../tools/campaigns/sending/send-campaign.ts';
import type { updateCampaign } from '../../../../tools/campaigns/update-campaign.ts';
import type { sendTrackedEmail } from '../../../../tools/emails/send-tracked-email.ts';
import type { verifyEmailAddress } from '../../../../tools/emails/verify-email-address.ts';
import type { trackEvent } from '../../../../tools/events/track-event.ts';
import type { addSubscriberTags } from '../../../../tools/subscribers/add-subscriber-tags.ts';
import type { createSubscriber } from '../../../../tools/subscribers/create-subscriber.ts';
import type { getSubscriber } from '../../../../tools/subscribers/get-subscriber.ts';
import type { pageSubscriberEvents } from '../../../../tools/subscribers/page-subscriber-events.ts';
import type { pageSubscribers } from '../../../../tools/subscribers/page-subscribers.ts';
import type { removeSubscriberTags } from '../../../../tools/subscribers/remove-subscriber-tags.ts';
import type { unsubscribeSubscriber } from '../../../../tools/subscribers/unsubscribe-subscriber.ts';
import type { updateSubscriber } from '../../../../tools/subscribers/update-subscriber.ts';
import type { createTag } from '../../../../tools/tags/create-tag.ts';
import type { getTag } from '../../../../tools/tags/get-tag.ts';
import type { pageTags } from '../../../../tools/tags/page-tags.ts';
import type { FailureName } from '../../../model/failure.ts';

/** Type imports only: when a tool changes, its translation stops compiling and is fixed, while v1 stays the same. */
type Tools = {
  send_tracked_email: typeof sendTrackedEmail;
  verify_email_address: typeof verifyEmailAddress;
  create_subscriber: typeof createSubscriber;
  page_subscribers: typeof pageSubscribers;
  get_subscriber: typeof getSubscriber;
  update_subscriber: typeof updateSubscriber;
  unsubscribe_subscriber: typeof unsubscribeSubscriber;
  add_subscriber_tags: typeof addSubscriberTags;
  remove_subscriber_tags: typeof removeSubscriberTags;
  page_subscriber_events: typeof pageSubscriberEvents;
  track_event: typeof trackEvent;
  page_tags: typeof pageTags;
  create_tag: typeof createTag;
  get_tag: typeof getTag;
  page_campaigns: typeof pageCampaigns;
  create_campaign: typeof createCampaign;
  get_campaign: typeof getCampaign;
  update_campaign: typeof updateCampaign;
  delete_campaign: typeof deleteCampaign;
  send_campaign: typeof sendCampaign;
};

type ToolName = keyof Tools;

/** Drops an index signature, which would allow any other field name. */
type Literal<Fields> = { [Name in keyof Fields as string extends Name ? never : Name]: Fields[Name] };

/** Input of a tool. Translations must declare it as their return type, so that a removed tool field is a compile error. */
export type ToolInput<Name extends ToolName> = Literal<z.input<Tools[Name]['input']>>;
export type ToolOutput<Name extends ToolName> = z.output<Tools[Name]['output']>;

type Asked<Path, Query, Body> = { path: Path; query: Query; body: Body };

type Described = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  tool: ToolName;
  operationId: string;
  tag: 'Emails' | 'Subscribers' | 'Events' | 'Tags' | 'Campaigns';
  summary: string;
  /** Query parameters. Unknown ones are ignored. */
  query?: z.ZodObject;
  /** Body. Unknown fields are ignored. */
  request?: z.ZodObject;
  requestOptional?: boolean;
  response: z.ZodObject;
  example: { request?: Record<string, unknown>; response: Record<string, unknown> };
  /** Failures by v2 name, in addition to the common failures. */
  errors: readonly FailureName[];
  /** v1 names of renamed fields, by tool name. */
  fieldNames?: Readonly<Record<string, string>>;
};

export type Operation = Described & {
  toInput(asked: Asked<Record<string, string>, unknown, unknown>): Record<string, unknown>;
  toBody(output: unknown): Record<string, unknown>;
};

type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Record<Name, string> & PathParameters<Rest>
  : unknown;

/** Type-checks an operation against its tool. Returns its argument. */
export function operation<
  const Name extends ToolName,
  const Path extends string,
  Response extends z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Request extends z.ZodObject = z.ZodObject,
>(
  described: Omit<Described, 'tool' | 'path' | 'query' | 'request' | 'response' | 'example'> & {
    tool: Name;
    path: Path;
    query?: Query;
    request?: Request;
    response: Response;
    example: { request?: z.input<Request>; response: z.output<Response> };
    toInput(asked: Asked<PathParameters<Path>, z.output<Query>, z.output<Request>>): ToolInput<Name>;
    toBody(output: ToolOutput<Name>): Omit<z.output<Response>, 'success'>;
  },
): Operation {
  return described as unknown as Operation;
}
