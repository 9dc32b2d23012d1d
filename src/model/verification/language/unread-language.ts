import { limitMarks } from '../../text/limit-marks.ts';
import type { ReadLanguage } from './languages.ts';

/**
 * Frequent words by language code. Every language with phrases needs them, otherwise its texts count as unread, unless
 * its script is its own.
 */
const wordsOfRead: Readonly<Partial<Record<ReadLanguage, string>>> = {
  en: 'the of and to in a is that for it you your with on are this be we our as by from or at have not will can if an was but us all has more they their which one about what when there here been do no so please thank thanks hello dear i my me his her would could',
  de: 'der die das und in zu den von mit sich des auf für ist im dem nicht ein eine einen eines als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über so zum haben ihr ihre ihnen ihren ihrer wir uns unsere unser unserer ich du dein deine dich dir bitte oder wenn können kann vom mehr nur hier jetzt kein keine zur war bis hallo danke',
  pt: 'de a o que e do da em um para com não uma os no se na por mais as dos como mas ao ele das à seu sua ou quando muito nos já eu também só pelo pela até isso ela entre sem você vocês nosso nossa é são está tem foi ser seus suas aqui olá obrigado obrigada nas num',
  es: 'de la que el en y a los del se las por un para con no una su al lo como más o pero sus le ya este sí porque esta entre cuando muy sin sobre también me hasta hay donde desde todo nos te tu tus es son está están tiene usted si ha hemos nuestro nuestra aquí hola gracias',
  fr: 'le la les de des du et à un une en que qui dans pour sur pas au aux par avec ne ce cette ces vous votre vos nous notre nos est sont a été être plus se il elle on je tu ton ta tes mon ma mes ou si mais comme tout tous y ont leur bonjour merci d l c n qu j',
  nl: 'de het een van en in is dat op te zijn met voor niet aan er om ook als dan maar bij of uit nog wel door naar je jij u uw jouw we wij ons onze hebben heeft wordt worden kan kunt deze dit die meer over geen hier dag al was ik mijn jullie beste hallo bedankt',
  it: 'di e il la che in un a per è una sono con non del si della i le da al dei lo nel alla ha più gli ma come se anche delle o ci questo questa dal tuo tua tuoi tue nostro nostra suo sua hai abbiamo puoi sul sulla nella degli agli grazie ciao gentile ti vi mi qui tutti essere l d dell all nell',
  pl: 'i w na z do się nie jest to że o jak za od po dla co są ale czy tylko już przez tym twoje twój twoja twoich ci ciebie nas nam nasz nasze naszych możesz oraz lub jego ich ten ta te który która które być będzie masz więcej tego jeśli przed',
  cs: 'a v na je se s z že do o to si jsou pro za jako po od jsme by být které který která jste nebo jen vám vás vaše váš našich nás naše ale už když také můžete tak k i ze ve pokud jeho není bude více dnes',
  sv: 'och i att det som en på är av för med den till inte om har de ett vi du din ditt dina kan från så vår våra er men eller här nu när alla mer hos efter bli också hej dig oss ska',
  da: 'og i at det som en på er af for med den til ikke om har de et vi du din dit dine kan fra så vores jeres men eller her nu når alle mere hos efter bliver også hej dig os skal',
  fi: 'ja on ei että se oli kun mutta myös ovat tai niin kuin voit sinun meidän teidän jos nyt kaikki vain tämä tämän sen joka jotka ole olet olemme hän ne mukaan vielä jo sekä kanssa ennen hei tervetuloa',
  ro: 'de și în la a cu pe este nu sau o din pentru că mai un se care ce sunt am ai vă te dumneavoastră noastre nostru ta tău tale prin dar fi ale al lui le ne va vom puteți fost după acum fără bună',
  hu: 'a az és hogy nem is egy ez meg van vagy de már csak itt el ha még mint ki lesz önnek ön azt kell minden most mi lehet nagyon volt majd több szerint után között illetve valamint kedves köszönjük',
  tr: 've bir bu için ile de da çok olan gibi daha en ne var olarak sizin size sizi siz bizim biz ya veya ama kadar sonra her değil yeni merhaba bugün lütfen tüm göre hemen üzere',
  id: 'yang dan di dengan untuk dari ini itu tidak pada anda kami kita ke akan atau dalam adalah juga sudah dapat telah bisa oleh saya karena jika lebih semua hari kepada hanya sebagai',
  vi: 'và của là có không cho được trong với một các những bạn chúng tôi này đã để người khi từ đến sẽ hoặc vui lòng',
  ru: 'и в не на с что по как это вы для мы к за от вас ваш ваша ваше вашу вам наш наша мне если или при можно только уже все так из до чтобы ещё есть был будет без после также спасибо пожалуйста здравствуйте я он',
  uk: 'і в не на з що по як це ви для ми до за від вас ваш ваша ваше вашу вам наш наша мені якщо або при можна тільки вже все так із щоб ще є був буде без після також дякуємо ласка та у й він',
  ar: 'في من على إلى أن هذا هذه التي الذي ما لا أو عن مع كل قد تم كان يمكن لم إذا بعد قبل لك نحن أنت هو هي ولا يرجى شكرا مرحبا عند حتى خلال ذلك بين غير لقد أي كما',
  hi: 'के है की को में से का और यह पर हैं आपके आप हमारे इस लिए एक ने भी हो कर या तो नहीं अपने कि आपका था गया हम करें जा रहा अब कृपया नमस्ते अगर',
};

