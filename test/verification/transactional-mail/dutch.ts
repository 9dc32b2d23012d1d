import type { Sayings } from './situations.ts';

export const dutch: Sayings = {
  receipt: [
    'Je bon van {p}',
    'Bedankt voor je bestelling. Je betaalde € 49,00 met {b}; de kaart die eindigt op 4242 is vandaag belast. De bon staat in je account bij {p}.',
    'Bon bekijken',
  ],
  reset: [
    'Stel je wachtwoord van {p} opnieuw in',
    'Er is een nieuw wachtwoord aangevraagd voor je account bij {p}. Was jij dat, kies het dan binnen een uur. Zo niet, negeer dit bericht: er verandert niets.',
    'Wachtwoord kiezen',
  ],
  code: [
    '482 913 is je code voor {p}',
    'Met deze code log je in bij {p}: 482 913. Hij is tien minuten geldig. We vragen er nooit telefonisch om.',
    '{p} openen',
  ],
  invoice: [
    'Factuur 2026-1107 van {p}',
    'Je factuur voor november staat klaar: € 129,00 voor het teamabonnement, te betalen voor 30 november. Dat kan met iDEAL, per overschrijving of met {b}.',
    'Factuur betalen',
  ],
  reminder: [
    'Herinnering: factuur 2026-1006',
    'Factuur 2026-1006 van € 129,00 staat bij ons nog open. Heb je al betaald, dan kun je dit bericht negeren. Groet van de administratie van {p}.',
    'Factuur bekijken',
  ],
  failedPayment: [
    'Je betaling is niet gelukt',
    'Je bank heeft de betaling van je abonnement op {p} geweigerd. Werk je kaart bij of betaal met {b}, dan loopt je abonnement gewoon door.',
    'Betaling bijwerken',
  ],
  signIn: [
    'Nieuwe aanmelding bij {p}',
    'Je account is zojuist gebruikt op een nieuw apparaat: Firefox op Linux, bij Zwolle, om 14:02. Was jij dat, dan hoef je niets te doen. Zo niet, wijzig dan je wachtwoord.',
    'Apparaten bekijken',
  ],
  addressChanged: [
    'Je e-mailadres is gewijzigd',
    'Het adres van je account bij {p} is nu ada@example.com. Heb jij dat niet gedaan, laat het ons dan binnen drie dagen weten.',
    'Dit was ik niet',
  ],
  shipped: [
    'Je bestelling bij {p} is onderweg',
    'We hebben je pakket vanochtend aan {b} meegegeven. Het komt donderdag tussen tien en twee. Je hoeft er niet voor thuis te blijven.',
    'Pakket volgen',
  ],
  event: [
    'Morgen om 10 uur: overleg met Greet',
    'We herinneren je aan je afspraak van morgen om 10 uur, geboekt via {p} en bewaard in je agenda van {b}. Verzetten kan met de link.',
    'Tijd wijzigen',
  ],
  invitation: [
    'Greet heeft je uitgenodigd voor {p}',
    'Greet Visser nodigt je uit voor de werkruimte ‘Haven’ bij {p}. Je kunt meedoen met je account van {b} of een wachtwoord kiezen. De uitnodiging is een week geldig.',
    'Meedoen',
  ],
  trialEnds: [
    'Je proefperiode van {p} eindigt over drie dagen',
    'Vrijdag eindigt je gratis proefperiode. Wil je je projecten houden, kies dan eerst een abonnement. Doe je niets, dan wordt er niets afgeschreven.',
    'Abonnement kiezen',
  ],
  accountCloses: [
    'Je account bij {p} wordt gesloten',
    'Je hebt ons gevraagd je account te sluiten. Op 1 december wordt het met alle gegevens verwijderd. Bedacht je je, log dan voor die dag in.',
    'Account houden',
  ],
  storageFull: [
    'Je opslag bij {p} is bijna vol',
    'Je gebruikt 9,4 van de 10 GB. Is hij vol, dan kun je geen nieuwe bestanden bewaren. Verwijder wat je niet nodig hebt of neem 100 GB erbij voor € 2 per maand.',
    'Opslag beheren',
  ],
  twoFactor: [
    'Stel tweestapsverificatie in voor {p}',
    'Je team vraagt vanaf 1 december om tweestapsverificatie. Met {b} Authenticator of een andere app is dat zo gedaan. Zonder kun je daarna niet meer inloggen.',
    'Instellen',
  ],
  exportReady: [
    'Je export uit {p} staat klaar',
    'De export die je vroeg is klaar: 1.204 contacten, 18 MB. Je kunt hem 48 uur downloaden, daarna wordt hij verwijderd.',
    'Export downloaden',
  ],
  termsChange: [
    'Onze voorwaarden veranderen op 1 januari',
    'De voorwaarden van {p} zijn korter en leggen uit wat {b} voor onze betalingen doet. Ze gelden vanaf 1 januari. Ben je het er niet mee eens, dan kun je daarvoor kosteloos opzeggen.',
    'Voorwaarden lezen',
  ],
  refund: [
    'Je terugbetaling van € 24,90 is onderweg',
    'We hebben je retour ontvangen en € 24,90 teruggestort op je rekening bij {b}. Dat kan vijf werkdagen duren. Bedankt voor je aankoop bij {p}.',
    'Terugbetaling bekijken',
  ],
  passwordChanged: [
    'Je wachtwoord van {p} is gewijzigd',
    'Het wachtwoord van je account is vandaag om 9:41 gewijzigd. Was jij dat, dan is alles in orde. Zo niet, stel het dan opnieuw in en schrijf ons.',
    'Account beveiligen',
  ],
  confirmAddress: [
    'Bevestig je e-mailadres voor {p}',
    'Welkom bij {p}! Bevestig dat dit jouw adres is, dan komen bonnen en beveiligingsberichten aan. De link werkt 24 uur.',
    'Adres bevestigen',
  ],
};
