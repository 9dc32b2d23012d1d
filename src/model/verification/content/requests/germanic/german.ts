import type { ConceptPhrases } from '../concept.ts';
import { germanSenders } from './german-senders.ts';

export const german: ConceptPhrases = {
  ...germanSenders,
  signIn: `anmelden/einloggen/melden sie sich/loggen sie sich/login/anmeldung + konto/kundenkonto/portal/postfach/profil/kundenbereich/webmail
    geben sie/gib + passwort/kennwort/zugangsdaten/benutzername*
    passwort/kennwort/zugangsdaten + läuft ab/abgelaufen/zurücksetz*/beibehalten/ändern
    mit ihren/mit ihrer/mit ihrem/mit deinen/mit deiner + zugangsdaten/email und passwort/benutzernamen und + anmelden/melden
    mit ihren/mit ihrer/mit ihrem/mit deinen/mit deiner + geschäftlichen email/gewohnten daten + anmelden/melden
    sitzung + abgelaufen/beendet/ungültig
    das war ich nicht/ich war das nicht/waren sie das nicht/warst du das nicht/nicht von ihnen/nicht sie + sichern/sperren/konto/anmeld*/zugang
    entsperr*/wiederherstell*/reaktivier*/freischalt*/absicher*/freigeben + konto/kontos/zugang/zugriff/profil/onlinezugang/karte
    melden sie sich/melde dich/loggen sie sich/logge dich + erneut/passwort/zugangsdaten/um ihre/sitzung/nachrichten
    erneut anmelden/jetzt einloggen/hier einloggen + erneut/passwort/zugangsdaten/um ihre/sitzung/nachrichten`,
  confirmIdentity: `bestätig*/verifizier*/legitimier*/validier*/überprüf* + konto/identität/daten/angaben/zugang/inhaberschaft/person/kundendaten
    aktualisier*/abgleich* + kundendaten/stammdaten/persönlichen daten/ihre daten/kontodaten
    personalausweis*/reisepass*/ausweis*/ausweiskopie/führerschein + hochladen/senden/schicken/kopie/foto/upload
    foto/bild/scan/kopie/vorder und rückseite/selfie/beidseitig + ausweis*/personalausweis*/reisepass/führerschein
    verifizierung/identitätsprüfung/legitimation/datenabgleich + abschließen/durchführen/starten/erforderlich/wiederholen/jetzt
    identifizierung/neuregistrierung + abschließen/durchführen/starten/erforderlich/wiederholen/jetzt
    vervollständig*/ergänz*/erneuer*/hinterleg* + ihre daten/kundendaten/ihre angaben/stammdaten/steuerdaten/persönlichen daten`,
  giveBankData: `kartennummer/kartendaten/bankverbindung/bankdaten/iban/kontonummer + eingeben/angeben/geben sie/mitteilen/aktualisier*
    kartennummer/kartendaten/bankverbindung/bankdaten/iban/kontonummer + bestätig*/hinterleg*/senden/antworten
    kreditkarte/zahlungsdaten/prüfziffer/pin/tan + eingeben/angeben/geben sie/mitteilen/aktualisier*/bestätig*/hinterleg*/senden/antworten
    kartennummer + prüfziffer/ablaufdatum/cvv/cvc/gültig/pin/sicherheitscode
    zahlung/abbuchung/lastschrift/karte + fehlgeschlagen/abgelehnt/nicht möglich/geplatzt/zurückgegangen + aktualisier*/hinterleg*/neue/andere
    zahlungsmittel/zahlungsart/zahlungsmethode/zahlungsinformationen + aktualisier*/abgelaufen/prüfen/ändern/abgelehnt/hinterleg*
    bezahlmethode/rechnungsdaten + aktualisier*/abgelaufen/prüfen/ändern/abgelehnt/hinterleg*
    iban/bankverbindung/kontodaten + mitteil*/teilen sie uns/nennen sie/überweisen können/auszahl*/gutschrift`,
  changedBankDetails: `neue*/geändert*/aktuelle*/gewechselt/umgestellt/andere* + bankverbindung/bankdaten/iban/konto/kontoverbindung/zahlungsdaten
    bankverbindung/konto/kontoverbindung/hausbank + geändert/nicht mehr gültig/nicht mehr nutzen/geschlossen/in prüfung
    künftige/offene/ausstehende/anstehende + zahlungen/überweisungen/rechnungen + konto/iban/bank
    überweisen sie/zahlen sie/zahlung/zahlungen/begleichen sie + auf das neue/auf folgendes/auf unser neues/neues konto
    überweisen sie/zahlen sie/zahlung/zahlungen/begleichen sie + andere konto/neue bank*/neue iban
    unsere bank/unser konto/unsere bankverbindung + geändert/gewechselt/umgestellt/prüfung/geschlossen/neue`,
  payrollChange: `
    gehalt*/lohn*/entgelt*/bezüge/gehaltsabrechnung/lohnabrechnung + konto/iban/bankverbindung/aktualisier*/ändern/umstell*/bestätig*/neue*
    mein gehalt/meinem gehalt/mein lohn/meine gehaltszahlung/gehaltszahlung + konto/bank/iban/wechsel*/nächste abrechnung
    gehaltsabrechnung/lohnabrechnung/gehaltsanpassung + einsehen/öffnen/anmelden/abrufen/bestätig*/freigeben
    bonusabrechnung/gehaltserhöhung/urlaubskonto + einsehen/öffnen/anmelden/abrufen/bestätig*/freigeben`,
  giftCards: `geschenkkarte*/gutscheinkarte*/guthabenkarte* + kauf*/besorg*/hol*/rubbel*/codes/foto*/erstatte*/auslege*
    gutscheine/google play/itunes/steam/paysafe* + kauf*/besorg*/hol*/rubbel*/codes/foto*/erstatte*/auslege*
    karten/gutscheinkarten/guthabenkarten + freirubbel*/codes/fotografier*`,
  payInvoice: `
    rechnung/rechnungsbetrag/forderung/betrag/zahlung/mahnung + überfällig/offen/offene/unbezahlt/fällig/begleichen/überweisen/ausstehend/noch heute
    überweis* + heute/sofort/eilig/dringend/lieferant*/dienstleister
    strom/gas/stromzufuhr/versorgung/energie* + abgeschaltet/sperrung/abschaltung/unterbroch*/rückstand/rückstände
    zahlungsrückstand/rückstand/restbetrag/offener betrag/offene forderung/letzte zahlungserinnerung + zahlen/begleichen/überweis*/ausgleich*
    überweisung/eilüberweisung/blitzüberweisung/sofortüberweisung/zahlung + veranlassen/ausführen/tätigen/vornehmen/anweisen/noch heute/dringend
    abschaltung/stromsperre/liefersperre/versorgungssperre + angekündigt/vermeiden/morgen/termin/rückstand/zahlen/bevorsteh*`,
  scanCode: `scann*/einscannen/abscannen + code/qr/handy/smartphone/kamera
    handy/smartphone/kamera/mobiltelefon + scannen/einscannen/abfotografier* + code/bild/quadrat
    qr code/qrcode`,
  grantAccess: `gewähr*/erteil*/erlaub*/genehmig*/zulassen/freigeben/autorisier* + zugriff/berechtigung*/app/anwendung/zugang
    anydesk/teamviewer/fernwartung/fernzugriff + installier*/starten/herunterladen/öffnen
    verbinden/verknüpf* + google konto/microsoft konto/postfach/ihr konto
    konnektor/erweiterung/integration/addin/add in/plugin/drittanbieter* + autorisier*/genehmig*/zustimm*/freigeben/zulassen/berechtigung*
    im namen ihrer organisation/im auftrag ihrer organisation/einwilligung erteilen/zustimmung erteilen/zugriff auf ihr postfach
    zugriff auf das postfach`,
  openFile: `öffnen/herunterladen/einsehen/ansehen/abrufen/prüfen + dokument/datei/anhang/pdf/vertrag/sprachnachricht/fax/scan/freigegebene*
    freigegeben/geteilt + dokument/datei/ordner
    makros/inhalte/bearbeitung + aktivier*
    anbei/beigefügt*/im anhang/angehängt* + rechnung/vertrag/bestellung/angebot/vereinbarung/kaufvertrag/zahlungsavis/dokument*/unterlagen
    unterschreib*/unterzeichn*/signier*/gegenzeichn* + digital/elektronisch/vertrag/dokument/vereinbarung/unterlagen
    verschlüsselte nachricht/geschützte nachricht/sichere nachricht + öffnen/lesen/abrufen/lautet
    geschütztes dokument/dateipasswort/passwort für die datei + öffnen/lesen/abrufen/lautet`,
  callNumber: `rufen sie/anrufen/wählen sie/telefonisch/hotline + sofort/umgehend/stornier*/kündig*/abbuchung/support/nummer
    nicht veranlasst/nicht bestellt/nicht autorisiert + rufen/anruf/hotline
    rufen sie/kontaktieren sie/wählen sie/anruf + uns an/servicenummer/rückerstattung/widerruf/sperrung/kostenlos/berater/hotline
    abgebucht/belastet/abonnement/verlängert + rufen sie/rufen/hotline/telefonisch/anrufen`,
  walletPhrase: `wallet + verbinden/synchronisier*/verifizier*/validier*/migrier*/bestätig*/wiederherstell*
    airdrop/token + beanspruch*/sichern/abholen
    wallet/krypto*/coins + importier*/verknüpf*/übertrag*/auszahl*/absicher*/freischalt*/neue wallet
    hardware wallet/ledger/trezor/metamask/firmware + aktualisier*/verifizier*/bestätig*/wiederherstell*
    seed phrase/recovery phrase/wiederherstellungsphrase/wiederherstellungswörter/private key/privaten schlüssel/12 wörter/24 wörter/zwölf wörter
    sicherungsphrase`,
  smallFee: `maut*/bußgeld*/verwarnungsgeld/strafzettel/zoll*/einfuhr* + zahlen/bezahlen/begleichen/gebühr/offen*/unbezahlt/entrichten/betrag
    parkverstoß/knöllchen/lagergebühr/zustellgebühr + zahlen/bezahlen/begleichen/gebühr/offen*/unbezahlt/entrichten/betrag
    gebühr/versandkosten + bezahlen/begleichen/entrichten/zahlen
    zustellung/zweite zustellung/erneute zustellung + fällt an/gebühr/kosten/entgelt + zahl*/kreditkarte/begleichen/fällt
    bearbeitung/freigabe/verzollung + fällt an/gebühr/kosten/entgelt + zahl*/kreditkarte/begleichen/fällt
    mautgebühr/vignette/bußgeld/verwarnung/ordnungswidrigkeit/geschwindigkeitsüberschreitung + zahlen/bezahlen/offen/überweis*/erhöht/jetzt/frist`,
  renewMailbox: `
    postfach/mailbox/speicher*/kontingent/cloud*/posteingang + voll/überschritten/limit/erreicht/deaktivier*/gesperrt/erweiter*/läuft ab
    nachrichten/emails/mails + zurückgehalten/blockiert/quarantäne/ausstehend/nicht zugestellt/warteschlange
    abonnement/abo/mitgliedschaft/domain/domäne/virenschutz/lizenz/hosting + läuft ab/abgelaufen/verlänger*/erneuer*/gesperrt/endet
    postfach/emailkonto/mailkonto/mailbox/webmail + schließung/löschung/gelöscht/abgeschaltet/umgestellt
    postfach/emailkonto/mailkonto/mailbox/webmail + umstellung/migration/aktualisier*/stillgelegt
    antrag/anfrage/auftrag + schließung/löschung/kündigung/deaktivierung + postfach*/mailkonto*/emailkonto*/konto`,
  claimPrize: `gewonnen/gewinner*/ausgewählt/ausgelost/glückwunsch + gewinn/preis/gutschein/prämie/iphone/verlosung/umfrage/geschenk
    erstattung/rückerstattung/rückzahlung/steuererstattung + beantrag*/anspruch/zusteht/genehmigt/erhalten/abholen/einfordern/auszahl*
    guthaben/entschädigung + beantrag*/anspruch/zusteht/genehmigt/erhalten/abholen/einfordern/auszahl*
    erbschaft/nachlass/millionen/million + euro/dollar/anwalt/notar/begünstigt*/verstorben*/bank
    steuererstattung/zu viel gezahlt*/überzahl* + formular/antrag/beantrag*/auszahlung/gutgeschrieben/einreichen/abruf*
    steuerguthaben/erstattungsbetrag + formular/antrag/beantrag*/auszahlung/gutgeschrieben/einreichen/abruf*
    spende*/vermachen/anvertrauen/schenkung + million*/summe/euro/wohltätig*/witwe/waisen
    witwe/krebs/unheilbar*/verstorbener mann + spende*/vermögen/summe/wohltätig*/million*
    bonuspunkte/treuepunkte/prämienpunkte/ihre punkte + verfallen/einlösen/umtauschen/gutschrift`,
  rescheduleParcel: `paket/sendung/lieferung/päckchen/zustellung + nicht zugestellt/fehlgeschlagen/zurückgehalten/neuen termin/adresse bestätigen
    paket/sendung/lieferung/päckchen/zustellung + adresse unvollständig/zurückgesendet/umleiten/wartet/angehalten/vereinbar*
    paket/sendung/lieferung/päckchen + ausliefern/ausgeliefert/übergeben werden/aushändigen/hausnummer
    paket/sendung/lieferung/päckchen + adresse ergänzen/falsche adresse/depot/lagert/retour/zurück an
    adresse/anschrift/hausnummer/lieferadresse + unvollständig/fehlt/fehlerhaft/falsch + paket/sendung/zustell*/lieferung
    adresse/anschrift/hausnummer/lieferadresse + unleserlich/korrigier*/ergänz* + paket/sendung/zustell*/lieferung
    zustelltag/zustelltermin/liefertermin/zustellversuch/neue zustellung + wählen/vereinbar*/buchen/auswählen/bestätigen/festlegen
    zweite zustellung/erneute zustellung + wählen/vereinbar*/buchen/auswählen/bestätigen/festlegen`,
  replyPrivately: `sind sie/bist du/bist sie + am platz/im büro/gerade da/verfügbar/erreichbar/frei
    kurze aufgabe/brauche ihre hilfe/brauche deine hilfe + antwort*/mail/besprechung/sitzung/telefonieren/nicht anrufen/übernahme
    vertraulich*/diskret*/unter uns + antwort*/mail/besprechung/sitzung/telefonieren/nicht anrufen/übernahme
    handynummer/mobilnummer/whatsapp + schick*/senden/nenn*/gib
    antworten sie + privat*/persönliche adresse/private adresse
    streng vertraulich/absolute diskretion/stillschweigen + transaktion/übernahme/anweisung*/überweisung/antwort*/vorgang
    verschwiegenheit/geheimhaltung/mit niemandem + transaktion/übernahme/anweisung*/überweisung/antwort*/vorgang
    schreiben sie/schreib mir/melden sie sich + per whatsapp/auf whatsapp/über whatsapp/telegram/meine private
    kontaktieren sie/melde dich/schreib uns + per whatsapp/auf whatsapp/über whatsapp/telegram/meine private
    hast du kurz/haben sie kurz/haben sie einen moment/hast du einen moment + antwort*/helfen/erledig*/mail/dringend
    bist du erreichbar/kannst du mir kurz/können sie mir kurz + antwort*/helfen/erledig*/mail/dringend
    vollständigen namen/vollständiger name/ihren namen + telefonnummer/adresse/anschrift/land/alter + senden/mitteilen/antwort*/schick*`,
  deadline: `innerhalb von/innerhalb + stunden/24/48/72/tagen
    noch heute/bis heute/bis mitternacht/sofort/umgehend/unverzüglich/letzte mahnung/letzte erinnerung/läuft heute ab/letztmalig`,
  threat: `konto/zugang/karte/postfach/profil/sendung + gesperrt/eingeschränkt/deaktivier*/gelöscht/geschlossen/blockiert/zurückgesandt/sperrung
    ungewöhnliche*/verdächtige*/unbefugte* + aktivität*/anmeldung/zugriff/abbuchung/transaktion/gerät
    inkasso/rechtliche schritte/gerichtlich*/pfändung/vollstreckung/anzeige/mahngebühr*/strafverfahren`,
  warning: `fragen niemals/fragen nie/niemals nach/nie nach/geben sie niemals/nicht weitergeben/klicken sie nicht/betrüger*/betrugsmasche/phishing
    falsche mails/gefälschte mails/vorsicht vor/warnen vor/warnung vor`,
  subscribed: `
    weil sie sich angemeldet/weil sie sich/weil du dich/ihre bestellung/deine bestellung/ihre buchung/als mitglied/als kund*/unsere mitglieder
    unsere kunden/sie haben sich angemeldet/ihre anmeldung/vielen dank für ihre/danke für deine/newsletter abonniert`,
};