const wordsOfUnread: Readonly<Record<string, string>> = {
  af: 'die van en in is dat nie het te vir met op jy jou ons wat sal kan word om aan ook by hierdie as of hulle uit deur sy u meer nog is daar baie',
  az: 'və bir bu üçün ilə da də ki olan sizin siz biz hər daha çox yeni ya amma bizim sizə',
  ca: 'de la i el que en a els les un una per amb no és del al va es més com ha o si però aquest aquesta us vostre vostra nostre nostra pot són també fins sense molt aquí dels l d teu teva ens has',
  cy: 'y yn a i o ar ei eich ein mae gan am wedi gyda neu chi ni hyn fel yr',
  et: 'ja on ei et see oli kui aga ka või nii sa teie meie sinu kõik ainult nüüd veel juba ning kes mis oma siis pole olete oleme kuid palun tere te saab',
  eu: 'eta da ez bat du dira ere zure gure hau izan den dute baina edo egin zara hemen dago dugu gehiago',
  ga: 'agus an na ar is tá le do go i sa nó seo bhfuil',
  hr: 'i u je na se da za su od s sa o a ne ili kao što koji koja koje vas vaš vaša vaše vam naš naše smo ste možete do iz će biti to već samo ako te po nije može više sve kod',
  is: 'og að í á er sem til við um en það ekki með fyrir af þú þinn þín þitt frá hefur eða þér okkar vera þessi alla hér nú',
  lt: 'ir yra su į iš kad ar bet tai nėra jūsų mūsų jūs mes už apie po nuo iki kaip tik jau dar gali galite savo šį visi visus taip pat kuris prie',
  lv: 'un ir ar no uz par ka kas to lai vai arī jūs jūsu mēs mūsu nav tā pēc bet tikai kā jau līdz šo visas visi var būt savu',
  nb: 'og i at det som en på er av for med den til ikke om har de et vi du din ditt dine kan fra så vår våre dere men eller her nå når alle mer hos etter blir også hei deg oss skal',
  sk: 'a v na je sa s z že do o to si sú pre za ako po od sme by byť ktoré ktorý ktorá ste alebo len vám vás vaše váš našich nás naše ale už keď aj môžete tak k i zo vo pokiaľ jeho nie bude viac dnes ak',
  sl: 'in je na v za se da ki so z s pa po tudi ali kot vas vaš vaše vam naš naše smo ste lahko pri od do bo to bi še samo če ter o iz ne več vse',
  sq: 'dhe në e të një për me nga që është nuk i ka si por tuaj juaj ju tonë ne këtë kjo mund ose më do kur gjithë duke',
  sw: 'na ya wa kwa ni katika za la cha kuwa hii hiyo yako wako sisi wetu yetu au lakini kama pia sasa bila zaidi tafadhali',
  tl: 'ang ng sa na mga at ay ito para mo ka namin natin iyong hindi kung ko may siya lang po inyong inyo kami',
  bg: 'и в на не за да се от с че по са като ще вашия вашата ви ние вие или ако този тази това при бъде може след само още вече най много до без благодарим моля здравейте ни',
  sr: 'и у на не за да се од са је као ће ваш ваша вам ми ви или ако овај ова ово при бити може после само још већ до без хвала молимо нас што су',
  mk: 'и во на не за да се од со е како ќе вашиот вашата ви ние вие или ако овој оваа ова при биде може по само уште веќе до без благодариме ве молиме што се',
  kk: 'және бұл үшін мен бен сіз сіздің біз біздің деп болады немесе егер қазір дейін кейін туралы барлық емес жоқ бар сәлеметсіз рахмет',
  fa: 'و در به از که این را با است برای شما ما می یا اگر تا هر بر خود شده کنید باید های آن دارد نیست کرد لطفا سلام پس هم یک',
  ur: 'کے ہے کی کو میں سے کا اور یہ پر ہیں آپ آپ کے ہم اس لیے ایک نے بھی ہو کر یا تو نہیں اپنے کہ تھا گیا کریں اب براہ اگر',
  mr: 'आहे आणि या ते हे तुमच्या तुम्ही आपल्या आम्ही नाही होते करा साठी आहेत मध्ये किंवा एक हा की तर झाले केले',
  ne: 'छ र यो तपाईंको तपाईं हाम्रो को मा छन् लागि गर्नुहोस् भएको गर्न एक पनि छैन वा हुन्छ',
};

