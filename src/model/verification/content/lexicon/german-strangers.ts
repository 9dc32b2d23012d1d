import type { Lexicon } from './lexicon.ts';

export const germanStrangers: Lexicon = {
  introduction: `
    mein name ist
    ich bin ~ von/bei/gründer/gründerin/inhaber/inhaberin/geschäftsführer/geschäftsführerin/vertriebsleiter
    ich heiße
    wir sind ~ agentur/hersteller/anbieter/dienstleister/studio/startup/familienbetrieb/unternehmen/großhändler/lieferant/spedition
    wir ~ produzieren/fertigen/liefern/vermitteln/pachten/mieten/kaufen/vertreiben/importieren/reinigen/drucken
    wir/ich ~ spezialisiert
    ich schreibe/kontaktiere ~ ihnen/sie/weil/da
    ich wende mich ~ an
    ich melde mich ~ bei/weil/da/heute
    erlauben sie ~ mir/vorstellen
    darf ich mich ~ vorstellen
    im namen/auftrag ~ von/der/des
  `,
  readersBusiness: `
    ihr/ihre/ihrem/ihren/ihrer/euer/eure/eurem/euren/eurer ~ unternehmen/firma/betrieb/betriebs/praxis/agentur/kanzlei/hotel/restaurant/shop/onlineshop/laden/werkstatt/website/webseite/homepage/blog/podcast
    ihr/ihre/ihrem/ihren/ihrer/euer/eure/eurem/euren/eurer ~ team/mitarbeiter/mitarbeitern/kunden/patienten/gäste/leser/hörer/mandanten
    ihr/ihre/ihrem/ihren/ihrer/eure/euren ~ branche/vertrieb/einkauf/marketing/wettbewerber/mitbewerber/hallen/dach/dächer/flotte/fuhrpark/büro/lager/stromkosten/energiekosten/fachkräfte
    bei ihnen/euch ~ zuständig/einkauf/um/für
    betriebe/unternehmen/firmen/kunden/praxen wie
    in ihrer ~ branche/region/stadt
    sehr geehrte ~ geschäftsleitung/geschäftsführung/inhaber
  `,
  trade: `
    leads/neukunden/neukundengewinnung/anfragen
    suchmaschinen*/seo/sichtbarkeit
    webdesign*/webentwickl*/softwareentwickl*/appentwickl*
    angebot ~ erstellen/unterbreiten/zusenden/einholen
    preisliste/musterstück*/mustersendung/katalog
    mindestbestellmenge
    großhandel/hersteller/lieferant*
    paletten/europaletten/spedition/fracht/frachtraten
    je/pro quadratmeter/stück
    ab lager/werk
    gebäudereinigung/büroreinigung/reinigungsfirma
    photovoltaik/solaranlage*
    messestand/standfläche*/sponsoring/sponsor*
    finanzierung/fördermittel/factoring/betriebsmittel
    fachkräfte/personaldienstleist*/bewerber*
    unternehmensnachfolge/nachfolger
    kooperation/zusammenarbeit/partnerschaft
    provision
    kosten ~ senken/sparen/reduzieren
    beraterin/berater ~ für
    adressen ~ entscheider/geschäftsführer
    domain ~ verkauf/verkaufen/interesse
    website/webseite ~ erstellen/modernisieren/überarbeiten/neu
    imagefilm/erklärvideo*/produktfotos
    telefonanlage/kassensystem/zeiterfassung
    stromtarif/stromvertrag/gastarif/energieberat*
    pachten/pacht
    arbeitskleidung/werbeartikel/werbemittel/verpackungen
    it sicherheit/penetrationstest/dsgvo ~
    übersetzung*/untertitel
    schulung/seminar ~ für ~ mitarbeiter/team
    leasing/dienstwagen
    kaffeemaschine*/obstkorb/wasserspender
    zeitarbeit/pflegekräfte/fahrer ~ vermitteln
    wareneinkauf/restposten/gebraucht*
  `,
  proof: `
    konnten ~ steigern/senken/sparen/gewinnen/verdoppeln
    hat/haben ~ gespart/verdoppelt/gesteigert/gesenkt
    fallstudie/referenzen/referenzkunden/erfolgsgeschichte*
    mehr ~ anfragen/umsatz/bewerbungen/termine/buchungen
    prozent ~ mehr/weniger/günstiger
    jahre/jahren ~ erfahrung
    ohne ~ risiko/aufwand/vertragsbindung/mindestlaufzeit
    keinerlei ~ aufwand/kosten/risiko
    geld zurück
    unsere kunden ~ sparen/gewinnen/nutzen
    zu unseren kunden
    nur im erfolgsfall
    auf erfolgsbasis
  `,
  smallAsk: `
    interesse
    hätten sie ~ zeit/interesse/lust
    hättest du ~ zeit/interesse/lust
    wäre/wären ~ interessant/für sie/offen/bereit/denkbar/etwas
    darf/dürfen/dürfte/soll ich/wir ~
    ich rufe ~ an
    rufen sie mich
    unter welcher nummer
    wann ~ passt/erreiche/sprechen/zeit
    kurze ~ antwort/rückmeldung/info
    geben sie ~ bescheid/rückmeldung
    melden sie sich
    antworten sie
    würde ~ ihnen/euch ~ zeigen/schicken/vorstellen/zusenden
    schicke/sende/zeige ~ ihnen/euch ~ gern/gerne/mal
    gern/gerne ~ schicke/sende/zeige/vorbei/persönlich/telefonisch
    ein versuch wert
    lohnt sich
    was halten sie
    wie klingt das
  `,
  replyOptOut: `
    kein/keinen interesse/bedarf
    keine weiteren ~ mails/angebote/nachrichten/emails
    nicht mehr ~ anschreiben/kontaktieren/schreiben
    entschuldig* ~ störung
    falls ~ nicht ~ zuständig/richtige/interessant/relevant
    wenn ~ nicht ~ passt/interessiert
    sollten sie ~ keine/kein/nicht
    antworten sie ~ stop/nein
    nehme/nehmen ~ aus dem verteiler
    melde mich ~ nicht ~ mehr/wieder
  `,
  flattery: `
    beeindruckt/begeistert ~
    gefällt mir ~
    ich verfolge ~ schon/seit
    glückwunsch
    ich lese/höre ~ ihren/ihre/euren/deinen/eure ~ blog/podcast/beiträge/sendung
    toller/tolle/schöner/spannende ~ auftritt/arbeit/website/beitrag/projekt/podcast
    aufmerksam geworden
    aufgefallen
  `,
  pitch: `
    mir/uns ist ~ aufgefallen
    auf ~ website/webseite/seite ~ gesehen/gelesen
    habe/haben ~ gesehen/gelesen/bemerkt ~ dass
    bin/sind ~ auf ~ aufmerksam
    habe/haben ~ ihre/ihren/eure/euren ~ angesehen/angeschaut/besucht/getestet/geprüft/analysiert
    wir ~ helfen/unterstützen/entlasten/betreuen
    wie viel ~ zahlen/verlieren/kostet
    sind sie ~ zufrieden mit
    suchen/brauchen sie
    kennen sie das
    viele ~ unternehmen/betriebe/praxen ~ verlieren/haben/zahlen
    könnten ~ ihnen/euch
    gern/gerne ~ ihnen/euch/vorstellen/anbieten
  `,
  bump: `
    ich hatte ihnen/dir ~ geschrieben
    hatte ~ letzte/vergangene/vor ~ geschrieben
    meine ~ mail/email/nachricht/anfrage ~ untergegangen/erhalten/gelesen
    untergegangen
    erinnern/erinnerung ~ an meine
    noch einmal ~ auf sie/dich
    leider ~ keine/noch ~ antwort/rückmeldung
    zum letzten mal
    letzter versuch
    haken/hake ~ nach
  `,
  probe: `
    wer kümmert sich ~
    wer ~ bei ihnen/euch
    an wen ~ kann/darf/wende/muss
    wer ist ~ zuständig/ansprechpartner
    kurz weiterleiten
    leiten sie ~ weiter
    der/die richtige ansprechpartner/ansprechpartnerin/adresse
    ihre/ihren kollegen/kollegin
  `,
  meeting: `
    telefonat/videocall/videogespräch
    10/15/20/30 minuten ~
    viertelstunde/halbe stunde
    ich rufe sie ~ an
    kaffee ~ trinken/treffen
    vorbeikommen/vorbeischauen/vorstellen ~ dürfen
    wann erreiche ich
  `,
  recruiting: `
    mandant/mandanten/auftraggeber ~ sucht/suchen/suche
    diskret*/vertraulich* ~ gespräch/austausch/position/anfrage
    kandidat*/kandidatin ~ für/verfügbar/sucht
    ihre/ihrer ~ stellenanzeige/ausschreibung/vakanz
    vakanz
    wechsel ~ denkbar/interessant/vorstellen
  `,
  noRelationship: `
    wir hatten ~ noch ~ kontakt
    ungefragt
    aus öffentlich*
    ihre ~ kontaktdaten/adresse/nummer ~ habe/haben/stammt/aus
    ihren namen ~ habe/bekam/erhielt
  `,
  relation: `
    ihre/ihren/ihrer/deine/deinen/deiner ~ testphase/testzugang/testversion/testkonto/probezeitraum/probemonat/probeabo/anfrage
    sie/du ~ testen/testest/nutzen/nutzt ~ seit
    wie ~ besprochen/vereinbart/versprochen/angekündigt
    sie/du ~ angefragt/angefordert/importiert/hochgeladen/angelegt/ausprobiert
    an unserem ~ stand/messestand
    sehr geehrte/geehrter/geehrten ~ kundin/kunde/kunden/lieferant/lieferanten/geschäftspartner/mieter/mitglied/mitglieder
    haben/hast/habt sich/dich/euch ~ ~ angemeldet/registriert/eingeschrieben/beworben
    haben/hast/habt ~ ~ bei uns ~ bestellt/gekauft/gebucht
    seit ~ mitglied/kunde/kundin/dabei
    noch nicht/keine/kein/keinen ~ angelegt/eingerichtet/abgeschlossen/eingeladen
    profil ~ vervollständigen
    lade/laden ~ dein/ihr team ein
    upgrade/tarif ~ wechseln
    kostenloser tarif
    jederzeit kündbar/kündigen
    die meisten ~ nutzer/mitglieder
    unsere nutzer/nutzerinnen
    freunde werben
    auf einer skala
    hilfecenter/hilfe center
    deine/ihre ~ einstellungen/ergebnisse/fortschritte
    in deinem/ihrem ~ konto/dashboard/profil/postfach
    ihr/ihre/ihren/ihrer/dein/deine/deinen/deiner/euer/eure ~ bestellung/buchung/rechnung/mitgliedschaft/termin/konto/abo/abonnement/kurs/testphase/testzeitraum/vertrag/ticket/reservierung/spende/anmeldung/lieferung/paket/einkauf/besuch/mitgliedsbeitrag/platz/passwort/zugang
    du/ihr/sie hast/bist/habt/seid/haben/sind ~ angemeldet/registriert/bestellt/gebucht/gekündigt/abonniert/angelegt/erstellt/bezahlt/gefragt/teilgenommen/gespendet/mitglied/dabei/gestartet/unterschrieben/hochgeladen
    warteliste
    haben/hast sie/du ~ angemeldet/registriert/bestellt/gebucht/gekündigt/abonniert/angefordert/beantragt
    jahre/jahren/monaten/monate ~ bei uns
    kaufen/kaufst ~ bei uns
    sind/bist ~ mitglied/kunde/kundin
    mitglieder
    verein/vorstand/elternbeirat/schulleitung
    jahrgang/ehemalige
    angefordert ~ haben/hast
    willkommen
    danke/dank ~ für ~ bestellung/anmeldung/einkauf/treue/unterstützung/spende/buchung/besuch/teilnahme/geduld/vertrauen/feedback/mitgliedschaft
    danke/dank ~ dass ~ du/sie/ihr
    bis ~ bald/dann/morgen/samstag/sonntag/freitag/nächste
    als ~ mitglied/kunde/kundin/abonnent/abonnentin/teilnehmer/teilnehmerin/spender/spenderin/mieter/leser
    liebe/lieber ~ mitglieder/eltern/freunde/leser/kunden/nachbarn/kolleginnen/gemeinde/sängerinnen/gäste/kundin/kunde
    unsere ~ mitglieder/leser/abonnenten/schüler/eltern/gäste/gemeinde
    sie/du ~ erhältst/erhalten/bekommst/bekommen ~ weil/da
    mitgliederversammlung/hauptversammlung/vereinsheim/verein
    neue version/neues release
    neue funktion*
    wir haben ~ behoben/geändert/umgestellt/veröffentlicht
    öffnungszeiten
    umfrage
    nächste/nächster/nächsten ~ probe/kursstunde/stunde/training/treffen
    bei uns ~ bestellt/gebucht/gekauft
    vertragsnummer/kundennummer/bestellnummer
    newsletter
    passwort ~ zurücksetzen/zurückgesetzt
    datenschutzerklärung/datenschutzhinweise
    nutzungsbedingungen
    läuft ~ ab/aus
    ihre/deine ~ police/versicherung
    gewinnspiel/verlosung
    wir vermissen dich/sie
    wie war ~ ihr/dein
    weiterempfehlen
    ihr/dein kind
    bestätigungscode/sicherheitscode
    ignorieren sie ~ mail/nachricht
    nicht angefordert
    unsere ~ bestandskunden/stammkunden
    preisanpassung
  `,
  circle: `
    ab sofort
    jetzt verfügbar
    das ist neu
    neue funktion/funktionen
    wir stellen vor
    jetzt ~ shoppen/entdecken/sichern
    gutschein/gutscheincode/rabattcode
    solange ~ vorrat
    gültig bis
    versandkostenfrei
    rezept/rezepte
    neuigkeiten/aktuelles
    in dieser woche
    diesen monat
    liebe ~ alle/leserinnen/leser/freunde/freundinnen/mitglieder
    hallo ~ zusammen/alle
    anmeldung ~ bis/ab/offen/möglich
    eintritt/karten/tickets
    tag der offenen tür
    programm/saison/sommerfest/weihnachts*/flohmarkt/konzert
    spenden/spende/ehrenamt*/freiwillige
    weiterlesen/mehr lesen
    neu im shop/sortiment
    rabatt ~ auf/alle
    webinar
    kirche/schule/chor/museum/bibliothek/theater/gemeinde
  `,
};
