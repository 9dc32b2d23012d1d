import type { TriggerEvent } from '../../model/workflow/runs/entry.ts';
import type { RunTrigger } from '../../model/workflow/runs/run.ts';
import type { Inbound } from '../../store/records/workflows/workflow-inbox.ts';
import type { Engine } from '../context/scope.ts';

/** A call starts the workflow. `data.workflow`: its key. */
export const manualKind = 'manual';

/** A walk admits a person. `data.workflow`: the workflow's key; `data.type`: the trigger type. */
export const walkKind = 'walk';

/** Returns the only workflow addressed; null for an event that all listening workflows receive. */
export function addressedTo({ kind, data }: Pick<Inbound, 'kind' | 'data'>): number | null {
  return kind === manualKind || kind === walkKind ? Number(data.workflow) : null;
}

/** Returns workflows concerned other than as listeners. */
export function workflowKeys({ kind, data, cause }: Inbound): number[] {
  const addressed = addressedTo({ kind, data });
  return [...(addressed === null ? [] : [addressed]), ...(cause ? [cause.workflow] : [])];
}

export function readTagIds({ data }: Pick<Inbound, 'data'>): string[] {
  return typeof data.tag === 'string' ? [data.tag] : [];
}

/** Converts an inbox row into a trigger event; null if it starts nothing. @param labels of the named tags */
export function readTriggerEvent(
  { world: { ids } }: Engine,
  { kind, at, data }: Inbound,
  labels: ReadonlyMap<string, { id: string; name: string }>,
): TriggerEvent | null {
  const properties = (data.properties ?? {}) as Record<string, unknown>;
  // Each row is routed once, so a new id is as good as a stored one.
  const of = { id: typeof data.eventId === 'string' ? data.eventId : ids.id('evt'), at, properties };
  if (kind.startsWith('event:')) return { ...of, type: 'EVENT', name: kind.slice('event:'.length) };
  switch (kind) {
    case manualKind:
      return { ...of, type: 'MANUAL' };
    case walkKind:
      if (data.type === 'SEGMENT_ENTERED') {
        return { ...of, type: 'SEGMENT_ENTERED', segment: String(data.segment) };
      }
      return { ...of, type: data.type as 'DATE' | 'SCHEDULE' | 'MANUAL' };
    case 'subscriber.created':
      return { ...of, type: 'SUBSCRIBER_CREATED' };
    case 'subscriber.updated':
      return { ...of, type: 'SUBSCRIBER_UPDATED', fields: data.fields as string[] };
    case 'tag.added':
    case 'tag.removed': {
      const id = String(data.tag);
      const tag = labels.get(id) ?? { id, name: id };
      return { ...of, type: kind === 'tag.added' ? 'TAG_ADDED' : 'TAG_REMOVED', tag };
    }
    case 'email.opened':
    case 'email.clicked': {
      const campaignId = (data.campaignId ?? null) as string | null;
      const type = kind === 'email.opened' ? 'EMAIL_OPENED' : 'EMAIL_CLICKED';
      return { ...of, type, campaignId, machine: false };
    }
    default:
      return null;
  }
}

export function toRunTrigger(triggerEvent: TriggerEvent): RunTrigger {
  return {
    type: triggerEvent.type,
    eventId: triggerEvent.type === 'EVENT' ? triggerEvent.id : null,
    name: triggerEvent.type === 'EVENT' ? triggerEvent.name : null,
    at: triggerEvent.at,
    properties: triggerEvent.properties,
  };
}
