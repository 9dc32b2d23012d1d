import { escapeHtml } from '../content/escape-html.ts';
import {
  insertedCharactersMax,
  type MergeFields,
  mergeValue,
  rewritePlaceholders,
} from '../content/merge-fields.ts';
import type { VerifiedContent } from './content/verdict.ts';

/** Fills in the values that a sender gives with the mail, because they are as much its content as the template is. */
export function withGivenValues<
  Content extends Pick<VerifiedContent, 'subject' | 'preview' | 'html' | 'text'>,
>(content: Content, given: MergeFields | undefined): Content {
  if (given === undefined || Object.keys(given).length === 0) return content;
  return {
    ...content,
    subject: fill(content.subject, given, withoutBraces),
    preview: content.preview && fill(content.preview, given, withoutBraces),
    html: fill(content.html, given, (value) =>
      escapeHtml(value).replaceAll('{', '&#123;').replaceAll('}', '&#125;'),
    ),
    text: content.text && fill(content.text, given, withoutBraces),
  };
}

/** Returns an upper bound of the characters that the values add to a source. A source may repeat a placeholder. */
export function countGivenCharacters(source: string, given: MergeFields | undefined): number {
  const longest = Math.max(0, ...Object.values(given ?? {}).map(({ length }) => length));
  return longest === 0 ? 0 : longest * (source.split('{{').length - 1);
}

function fill(text: string, given: MergeFields, write: (value: string) => string): string {
  let left = insertedCharactersMax;
  const written = new Map<string, string>();
  return rewritePlaceholders(text, ({ name }) => {
    let value = written.get(name);
    if (value === undefined) {
      value = write(mergeValue(given, name));
      written.set(name, value);
    }
    // The default of the placeholder applies.
    if (value === '') return null;
    left -= value.length;
    return left < 0 ? '' : value;
  });
}

/** A value is never parsed, so its braces are no placeholder. */
function withoutBraces(value: string): string {
  return value.replace(/[{}]/g, ' ');
}