const sampleCharactersMax = 20_000;
/** Words per detection run, because a mail may be in two languages. */
const runWords = 25;
const everydayMin = 3;
const everydayShareMin = 0.12;
/** A shorter text is a name or a greeting. */
const unreadWordsMin = 6;
const lettersPerWord = 2;

/** Matches a mailbox only at the start of a token, otherwise a token without `@` takes quadratic time. */
const address = /\b(?:https?:\/\/|www\.)\S+|(?<!\S)\S+@\S+/giu;
const word = /\p{L}[\p{L}\p{M}]*/gu;
const latinWord = /^\p{Script=Latin}/u;
/** Scripts of several languages, which their everyday words distinguish. */
const sharedScript = /^[\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}]/u;
/** Scripts whose languages are all read, with and without spaces between words. */
const readScript = /^[\p{Script=Greek}\p{Script=Hebrew}\p{Script=Hangul}]/u;
const readUnspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const unreadUnspaced = /^[\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Latin letters that no language with phrases uses in native words. */
const foreignLetter =
  /[\p{Script=Latin}--[a-zßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿœªºąćęłńśźżčďěňřšťůžőűășțşţğıđĩũơư\u1EA0-\u1EF9]]/v;

const read = indexOf(Object.values(wordsOfRead));
const unread = indexOf(Object.values(wordsOfUnread));

/** Returns false if no language can be detected, as in a short text or a list of names. */
export function isUnreadLanguage(text: string): boolean {
  const words = { read: 0, unread: 0 };
  const runs = { latin: [] as string[], shared: [] as string[] };
  const settle = (script: keyof typeof runs): void => {
    const language = languageOf(runs[script]) ?? (script === 'latin' ? null : 'unread');
    if (language !== null) words[language] += runs[script].length;
    runs[script] = [];
  };
  const written = text.slice(0, sampleCharactersMax).replace(address, ' ');
  const sample = limitMarks(written).normalize('NFC').toLowerCase();
  for (const [found] of sample.matchAll(word)) {
    const script = latinWord.test(found) ? 'latin' : sharedScript.test(found) ? 'shared' : null;
    if (script === null) {
      const isRead = readScript.test(found) || readUnspaced.test(found);
      const isUnspaced = readUnspaced.test(found) || unreadUnspaced.test(found);
      words[isRead ? 'read' : 'unread'] += isUnspaced ? Math.ceil(found.length / lettersPerWord) : 1;
      continue;
    }
    runs[script].push(found);
    if (runs[script].length === runWords) settle(script);
  }
  settle('latin');
  settle('shared');
  return words.unread >= unreadWordsMin && words.unread >= words.read;
}

function languageOf(run: readonly string[]): 'read' | 'unread' | null {
  const ofRead = mostEveryday(run, read);
  const ofUnread = mostEveryday(run, unread) + run.filter((each) => foreignLetter.test(each)).length;
  const most = Math.max(ofRead, ofUnread);
  if (most < everydayMin || most < run.length * everydayShareMin) return null;
  return ofUnread > ofRead ? 'unread' : 'read';
}

function mostEveryday(run: readonly string[], index: ReadonlyMap<string, readonly number[]>): number {
  const counts: number[] = [];
  for (const each of run) {
    for (const language of index.get(each) ?? []) counts[language] = (counts[language] ?? 0) + 1;
  }
  return counts.reduce((most, count) => Math.max(most, count ?? 0), 0);
}

function indexOf(languages: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>();
  for (const [place, words] of languages.entries()) {
    for (const each of new Set(words.split(' '))) index.set(each, [...(index.get(each) ?? []), place]);
  }
  return index;
}
