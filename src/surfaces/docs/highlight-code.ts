import { escapeHtml } from '../../model/content/escape-html.ts';

/** Each kind is a CSS class. */
type Kind = 'comment' | 'string' | 'number' | 'keyword' | 'name';
type Language = Partial<Record<Kind, string>>;

// Unclosed strings and comments extend to the end. Otherwise each further quote would start a search for the
// end, in quadratic time.
const codeEnd = String.raw`(?![\s\S])`;
const slashComment = String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|${codeEnd})`;
const hashComment = String.raw`(?<=^|\s)#[^\n]*`;
const quoted = String.raw`'(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?`;
/** Matched as a whole, because a quote in a regular expression opens no string. */
const regularExpression = String.raw`(?<=[(=,:] ?)\/(?:[^\/\\\n]|\\.)+\/[a-z]*`;
const digits = String.raw`\b\d[\d_.]*\b`;
const words = (list: string): string => String.raw`\b(?:${list.replaceAll(' ', '|')})\b`;

const script: Language = {
  comment: slashComment,
  string: String.raw`${regularExpression}|${quoted}|${'`'}(?:[^${'`'}\\]|\\[\s\S])*${'`'}?`,
  number: digits,
  keyword: words(
    'as async await break case catch class const continue default else export extends false finally for from function if import in instanceof interface let new null of return satisfies switch this throw true try type typeof undefined while yield',
  ),
};

/** The languages of the code blocks. A kind that comes earlier in a language wins at the same position. */
const languages: Readonly<Record<string, Language>> = {
  json: {
    name: String.raw`"(?:[^"\\\n]|\\.)*"(?=\s*:)`,
    string: quoted,
    number: digits,
    keyword: words('true false null'),
  },
  sh: {
    comment: hashComment,
    // JSON in a request spans lines.
    string: String.raw`'[^']*'?|"(?:[^"\\]|\\[\s\S])*"?`,
    keyword: String.raw`(?<=^|[|;&(] ?)[a-z][\w.-]*(?=\s|$)`,
    name: String.raw`\$\w+|\$\{\w+\}|\b[A-Z][A-Z_]+(?==)|(?<=\s)--?[a-zA-Z][\w-]*`,
  },
  ts: script,
  tsx: script,
  js: script,
  python: {
    comment: hashComment,
    string: String.raw`"""[\s\S]*?(?:"""|${codeEnd})|${quoted}`,
    number: digits,
    keyword: words(
      'and as async await class def elif else except False finally for from if import in is lambda None not or pass raise return True try while with',
    ),
  },
  ruby: {
    comment: hashComment,
    string: quoted,
    keyword: words('class def do else end false if module nil require return true unless'),
  },
  go: {
    comment: slashComment,
    string: quoted,
    number: digits,
    keyword: words('defer else for func go if import nil package range return struct type var'),
  },
  ini: {
    comment: String.raw`(?<=^)[#;][^\n]*`,
    name: String.raw`(?<=^)[\w.]+(?=\s*=)`,
    keyword: String.raw`(?<=^)\[[^\]\n]*\]`,
  },
  yaml: { comment: hashComment, name: String.raw`[\w.](?<=^[ -]*.)[\w.-]*(?=:(?:\s|$))`, string: quoted },
};

/** Longer code stays plain, because it is highlighted on the event loop. */
const charactersMax = 20_000;

const patterns = new Map<string, RegExp>();

/** Returns the code as HTML with a `span` per token. Long code and code of an unknown language stay plain. */
export function highlightCode(code: string, language: string): string {
  const pattern = code.length > charactersMax ? null : patternFor(language);
  if (pattern === null) return escapeHtml(code);
  let markup = '';
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const [kind] = Object.entries(match.groups!).find(([, text]) => text !== undefined)!;
    markup += `${escapeHtml(code.slice(end, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return markup + escapeHtml(code.slice(end));
}

function patternFor(language: string): RegExp | null {
  const kinds = Object.hasOwn(languages, language) ? languages[language]! : null;
  if (kinds === null) return null;
  const known = patterns.get(language);
  if (known) return known;
  const made = new RegExp(
    Object.entries(kinds)
      .map(([kind, pattern]) => `(?<${kind}>${pattern})`)
      .join('|'),
    'gm',
  );
  patterns.set(language, made);
  return made;
}
