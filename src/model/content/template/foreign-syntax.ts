/**
 * Placeholders of other systems that stand in a text: Handlebars, Mustache, Liquid, Jinja, Go templates, ERB and EJS, and the
 * tags of Mailchimp, Mailgun, ActiveCampaign, Salesforce and others. All patterns are bounded, so that reading stays linear.
 */

/** Formatting that an editor may put inside of a placeholder, as in `{{<b>firstName</b>}}`. */
const formatting = '<\\/?(?:b|strong|i|em|u|s|span|font|a|code|small|sub|sup|mark)\\b[^<>{}]{0,200}>';
const insideMax = 256;
/** A placeholder does not reach over the end of a paragraph. */
const blankLine = '\\n[ \\t\\r]{0,20}\\n';

/** The text between two delimiters. */
function between(open: string, close: string): string {
  return `${open}(?:${formatting}|(?!${open}|${close}|${blankLine})[^<]){0,${insideMax}}${close}`;
}

/**
 * Placeholders in braces, which no reader may see: complete, with a closing brace missing, or never closed. Our own
 * placeholders are matched first.
 */
export const foreignBraces = [
  `${between('\\{\\{', '\\}\\}')}\\}?`,
  between('\\{%', '%\\}'),
  between('\\{#', '#\\}'),
  '\\{\\{\\s{0,9}[A-Za-z_][\\w.]{0,63}\\s{0,9}\\}(?!\\})',
  '\\{\\{\\{?',
].join('|');

const person = '(?:first|last|full)[ _]?name|[fl]name';
/** Less than a sign that sanitized HTML writes as a reference. */
const [less, greater] = ['(?:<|&lt;)', '(?:>|&gt;)'];

/** Forms without braces that hardly mean anything else. */
const certainTags = [
  // Mailchimp; Markdown takes its stars for emphasis.
  '(?:\\*|<em>)\\|[A-Z][A-Z0-9_]{0,39}(?:[:=][^|<>\\n]{0,80})?\\|(?:\\*|<\\/em>)',
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
  // Template literals left unevaluated.
  `\\$\\{(?:[A-Za-z_]\\w{0,40}\\.){0,5}(?:name|email|${person})\\}`,
];
/** Forms that an author may have meant as written. */
const doubtfulTags = [
  '\\$\\{[A-Za-z_]\\w{0,40}(?:\\.\\w{1,40}){0,5}\\}',
  `\\[(?:${person})\\](?![(\\[:\\]])`,
  `(?<![{$])\\{(?:${person}|unsubscribe(?:[ _]?(?:url|link))?)\\}(?!\\})`,
];

const formattingTag = new RegExp(formatting, 'gi');

/** A placeholder without the formatting inside of it. */
export function withoutFormatting(placeholder: string): string {
  return placeholder.replace(formattingTag, '');
}

/** Tags that can be escaped with a backslash. */
export const foreignTags = certainTags.join('|');

const certainTag = new RegExp(foreignTags, 'i');
const anyTag = new RegExp(`(${foreignTags})|${doubtfulTags.join('|')}`, 'gi');

/** @property certain whether it can hardly be meant as written */
export type ForeignTag = { written: string; certain: boolean };

/** Finds tags of other systems, other than placeholders in braces, in a text or in sanitized HTML. */
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

/** Whether a text that is not read as HTML has a tag that is certain; code is not left out. */
export function mayHoldForeignTags(text: string): boolean {
  const may = tagSigns.some((sign) => text.includes(sign)) || (text.includes('%') && percentSign.test(text));
  return may && certainTag.test(text);
}

/** Words of logic, which are no fields: `{{else}}`, `{{end}}`. */
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

/** Whether a default is a filter of Liquid, Jinja or Go, as in `{{ firstName | default: "you" }}`. */
export function isFilter(fallback: string): boolean {
  return filterCall.test(fallback);
}
