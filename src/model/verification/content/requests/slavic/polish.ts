import type { ConceptPhrases } from '../concept.ts';

export const polish: ConceptPhrases = {
  signIn: `zaloguj*/zalogow*/logowani*/logując + konto/konta/koncie/panel*/skrzynk*/poczt*/profil*/bankowoś*/portal*/serwis*
    hasło/hasła/hasłem/loginem/dane logowania + podaj/wprowadź/wpisz/wygas*/wygaś*/zachowa*/zresetuj*/traci ważność/zmień
    przejdź do logowania/zaloguj się teraz/zaloguj się tutaj`,
  confirmIdentity: `potwierdź/potwierdzić/potwierdzeni*/zweryfik*/weryfik*/uwierzyteln* + konto/konta/tożsamoś*/dane/danych/profil*/własnoś*
    zaktualizuj*/aktualizacj*/uzupełni* + danych/dane osobowe/swoje dane/dane klienta/dane konta
    dowód osobisty/dowodu osobistego/skan dowodu/zdjęcie dowodu/paszportu + prześlij/wyślij/przesłani*/prosimy/załącz*
    karta/karty/kartę/dowód/legitymacj* + traci ważność/utraci ważność/wygasa/wygaśnie + pesel/wniosek/formularz/odnów*`,
  giveBankData: `numer karty/numeru karty/dane karty/danych karty + podaj/podani*/wprowadź/wpisz/uzupełni*/potwierdź
    numer rachunku/dane bankowe/cvv/kod blik + podaj/podani*/wprowadź/wpisz/uzupełni*/potwierdź
    dane płatnicze/danych płatniczych/metodę płatności/dane rozliczeniowe/numer konta + podaj/podani*/zaktualizuj*/aktualizacj*/potwierdź
    karta/karty + wygas*/wygaś*/straciła ważność + zaktualizuj*/aktualizacj*/dodaj
    kart* + odrzucon*/nie przeszł*/nieudan*/nie udało się pobrać + podać/podaj/podania/ponownie/jeszcze raz/zaktualiz*
    numer karty/numer i/podać kartę/podać karte/podaj kartę/wpisz kartę/numer, + data ważności/datę ważności/3 cyfry/trzy cyfry/cvc/cvv/z tyłu
    skan dowodu/zdjęcie dowodu/pesel/numer dowodu + numer konta/numer rachunku/dane karty/zdjęcie karty/selfie + prześlij/wyślij/podaj/wpisz/prosimy`,
  changedBankDetails: `zmian*/zmieni*/now*/inny/inne + numer rachunku/numeru rachunku/rachunku bankowego
    zmian*/zmieni*/now*/inny/inne + rachunek bankowy/konta bankowego/dane do przelewu
    przyszłe/kolejne/wszystkie/zaległe/bieżące/najbliższe + płatności/przelewy/wpłaty + rachunek/konto/konta/iban
    rachunek/konto/rachunku/konta + nieaktualn*/zamknięt*/w trakcie audytu/nie jest już/już nie obsługujemy
    nowy numer konta/nowe konto/nowy rachunek/zmieniliśmy bank/zmiana banku/na nowe konto/na poniższe konto`,
  payrollChange: `wynagrodzeni*/pensj*/wypłat*/listy płac/lista płac + zmian*/zmieni*/nowe konto/nowy rachunek
    wynagrodzeni*/pensj*/wypłat*/listy płac/lista płac + numer konta/numer rachunku/zaktualizow*
    kadry/kadrowe/pracownik* + nowe konto/numer konta/przelew wynagrodzenia`,
  giftCards: `karty podarunkowe/kart podarunkowych/kartę podarunkową/bony podarunkowe/google play/paysafe* + kup*/zakup*/kod*/zdjęci*/zdrap*/zwróc*
    kup*/potrzebuję + kart podarunkowych/karty podarunkowe/karty apple/kart apple/karty steam/kody z kart/doładowania`,
  payInvoice: `faktur*/płatnoś*/należnoś*/zaległoś*/zadłużeni* + zaległ*/nieopłacon*/nieuregulowan*/ureguluj*
    faktur*/płatnoś*/należnoś*/zaległoś*/zadłużeni* + uregulow*/opłać/przeterminowan*/po terminie
    przelew* + pilnie/pilny/natychmiast*/jeszcze dziś/dostawc*/kontrahent*/dzisiaj
    wezwanie do zapłaty/ostateczne wezwanie/ponaglenie do zapłaty
    odłączeni*/wyłączeni*/wstrzymani* + prąd*/energi*/gaz*/licznik*/dostaw*/usług*
    zapłać/zapłacić/opłacić/przelej/przelać/zrób przelew/puść przelew + dziś/dzisiaj/do godziny/do południa/do wieczora`,
  scanCode: `zeskanuj*/skanuj*/skanow* + kod/kodu/qr/telefon*/smartfon*/aparat*
    kod qr/kodu qr/kodem qr
    zeskanuj*/zeskanować + zaloguj*/potwierdź/uwierzytelni*/aplikacj*/autoryz*`,
  grantAccess: `udziel*/zezwól/zatwierdź/zaakceptuj*/autoryzuj*/przyznaj* + dostęp*/uprawnie*/aplikacj*
    zainstaluj*/instalacj*/uruchom + anydesk/teamviewer/zdaln*/pulpit*/wtyczk*
    połącz/powiąż + konto google/konto microsoft/swoje konto/skrzynk*
    zgod* + na odczyt*/na wysyłanie/w twoim imieniu/w państwa imieniu/do skrzynki/dla aplikacji/zaakceptuj
    aplikacj*/wtyczk*/dodat* + uprawnie*/dostęp do poczty/dostęp do skrzynki/odczyt*/w twoim imieniu`,
  openFile: `otwórz/otworzyć/pobierz/wyświetl/zobacz/przejrzyj/sprawdź + dokument*/plik*/załącznik*/pdf/umow*/faks*/skan/wiadomość głosow*
    udostępni* + dokument*/plik*/folder*
    włącz + makra/edycję/zawartość
    w załączniku/w załączeniu + faktur*/dokument*/umow*/zamówieni*/potwierdzeni*
    rozpakuj*/archiwum/plik zip/załącznik zip/exe + hasł*/plik*/uruchom*`,
  callNumber: `zadzwoń/dzwoniąc/prosimy o telefon/skontaktuj się telefonicznie + natychmiast*/numer*/anulow*/infolini*/zwrot*/reklamacj*
    nie autoryzow*/to nie ty/nie zlecał* + zadzwoń/telefon*/infolini*
    dzwoń/zadzwoń/proszę dzwonić/pod numerem/pod numer + blokad*/odblokow*/wyjaśni*/pomyłk*/konsultant*`,
  walletPhrase: `fraza seed/frazę seed/frazy seed/frazę odzyskiwania/fraza odzyskiwania/frazy odzyskiwania/klucz prywatny/klucza prywatnego/12 słów
    24 słów
    portfel* + połącz*/zsynchronizuj*/zweryfik*/migrac*/przywróć/krypto*
    airdrop*/token* + odbierz/odebra*/portfel*
    bitcoinach/bitcoiny/bitcoinów/btc/usdt + wpłać/wyślij/przelej/zapłać/zapłacić + portfel*/na adres`,
  smallFee: `mandat*/cło/cła/celn*/e toll/przejazd*/parkow*/grzywn*/dopłat* + opłać/opłac*/zapłać/zapłac*/nieopłacon*/ureguluj*/uregulow*
    niewielk*/drobn*/brakując*/dodatkow* + opłat*/dopłat*/kwot* + przesyłk*/paczk*/wysyłk*/dostaw*
    dopłać/dopłata/dopłaty + paczk*/przesyłk*
    przejazd*/autostrad*/mandat*/parking* + zaległ*/windykac*/kar/kara/kary/dodatkowa opłata/dodatkowej opłaty/do zapłaty/uiścić/uiść
    kaucj*/wpisowe/depozyt*/opłata rejestracyjna/opłatę rejestracyjną + kart*/rozpoczęciem pracy/podjęciem pracy/szkolenia/stanowisko`,
  renewMailbox: `skrzynk*/poczt*/pojemnoś*/miejsce na dane/chmur* + pełn*/przepełn*/przekrocz*/limit*/dezaktyw*/wygaś*/zablokow*/zawiesz*
    wiadomości/maile/maili + wstrzyman*/kwarantann*/niedostarczon*/zatrzyman*/oczekujące
    subskrypcj*/domen*/hosting*/licencj*/antywirus* + wygas*/wygaś*/odnów/odnowi*/przedłuż*/zawiesz*
    zachowaj/zachować + obecne hasło/aktualne hasło/to samo hasło
    przedłuż*/przedłużyć/utrzymać/zachować + skrzynk*/dostęp*/uwierzytelni*/poczt*/domen*/subskrypcj*`,
  claimPrize: `wygra*/zwycięzc*/wylosowan*/szczęśliw*/wybran*/gratul* + nagrod*/prezent*/iphone/voucher*/loteri*/konkurs*/ankiet*
    odbierz/odebrać/odbiór/zwrot*/nadpłat* + nagrod*/środk*/podatk*/pieni*/odszkodowan*/przysługuje/bonus*
    spadek/spadku/spadkobierc*/zmarł*/milion* + dolar*/euro/bank*/fundusz*/krewn*/kwot*
    opłat*/podatek/podatku/koszty + wygran*/nagrod* + wpłać/wpłac*/zapłać/opłać/przelej/przelew*
    punkt*/środki + wygasa*/przepad*/przepadn* + odbierz/wymień/wymiany/odebrać`,
  rescheduleParcel: `paczk*/przesyłk*/dostaw*/kurier* + wstrzyman*/nie można dostarczyć/nie udało/nieudan*
    paczk*/przesyłk*/dostaw*/kurier* + nie mogła/niepełny adres/błędny adres/zatrzyman*
    paczk*/przesyłk*/dostaw* + potwierdź adres/zaktualizuj*/zmień termin/nowy termin/ponown*/oczekuje/zwrócon*/brak numeru`,
  replyPrivately: `jesteś w biurze/jesteś dostępn*/jesteś przy biurku/masz chwilę + odpisz/odpowied*/spotkani*/mail*/pilne
    masz czas/jesteś wolny/możesz mi pomóc/pilna sprawa + odpisz/odpowied*/spotkani*/mail*/pilne
    poufn*/dyskre*/między nami + odpisz/odpowied*/nie dzwoń/przejęci*/nikomu/zadani*
    podaj mi/wyślij mi/prześlij + numer telefonu/numer komórki/swój numer/whatsapp
    odpisz/odpowiedz/napisz + prywatny adres/prywatny mail/prywatnego maila/whatsapp
    ukradli/skradziono/okradziono/okradli/zgubił* + telefon*/portfel*/paszport*/torebk*/kart* + pożycz*/pomóc/pomoc/pomożesz/przel*
    nie mów nikomu/nikomu nie mów/zachowaj to dla siebie/zostaje między nami/pisz tylko na/odpisz tylko na`,
  firstContact: `trafił*/natknął*/natknęł*/znalazł*/zauważył*/przeglądał* + firm*/stron*/profil*/sklep*/blog*/działalnoś*
    nazywam się/mam na imię/piszę do/piszę w imieniu/reprezentuję/kontaktuję się + firm*/agencj*/współprac*/zajmuj*/pytani*
    czy to odpowiednia osoba/właściwą osobą/odpowiednią osobą/kto odpowiada za/do kogo mogę/osobą odpowiedzialną za
    zerknąłem/zerknęłam/zajrzałem/zajrzałam/obejrzałem/widziałem/widziałam/czytałem/śledzę + waszą/wasz/waszej/waszych/państwa/twoją/twój
    gratuluję/gratki/gratulacje + rund*/nowego biura/oddział*/ekspansj*/wyróżnieni*/rozwoj*/inwestycj*
    jeśli nie pan/jeśli nie pani/jeśli to nie ty/jeśli nie ty/jeżeli to nie + przekaz*/przesła*/kontakt*/do kogo/komu/kto
    dam spokój/nie będę więcej pisać/nie będę zawracać/wystarczy odpisać/odpisz nie/nie odezwę się więcej
    szukamy/szukam/poszukujemy/poszukuję + partnerów w polsce/nowych partnerów/osoby decyzyjnej/nowych klientów/kontaktu do
    znalazłem/znalazłam/trafiłem/trafiłam/natknąłem + państwa/waszą/was/wasz/kontakt + w internecie/w google/w ceidg/na mapach/w katalogu/na linkedin
    kto u państwa/kto w państwa firmie/kto u was/kto w waszej firmie/z kim u państwa/osobą decyzyjną + zajmuj*/odpowiada/decyd*/porozmawiać/kontakt
    nie są państwo zainteresowani/nie jest pan zainteresowany/jeśli temat nieaktualny/nie interesuje państwa + odpis*/odpowie*/dać znać/napis*/pisać`,
  askMeeting: `krótk*/15 minut*/20 minut*/30 minut*/15 min/30 min + rozmow*/spotkani*/telefon*/call*/prezentacj*/demo
    umówi*/umówmy/znajdzie/dogodny termin/kalendarz* + rozmow*/spotkani*/tygodni*/wtorek/czwartek/jutro
    czy byłaby/czy byłby/czy jest + otwart*/zainteresowan* + rozmow*
    20 minut/15 minut/10 minut/pół godziny/kwadrans + tygodniu/wtorek/środę/czwartek/piątek/poniedziałek/jutro
    zdzwońmy/zdzwonimy/zdzwonić/zgadać się/spotkajmy się/pogadajmy/pogadać + tydzień/tygodniu/wtorek/środę/czwartek/chwil*/minut*
    kiedy/o której/jaki termin + mogę zadzwonić/możemy zadzwonić/możemy porozmawiać/pasuje/pasowałby/będzie wygodnie
    mój kalendarz/moim kalendarzu/mojego kalendarza/calendly/ma pan chwilę/ma pani chwilę/znalazłby pan/znalazłaby pani
    czy mogę/czy możemy/czy mógłbym/czy mogłabym/pozwoli pan + zadzwonić/przedzwonić/pokazać/przedstawić + jutro/tygodn*/minut*/wtorek/rano`,
  introduceService: `pomagamy/pomagam/wspieramy/oferujemy + firmom/firmy/marek/marki/klient*/sprzedaż*/leady/seo/ruch*
    specjalizujemy się/nasza agencja/nasz zespół + firmom/firmy/marek/marki/klient*/sprzedaż*/leady/seo/ruch*
    zwiększ*/podwoi*/obniż*/ograniczy* + sprzedaż*/ruch na stronie/koszt*/przychod*/liczbę klientów/konwersj*
    bezpłatn*/niezobowiązując* + audyt*/wycen*/konsultacj*/analiz*
    tworzymy/budujemy/wdrażamy/robimy/projektujemy/dostarczamy + dla firm/dla sklepów/strony internetowe/sklepy internetowe/chatbot*/boty
    programistów/deweloperów/software house/outsourcing*/biuro rachunkowe/agencja marketingowa + stawk*/projekt*/współprac*/zł/ofer*
    ofertę/portfolio/cennik/referencje/wycenę + przesłać/prześlę/podesłać/podeślę/przedstawić
    państwa strona/wasza strona/twoja strona/waszą stronę/państwa stronę + traci/widoczn*/wolno/pozycj*/błęd*/google
    gwarantujemy/gwarancja/gwarantowan* + pozycj*/leadów/klientów/wynik*/pierwsza strona
    płacisz za efekt/rozliczenie za efekt/rozliczamy się za/bez opłat stałych/bez abonamentu/pierwszy miesiąc gratis/pierwszy miesiąc za darmo
    producent*/fabryka/hurtowni*/dostawca/dostawcą/drukarnia/drukarnią + cennik*/katalog*/próbk*/hurt*/ofer*/współprac*/rabat*
    jeśli potrzebują/jeżeli potrzebują/w razie zapotrzebowania/jeśli są państwo zainteresowani + wycen*/ofer*/odpisa*/kontakt*/ilość
    kredyt*/finansowani*/faktoring*/leasing*/dotacj* + dla firm/dla państwa firmy/dla twojej firmy + bez zaświadczeń/do/oferu*/pozyska*
    umawiamy/pozyskujemy/dostarczamy/generujemy + spotkania/leady/klientów/leadów/zapytania/zapytań
    klientowi/firmie/sklepowi/nasz klient + podobnej wielkości/podobnej firmie/podobnej branży + oszczędz*/zaoszczędz*/obniż*/zwiększ*
    stawka/stawki/koszt/koszty/cena + za godzinę/za roboczogodzinę/godzinowo/od osoby + programisty/programistów/specjalisty/pracownika/zespołu
    przygotowałem/przygotowałam/zrobiłem/zrobiłam/nagrałem/nagrałam + analiz*/audyt*/projekt*/makietę/nagranie + państwa/waszej/twojej/dla was`,
  followUp: `wracam do/nawiązuję do/nawiązując do/przypominam się/ponawiam/odświeżam + wiadomoś*/mail*/temat*/propozycj*/ofert*/rozmow*
    poprzedni*/ostatni* + mail/maila/wiadomość/wiadomości + udało/odpowied*/zapozna*/okazj*/przeczyta*
    pisałem/pisałam/pisaliśmy/wysłałem/wysłałam/odzywałem + tydzień temu/zeszłym tygodniu/ostatnio/kilka dni temu/wcześniej
    podbijam/czy widział pan/czy widziała pani/czy temat aktualny/nie dostałem odpowiedzi/nie dostałam odpowiedzi/bez odpowiedzi/ostatni raz piszę`,
  sellList: `baza danych/bazę danych/bazy danych/baza mailowa/bazę mailową + kup*/cen*/ofer*/sprzeda*/rekord*
    bazy firm/bazę firm/lista kontaktów/bazy adresowe + kup*/cen*/ofer*/sprzeda*/rekord*
    000/tys/tysięcy/mln + rekordów/adresów/kontaktów/maili/e maili + firm*/baz*/prezes*/właściciel*/cen*
    sprzedam/na sprzedaż/do kupienia + bazę/baza/bazy/lista mailingowa/listę mailingową/kontakty/leady`,
  exchangeLinks: `artykuł sponsorowany/artykułu sponsorowanego/artykuły sponsorowane/wymiana linków/wymianę linków/wpis gościnny/dofollow
    link zwrotny
    publikacj*/zamieści*/umieści* + linkiem/link do/nasz link/linków/linku
    ile kosztuje/jaki jest koszt/jaka jest cena/cennik + publikacj*/artykuł*/wpis*/link*
    opublikować/publikacja/zamieścić/umieścić + artykuł/tekst/wpis + waszym blogu/państwa stronie/państwa blogu/waszej stronie`,
  recruit: `stanowisk*/ofertę pracy/oferty pracy/oferta pracy/rekrutacj*/rola/kandydat* + twój profil/pana profil/pani profil/doświadczeni*
    stanowisk*/ofertę pracy/oferty pracy/oferta pracy/rekrutacj*/rola/kandydat* + mój klient/zainteresowan*/cv
    praca zdalna/praca z domu/praca dorywcza/dodatkowy zarobek + dziennie/tygodniowo/zarob*/bez doświadczenia
    headhunter*/rekruter*/rekrutuję/poszukuję osoby/szukamy osoby + profil*/cv/doświadczen*/stanowisk*/linkedin
    rekrutuję/rekrutujemy/szukam/szukamy + dla klienta/developera/programist*/b2b/zdalnie/specjalist*/handlowc* + rozmow*/chwil*/cv/profil
    mamy/dysponujemy/posiadamy + kandydatów/pracowników/spawacz*/kierowców/specjalistów/ekipy + dostępn*/gotow*/od zaraz/z ukrainy/z filipin/wolnych`,
  authority: `urząd skarbowy/urzędu skarbowego/krajowa administracja skarbowa/ministerstwo/zakład ubezpieczeń społecznych/policja/komenda
    sąd rejonowy/sąd okręgowy/prokuratura/urząd celny/komornik*
    urząd celno skarbowy/izba skarbowa/główny inspektorat/urząd miasta/profil zaufany/izba celna`,
  bank: `bankowość internetowa/bankowości internetowej/bankowości elektronicznej/twój bank/państwa bank/dział bezpieczeństwa banku/zespół banku`,
  carrier: `firma kurierska/poczta polska/usługi pocztowe/urząd pocztowy/usługi kurierskie/kurier/paczkomat*/obsługa przesyłek/centrum przesyłek
    dział dostaw`,
  insurer: `nfz/narodowy fundusz zdrowia/fundusz zdrowia/ubezpieczyciel*/zakład ubezpieczeń/ubezpieczenie zdrowotne`,
  provider: `dział rozliczeń/twój operator/dostawca energii/dostawca usług/dział subskrypcji/biuro obsługi klienta/operator sieci`,
  exchange: `giełda kryptowalut/giełdy kryptowalut/wsparcie portfela/platforma inwestycyjna/platforma handlowa`,
  itDesk: `dział it/działu it/dział informatyczny/administrator poczty/administrator systemu/pomoc techniczna/wsparcie it/zespół it/helpdesk
    administrator sieci`,
  staffOffice: `dział kadr/kadry i płace/dział hr/zespół hr/dział płac/dział personalny/kadry`,
  boss: `prezes/prezes zarządu/dyrektor generalny/dyrektor finansowy/dyrektor zarządzający/członek zarządu`,
  deadline: `w ciągu/w terminie/przed upływem + godzin/godziny/24h/48h/dni/24/48
    natychmiast/niezwłocznie/jak najszybciej/do końca dnia/do północy/ostatnie przypomnienie/ostateczne wezwanie/ostatnie ostrzeżenie/wygasa dziś
    jeszcze dziś/do jutra/do wieczora/do godz/do godziny/wygasa o/dzisiaj do/do północy`,
  threat: `konto/konta/dostęp*/karta/skrzynk*/usług*/paczk*/profil + zablokow*/zawiesz*/ogranicz*/usunięt*/dezaktyw*/zamknięt*/utrac*/wyłączon*
    postępowanie sądowe/postępowania sądowego/na drogę sądową/komornik*/egzekucj*/windykac*/konsekwencje prawne/odsetki karne/kara grzywny
    nietypow*/podejrzan*/nieautoryzowan*/nierozpoznan* + aktywnoś*/logowani*/transakcj*/urządzeni*/płatnoś*
    w przeciwnym razie/inaczej/brak wpłaty/brak reakcji/jeśli nie + zablok*/usun*/zwrot*/zwróc*/wyłącz*/sąd*/kara/kary
    nagrałem/nagrania/nagranie/kamerę/kamerki + kontaktom/kontaktów/znajomym/rodzinie/rodziny + roześlę/wyślę/opublikuję/bitcoinach`,
  warning: `nigdy nie prosimy/nigdy nie poprosimy/nigdy nie pytamy/nie udostępniaj/nikomu nie podawaj/nie podawaj nikomu/nie klikaj/phishing*
    uważaj na/uwaga na/ostrzegamy przed + oszust*/fałszyw*/wyłudze*
    oszuści/oszustów/fałszywe wiadomości/fałszywe maile/próby wyłudzenia`,
  subscribed: `otrzymujesz tę wiadomość/otrzymujesz ten mail/otrzymali państwo/otrzymujesz tego maila/zapisałeś się/zapisałaś się/zapisał się
    twoje zamówienie/twojego zamówienia/twoja rezerwacja/dziękujemy za zakup/dziękujemy za rejestrację/dziękujemy za zamówienie/jako klient
    wyraziłeś zgodę/wyraziłaś zgodę/nasi klienci/naszych klientów/na twoją prośbę/zarejestrowałeś
    jesteś naszym/są państwo naszym/jesteś członk*/drodzy członkowie/szanowni członkowie/twoje członkostwo/twój okres próbny/prosili państwo o ofertę`,
};
