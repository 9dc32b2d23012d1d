/** Patterns for placeholders of other systems. All are bounded, so that matching takes linear time. */

/** Formatting that an editor may insert into a placeholder: `{{<b>firstName</b>}}`. */
const formatting = '<\\/?(?:b|strong|i|em|u|s|span|font|a|code|small|sub|sup|mark)\\b[^<>{}]{0,200}>';
const insideMax = 256;
/** A placeholder ends within its paragraph. */
const blankLine = '\\n[ \\t\\r]{0,20}\\n';

function between(open: string, close: string): string {
  return `${open}(?:${formatting}|(?!${open}|${close}|${blankLine})[^<]){0,${insideMax}}${close}`;
}

/** Complete, missing a closing brace, or unclosed. Our own placeholders must be matched first. */
export const foreignBraces = [
  `${between('\\{\\{', '\\}\\}')}\\}?`,
  between('\\{%', '%\\}'),
  between('\\{#', '#\\}'),
  '\\{\\{\\s{0,9}[A-Za-z_][\\w.]{0,63}\\s{0,9}\\}(?!\\})',
  '\\{\\{\\{?',
].join('|');

const person = '(?:first|last|full)[ _]?name|[fl]name';
const [less, greater] = ['(?:<|&lt;)', '(?:>|&gt;)'];

const insideMailchimp = '\\|[A-Z][A-Z0-9_]{0,39}(?:[:=][^|<>\\n]{0,80})?\\|';

const certainTags = [
  // Mailchimp. Markdown reads the stars as emphasis.
  `(?:\\*|<em>)${insideMailchimp}(?:\\*|<\\/em>)`,
  // ERB, EJS, SendGrid.
  `${less}%[-=]?[^%<>\\n]{1,200}%${greater}`,
  // Mailgun.
  '%recipient(?:\\.[A-Za-z_]\\w{0,40}|_(?:email|name|fname|lname))?%',
  '%(?:mailing_list_|tag_)?unsubscribe_(?:url|email)%',
  // ActiveCampaign.
  '%(?:FIRSTNAME|LASTNAME|FULLNAME|EMAIL|PHONE|CONTACTID|UNSUBSCRIBE(?:LINK)?|UPDATELINK|WEBCOPY|FORWARD2FRIEND|SENDER-INFO(?:-SINGLELINE)?|ORGNAME)%',
  // Salesforce.
  '%%[A-Za-z_][\\w ]{0,40}%%',
  `\\[\\[\\s?(?:name|email|${person}|unsubscribe(?:[ _]?(?:url|link))?)\\s?\\]\\]`,
  // Unevaluated template literals.
  `\\$\\{(?:[A-Za-z_]\\w{0,40}\\.){0,5}(?:name|email|${person})\\}`,
];
const doubtfulTags = [
  '\\$\\{[A-Za-z_]\\w{0,40}(?:\\.\\w{1,40}){0,5}\\}',
  `\\[(?:${person})\\](?![(\\[:\\]])`,
  `(?<![{$])\\{(?:${person}|unsubscribe(?:[ _]?(?:url|link))?)\\}(?!\\})`,
];

const formattingTag = new RegExp(formatting, 'gi');

export function withoutFormatting(placeholder: string): string {
  return placeholder.replace(formattingTag, '');
}

/** Tags that a backslash escapes. */
export const foreignTags = certainTags.join('|');

const certainTag = new RegExp(foreignTags, 'i');
const anyTag = new RegExp(`(${foreignTags})|${doubtfulTags.join('|')}`, 'gi');

const mailchimp = `\\*${insideMailchimp}\\*`;
/** In a compact table, stars at both bars are emphasis: `**a**|b|**c**`. */
const tagWithBar = new RegExp(
  `(?<![\\w*])${mailchimp}|${mailchimp}(?![\\w*])|<%[-=]?[^%<>|\\n]{0,200}\\|[^%<>\\n]{0,200}%>`,
  'gi',
);

export function replaceTagsWithBar(markdown: string, write: (tag: string) => string): string {
  const may = markdown.includes('*|') || markdown.includes('<%');
  return may ? markdown.replace(tagWithBar, write) : markdown;
}

/** @property certain false if the tag may be literal text */
export type ForeignTag = { written: string; certain: boolean };

/** Finds foreign tags without braces, in plain text or sanitized HTML. */
export function foreignTagsIn(text: string): ForeignTag[] {
  return Array.from(text.matchAll(anyTag), ([written, certain]) => ({
    written: written.replace(/<\/?em>/g, '*'),
    certain: certain !== undefined,
  }));
}

/** Every certain tag contains one of these signs or matches `percentSign`. */
const tagSigns = ['*|', '[[', '$' + '{'];
const percentSign =
  /%[%>=-]|<%|&lt;%|%(?:recipient|unsubscribe|mailing_list|tag_|first|last|full|email|phone|contact|update|webcopy|forward|sender|org)/i;

/** Does not skip code. */
export function mayHoldForeignTags(text: string): boolean {
  const may = tagSigns.some((sign) => text.includes(sign)) || (text.includes('%') && percentSign.test(text));
  return may && certainTag.test(text);
}

const logicWord = /^(?:else|elseif|end|endif|endfor|endunless)$/i;

export function isLogicWord(name: string): boolean {
  return logicWord.test(name);
}

const bareFilters =
  'capitalize|capfirst|upcase|downcase|titlecase|title|upper|lower|uppercase|lowercase|escape|strip_html|url_encode|urlencode|html_safe|safe|trim|strip';
const filters = `${bareFilters}|default|default_if_none|fallback|append|prepend|replace|remove|truncate|truncatewords|date|money`;
const quote = `(?:["']|&quot;|&#39;|&apos;)`;
const filterCall = new RegExp(
  `^\\s*(?:(?:${bareFilters})\\s*(?:\\|.*)?|(?:${filters})\\s*(?:[:(].*|${quote}.*))$`,
  'is',
);

/** Returns whether a default is a Liquid, Jinja or Go filter: `{{ firstName | default: "you" }}`. */
export function isFilter(fallback: string): boolean {
  return filterCall.test(fallback);
}
