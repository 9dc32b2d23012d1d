/** The cache of one function: this many answers, for texts of up to this many characters. */
const answersMax = 8;
const charactersMax = 128 * 1_024;

/**
 * A pure function of a text that caches its last answers. Texts are compared rather than hashed: a hash reads every
 * character, and different texts mostly differ in length.
 */
export function memoize<Answer>(answerTo: (text: string) => Answer): (text: string) => Answer {
  const lately: { text: string; answer: Answer }[] = [];
  let oldest = 0;
  return (text) => {
    if (text.length > charactersMax) return answerTo(text);
    const known = lately.find((one) => one.text === text);
    if (known !== undefined) return known.answer;
    const answer = answerTo(text);
    lately[oldest] = { text, answer };
    oldest = (oldest + 1) % answersMax;
    return answer;
  };
}
