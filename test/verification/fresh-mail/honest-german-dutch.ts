import type { OwnMail } from '../own-mail.ts';
import { button, cardSheet, letterSheet, tableSheet } from './sheets.ts';

/** Honest mail in German and in Dutch. */
export const honestGermanDutch: readonly OwnMail[] = [
  {
    name: 'fresh honest: de tan',
    lang: 'de',
    subject: 'Ihr Bestätigungscode: 77 04 18',
    from: { displayName: 'Kornblume Versicherung', address: 'service@kornblume-versicherung.de' },
    text: `Ihr Bestätigungscode lautet 770418 und gilt fünf Minuten. Geben Sie ihn niemandem weiter, auch nicht uns am Telefon.

Abmelden: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: de zweite mahnung',
    lang: 'de',
    subject: '2. Mahnung zur Rechnung 2024-1187',
    from: { displayName: 'Buchhaltung Holzwerk Aumühle', address: 'buchhaltung@holzwerk-aumuehle.de' },
    text: `Guten Tag {{firstName}} {{lastName}},

zu unserer Rechnung 2024-1187 vom 4. März über 862,40 EUR konnten wir leider noch immer keinen Zahlungseingang feststellen. Bitte überweisen Sie den Betrag zuzüglich 5,00 EUR Mahngebühr bis zum 20. Mai auf das Konto, das auf der Rechnung steht.

Geht bis dahin nichts ein, müssen wir die Forderung an ein Inkassobüro abgeben. Das möchten wir uns und Ihnen gern ersparen: Rufen Sie uns an, wenn Sie in Raten zahlen möchten.

Hat sich Ihre Zahlung mit diesem Schreiben überschnitten, betrachten Sie es bitte als gegenstandslos.

Mit freundlichen Grüßen
Wiebke Harmsen
Holzwerk Aumühle GmbH, Sägeweg 3, 21521 Aumühle, HRB 4471 Lübeck

Keine Post per E-Mail mehr: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: de anmeldung auf neuem geraet',
    lang: 'de',
    subject: 'Neue Anmeldung in Ihrem Konto',
    from: { displayName: 'Lichtspeicher', address: 'sicherheit@lichtspeicher.cloud' },
    html: cardSheet({
      brand: 'Lichtspeicher',
      site: 'lichtspeicher.cloud',
      body: `<p>Hallo {{firstName}},</p><p>soeben hat sich jemand mit Ihrem Passwort angemeldet: Chrome auf Android, Raum Dresden, 21:14 Uhr.</p><p>Waren Sie das? Dann ist alles gut. Wenn nicht, sperren Sie bitte gleich Ihr Konto und vergeben ein neues Passwort.</p>
${button('https://lichtspeicher.cloud/konto/sperren?v=9d20', 'Konto sperren', '#b91c1c')}`,
      foot: 'Lichtspeicher eG, Görlitz',
      leave: 'Abmelden',
    }),
  },
  {
    name: 'fresh honest: de sparkasse warnt vor betrug',
    lang: 'de',
    subject: 'Vorsicht: gefälschte Mails zum neuen TAN-Verfahren',
    from: { displayName: 'Volksbank Wiesental', address: 'newsletter@volksbank-wiesental.de' },
    html: tableSheet({
      brand: 'Volksbank Wiesental',
      site: 'bilder.volksbank-wiesental.de',
      preheader: 'So erkennen Sie die Fälschung',
      body: `<p>Liebe Kundin, lieber Kunde,</p><p>zurzeit sind Mails unterwegs, in denen es heißt: „Ihr Zugang wird gesperrt. Bestätigen Sie Ihre Daten innerhalb von 24 Stunden.“ Der Link führt auf eine nachgebaute Seite, die nach PIN und TAN fragt.</p>
<p>Diese Mails stammen nicht von uns. Wir fragen Sie nie nach PIN oder TAN und drohen nicht mit einer Sperre. Löschen Sie die Nachricht. Haben Sie schon etwas eingegeben, sperren Sie Ihren Zugang unter 116 116.</p>`,
      foot: 'Volksbank Wiesental eG, Marktplatz 2, Schopfheim. Sie haben unseren Newsletter bestellt.',
      leave: 'Newsletter abbestellen',
    }),
  },
  {
    name: 'fresh honest: de chorprobe',
    lang: 'de',
    subject: 'Probe fällt aus, Beiträge bitte bis Monatsende',
    from: { displayName: 'Kantorei St. Gertrud', address: 'vorstand@kantorei-gertrud.de' },
    text: `Ihr Lieben,

am Donnerstag fällt die Probe aus, Markus liegt mit Grippe im Bett. Wer die Noten vom Duruflé noch nicht hat: Sie liegen bei Annegret.

Bitte denkt an den Jahresbeitrag (60 Euro, wie immer aufs Vereinskonto). Und wir suchen dringend zwei Tenöre. Wer einen kennt, bringt ihn mit.

Herzlich
Euer Vorstand

Aus dem Verteiler: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: de gruenderbrief im probemonat',
    lang: 'de',
    subject: 'Kommst du zurecht?',
    from: { displayName: 'Fenja von Stundenglas', address: 'fenja@stundenglas.app' },
    html: letterSheet(
      `<p>Hallo {{firstName}},</p><p>du probierst Stundenglas jetzt seit einer Woche aus und hast noch kein Projekt angelegt. Hängt es irgendwo? Antworte mir einfach, ich helfe gern. Oder wir schauen zusammen drauf, <a href="https://stundenglas.app/termin/fenja">15 Minuten reichen meistens</a>.</p><p>Wenn es nichts für dich ist: auch gut, dein Testzugang endet am Sonntag von allein und kostet nichts.</p><p>Fenja</p>`,
      'Du hast dich unter stundenglas.app angemeldet. <a href="{{unsubscribeUrl}}">Abmelden</a>. Stundenglas UG, Kiel',
    ),
  },
  {
    name: 'fresh honest: nl zorgpremie mislukt',
    lang: 'nl',
    subject: 'Incasso van je premie is niet gelukt',
    from: { displayName: 'Zandhaver Zorg', address: 'klantenservice@zandhaverzorg.nl' },
    html: cardSheet({
      brand: 'Zandhaver Zorg',
      site: 'zandhaverzorg.nl',
      body: `<p>Beste {{firstName}},</p><p>We konden je premie van mei (€ 139,75) niet afschrijven. Betaal vóór 28 mei via Mijn Zandhaver, dan komen er geen kosten bij.</p>
${button('https://zandhaverzorg.nl/mijn/betalen', 'Naar Mijn Zandhaver', '#c2410c')}<p>Lukt het deze maand niet? Bel ons voor een regeling, dan hoeven we geen aanmaning te sturen.</p>`,
      foot: 'Zandhaver Zorgverzekeraar N.V., Zwolle',
      leave: 'Afmelden',
    }),
  },
  {
    name: 'fresh honest: nl inloglink',
    lang: 'nl',
    subject: 'Je inloglink',
    from: { displayName: 'Buurtschuur', address: 'noreply@buurtschuur.nl' },
    text: `Log in bij Buurtschuur: https://buurtschuur.nl/in/4Jq9-x1
De link werkt een kwartier. Niet aangevraagd? Dan hoef je niets te doen.
Afmelden: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: nl pakket bij de buren',
    lang: 'nl',
    subject: 'Je pakket ligt bij nummer 14',
    from: { displayName: 'Kaasgilde Webwinkel', address: 'bestelling@kaasgilde-webwinkel.nl' },
    text: `Hoi {{firstName}},

De bezorger heeft je bestelling KG-5512 bij de buren op nummer 14 afgegeven. Haal hem vandaag op, er zit verse geitenkaas in! Je hoeft niets bij te betalen.

Volgen: https://kaasgilde-webwinkel.nl/volg/KG-5512

Het Kaasgilde
Geen berichten meer: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: nl laatste dag van de uitverkoop',
    lang: 'nl',
    subject: 'ALLEEN VANDAAG: tot 60% korting op tuinmeubels!',
    from: { displayName: 'Groenmeent', address: 'acties@mail.groenmeent.nl' },
    html: tableSheet({
      brand: 'Groenmeent',
      site: 'mail.groenmeent.nl',
      preheader: 'Op is op',
      body: `<img src="https://mail.groenmeent.nl/zomer60.jpg" width="552" alt="Zomeropruiming tot 60%"><h1>Op = op!</h1><p>Nog één dag: loungesets, parasols en potten tot 60% goedkoper. Als lid krijg je er gratis bezorging bij.</p>
${button('https://t.groenmeent.nl/r/?id=h6b1,77c2,1', 'Shop de deals', '#166534')}`,
      foot: 'Groenmeent Tuincentra B.V., Apeldoorn. Je bent lid van de Groenpas.',
      leave: 'Uitschrijven',
    }),
  },
];
