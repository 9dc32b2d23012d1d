import type { OwnMail } from '../own-mail.ts';
import { webmailSheet } from './sheets.ts';

/** Unsolicited approaches in German and in Dutch. */
export const coldGermanDutch: readonly OwnMail[] = [
  {
    name: 'fresh cold: de terminagentur',
    lang: 'de',
    subject: 'Neukunden für {{company}}',
    from: { displayName: 'Lukas Reinders', address: 'l.reinders@terminschmiede-mail.de' },
    text: `Hallo {{firstName}},

ich bin gerade über eure Website gestolpert, starker Auftritt! Kurze Frage: Könntet ihr im Moment noch fünf bis zehn neue Kunden im Monat aufnehmen?

Wir bringen IT-Dienstleistern qualifizierte Ersttermine, bezahlt wird nur, wenn der Termin stattfindet. Für einen Betrieb in eurer Größe waren es zuletzt 23 im Quartal.

Hast du diese Woche zehn Minuten für ein kurzes Kennenlernen?

Beste Grüße
Lukas

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: de nachfassen',
    lang: 'de',
    subject: 'AW: Neukunden für {{company}}',
    from: { displayName: 'Lukas Reinders', address: 'l.reinders@terminschmiede-mail.de' },
    text: `Hi {{firstName}}, ich wollte nur kurz nachhaken, ob meine Mail bei dir untergegangen ist. Ist das Thema für euch spannend, oder soll ich mich nicht mehr melden? Lukas

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: de personalvermittler',
    lang: 'de',
    subject: 'Elektroniker (m/w/d) sofort verfügbar',
    from: { displayName: 'Sabrina Kluthe', address: 'kluthe@fachkraft-bruecke.de' },
    text: `Sehr geehrte Damen und Herren,

Ihrer Stellenanzeige habe ich entnommen, dass Sie Elektroniker suchen. Wir haben aktuell vier Fachkräfte aus Spanien und Rumänien mit anerkanntem Abschluss und B1-Deutsch, die ab sofort bei Ihnen anfangen könnten. Um Wohnung und Behörden kümmern wir uns.

Das Honorar wird erst nach bestandener Probezeit fällig. Darf ich Ihnen unverbindlich die Profile zusenden? Gern rufe ich Sie dazu auch an.

Mit freundlichen Grüßen
Sabrina Kluthe
Fachkraft-Brücke GmbH

Kein Interesse? {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: de webdesigner mit videoanalyse',
    lang: 'de',
    subject: 'Ihre Webseite auf dem Handy',
    from: { displayName: 'Timo Wessling', address: 'timo@pixelscheune.net' },
    html: webmailSheet(
      '<div>Guten Tag {{firstName}} {{lastName}},</div><div><br></div><div>auf der Suche nach einem Maler in der Region bin ich auf Ihre Seite gestoßen. Auf dem Handy lässt sich leider die Telefonnummer nicht antippen, und das Laden dauert acht Sekunden. Damit verlieren Sie jeden Tag Anfragen an Ihre Mitbewerber.</div><div><br></div><div>Ich habe Ihnen kostenlos ein kurzes <a href="https://pixelscheune.net/analyse/7k2">Video mit drei Verbesserungen</a> aufgenommen. Wollen wir dazu nächste Woche telefonieren? Eine neue Seite gibt es bei uns ab 49 € im Monat.</div>',
      '<b>Timo Wessling</b><br>Pixelscheune Webdesign<br>Tel. 0555 0102030',
      '<a href="{{unsubscribeUrl}}">Keine weiteren Mails</a>',
    ),
  },
  {
    name: 'fresh cold: de unternehmensverkauf',
    lang: 'de',
    subject: 'Vertrauliche Anfrage: Nachfolge',
    from: { displayName: 'Dr. Henning Starck', address: 'h.starck@starck-nachfolge.com' },
    text: `Sehr geehrter Herr {{lastName}},

für einen solventen Investor aus dem Mittelstand suchen wir Betriebe der Metallverarbeitung mit 20 bis 80 Mitarbeitern. Ihr Unternehmen ist uns dabei positiv aufgefallen.

Haben Sie sich über Ihre Nachfolge schon Gedanken gemacht? Ein vertrauliches Erstgespräch ist für Sie kostenfrei und verpflichtet zu nichts. Ich freue mich über Ihre Rückmeldung, gern auch nur mit einem Terminvorschlag.

Dr. Henning Starck

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: de backlink kaufen',
    lang: 'de',
    subject: 'Gastbeitrag auf Ihrem Blog',
    from: { displayName: 'Nele', address: 'nele@textundlink.eu' },
    text: `Hallo liebes Team von {{company}},

euer Magazin gefällt mir richtig gut! Ich würde gern einen Artikel zum Thema Gartenpflege beisteuern, mit einem Dofollow-Link zu unserem Kunden. Was würde das bei euch kosten, und darf der Text ohne Kennzeichnung als Werbung erscheinen?

Freue mich auf euer Angebot
Nele

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: nl groeipartner',
    lang: 'nl',
    subject: 'kort vraagje over {{company}}',
    from: { displayName: 'Jesse Hoogveld', address: 'jesse@groeimotor-sales.nl' },
    text: `Hoi {{firstName}},

Mooi bedrijf heb je neergezet! Ik vroeg me af hoe jullie nu aan nieuwe klanten komen.

Wij vullen de agenda van installateurs met kant-en-klare afspraken. No cure, no pay. Een collega van je uit Breda kreeg er vorige maand 17.

Staat je agenda open voor een belletje van tien minuten deze week?

Groet,
Jesse

Liever niet? {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: nl laatste poging',
    lang: 'nl',
    subject: 'Laatste mailtje, beloofd',
    from: { displayName: 'Femke Rijnders', address: 'femke@klimtalent-werving.nl' },
    text: `Dag {{firstName}}, ik heb je nu drie keer gemaild over onze monteurs en niets gehoord, dus ik ga ervan uit dat het niet speelt. Mocht je binnenkort toch handjes tekortkomen: ik heb er vier die maandag kunnen beginnen. Een 'ja' is genoeg, dan bel ik. Femke. {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: nl zonnepanelen voor het dak',
    lang: 'nl',
    subject: 'Het dak van uw bedrijfspand',
    from: { displayName: 'Wouter Span', address: 'w.span@dakrendement.eu' },
    html: webmailSheet(
      '<div>Geachte heer/mevrouw,</div><div><br></div><div>Ik kom graag met u in contact. Uit onze analyse blijkt dat uw dak ruimte biedt aan 320 panelen. Wij huren ongebruikte daken en betalen de eigenaar tot € 8.000 per jaar, zonder dat u zelf iets investeert.</div><div><br></div><div>Mag ik u vrijblijvend de berekening sturen? <a href="https://dakrendement.eu/afspraak">Plan hier</a> zelf een moment.</div>',
      'Wouter Span<br>Accountmanager Dakrendement',
      'U ontvangt dit bericht omdat uw bedrijf openbaar geregistreerd staat. <a href="{{unsubscribeUrl}}">Afmelden</a>',
    ),
  },
  {
    name: 'fresh cold: nl bestand met mailadressen',
    lang: 'nl',
    subject: '38.000 zakelijke mailadressen',
    from: { displayName: 'Adressenloods', address: 'verkoop@adressenloods.biz' },
    text: `Beste ondernemer,

Wilt u meer omzet? Bij ons koopt u een actueel bestand van 38.000 Nederlandse bedrijven, met naam van de beslisser, mailadres en mobiel nummer, nu voor maar € 249. Onbeperkt te gebruiken voor uw eigen mailings.

Antwoord met JA en u krijgt vandaag nog een proefbestand van 100 adressen.

Adressenloods
{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: de langer brief eines beraters',
    lang: 'de',
    subject: 'Fördermittel, die Sie vermutlich nicht abrufen',
    from: { displayName: 'Regine Ostermaier', address: 'r.ostermaier@foerderkompass-beratung.de' },
    html: webmailSheet(
      `<div>Sehr geehrte Frau {{lastName}},</div><div><br></div><div>bitte entschuldigen Sie, dass ich Ihnen unaufgefordert schreibe. Ich berate seit zwölf Jahren produzierende Betriebe zu Fördermitteln und habe im Firmenregister gesehen, dass {{company}} im letzten Jahr eine neue Halle bezogen hat.</div><div><br></div>
<div>Bei Investitionen dieser Größe bleiben nach unserer Erfahrung im Schnitt 60.000 bis 140.000 Euro an Zuschüssen liegen, schlicht weil niemand im Haus die Zeit hat, die Richtlinien zu lesen. Die Forschungszulage etwa können Sie noch rückwirkend für vier Jahre beantragen, auch wenn Sie sich selbst gar nicht als forschendes Unternehmen sehen.</div><div><br></div>
<div>Wir prüfen das für Sie kostenlos und arbeiten danach rein auf Erfolgsbasis: Bekommen Sie nichts, bekommen wir auch nichts. Für die Prüfung brauche ich von Ihnen nur ein Telefonat von zwanzig Minuten.</div><div><br></div><div>Passt es Ihnen am Dienstag oder am Mittwoch vormittag? Sonst wählen Sie gern <a href="https://foerderkompass-beratung.de/termin">selbst einen Termin</a>. Sollten Sie nicht zuständig sein, freue ich mich, wenn Sie mich weiterleiten.</div>`,
      'Regine Ostermaier<br>Förderkompass Beratung<br>Tel. 0555 7781200',
      'Wenn Sie keine Nachrichten mehr von mir wünschen: <a href="{{unsubscribeUrl}}">austragen</a>',
    ),
  },
];
