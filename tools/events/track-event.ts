import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import {
  assertOptInRequestsApproved,
  previewOptInRequests,
} from '../../src/engine/sending/preview-opt-in-requests.ts';
import { recordEvents, rehearseEvent } from '../../src/engine/subscribers/record-event.ts';
import { StoppedSends } from '../../src/engine/subscribers/stopped-sends.ts';
import { Failure, invalidField } from '../../src/model/failure.ts';
import { IdInput } from '../../src/model/id.ts';
import { InstantInput } from '../../src/model/instant.ts';
import {
  Event,
  EventName,
  EventProperties,
  eventAnswer,
  mayHaveOccurred,
} from '../../src/model/subscriber/event.ts';
import {
  EmailInput,
  ExternalIdInput,
  type SubscriberRef,
  TriggerWorkflowsInput,
} from '../../src/model/subscriber/subscriber.ts';
import { alias } from '../../src/model/text/alias.ts';
import { eventExample } from './event-example.ts';

const Input = z
  .strictObject({
    name: EventName.optional(),
    email: EmailInput.optional().describe('An unknown address creates a subscriber'),
    subscriberId: IdInput.optional(),
    externalId: ExternalIdInput.optional(),
    properties: EventProperties.optional(),
    occurredAt: InstantInput.optional().describe('Default: now'),
    /** False starts no workflow, but waiting runs still receive the event. */
    triggerWorkflows: TriggerWorkflowsInput,
    event: EventName.optional().describe('Alias of name').meta(alias),
    data: EventProperties.optional().describe('Alias of properties').meta(alias),
  })
  .check((ctx) => {
    const { name, event, properties, data, email, subscriberId, externalId } = ctx.value;
    const fault = (path: string, message: string, code: 'required' | 'invalid' = 'invalid') =>
      ctx.issues.push({ code: 'custom', input: ctx.value, path: [path], message, params: { code } });
    if (name === undefined && event === undefined) fault('name', 'is required', 'required');
    if (name !== undefined && event !== undefined) fault('event', 'is another word for name: give one');
    if (properties && data) fault('data', 'is another word for properties: give one');
    const ways = [email, subscriberId, externalId].filter((way) => way !== undefined).length;
    if (ways === 0) fault('email', 'is required, or subscriberId or externalId', 'required');
    if (ways > 1) fault('email', 'must be the only one of email, subscriberId and externalId');
  });

export const trackEvent = defineTool({
  name: 'track_event',
  title: 'Track event',
  summary: 'Record an event of a subscriber, such as order.paid. Events can start workflows.',
  advice: 'Pass exactly one of email, subscriberId and externalId.',
  toolset: 'automation',
  input: Input,
  exactlyOneOf: { fields: ['email', 'subscriberId', 'externalId'] },
  output: Event.extend({ warnings: z.array(z.string()).optional() }),
  failures: ['not_found', 'restricted_api_key', 'rate_limit_exceeded'],
  effect: 'write',
  // Double opt-in may mail a new subscriber, within the token's limits.
  mailsOne: true,
  needs: 'events.write',
  rest: { route: 'POST /events' },
  example: {
    input: {
      name: 'order.paid',
      email: 'ada@example.com',
      properties: { total: 42, currency: 'EUR' },
      occurredAt: '2026-11-21T09:31:00Z',
    },
    output: eventExample,
  },
  async preview(scope, input) {
    const created = await rehearseEvent(scope, whoIn(input));
    return await previewOptInRequests(scope, 'track_event', created, input);
  },
  async run(scope, input) {
    const { now } = scope;
    const occurredAt = input.occurredAt === undefined ? now : Date.parse(input.occurredAt);
    if (!mayHaveOccurred(occurredAt, now)) {
      throw invalidField('occurredAt', 'must be at most 5 minutes ahead');
    }
    const name = (input.name ?? input.event)!;
    const properties = input.properties ?? input.data ?? {};
    const one = { ref: whoIn(input), event: { name, properties, occurredAt, receivedAt: now } };
    // An opt-in request is judged for its own call.
    const alike = scope.caller.organization.doubleOptIn ? null : `starts ${input.triggerWorkflows}`;
    return await scope.commitTogether(alike, one, async (within, ones) => {
      const store = within.starting(input.triggerWorkflows);
      await assertOptInRequestsApproved(scope, store, input);
      const stopped = new StoppedSends();
      const recorded = await recordEvents({ ...scope, store, onChanges: stopped.note }, ones);
      return recorded.map((event) =>
        event === null ? new Failure('not_found') : { ...eventAnswer(event), ...stopped.answer() },
      );
    });
  },
});

function whoIn({ email, subscriberId, externalId }: z.output<typeof Input>): SubscriberRef {
  if (email !== undefined) return { email };
  return subscriberId !== undefined ? { id: subscriberId } : { externalId: externalId! };
}
