import { describe, expect, test } from 'vitest';
import { phrasesByLanguage } from '../../src/model/verification/content/requests/languages.ts';
import type { VerifiedContent } from '../../src/model/verification/content/verdict.ts';
import { verifyContent } from '../../src/model/verification/content/verify-content.ts';
import { languagesRead } from '../../src/model/verification/language/languages.ts';
import { isUnreadLanguage } from '../../src/model/verification/language/unread-language.ts';
import * as ownMail from './own-mail.ts';

/** Newsletters and notices of an invented shop, in languages without phrases. */
const unread: Readonly<Record<string, string>> = {
  Afrikaans:
    'Dankie dat jy by ons koop. Jou bestelling is gereed en sal môre afgelewer word. As jy enige vrae het, kan jy ons in die week bel.',
  Bulgarian:
    'Благодарим за поръчката. Пратката ще пристигне във вторник и можете да я проследите по всяко време.',
  Burmese: 'မှာယူမှုအတွက် ကျေးဇူးတင်ပါသည်။ ပစ္စည်းသည် အင်္ဂါနေ့တွင် ရောက်ရှိမည်ဖြစ်ပြီး သင့်အကောင့်တွင် ကြည့်ရှုနိုင်သည်။',
  Catalan:
    'Gràcies per la teva comanda. El paquet arribarà dimarts i el pots seguir des del teu compte. Si tens cap dubte, escriu-nos i et respondrem amb molt de gust.',
  Croatian:
    'Hvala na narudžbi. Paket će stići u utorak, a možete ga pratiti na svom računu. Ako imate pitanja, slobodno nam pišite.',
  Estonian:
    'Täname tellimuse eest. Pakk jõuab kohale teisipäeval ja te saate seda oma kontol jälgida. Kui teil on küsimusi, siis kirjutage meile.',
  Icelandic:
    'Takk fyrir pöntunina. Pakkinn kemur á þriðjudag og þú getur fylgst með honum á síðunni þinni. Hafðu samband við okkur ef spurningar vakna.',
  Latvian:
    'Paldies par pasūtījumu. Sūtījums pienāks otrdien, un jūs varat tam sekot savā kontā. Ja jums ir jautājumi, rakstiet mums.',
  Lithuanian:
    'Ačiū už jūsų užsakymą. Siunta atvyks antradienį ir galite ją sekti savo paskyroje. Jei kyla klausimų, parašykite mums.',
  Marathi:
    'तुमच्या ऑर्डरसाठी धन्यवाद. पॅकेट मंगळवारी येईल आणि तुम्ही ते तुमच्या खात्यात पाहू शकता. काही प्रश्न असल्यास आम्हाला लिहा.',
  Norwegian:
    'Takk for bestillingen. Pakken kommer på tirsdag, og du kan følge den på kontoen din. Skriv til oss hvis du har spørsmål.',
  Persian: 'از سفارش شما ممنونیم. بسته روز سه‌شنبه می‌رسد و شما می‌توانید آن را در حساب خود دنبال کنید.',
  Serbian:
    'Хвала на поруџбини. Пакет ће стићи у уторак, а можете га пратити на свом налогу. Ако имате питања, пишите нам.',
  Slovak:
    'Ďakujeme za vašu objednávku. Balík dorazí v utorok a môžete ho sledovať vo svojom účte. Ak máte otázku, napíšte nám.',
  Slovene:
    'Hvala za naročilo. Paket bo prispel v torek in mu lahko sledite v svojem računu. Če imate vprašanje, nam pišite.',
  Swahili:
    'Asante kwa oda yako. Kifurushi kitafika siku ya Jumanne na unaweza kukifuatilia katika akaunti yako. Kama una swali, tuandikie wakati wa kazi.',
  Tagalog:
    'Salamat sa iyong order. Darating ang pakete sa Martes at maaari mo itong subaybayan sa iyong account. Kung may tanong ka, sumulat ka sa amin.',
  Welsh:
    'Diolch am eich archeb. Bydd y parsel yn cyrraedd ddydd Mawrth ac mae modd ei ddilyn yn eich cyfrif. Os oes gennych gwestiwn, ysgrifennwch at ein tîm.',
};

