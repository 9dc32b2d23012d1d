import type { Lexicon } from './lexicon.ts';

export const german: Lexicon = {
  credential: `
    geben sie ~ pin/kartennummer/tan
    bestätigen/verifizieren/aktualisieren/überprüfen/validieren sie ~ konto/kontos/identität/daten/angaben/passwort/postfach/zugang/zugangsdaten/kundendaten/informationen
    konto/identität/daten/angaben/zugang/postfach/photo-tan/tan ~ bestätigen/verifizieren/aktualisieren/legitimieren/validieren/überprüfen
    bestätigung/verifizierung/aktualisierung/überprüfung ~ ihres/ihrer/ihre kontos/daten/identität/konto/kundendaten/angaben
    melden sie sich ~ an
    geben sie ~ passwort/zugangsdaten/pin/tan/kennwort
    ungewöhnliche/verdächtige/unbefugte ~ anmeldung/aktivität/aktivitäten/anmeldeversuch/zugriff/transaktion
    passwort/kennwort ~ läuft/abgelaufen/ablaufen
    postfach/speicher/speicherplatz ~ voll/überschritten/erreicht
    ausstehende/zurückgehaltene/eingehende/blockierte nachrichten/mails
    sicherheitsverfahren/sicherheitsupdate/sicherheitsüberprüfung ~
    phototan/pushtan/securego/sicherheitsapp ~ läuft/aktivier*/aktualisier*/erneuer*
    neue/neuen/aktualisierte sicherheitsrichtlinien/nutzungsbedingungen/datenschutzrichtlinie ~ bestätig*
    fotos ~ gelöscht
    cloud ~ voll/gelöscht/abgelaufen
  `,
  wallet: `
    ! seed/wiederherstellungs/recovery phrase
    wiederherstellungsphrase/wiederherstellungswörter
    wallet ~ verbinden/verifizieren/bestätigen/synchronisieren/aktualisieren/gesperrt
    bitcoin/btc/krypto ~ auszahlung/auszahlen/guthaben/gewinn/schenk*
    kostenlose bitcoin/token
    airdrop ~ sichern/beanspruchen
    krypto ~ konto/verifizierung/meldepflicht/steuer
  `,
  threat: `
    konto/zugang/karte/zugriff/postfach/account ~ gesperrt/eingeschränkt/deaktiviert/geschlossen/blockiert/suspendiert/limitiert
    sperrung/einschränkung/deaktivierung/schließung ~ ihres/ihrer/konto/kontos/karte
    vermeiden ~ sperrung/einschränkung/unterbrechung/mahngebühren/löschung
    innerhalb ~ 12/24/48/72/stunden/tagen
    24/48/72 stunden
    letzte/letzter/letztmalige mahnung/warnung/erinnerung/aufforderung/benachrichtigung/chance
    rechtliche/gerichtliche schritte
    inkasso*
    mahnung ~
    dauerhaft ~ gesperrt/gelöscht/deaktiviert
    andernfalls ~ gesperrt/konto
    viren ~ gefunden/entdeckt
    geräte/gerät/computer ~ gefahr/ungeschützt/infiziert/bedroht
    sofortiges/dringendes/umgehendes handeln
    handlungsbedarf
  `,
  payment: `
    zahlung/lastschrift/abbuchung ~ fehlgeschlagen/abgelehnt/nicht/gescheitert/ausstehend
    zahlungsdaten/zahlungsinformationen/zahlungsmethode/zahlungsart/bankdaten/kreditkarte/rechnungsdaten ~ aktualisier*/bestätig*/ungültig/abgelaufen/überprüf*
    aktualisieren sie ~ zahlungsdaten/zahlungsinformationen/zahlungsmethode/kreditkarte/bankverbindung
    problem* ~ zahlung/abrechnung
    kartennummer
    offene/offener/ausstehende/unbezahlte ~ rechnung/betrag/forderung/zahlung/gebühr
    überweisen sie
  `,
  renewal: `
    abonnement/abo/mitgliedschaft/schutz/lizenz/virenschutz/antivirus ~ abgelaufen/läuft/endet/verlänger*/erneuer*/gekündigt
    läuft ~ heute/bald/ab
    automatisch* verlänger*
    verlängern/erneuern sie ~
    jetzt ~ verlängern/erneuern
    ihr/ihre ~ ist abgelaufen
  `,
  delivery: `
    paket/sendung/lieferung/bestellung/päckchen ~ zurückgehalten/warte*/angehalten/blockiert/gesperrt/gestoppt/zugestellt/abgeholt/aussteh*/unterwegs
    konnte/konnten nicht ~ zugestellt/geliefert/ausgeliefert/zustellen/liefern
    nicht ~ zugestellt/abgeholt
    zustellung ~ fehlgeschlagen/planen/bestätigen/versuch/vereinbaren
    lieferung/lieferdetails/lieferadresse/zustelladresse/adresse ~ bestätigen/planen/aktualisieren/unvollständig/überprüfen
    bestätigen sie ~ lieferung/lieferdetails/lieferadresse/adresse/zustellung/versand
    zollgebühr*/einfuhrgebühr*/zustellgebühr*/versandgebühr*/versandkosten
    versandkosten ~ bezahlen/zahlen
    sie haben 1/ein ~ paket
    paketzustellung
    verfolgen sie ~ paket/sendung
    sendungsnummer
  `,
  prize: `
    exklusiv* ~ geschenk/geschenkset/kalender/paket
    kostenlos* ~ paket/testpaket/geschenk/kalender/set
    chance auf
    produkttester/produkt tester
    genießen sie ihr ~ geschenk
    teilnahme ~ umfrage
    gewinne/gewinnen/gewinn sie/jetzt/ein/eine/einen
    erhalten sie ~ rabatt/geschenk/gratis/bonus
    herzlichen glückwunsch
    wir gratulieren
    gewinn*/verlosung ~ sichern/teilnahme/teilnehmen/benachrichtigung/team/ausgewählt
    sie/du ~ gewonnen/ausgewählt/ausgelost/gewinner/auserwählt
    ausgewählt* ~ gewinn*/teilnehm*/kunden
    holen/sichern sie sich ~ gutschein/geschenk/geschenkkarte/gewinn/prämie/bonus/preis/chance/set
    holen/sichern sie sich/ihr/ihre/ihren
    hol/sicher dir
    gutschein/gutscheine/geschenkkarte/prämie/gewinn/geschenk ~ warte*/sichern/gewinnen/einlösen/erhalten/gratis/kostenlos/reserviert
    umfrage ~ teilnehm*/gewinn*/geschenk/beantwort*/belohnung/ausfüllen/erhalten
    nehmen sie ~ teil
    beantworten sie ~ fragen
    chance ~ gewinn*/sichern/zu
    gratis/kostenlos*/exklusive* ~ geschenk/set/gutschein/werkzeug*/prämie/belohnung/muster/testen
    letzte/einmalige chance
    ihr ~ gewinn/geschenk/gutschein wartet
    nur noch ~ plätze/stück/wenige/heute
    bonuspunkte/punkte ~ verfall*/einlösen
    belohnung ~ warte*/sichern/abholen/erhalten
    zahlen sie nur ~ versand
    freispiele
  `,
  advanceFee: `
    spende* ~ mio/millionen/eur
    wohltätige* ~ zwecke
    witwe
    philanthropin/philanthrop
    ich bin ~ vorsitzende*
    kopie ~ ausweises/reisepasses/ausweis/pass
    bearbeitungsgebühr
    million/millionen ~ euro/dollar/usd/eur
    spende ~ erhalten/million*/euro/betrag/ausgewählt/ihnen
    ! erbschaft/nachlass ~ million*/fonds/anspruch/verstorben*
    begünstigte/begünstigter ~
    verstorben* ~ kunde/kunden/ehemann
    geschäftsvorschlag
    kredit*/darlehen ~ angebot/zinssatz/zinsen/benötigen/anbieten/bieten
    zinssatz ~
    wir bieten ~ kredite/darlehen
    kontaktieren sie ~ mich/uns ~ email/mail
    vertraulich*
    lotterie/lotto ~ gewinn*/million*
  `,
  callback: `
    rufen sie ~ sofort/umgehend/an
    falls sie ~ nicht ~ autorisiert/veranlasst/bestellt/getätigt
    um ~ stornieren ~ anrufen/nummer/hotline
    kostenlose hotline
  `,
  refund: `
    steuererstattung/steuerrückerstattung/rückerstattung ~
    anspruch auf ~ erstattung/rückerstattung/förderung/prämie
    fördermittel/zuschuss/förderung/prämie ~ sichern/prüfen/erhalten/beantragen
    bußgeld ~
  `,
  profit: `
    passives einkommen
    geld verdienen
    verdien* ~ tag/woche/monat/online
    finanzielle freiheit
    auszahlung ~ bereit/bestätig*/genehmigt/warte*/verfügbar/anfordern
    trading ~ gewinn*/plattform
    automatisch* ~ gewinn*/trading
    250 euro
  `,
  document: `
    dokument/datei/rechnung ~ geteilt/bereit/freigegeben ~ ansehen/unterzeichnen/sie/öffnen
    dokument ~ unterschreiben/unterzeichnen
    neue sprachnachricht/voicemail/faxnachricht
    öffnen sie ~ anhang/dokument
  `,
  urgency: `
    dringend*
    sofort
    umgehend
    jetzt handeln
    handeln sie ~ jetzt/sofort/schnell
    letzte chance
    nur heute
    nur noch ~ heute/wenige/kurze
    begrenzt* ~ zeit
    schnell sein
    verpassen sie ~ nicht
    läuft ~ ab
  `,
  callToAction: `
    klicken sie ~ hier/link/button/unten/folgenden
    hier klicken
    klick* hier
    jetzt ~ bestätigen/teilnehmen/sichern/einlösen/starten/prüfen/aktualisieren/verlängern/anmelden/mitmachen/anfordern/abholen/gewinnen/holen/planen/weiter
    zur umfrage/bestätigung/verifizierung
  `,
  anyonesGreeting: `
    sehr geehrte/geehrter kunde/kundin/kunden/nutzer/damen/benutzer/kartenbesitzer
    lieber/liebe kunde/kundin/nutzer/gewinner/freund
    hallo kunde/nutzer
  `,
  optIn: `
    du hast ~ angelegt/angemeldet/registriert/erstellt/bestellt
    sie haben ~ angelegt/registriert/erstellt/bestellt
    dein/deinem/ihr/ihrem testzeitraum/testphase/konto/projekt
    bei uns ~ angelegt/angemeldet/registriert
    keine mails mehr
    sie erhalten ~ weil/da
    du erhältst ~ weil/da
    sie ~ newsletter ~ angemeldet/abonniert
    weil sie ~ angemeldet/abonniert/registriert/kunde/bestellt
    weil du ~ angemeldet/abonniert/registriert/bestellt
    vielen/herzlichen dank für ~ bestellung/anmeldung/einkauf/registrierung/buchung/vertrauen
    danke für ~ bestellung/anmeldung/einkauf/buchung
    ihre/deine ~ bestellung/buchung/rechnung/anmeldung/mitgliedschaft
    newsletter ~ abbestellen/abmelden/abonn*/ausgabe
    in dieser ausgabe
    im browser ansehen/öffnen
    als ~ kunde/mitglied/abonnent
  `,
  warning: `
    niemand ~ fragt/fordert/verlangt
    betrug ~ erkennen/schützen/vermeiden
    betrüger/kriminelle/betrügern
    gefälschte/falsche ~ mail/mails/email/nachrichten/seite/webseite
    nachgemachte/nachgemachten
    fragen ~ nie/niemals
    phishing ~
    wir werden sie niemals/nie
    niemals ~ nach/passwort
    geben sie ~ niemals/nicht weiter
    ignorieren sie ~ email/mail/nachricht
    warnen/warnung vor
    betrugsmasche/betrugsversuch*
  `,
  pitch: `
    bei ~ recherche/besuch ~
    wir ~ spezialisiert auf
    für ~ unternehmen/betriebe/praxen/agenturen/firmen ~ wie
    suchen sie ~ noch/aktuell/neue/einen
    möchten sie ~ gewinnen/steigern/sparen/senken/mehr
    wir bieten ihnen ~ geprüfte/aktuelle/günstige
    ich bin ~ auf ~ ihr/ihre/ihrer/euer/euch ~ gestoßen/aufmerksam/website/webseite/profil/unternehmen
    auf sie/euch/dich aufmerksam
    beim ~ besuch/durchsehen/stöbern ~ website/webseite/seite
    wir/ich helfe/helfen/unterstütze/unterstützen ~ unternehmen/firmen/kunden/agenturen/betrieben/praxen/teams
    unternehmen/firmen/betriebe/betrieben wie ihre/ihres/ihrem/sie/eures
    ich möchte/wollte ~ kurz/vorstellen/fragen/anbieten/melden
    ich melde mich
    ich schreibe ihnen/dir
    hätten sie/hättest ~ interesse/zeit/lust
    wäre ~ interessant/spannend/denkbar ~
    wir sind ~ agentur/hersteller/anbieter/dienstleister/spezialisiert
    mehr ~ kunden/anfragen/leads/umsatz/termine/bewerber
    neukunden*/leadgenerierung/kundengewinnung
    google ranking/seite
    seo ~ agentur/analyse/optimierung
  `,
  smallTalk: `
    wir bieten ~
    darf/dürfen/dürfte ich/wir ~
    würde mich ~ freuen/interessieren
    kurze/kurzer/kurzes ~ rückmeldung/antwort/info
    angebot ~ erstellen/unterbreiten/senden/zukommen
    muster/referenzen/preisliste/katalog
    ihre/ihrer/ihr/ihrem ~ website/webseite/betrieb/praxis/hotel/restaurant/shop/unternehmen/firma/agentur
    unsere/unseren ~ kunden/leistungen/dienstleistungen
    wie ~ handhaben/machen/lösen sie
    falls/wenn ~ interesse/interessant/thema
    hallo ~ herr/frau
    pro monat
    kein interesse
    auf wunsch ~ muster/angebot/gratis
    zum preis von
    wir bieten ihnen
    guten tag
    ich habe ~ gesehen/bemerkt ~ dass/ihr/sie
    mir ist ~ aufgefallen
    mein name ist
    kurze frage
    haben sie ~ interesse/bedarf
    unverbindlich*
    kostenlose/kostenfreie ~ analyse/beratung/erstgespräch/demo
    ich freue mich ~ rückmeldung/antwort/austausch
    über ~ rückmeldung/antwort ~ freuen
    antworten sie ~ einfach/kurz
    was meinen sie
    passt das
    darf ich ~ zusenden/schicken/senden/zeigen
  `,
  meeting: `
    10/15/20/30 minuten ~ gespräch/telefonat/call/zeit/austausch/termin
    kurzes/kurzen/kurzer gespräch/telefonat/call/austausch/termin
    15/20/30 minütig*
    erstgespräch
    termin ~ vereinbaren/nächste/diese
    nächste/kommende/diese woche ~ zeit/telefon*/gespräch/passt
    telefonieren
    passt ihnen ~ dienstag/donnerstag/mittwoch/woche
    wann ~ passt/zeit
    austauschen
    kalender ~ link/buchen
  `,
  probe: `
    richtige/richtiger/zuständige/passende ~ ansprechpartner/ansprechperson/person/kontakt
    sind sie ~ zuständig/ansprechpartner/verantwortlich/richtige
    wer ~ zuständig/verantwortlich/ansprechpartner
    ansprechpartner ~ nennen/für
    an ~ zuständige/richtige ~ weiterleiten/weiterleitung/person/stelle
  `,
  bump: `
    meine/meiner/meinen letzte/letzten/vorherige/vorherigen/erste/ersten ~ mail/email/nachricht
    noch keine ~ antwort/rückmeldung
    nichts ~ gehört
    nochmal/nochmals/noch einmal ~ nachfragen/nachhaken/melden/kurz/hören
    nachhaken/nachfassen
    kurz nachfragen
    letzte/letzter ~ mail/nachricht/versuch
    nach oben ~ holen/posteingang
    konnten sie ~ lesen/ansehen/mail/nachricht
    ich weiß ~ beschäftigt/viel
  `,
  acquiredList: `
    ihre/deine/eure ~ adresse/email/kontaktdaten/mailadresse ~ gefunden/im/auf/aus/über ~ internet/linkedin/xing/google/impressum/verzeichnis/website
    über linkedin/xing ~ gefunden/gestoßen
    öffentlich* ~ verfügbar/zugänglich/quelle*/verzeichnis
    gekaufte/gekauften ~ liste/adressen
    branchenverzeichnis
  `,
  listSale: `
    adressen von/aus ~
    geprüfte/aktuelle/verifizierte ~ adressen
    musterdatensätze/datensätze
    adresslisten/emaillisten/firmenadressen/adressdaten/adressdatenbank
    email/b2b adressen ~ kaufen/verkauf/verifiziert/aktuell
    verifizierte ~ kontakte/adressen/leads
    teilnehmerliste
  `,
  linkBuilding: `
    gastbeitrag/gastartikel/gastbeiträge
    backlink*/linktausch/linkaufbau
    link ~ setzen/aufnehmen/einbauen/platzieren/defekt/kaputt
    gesponserte/gesponserter beitrag/artikel
    ihre/eure leser
    artikel ~ veröffentlichen/schreiben ~ ihre/ihrem/eurem
  `,
  recruiting: `
    ihr/dein profil ~ aufgefallen/passt/interessant/überzeugt/gesehen/aufmerksam
    spannende/neue/attraktive ~ position/stelle/herausforderung/rolle
    offen für ~ neue/neues/position/wechsel/stelle
    kandidat*/bewerber* ~ vorstellen/passende/qualifizierte
    personalvermittl*/personalberat*/headhunter
    wechselbereit*
    lebenslauf ~ senden/zusenden
  `,
  fundraising: `
    finanzierungsrunde/seedrunde
    investoren ~ suchen/gesucht/beteilig*
    pitch deck
    investieren sie ~ in
    unternehmen ~ verkaufen/kaufen/nachfolge
    beteiligung ~ startup/anbieten
  `,
  noRelationship: `
    wir kennen uns ~ noch nicht/nicht
    sie kennen mich ~ nicht
    kaltakquise
    entschuldigen sie ~ störung/unaufgefordert*/direkte
    unaufgefordert*
    ich hoffe ~ es geht ihnen/dir gut
    sehr geehrte damen und herren
    hat mir ~ empfohlen/geraten ~ ihnen
  `,
};
