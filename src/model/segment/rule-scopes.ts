import type { TokenScope } from '../organization/token.ts';
import { isFields } from '../text/fields.ts';
import { ruleLimits } from './rule.ts';
import { type RuleFieldKind, readRuleField } from './rule-field.ts';

const scopeOf: Partial<Record<RuleFieldKind, TokenScope>> = {
  event: 'events.read',
  reaction: 'campaigns.read',
  reach: 'campaigns.read',
};

/** A token without access to events must not find out which people have an event. */
export function scopesOfRule(rule: unknown): TokenScope[] {
  const read = new Set<TokenScope>(['subscribers.read']);
  const look = (part: unknown, depth: number): void => {
    if (!isFields(part) || depth > ruleLimits.depthMax) return;
    for (const parts of [part.and, part.or]) {
      if (Array.isArray(parts)) for (const one of parts) look(one, depth + 1);
    }
    const kind = typeof part.field === 'string' ? readRuleField(part.field)?.kind : undefined;
    const scope = kind && scopeOf[kind];
    if (scope) read.add(scope);
  };
  look(rule, 1);
  return [...read];
}