/** Similar mails in languages with phrases. */
const read: Readonly<Record<string, string>> = {
  Arabic: 'شكرا لطلبك. سيصل الطرد يوم الثلاثاء، ويمكنك تتبعه من حسابك في أي وقت.',
  Chinese: '感谢您的订购。包裹将于周二送达，您可以随时在账户中查看配送进度。',
  Czech:
    'Děkujeme za vaši objednávku. Balík dorazí v úterý a můžete ho sledovat ve svém účtu. Pokud máte dotaz, napište nám.',
  Danish:
    'Tak for din ordre. Pakken kommer på tirsdag, og du kan følge den på din konto. Skriv til os, hvis du har spørgsmål til din bestilling.',
  Dutch: 'Bedankt voor je bestelling. Het pakket komt dinsdag en je kunt het volgen in je account.',
  English: 'Thank you for your order. The parcel arrives on Tuesday, and you can follow it in your account.',
  Finnish:
    'Kiitos tilauksestasi. Paketti saapuu tiistaina, ja voit seurata sitä omalla tililläsi. Jos sinulla on kysyttävää, ota meihin yhteyttä.',
  French:
    'Merci pour votre commande. Le colis arrivera mardi et vous pouvez le suivre depuis votre compte à tout moment.',
  German:
    'Danke für Ihre Bestellung. Das Paket kommt am Dienstag an, und Sie können es in Ihrem Konto verfolgen.',
  Greek:
    'Ευχαριστούμε για την παραγγελία σας. Το δέμα θα φτάσει την Τρίτη και μπορείτε να το παρακολουθείτε.',
  Hebrew: 'תודה על ההזמנה. החבילה תגיע ביום שלישי, ואפשר לעקוב אחריה בחשבון שלך בכל עת.',
  Hindi: 'आपके ऑर्डर के लिए धन्यवाद। पैकेट मंगलवार को पहुँचेगा और आप उसे अपने खाते में देख सकते हैं।',
  Hungarian:
    'Köszönjük a rendelést. A csomag kedden érkezik meg, és a fiókjában nyomon követheti. Ha kérdése van, írjon nekünk.',
  Indonesian:
    'Terima kasih atas pesanan Anda. Paket akan tiba pada hari Selasa dan dapat dilacak dari akun Anda. Jika ada pertanyaan, silakan hubungi kami.',
  Italian: 'Grazie per il tuo ordine. Il pacco arriva martedì e puoi seguirlo nel tuo account.',
  Japanese: 'ご注文ありがとうございます。お荷物は火曜日に届く予定です。',
  Korean: '주문해 주셔서 감사합니다. 상품은 화요일에 도착하며 계정에서 배송을 확인하실 수 있습니다.',
  Polish:
    'Dziękujemy za zamówienie. Paczka dotrze we wtorek i możesz ją śledzić na swoim koncie. Jeśli masz pytania, napisz do nas.',
  Portuguese: 'Obrigado pela sua encomenda. O pacote chega na terça-feira e pode segui-lo na sua conta.',
  Romanian:
    'Vă mulțumim pentru comandă. Coletul va sosi marți și îl puteți urmări din contul dumneavoastră. Dacă aveți întrebări, scrieți-ne.',
  Russian: 'Спасибо за заказ. Посылка придёт во вторник, и вы можете следить за ней в личном кабинете.',
  Spanish: 'Gracias por tu pedido. El paquete llega el martes y puedes seguirlo desde tu cuenta.',
  Swedish:
    'Tack för din beställning. Paketet kommer på tisdag och du kan följa det på ditt konto. Hör av dig till oss om du har frågor.',
  Thai: 'ขอบคุณสำหรับคำสั่งซื้อ พัสดุจะถึงในวันอังคาร และคุณติดตามได้จากบัญชีของคุณ',
  Turkish:
    'Siparişiniz için teşekkür ederiz. Paketiniz salı günü gelecek ve onu hesabınızdan takip edebilirsiniz. Bir sorunuz varsa bize yazın.',
  Ukrainian:
    'Дякуємо за замовлення. Посилка прибуде у вівторок, і ви можете відстежувати її у своєму кабінеті.',
  Vietnamese:
    'Cảm ơn bạn đã đặt hàng. Gói hàng sẽ đến vào thứ Ba và bạn có thể theo dõi trong tài khoản của mình.',
};

