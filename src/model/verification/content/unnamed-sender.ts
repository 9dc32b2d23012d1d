import type { Tally } from './densest.ts';
import { lureThemes } from './lexicon/lexicon.ts';
import type { SeenLink, SeenMail } from './seen-mail.ts';
import { lureWeights, repeats } from './weights.ts';

/** A longer mail that names a company is likely to be news about it. */
export const noticeWords = 300;
export const phone = /(?:\+|\b)(?:\d[\s().-]{0,3}){9,14}\b/;
export function isLured(lures: Tally): boolean {
  return lureThemes.some((theme) => (lures[theme] ?? 0) > 0);
}

export function listWebLinks(mail: SeenMail): SeenLink[] {
  return mail.links.filter(({ kind, registrable }) => kind === 'web' && registrable !== '');
}

/** Words of an image-only mail: a name, a line below it, and an unsubscribe link. */
const pictureWordsMax = 11;
/** For mail to one person: people send images with captions, but a phisher's image has no words and a web source. */
const pictureWordsMaxOfOne = 2;
const pictureTargetsMax = 4;

/** Returns whether a mail is an image or a QR code with hardly any words, so its message cannot be read. */
export function isPictureAlone(mail: SeenMail): boolean {
  const wordsMax = mail.purpose === 'campaign' ? pictureWordsMax : pictureWordsMaxOfOne;
  if (mail.html.images === 0 || countBodyWords(mail) > wordsMax) return false;
  const isEnclosed = mail.html.sources.every((source) => source.startsWith('cid:'));
  if (mail.purpose === 'transactional' && isEnclosed) return false;
  const targets = new Set(listWebLinks(mail).map(({ host, path }) => host + path.split('?', 1)[0]));
  return targets.size <= pictureTargetsMax;
}

/** A script without spaces has about two letters per word. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const lettersPerWord = 2;

export function countBodyWords(mail: SeenMail): number {
  return bodyLength(mail) + (mail.text.match(unspaced)?.length ?? 0) / lettersPerWord;
}

function bodyLength({ words, bodyFrom }: SeenMail): number {
  return words.length - bodyFrom;
}

const claimedMax = 2;

/** Warnings about phishing quote its phrases, so only their weights count. @param claimed brands without a link */
export function judgeUnnamedSender(
  mail: SeenMail,
  lures: Tally,
  claimed: number,
): 'claimsAnother' | 'lureWithoutName' | null {
  if (mail.namesSender || bodyLength(mail) >= noticeWords || !asksSomething(mail)) return null;
  if ((lures.warning ?? 0) > 0 || claimed > claimedMax) return null;
  if (claimed > 0) return wants(lures, mail.purpose) ? 'claimsAnother' : null;
  return mail.purpose === 'campaign' && isStrongLure(lures) ? 'lureWithoutName' : null;
}

function asksSomething(mail: SeenMail): boolean {
  return listWebLinks(mail).length > 0 || mail.mailboxes.length > 0 || phone.test(mail.text);
}

/** Mail to one person must ask for more, because shops write about payments and parcels. */
function wants(lures: Tally, purpose: SeenMail['purpose']): boolean {
  if (purpose === 'campaign') return isLured(lures);
  const { credential = 0, threat = 0, wallet = 0, prize = 0, callback = 0 } = lures;
  return (credential > 0 && threat > 0) || wallet > 1 || prize > 1 || callback > 1;
}

const strongLureWeight = 3.4;
const strongPrize = 2;
const strongWallet = 2;

function isStrongLure(lures: Tally): boolean {
  const { prize = 0, wallet = 0, urgency = 0, callToAction = 0 } = lures;
  return (
    prize >= strongPrize ||
    (wallet >= strongWallet && urgency + callToAction + prize > 0) ||
    lureWeight(lures) >= strongLureWeight
  );
}

function lureWeight(lures: Tally): number {
  let sum = 0;
  for (const [theme, count] of Object.entries(lures)) {
    sum += Math.min(count ?? 0, repeats) * (lureWeights[theme as keyof typeof lureWeights] ?? 0);
  }
  return sum;
}
