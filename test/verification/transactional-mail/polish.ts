import type { Sayings } from './situations.ts';

export const polish: Sayings = {
  receipt: [
    'Twój paragon z {p}',
    'Dziękujemy za zamówienie. Zapłacono 49,00 zł przez {b}, a karta kończąca się na 4242 została dziś obciążona. Paragon znajdziesz na swoim koncie w {p}.',
    'Zobacz paragon',
  ],
  reset: [
    'Zresetuj hasło do {p}',
    'Poproszono o zmianę hasła do Twojego konta w {p}. Jeśli to Ty, ustaw nowe w ciągu godziny. Jeśli nie, zignoruj tę wiadomość: nic się nie zmieni.',
    'Ustaw hasło',
  ],
  code: [
    '482 913 to Twój kod do {p}',
    'Wpisz ten kod, aby zalogować się do {p}: 482 913. Jest ważny dziesięć minut. Nigdy nie pytamy o niego przez telefon.',
    'Otwórz {p}',
  ],
  invoice: [
    'Faktura 2026-1107 od {p}',
    'Faktura za listopad jest gotowa: 129,00 zł za plan zespołowy, termin płatności 30 listopada. Możesz zapłacić kartą, przelewem lub przez {b}.',
    'Zapłać fakturę',
  ],
  reminder: [
    'Przypomnienie: faktura 2026-1006',
    'Faktura 2026-1006 na kwotę 129,00 zł jest nadal nieopłacona. Jeśli już zapłacono, prosimy zignorować tę wiadomość. Pozdrawiamy, księgowość {p}.',
    'Zobacz fakturę',
  ],
  failedPayment: [
    'Płatność nie powiodła się',
    'Twój bank odrzucił płatność za subskrypcję {p}. Zaktualizuj kartę lub zapłać przez {b}, aby subskrypcja trwała dalej.',
    'Zaktualizuj płatność',
  ],
  signIn: [
    'Nowe logowanie do {p}',
    'Twoje konto zostało właśnie użyte na nowym urządzeniu: Firefox na Linuksie, okolice Gdyni, godz. 14:02. Jeśli to Ty, nic nie rób. Jeśli nie, zmień hasło.',
    'Sprawdź urządzenia',
  ],
  addressChanged: [
    'Twój adres e-mail został zmieniony',
    'Adres Twojego konta w {p} to teraz ada@example.com. Jeśli to nie Ty, daj nam znać w ciągu trzech dni.',
    'To nie ja',
  ],
  shipped: [
    'Twoje zamówienie z {p} jest w drodze',
    'Dziś rano przekazaliśmy paczkę firmie {b}. Dotrze w czwartek między dziesiątą a czternastą. Nie musisz być w domu.',
    'Śledź paczkę',
  ],
  event: [
    'Jutro o 10:00: spotkanie z Grażyną',
    'Przypominamy o jutrzejszym spotkaniu o 10:00, umówionym przez {p} i zapisanym w Twoim kalendarzu {b}. Aby je przełożyć, użyj odnośnika.',
    'Zmień godzinę',
  ],
  invitation: [
    'Grażyna zaprasza Cię do {p}',
    'Grażyna Nowak zaprasza Cię do przestrzeni „Port” w {p}. Możesz dołączyć z kontem {b} lub ustawić hasło. Zaproszenie jest ważne tydzień.',
    'Dołącz',
  ],
  trialEnds: [
    'Okres próbny {p} kończy się za trzy dni',
    'W piątek kończy się bezpłatny okres próbny. Aby zachować projekty, wybierz wcześniej plan. Jeśli nic nie zrobisz, nie pobierzemy żadnej opłaty.',
    'Wybierz plan',
  ],
  accountCloses: [
    'Twoje konto w {p} zostanie zamknięte',
    'Na Twoją prośbę zamykamy konto. Zostanie usunięte wraz z danymi 1 grudnia. Jeśli zmienisz zdanie, zaloguj się przed tym dniem.',
    'Zachowaj konto',
  ],
  storageFull: [
    'Miejsce w {p} prawie się skończyło',
    'Wykorzystujesz 9,4 z 10 GB. Gdy miejsce się skończy, nie zapiszesz nowych plików. Usuń zbędne lub dokup 100 GB za 8 zł miesięcznie.',
    'Zarządzaj miejscem',
  ],
  twoFactor: [
    'Włącz weryfikację dwuetapową w {p}',
    'Twój zespół wymaga weryfikacji dwuetapowej od 1 grudnia. Z {b} Authenticator lub inną aplikacją zajmie to minutę. Bez niej po tym dniu nie zalogujesz się.',
    'Włącz',
  ],
  exportReady: [
    'Twój eksport z {p} jest gotowy',
    'Eksport jest gotowy: 1204 kontakty, 18 MB. Możesz go pobrać w ciągu 48 godzin, potem zostanie usunięty.',
    'Pobierz eksport',
  ],
  termsChange: [
    'Nasz regulamin zmienia się 1 stycznia',
    'Regulamin {p} jest krótszy i opisuje rolę {b} w płatnościach. Obowiązuje od 1 stycznia. Jeśli się nie zgadzasz, możesz wcześniej bezpłatnie zrezygnować.',
    'Przeczytaj regulamin',
  ],
  refund: [
    'Zwrot 24,90 zł jest w drodze',
    'Otrzymaliśmy Twój zwrot i przelaliśmy 24,90 zł na konto {b}. Może to potrwać do pięciu dni roboczych. Dziękujemy za zakupy w {p}.',
    'Zobacz zwrot',
  ],
  passwordChanged: [
    'Hasło do {p} zostało zmienione',
    'Hasło do Twojego konta zmieniono dziś o 9:41. Jeśli to Ty, wszystko w porządku. Jeśli nie, zresetuj je i napisz do nas.',
    'Zabezpiecz konto',
  ],
  confirmAddress: [
    'Potwierdź adres e-mail w {p}',
    'Witamy w {p}! Potwierdź, że to Twój adres, aby dostawać paragony i powiadomienia o bezpieczeństwie. Odnośnik działa 24 godziny.',
    'Potwierdź adres',
  ],
};
