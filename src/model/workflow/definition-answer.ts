import { z } from 'zod';
import type { Definition, Step, Trigger } from './definition.ts';

const free = z.record(z.string(), z.unknown());

/** Response schema of a definition. A client can send the response back unchanged as a request. */
export const definitionAnswerFields = {
  trigger: z.object({ type: z.string(), config: free }),
  reentry: z.string(),
  exitOn: z.array(z.string()),
  goal: free.nullable(),
  quietHours: z.object({ from: z.string(), to: z.string(), days: z.array(z.string()) }).nullable(),
  mailsMax: z.object({ count: z.int(), per: z.string() }).nullable(),
  timezone: z.string().nullable(),
  steps: z.array(z.object({ key: z.string(), type: z.string(), config: free })),
  connections: z.array(z.object({ from: z.string(), to: z.string(), type: z.string() })),
};

export type DefinitionAnswer = z.output<z.ZodObject<typeof definitionAnswerFields>>;

const attributePrefix = 'attributes.';

/** Formats a definition as a response: the first step comes first, and defaults are omitted. */
export function definitionAnswer(definition: Definition): DefinitionAnswer {
  const { trigger, reentry, exitOn, goal, quietHours, mailsMax, timezone, steps, connections } = definition;
  const first = steps.filter(({ key }) => key === definition.start);
  const others = steps.filter(({ key }) => key !== definition.start);
  return {
    trigger: { type: trigger.type, config: triggerConfig(trigger) },
    reentry,
    exitOn: [...exitOn],
    goal: goal && { ...goal },
    quietHours: quietHours && { ...quietHours, days: [...quietHours.days] },
    mailsMax: mailsMax && { ...mailsMax },
    timezone,
    steps: [...first, ...others].map((step) => ({
      key: step.key,
      type: step.type,
      config: stepConfig(step),
    })),
    connections: connections.map((connection) => ({ ...connection })),
  };
}

function triggerConfig({ type: _, ...config }: Trigger): Record<string, unknown> {
  const given = withoutNulls(config);
  // The parser strips the prefix.
  const { attribute } = given;
  const hidesPrefix = typeof attribute === 'string' && attribute.startsWith(attributePrefix);
  return hidesPrefix ? { ...given, attribute: attributePrefix + attribute } : given;
}

function stepConfig(step: Step): Record<string, unknown> {
  switch (step.type) {
    case 'send_email': {
      const { body, template, ...mail } = step.config;
      if (template !== undefined) {
        const { from, replyTo, transactional } = mail;
        const { name, variables } = template;
        return withoutNulls({ from, replyTo, transactional, template: name, variables });
      }
      const content = body.kind === 'tiptap' ? JSON.parse(body.source) : body.source;
      return { ...withoutNulls(mail), [body.kind]: content };
    }
    case 'delay': {
      const { days, past, ...delay } = step.config;
      return {
        ...withoutNulls(delay),
        ...(days.length > 0 && { days: [...days] }),
        ...(delay.until !== null && { past }),
      };
    }
    case 'branch':
      return { cases: step.config.cases.map(withoutNulls) };
    default:
      return withoutNulls(step.config);
  }
}

function withoutNulls(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
