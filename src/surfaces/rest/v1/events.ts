import type { z } from 'zod';
import { type Event, EventAnswer, TrackEventRequest } from './schemas.ts';
import { operation, type ToolInput, type ToolOutput } from './translation.ts';

export const eventExample: z.infer<typeof Event> = {
  id: 'evt_01k8zr6xw0j6p8v0c2q4b6t8hf',
  name: 'order.paid',
  subscriberId: 'sub_01k8zr6xw0e4m2v7c9q1b5t3hd',
  email: 'grace@example.org',
  properties: { amount: 42 },
  occurredAt: '2026-11-02T09:31:00.000Z',
  receivedAt: '2026-11-02T09:31:00.000Z',
};

export const trackEvent = operation({
  method: 'POST',
  path: '/events',
  tool: 'track_event',
  operationId: 'v1TrackEvent',
  tag: 'Events',
  summary: 'Track a named event of a subscriber',
  request: TrackEventRequest,
  response: EventAnswer,
  example: {
    request: { name: 'order.paid', email: 'grace@example.org', properties: { amount: 42 } },
    response: { success: true, event: eventExample, eventId: eventExample.id },
  },
  errors: ['not_found'],
  toInput({ body }): ToolInput<'track_event'> {
    return {
      name: body.name,
      event: body.event,
      email: body.email,
      subscriberId: body.subscriberId,
      externalId: body.externalId,
      properties: body.properties,
      data: body.data,
      occurredAt: body.occurredAt,
      triggerWorkflows: body.triggerWorkflows,
    };
  },
  toBody: (output) => ({ event: toV1Event(output), eventId: output.id }),
});

/** Lists every field, as all v1 responses do. */
export function toV1Event(event: ToolOutput<'track_event'>): z.infer<typeof Event> {
  return {
    id: event.id,
    name: event.name,
    subscriberId: event.subscriberId,
    email: event.email,
    properties: event.properties,
    occurredAt: event.occurredAt,
    receivedAt: event.receivedAt,
  };
}
