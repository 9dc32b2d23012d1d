import type { Tool } from '../../../contract/tool.ts';
import {
  bracketControls,
  mayHideAscii,
  mayHideText,
  mayHideTextBesideBrackets,
  stripInvisibleIn,
} from '../../../model/text/strip-invisible.ts';
import type { Fields } from '../protocol/fields.ts';
import { closing, Fences, opening } from './fences.ts';
import { withMarks } from './mark-untrusted-text.ts';

/**
 * An answer as its assistant reads it: as JSON, fenced, and with nothing hidden in it.
 *
 * Inside, controls are in place of the fence: the runtime keeps a text in Latin-1 with a byte for each character, and writes it
 * several times faster than one with the fence itself, which takes two bytes for every character.
 */
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

  /** The JSON text. */
  get text(): string {
    this.#text ??= this.#fenced(this.#json, opening, closing);
    return this.#text;
  }

  /** The same to be part of another JSON text, as the value that it is. */
  asValue(): string {
    return this.#fenced(this.#json, escapedOpening, escapedClosing);
  }

  /** The same to be part of another JSON text, as a text. */
  asText(): string {
    return this.#fenced(JSON.stringify(this.#json), escapedOpening, escapedClosing);
  }

  #fenced(text: string, before: string, after: string): string {
    return this.#hasControls ? replaced(text, before, after) : text;
  }
}

/** The text with other fences in place of the controls. Each is closed before the next is opened. */
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

/** The answer of a tool as its assistant reads it; nothing is hidden in the organization's own texts either. */
export function markedJson(tool: Tool, value: Fields): MarkedJson {
  const fences = new Fences(bracketControls.opening, bracketControls.closing);
  // Which texts others wrote, each tool says of its own answers.
  const json = JSON.stringify(withMarks(tool, value, fences));
  const isSound =
    fences.areAllOf(json) &&
    !(fences.areAllBeyondAscii(json) ? mayHideAscii(json) : mayHideTextBesideBrackets(json));
  return isSound
    ? new MarkedJson(json, fences.made > 0)
    : new MarkedJson(visibleJson(withMarks(tool, value)), false);
}

/** JSON with nothing hidden in its texts. */
export function visibleJson(value: Fields): string {
  const json = JSON.stringify(value);
  return mayHideText(json) ? JSON.stringify(stripInvisibleIn(value)) : json;
}
