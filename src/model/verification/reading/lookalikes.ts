/** In lower case without accents. NFKC normalizes full-width, mathematical and circled letters, so they need no row. */
const rows: readonly string[] = [
  'a а ɑ α ᴀ ꭺ ⍺',
  'b ь в ƅ ʙ ᖯ β',
  'c с ϲ ᴄ ⅽ ꮯ',
  'd ԁ ɗ ɖ ᴅ đ ժ',
  'e е ҽ є ɛ ε ℮ ᴇ ə',
  'f ƒ ғ ꞙ ϝ ք',
  'g ɡ ց ɢ ǥ ԍ',
  'h һ н ɦ ʜ հ',
  'i і ı ɩ ɪ ι ꙇ ӏ ї ꭵ',
  'j ј ϳ ʝ ɉ յ',
  'k к κ ᴋ ƙ ĸ қ',
  'l ⅼ ł ɭ ʟ ǀ ӏ լ',
  'm м ⅿ ᴍ ɱ ʍ',
  'n п η ո ռ ɴ ŋ ҥ',
  'o о ο օ ᴏ σ ø ө ჿ ०',
  'p р ρ ᴘ ƿ ҏ þ',
  'q ԛ զ գ ɋ',
  'r г ʀ ɼ ɽ ᴦ ꭇ',
  's ѕ ꜱ ʂ ƽ',
  't т τ ᴛ ŧ ƭ',
  'u υ ս ᴜ ʋ µ',
  'v ѵ ν ᴠ ⅴ',
  'w ԝ ѡ ω ᴡ ɯ ա',
  'x х χ ⅹ ᕁ',
  'y у γ ү ყ ʏ ỿ',
  'z ᴢ ʐ ƶ ζ',
  'ss ß',
  'ae æ',
  'oe œ',
];

const latinOf = new Map<string, string>();
for (const row of rows) {
  const [latin, ...lookalikes] = row.split(' ');
  for (const letter of lookalikes) if (!latinOf.has(letter)) latinOf.set(letter, latin!);
}

/** Letters of Latin-script languages, which are no disguise. */
const honestLetters = 'ßæœøłđıəŋþŧµ';
const foreign = [...latinOf.keys()].filter((letter) => !honestLetters.includes(letter)).join('');
const disguisedWord = new RegExp(`[a-z][${foreign}]|[${foreign}][a-z]`, 'gu');
const notAscii = /[^\p{ASCII}]/gu;
const marks = /\p{Mark}+/gu;

export function latinLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(marks, '')
    .replace(notAscii, (letter) => latinOf.get(letter) ?? letter);
}

/** Counts Latin letters next to a look-alike from another script. */
export function disguisedLetters(text: string): number {
  return text.match(disguisedWord)?.length ?? 0;
}
