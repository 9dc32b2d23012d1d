import type { Tool } from '../../../contract/tool.ts';
import type { Fields } from '../../../model/text/fields.ts';
import {
  bracketControls,
  mayHideAscii,
  mayHideText,
  mayHideTextBesideBrackets,
  stripInvisibleIn,
} from '../../../model/text/strip-invisible.ts';
import { closing, Fences, opening } from './fences.ts';
import { withMarks } from './mark-untrusted-text.ts';

/** Stores control characters in place of fences, because V8 serializes Latin-1 several times faster. */
export class MarkedJson {
  readonly #json: string;
  readonly #hasControls: boolean;
  #text: string | undefined;

  constructor(json: string, hasControls: boolean) {
    this.#json = json;
    this.#hasControls = hasControls;
  }

  get length(): number {
    return this.#json.length;
  }

  get text(): string {
    this.#text ??= this.#fenced(this.#json, opening, closing);
    return this.#text;
  }

  asValue(): string {
    return this.#fenced(this.#json, escapedOpening, escapedClosing);
  }

  asText(): string {
    return this.#fenced(JSON.stringify(this.#json), escapedOpening, escapedClosing);
  }

  #fenced(text: string, before: string, after: string): string {
    return this.#hasControls ? replaced(text, before, after) : text;
  }
}

/** Replaces the control characters with fences. Relies on each fence being closed before the next opens. */
function replaced(text: string, before: string, after: string): string {
  let made = '';
  let from = 0;
  for (;;) {
    const at = text.indexOf(bracketControls.opening, from);
    if (at < 0) return made + text.slice(from);
    const end = text.indexOf(bracketControls.closing, at);
    made += text.slice(from, at) + before + text.slice(at + 1, end) + after;
    from = end + 1;
  }
}

const escapedOpening = escaped(opening);
const escapedClosing = escaped(closing);

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16)}`;
}

/** Serializes a tool result with fences. Hidden characters are removed from the organization's own texts too. */
export function markedJson(tool: Tool, value: Fields): MarkedJson {
  const fences = new Fences(bracketControls.opening, bracketControls.closing);
  const json = JSON.stringify(withMarks(tool, value, fences));
  const isSound =
    fences.areAllOf(json) &&
    !(fences.areAllBeyondAscii(json) ? mayHideAscii(json) : mayHideTextBesideBrackets(json));
  return isSound
    ? new MarkedJson(json, fences.made > 0)
    : new MarkedJson(visibleJson(withMarks(tool, value)), false);
}

export function visibleJson(value: Fields): string {
  const json = JSON.stringify(value);
  return mayHideText(json) ? JSON.stringify(stripInvisibleIn(value)) : json;
}
