/** Links and login codes in a mail, for test inboxes and the console. Time is linear in the mail, whose sender may be hostile. */

export type MailLink = { href: string; text: string };
export type MailExtracts = { links: MailLink[]; codes: string[] };

const readCharactersMax = 250_000;
const linksMax = 200;
const hrefCharactersMax = 8_000;
const linkTextCharactersMax = 200;
const codesMax = 5;
const candidatesMax = 500;

/** @returns links as written, so a page must check a scheme before it makes one clickable; codes, the likeliest first */
export function mailExtracts(html: string | null, text: string | null): MailExtracts {
  const read = readHtml((html ?? '').slice(0, readCharactersMax));
  const plain = (text ?? '').slice(0, readCharactersMax);
  const links = new Map<string, MailLink>();
  for (const link of [...read.links, ...linksInText(plain)]) {
    if (links.size === linksMax) break;
    const known = links.get(link.href);
    if (known === undefined || known.text === '') links.set(link.href, link);
  }
  const codes = findCodes(plain);
  return { links: [...links.values()], codes: codes.length > 0 ? codes : findCodes(read.text) };
}

const tagStart = /<(\/?)([a-z][a-z\d]{0,20})/iy;
const withoutText = /^(?:script|style|title|template|textarea)$/;
/** Elements that do not interrupt a word or a number. */
const inline = /^(?:a|abbr|b|big|code|em|font|i|ins|kbd|mark|s|samp|small|span|strong|sub|sup|tt|u|var|wbr)$/;

function readHtml(html: string): { links: MailLink[]; text: string } {
  const links: MailLink[] = [];
  let text = '';
  let open: (MailLink & { alt: string }) | null = null;
  const add = (piece: string): void => {
    text += piece;
    if (open !== null && open.text.length < linkTextCharactersMax) open.text += piece;
  };
  const close = (): void => {
    if (open === null) return;
    const shown = tidy(decoded(open.text)) || open.alt;
    links.push({ href: open.href, text: shown.slice(0, linkTextCharactersMax) });
    open = null;
  };
  let at = 0;
  while (at < html.length && links.length < linksMax) {
    const start = html.indexOf('<', at);
    add(html.slice(at, start < 0 ? html.length : start));
    if (start < 0) break;
    if (html.startsWith('<!--', start)) {
      at = after(html, '-->', start + '<!--'.length);
      continue;
    }
    const tag = readTag(html, start);
    at = tag.end;
    add(tag.name === '' ? '<' : inline.test(tag.name) ? '' : '\n');
    if (tag.name === 'a') close();
    if (tag.isEnd) continue;
    if (tag.name === 'a') {
      const href = attribute(tag.attributes, 'href');
      if (href !== '' && href.length <= hrefCharactersMax && !href.startsWith('#')) {
        open = { href, text: '', alt: '' };
      }
    }
    if (tag.name === 'img' && open !== null)
      (open as { alt: string }).alt ||= attribute(tag.attributes, 'alt');
    if (withoutText.test(tag.name)) at = endOfElement(html, tag.name, at);
  }
  close();
  return { links, text: decoded(text) };
}

type Tag = { name: string; isEnd: boolean; attributes: string; end: number };

/** @returns an empty name for a `<` that starts no tag */
function readTag(html: string, start: number): Tag {
  tagStart.lastIndex = start;
  const [whole, slash, name] = tagStart.exec(html) ?? [];
  if (name === undefined) return { name: '', isEnd: false, attributes: '', end: start + 1 };
  const end = endOfTag(html, start);
  return {
    name: name.toLowerCase(),
    isEnd: slash !== '',
    attributes: html.slice(start + whole!.length, end - 1),
    end,
  };
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found < 0 ? html.length : found + mark.length;
}

/** Returns the position after the tag; a `>` between quotes does not end it. */
function endOfTag(html: string, start: number): number {
  let quote = '';
  for (let at = start + 1; at < html.length; at += 1) {
    const letter = html[at]!;
    if (quote !== '') {
      if (letter === quote) quote = '';
    } else if (letter === '>') return at + 1;
    else if (letter === '"' || letter === "'") quote = letter;
  }
  return html.length;
}

function endOfElement(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? html.length;
}

function attribute(attributes: string, wanted: string): string {
  const written = /([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/g;
  for (const [, name, double, single, bare] of attributes.matchAll(written)) {
    if (name!.toLowerCase() === wanted) return decoded(double ?? single ?? bare ?? '').trim();
  }
  return '';
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (whole, decimal, hex, name) => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : Number.NaN;
      if (Number.isNaN(code)) return entities[name.toLowerCase()]!;
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

function tidy(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

const webAddress = /https?:\/\/[^\s<>"')\]]+/g;

function* linksInText(text: string): Generator<MailLink> {
  for (const [written] of text.matchAll(webAddress)) {
    const href = written.replace(/[.,;:!?]{1,3}$/, '');
    if (href.length <= hrefCharactersMax) yield { href, text: href };
  }
}

/** Groups of digits, or of capitals and digits. A number with a decimal point, a currency or a sign is none. */
const candidate =
  /(?<![\w.,:/#$€£@+-]|\d{3} )(?:[A-Z]-)?(?:\d{3}[ -]\d{3}|\d{4}[ -]\d{4}|\d{2} \d{2} \d{2}|\d{4,8}|[A-Z\d]{3,4}-[A-Z\d]{3,4}|[A-Z\d]{6,8})(?![\w-]|[.,:]\d| \d{3}| ?[%€£$])/g;

/** Words for a code, in the languages of most mail. Words that are part of others stand alone. */
const word =
  /(?<!(?:zip|postal|post|area|country|bar|qr|error|status)[ -]?)code|c[oó]digo|codice|passwor[dt]|verif|authenti[ck]|one-time|einmal|kennwort|mot de passe|contraseña|clave|senha|κωδικ|код|парол|コード|認証|確認番号|暗証番号|验证码|驗證碼|校验码|动态码|인증|코드|رمز|كود|कोड|ओटीपी|קוד|รหัส|(?<!\p{L})(?:pin|otp|tan|2fa|kode?n?|kód|koodi|şifre|hasło|mã|ma)(?!\p{L})/iu;

const lettersBefore = 80;
const lettersAfter = 60;

/** Returns the codes near a word for a code. A year is none, unless the word is on its line and no other code is. */
function findCodes(text: string): string[] {
  const plain = text.replaceAll(webAddress, ' ');
  const near = new Set<string>();
  const years = new Set<string>();
  let candidates = 0;
  for (const { 0: written, index } of plain.matchAll(candidate)) {
    candidates += 1;
    if (near.size === codesMax || candidates > candidatesMax) break;
    const code = withoutGroups(written);
    if (code === null) continue;
    const end = index + written.length;
    const around = [
      plain.slice(Math.max(0, index - lettersBefore), index),
      plain.slice(end, end + lettersAfter),
    ];
    if (!around.some((part) => word.test(part))) continue;
    (/^(?:19|20)\d\d$/.test(code) ? years : near).add(code);
  }
  return near.size > 0 ? [...near] : [...years].slice(0, 1);
}

/** Returns null for a word in capitals or a phone number. A group of letters keeps its hyphen, because the form may expect it. */
function withoutGroups(written: string): string | null {
  const bare = written.replace(/^[A-Z]-/, '');
  if (/^[\d -]+$/.test(bare)) {
    const groups = bare.split(/[ -]/);
    return groups.every(({ length }) => length === groups[0]!.length) ? groups.join('') : null;
  }
  return /\d/.test(bare) && /[A-Z]/.test(bare) ? bare : null;
}
