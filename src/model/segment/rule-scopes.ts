import type { TokenScope } from '../organization/token.ts';
import { isFields } from '../text/fields.ts';
import { ruleLimits } from './rule.ts';
import { type RuleFieldKind, readRuleField } from './rule-field.ts';

/** What a field says beyond the subscriber's own: what they did, and which campaigns they got and reacted to. */
const scopeOf: Partial<Record<RuleFieldKind, TokenScope>> = {
  event: 'events.read',
  reaction: 'campaigns.read',
  reach: 'campaigns.read',
};

/**
 * What a caller must be allowed to read to learn who matches a rule: else a token that may not see an event finds out who has it.
 * @param rule as given, perhaps not validated yet: of one that is too deep, only as much as a rule may have
 */
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
