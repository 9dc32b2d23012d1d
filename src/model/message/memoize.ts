/** What is remembered at most: so many answers, about texts of up to so many characters. */
const answersMax = 8;
const charactersMax = 128 * 1_024;

/**
 * A pure function of a text that remembers its last answers. Texts are compared, not hashed: a hash looks at every
 * character, and two that differ mostly do so in their length.
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
