import { z } from 'zod';
import { isHeaderSafe } from '../address.ts';
import { shownAs } from './alias.ts';
import { visibleLine } from './strip-invisible.ts';

/** One trimmed line, safe for a header, a log line and a list. */
export function oneLine(charactersMax: number) {
  return z.string().trim().check(atMostCharacters(charactersMax), singleLine);
}

/** Checks the length itself, to keep the JSON Schema minimal: `{ type: ['string', 'null'], maxLength }`. */
export function oneLineOrNull(charactersMax: number) {
  return (
    z
      .string()
      .trim()
      .check(atMost(charactersMax), singleLine)
      .nullable()
      // An empty text clears, as null does.
      .meta({ maxLength: charactersMax, ...shownAs({ type: 'string' }) })
  );
}

/** Multi-line trimmed text or null, with a minimal JSON Schema like `oneLineOrNull`. */
export function someLinesOrNull(charactersMax: number) {
  return z
    .string()
    .trim()
    .check(atMost(charactersMax), (ctx) => {
      if (control.test(ctx.value)) {
        ctx.issues.push({ code: 'custom', input: ctx.value, message: 'must not hold control characters' });
      }
    })
    .nullable()
    .meta({ maxLength: charactersMax, ...shownAs({ type: 'string' }) });
}

/** Counts code points, as JSON Schema does. */
export function countCharacters(text: string): number {
  let amount = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    if (isHighSurrogate(text.charCodeAt(at)) && isLowSurrogate(text.charCodeAt(at + 1))) {
      amount -= 1;
      at += 1;
    }
  }
  return amount;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Does not count a text that is many times too long. */
export function isLongerThan(text: string, charactersMax: number): boolean {
  if (text.length <= charactersMax) return false;
  return text.length > 2 * charactersMax || countCharacters(text) > charactersMax;
}

/** Like `z.string().max()`, but counts characters instead of UTF-16 code units. */
export function atMostCharacters(charactersMax: number): z.core.$ZodCheck<string> {
  const check = z.maxLength(charactersMax) as z.core.$ZodCheck<string>;
  const refuse = check._zod.check;
  // zod also runs this check for other values with a length.
  check._zod.check = (payload) => {
    if (typeof payload.value === 'string' && isLongerThan(payload.value, charactersMax)) refuse(payload);
  };
  return check;
}

function atMost(charactersMax: number) {
  return (ctx: z.core.ParsePayload<string>): void => {
    if (!isLongerThan(ctx.value, charactersMax)) return;
    ctx.issues.push({
      code: 'custom',
      input: ctx.value,
      message: `must have at most ${charactersMax.toLocaleString('en')} characters`,
    });
  };
}

const control = /[\p{Cc}--[\t\n\r]]/v;

function singleLine(ctx: z.core.ParsePayload<string>): void {
  if (isHeaderSafe(ctx.value)) return;
  ctx.issues.push({
    code: 'custom',
    input: ctx.value,
    message: 'must not hold line breaks or control characters',
  });
}

export function cutText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const kept = cutAtCodeUnits(text, charactersMax);
  return `${kept}… [cut: ${(text.length - kept.length).toLocaleString('en')} more characters]`;
}

export const cutEnd = /… \[cut: [\d,]+ more characters\]$/;

/** Cuts at UTF-16 code units without splitting a character. */
export function cutAtCodeUnits(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  const cut = text.slice(0, charactersMax);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

export function matchWord<Word extends string>(words: readonly Word[], named: readonly string[] = words) {
  return (text: string, ctx: z.RefinementCtx): Word => {
    const found = words.find((word) => word === text.toUpperCase() || word === text.toLowerCase());
    if (found === undefined) {
      ctx.issues.push({ code: 'custom', input: text, message: `must be one of ${named.join(', ')}` });
      return z.NEVER;
    }
    return found;
  };
}

/** Databases change half a surrogate pair, and PostgreSQL refuses NUL. */
export function isSoundText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

export const clientCharactersMax = 200;

/** Returns the name that a client gives itself as one visible line; null if nothing of it is visible. */
export function clientName(client: string | undefined): string | null {
  return cutAtCodeUnits(visibleLine(client ?? ''), clientCharactersMax) || null;
}
