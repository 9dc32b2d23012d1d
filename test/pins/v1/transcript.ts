/**
 * Transcripts of v1: one request after another, each with its answer, as text.
 *
 *     ### what it shows
 *     @wait 61 s                 (time passes first)
 *     @before 99 times           (the same request went in that often before)
 *     POST /api/v1/tags
 *     Header: value
 *
 *     body
 *
 *     HTTP 200
 *     header: value              (every header of the answer, by name)
 *
 *     body
 *
 * What stands in a transcript is what goes over the wire, with two exceptions. Ids are numbered by kind in the
 * order they first appear (`sub_00000000000000000000000001`), since what they are is chance; and a body can be made
 * long with `{{5242881 times x}}`.
 */
type Exchange = {
  title: string;
  waitMs: number;
  timesBefore: number;
  /** All text before the answer, as written. */
  asked: string;
  method: string;
  target: string;
  headers: Record<string, string>;
  /** Null if the request has no body. */
  body: string | null;
  answered: string;
};

export type Transcript = { preface: string; exchanges: Exchange[] };

export function readTranscript(text: string): Transcript {
  const [preface = '', ...blocks] = text.split(/^(?=### )/m);
  return { preface, exchanges: blocks.map(readExchange) };
}

function readExchange(block: string): Exchange {
  const answerAt = block.search(/^HTTP \d{3}$/m);
  if (answerAt < 0) throw new Error(`no answer: ${block.split('\n', 1)[0]}`);
  const asked = block.slice(0, answerAt);
  const [head = '', ...rest] = asked.split('\n\n');
  const lines = head.split('\n');
  const title = lines.shift()!.slice('### '.length);
  let waitMs = 0;
  let timesBefore = 0;
  while (lines[0]?.startsWith('@')) {
    const [, verb, amount] = /^@(wait|before) (\d+) (?:s|times)$/.exec(lines.shift()!) ?? [];
    if (verb === 'wait') waitMs = Number(amount) * 1_000;
    else if (verb === 'before') timesBefore = Number(amount);
    else throw new Error(`${title}: an unknown @ line`);
  }
  const [method = '', target = ''] = lines.shift()!.split(' ');
  const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s) as [string, string]));
  const body = rest.join('\n\n').trimEnd();
  return {
    title,
    waitMs,
    timesBefore,
    asked,
    method,
    target,
    headers,
    body: body === '' ? null : body,
    answered: block.slice(answerAt),
  };
}

/** The answer part of a transcript. */
export function writeAnswer(status: number, headers: Headers, body: string): string {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`).sort();
  return `HTTP ${status}\n${lines.join('\n')}\n\n${body}\n\n`;
}

const idShape = /\b([a-z]{3})_([0-9a-hjkmnp-tv-z]{26})\b/g;
const numberWidth = 26;

/** Numbers ids by kind in the order they appear, and finds them again by number. */
export function idNumbers(): { numbered(text: string): string; named(text: string): string } {
  const numberOf = new Map<string, string>();
  const nameOf = new Map<string, string>();
  const counts = new Map<string, number>();
  return {
    numbered: (text) =>
      text.replace(idShape, (id, kind: string) => {
        if (nameOf.has(id)) return id;
        let number = numberOf.get(id);
        if (number === undefined) {
          const count = (counts.get(kind) ?? 0) + 1;
          counts.set(kind, count);
          number = `${kind}_${String(count).padStart(numberWidth, '0')}`;
          numberOf.set(id, number);
          nameOf.set(number, id);
        }
        return number;
      }),
    named: (text) => text.replace(idShape, (number) => nameOf.get(number) ?? number),
  };
}

export function expandBody(body: string): string {
  return body.replace(/\{\{(\d+) times (.)\}\}/g, (_, count: string, letter: string) =>
    letter.repeat(Number(count)),
  );
}