function written(text: string, changes: Partial<VerifiedContent> = {}): VerifiedContent {
  const from = {
    displayName: 'Northfield',
    address: 'mail@northfield.example',
    domain: 'northfield.example',
  };
  const html = `<p>${text}</p><p><a href="https://northfield.example/orders">northfield.example</a></p>`;
  return { from, subject: '#4711', preview: null, html, text: null, purpose: 'campaign', ...changes };
}

const badge = expect.objectContaining({ id: 'language_unread' });

describe('a text in a language without phrases', () => {
  test.each(Object.entries(unread))('is reported as unread in %s', (_, text) => {
    const { verdict, badges, guidance } = verifyContent(written(text));
    expect(verdict).toBe('pass');
    expect(badges).toEqual([
      {
        id: 'language_unread',
        label: 'The language of the text is not supported',
        severity: 'warn',
        path: 'content',
      },
    ]);
    expect(guidance).toMatch(/structure/);
  });

  test('is reported as unread in plain text alone and next to a text in a known language', () => {
    const { Catalan, Croatian } = unread;
    expect(verifyContent(written('', { html: '', text: Catalan! })).badges).toContainEqual(badge);
    const both = `${read.English} ${Croatian} ${Croatian}`;
    expect(verifyContent(written(both)).badges).toContainEqual(badge);
  });

  test('gets an info badge instead of a warning in mail to one person', () => {
    const { badges } = verifyContent(written(unread.Estonian!, { purpose: 'transactional' }));
    expect(badges).toEqual([expect.objectContaining({ id: 'language_unread', severity: 'info' })]);
  });

  test('is still checked for its structure', () => {
    const html = `<p>${unread.Croatian}</p><a href="https://paypal.com@evil.example/">Pogledaj</a>`;
    const { verdict, badges } = verifyContent(written('', { html }));
    expect(verdict).toBe('block');
    expect(badges).toEqual([expect.objectContaining({ severity: 'block' }), badge]);
  });
});

describe('a text in a known language', () => {
  test.each(Object.entries(read))('is not reported as unread in %s', (_, text) => {
    expect(verifyContent(written(text)).badges).not.toContainEqual(badge);
  });

  test('is never reported as unread in honest and cold mail of these languages', () => {
    const mails = [
      ...ownMail.riskyHonest,
      ...ownMail.riskyHonestHeldBack,
      ...ownMail.cold,
      ...ownMail.coldHeldBack,
    ];
    const taken = mails.filter((mail) => {
      const content = written('', { html: mail.html ?? '', text: mail.text ?? null, subject: mail.subject });
      return verifyContent(content).badges.some(({ id }) => id === 'language_unread');
    });
    expect(taken.map(({ name }) => name)).toEqual([]);
    expect(mails.length).toBeGreaterThan(100);
  });
});

describe('a text in an unrecognizable language', () => {
  test.each([
    ['nothing', ''],
    ['a code', '482 913'],
    ['a greeting', 'Cześć Zosia'],
    ['a name in another script', 'Νίκος Παπαδόπουλος'],
    [
      'the names of goods',
      'Škoda Octavia, Citroën C3, Peugeot 208, Dacia Sandero, Opel Corsa, Seat León, Fiat Panda',
    ],
    ['an address', 'Aleje Jerozolimskie 44, Warszawa'],
    ['links', 'https://przyklad.pl/w/na/do/jest/nie/to/i/na https://przyklad.pl/jest/oraz/lub/nie'],
  ])('is not reported as unread: %s', (_, text) => {
    expect(isUnreadLanguage(text)).toBe(false);
  });

  test('is not reported as unread for a few foreign words in a known language', () => {
    expect(isUnreadLanguage(`${read.English} Do widzenia, drodzy państwo, i do zobaczenia.`)).toBe(false);
  });
});

describe('the known languages', () => {
  test('match the phrases and have English names', () => {
    const names = new Intl.DisplayNames('en', { type: 'language' });
    const known = Object.keys(phrasesByLanguage).map((code) => names.of(code)!);
    expect(known).toHaveLength(27);
    expect(languagesRead()).toBe(known.sort().join(', '));
  });
});
