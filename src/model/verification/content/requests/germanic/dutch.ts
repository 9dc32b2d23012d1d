import type { ConceptPhrases } from '../concept.ts';
import { dutchSenders } from './dutch-senders.ts';

export const dutch: ConceptPhrases = {
  ...dutchSenders,
  signIn: `log in/inloggen/in te loggen/meld u/meld je/aanmelden/aan te melden + account/portaal/webmail/mailbox/profiel/omgeving/mijn omgeving
    log in/aanmelden/inlog* + internetbankieren/mobiel bankieren/digid/itsme/mijnoverheid/mijn overheid/klantportaal
    voer/vul/geef/typ + wachtwoord*/inloggegevens/gebruikersnaam/toegangscode/digipass
    wachtwoord* + verloopt/verlopen/resetten/behouden/wijzig*/opnieuw instellen
    met uw/met je + e-mailadres en wachtwoord/gebruikersnaam en/zakelijke e-mailadres/inloggegevens/gebruikelijke gegevens + aan/in/meld/log
    sessie + verlopen/beëindigd/ongeldig
    dat was ik niet/ik was dit niet/was u dit niet/was jij dit niet + beveilig*/blokkeer*/account/toegang/inlog*
    was jij dit niet/was u het niet/niet door u + beveilig*/blokkeer*/account/toegang/inlog*
    herstel*/ontgrendel*/deblokkeer*/heractiveer*/reactiveer*/beveilig* + uw account/je account/uw toegang/je toegang/uw rekening/toegang
    meld u opnieuw/meld je opnieuw/opnieuw aanmelden/opnieuw inloggen/direct inloggen/nu inloggen/hier inloggen/log opnieuw`,
  confirmIdentity: `bevestig*/verifi*/controle*/valideer*/valideren + *gegevens/identiteit*/account/toegang/profiel
    actualiseer*/actualiseren/bijwerken/werk uw/werk je/update* + gegevens/klantgegevens/persoonsgegevens/accountgegevens/digid
    bevestiging van/verificatie van/controle van + uw gegevens/je gegevens/uw identiteit/je identiteit/uw account/je account
    identiteitsbewijs/paspoort*/rijbewijs/identiteitskaart/id-kaart/id-bewijs + upload*/stuur/opsturen/kopie/foto/mail
    foto/kopie/scan/selfie/voor- en achterkant/beide zijden + identiteitsbewijs/paspoort/rijbewijs/id kaart/legitimatie*
    verificatie/identificatie/legitimatie/identiteitscontrole/heridentificatie + voltooi*/afrond*/start*/vereist/verplicht/doorlopen/nodig`,
  giveBankData: `kaartnummer/kaartgegevens/pasnummer/creditcard*/cvc/cvv/pincode + invul*/invoer*/vul/voer/geef
    kaartnummer/kaartgegevens/pasnummer/creditcard*/cvc/cvv/pincode + doorgeven/bevestig*/stuur/bijwerken/update
    bankgegevens/rekeningnummer/iban/betaalgegevens/bankrekening + invul*/vul/voer/geef/doorgeven/bevestig*/stuur ons/bijwerken/opgeven/antwoord
    betaalpas/bankpas/bankkaart + vervang*/vernieuw*/aanvragen/aan te vragen/activeer*/activeren/opsturen/verloopt/verlopen
    betaalmethode/betaalwijze/automatische incasso + bijwerken/werk/update/mislukt/geweigerd/verlopen
    kaartnummer/pasnummer/rekeningnummer + cvc/cvv/pincode/vervaldatum/beveiligingscode/geldig
    betaalgegevens/factuurgegevens/betaalinformatie/betaalmethode/kaartgegevens + problem*/probleem/werk/bij/controleer*/verouderd
    betaalgegevens/factuurgegevens/betaalinformatie/betaalmethode/kaartgegevens + ontbreken/aanpassen/kaartnummer
    betaling/incasso/afschrijving + mislukt/geweigerd/niet gelukt/gestorneerd/niet verwerkt + kaart/betaalgegevens/bijwerken/opnieuw/andere`,
  changedBankDetails: `nieuw*/gewijzigd*/gewisseld/veranderd*/ander* + bankgegevens/bankrekening*/rekeningnummer*
    nieuw*/gewijzigd*/gewisseld/veranderd*/ander* + iban/betaalgegevens/betaalinstructies
    rekening/bankrekening/rekeningnummer/bank + niet meer geldig/niet meer in gebruik/opgeheven/niet langer gebruik*/wordt gecontroleerd
    toekomstige/openstaande/komende/alle + betalingen/overboekingen/facturen + rekening/iban/bankrekening
    betaal/betalen/overmaken/maak/voldoen/overboeken + nieuwe rekening/nieuwe rekeningnummer/ander rekeningnummer
    betaal/betalen/overmaken/maak/voldoen/overboeken + onderstaande rekening/volgende rekening/andere rekening
    onze bank/onze rekening/ons rekeningnummer/onze bankgegevens + gewijzigd/veranderd/gewisseld/opgeheven/nieuw*`,
  payrollChange: `salaris*/loon*/uitbetaling van mijn + rekening/iban/bankgegevens/wijzig*/aanpass*/nieuw rekeningnummer
    loonstrook/salarisstrook/salarisspecificatie/arbeidsvoorwaarden + bevestig*/bekijk*/ondertekenen/goedkeur*
    mijn salaris/mijn loon/salarisbetaling/loonbetaling + rekening/bank/iban/wijzig*/andere/volgende maand
    loonstrook/salarisstrook/salarisverhoging/bonus/jaaropgave/verlofsaldo + inloggen/log in/openen/bekijken + salaris*/personeelszaken/hr`,
  giftCards: `cadeaukaart*/cadeaubon*/giftcard*/tegoedkaart*/waardebon*/kadobon* + koop/kopen/koopt/haal/halen/aanschaf*/regel/kras*/voorschiet*
    cadeaukaart*/cadeaubon*/giftcard*/tegoedkaart*/paysafe*/itunes/google play + codes/foto*/vergoed*/terugbetal*/declar*
    kaarten/bonnen + codes/kras*/foto van de codes`,
  payInvoice: `*factuur*/rekening/nota/betaling/bedrag + openstaand*/onbetaald*/achterstallig*/vervallen/voldoen/te voldoen/nog niet ontvangen
    aanmaning*/herinnering/betalingsherinnering + betaal*/betalen/voldoe*/openstaand*
    overboek*/overmak*/maak over/betaal/overschrijving + vandaag/dringend/spoed*/leverancier*/meteen
    *overboeking/betaling regelen/betaling uitvoeren/betaling doen + *spoed*/dringend/leverancier*/vandaag
    bedrag/factuur/factuurbedrag + nog open/open staat/staat open/staat nog/staat er nog/nog niet betaald/uitblijven
    stroom/gas/elektriciteit/energie/levering + afgesloten/afsluiting/afsluiten/onderbroken/achterstand
    achterstand/betalingsachterstand/laatste sommatie/sommatie/vordering/openstaande schuld + betaal*/voldoe*/voldaan/betalen
    afsluiting/afsluiten/afgesloten + stroom/gas/energie/aangekondigd/voorkomen/morgen/achterstand + betaal*/betalen/voldoe*/achterstand`,
  scanCode: `scan/scannen/scant/ingescand + qr code/qr/code/telefoon/mobiel/camera
    qr code/qrcode + hieronder/bijlage/camera/telefoon/gebruik*/openen`,
  grantAccess: `verleen*/geef/sta/goedkeur*/accept*/autoris*/toestaan + toegang/toestemming/machtiging*/app-toegang/applicatie
    anydesk/teamviewer/hulp op afstand/meekijk*/externe toegang + installe*/download*/open/start*
    koppel*/verbind* + google account/microsoft account/mailbox/uw account/je account
    connector/koppeling/integratie/invoegtoepassing/plug-in/app van derden + autoris*/toestem*/goedkeur*/accepteer*/machtig*
    namens uw organisatie/namens je organisatie/toestemming verlenen/toestemming geven/toegang tot uw mailbox/toegang tot je mailbox
    toegang tot de mailbox`,
  openFile: `open/openen/bekijk/bekijken/download/downloaden/inzien + document*/bestand*/bijlage/pdf/contract/voicemail/factuur/dossier
    gedeeld*/deelde + document/bestand/map + met u/met je/met jou/bekijk*/openen
    macros/inhoud/bewerking/bewerken + inschakelen/activeer*/activeren/schakel
    bijgevoegd*/in de bijlage/bijgesloten + bekijk*/open*/onderteken*/controle*
    bijgaand/bijgevoegd/hierbij/in bijlage/als bijlage + overeenkomst/koopovereenkomst/factuur/offerte/bestelling/contract/document*/stukken/akte
    onderteken*/teken/tekenen/ondertekening + digitaal/elektronisch/document/overeenkomst/contract/vandaag/akte
    versleuteld*/beveiligd*/vertrouwelijk* + bericht/berichten/document/bestand + lees/lezen/openen/bekijk*/klaar`,
  callNumber: `bel/bel ons/belt u/telefonisch contact/neem telefonisch/bellen + direct/onmiddellijk/nummer/annuleren/helpdesk/gratis/terugbetaling
    niet uitgevoerd/niet besteld/niet herkent/niet door u + bel/bellen/telefoonnummer
    klantenservice/helpdesk/ondersteuning + bel/bellen/telefoonnummer + direct/annuleren/blokkeren
    bel/belt/neem contact op/telefonisch + met ons/binnen 24/medewerker/fraudeafdeling/annuleren/terugboeken/helpdesk/gratis nummer
    afgeschreven/verlengd/in rekening/abonnement + bel/belt/bel ons/telefonisch`,
  walletPhrase: `wallet/walletadres + koppel*/verbind*/verifi*/valideer*/synchronis*/migre*/herstel*
    airdrop/tokens/crypto + claim*/opeisen/ophalen
    wallet/crypto*/munten/tegoeden + importe*/overzetten/veiligstellen/opnieuw koppelen/nieuwe wallet/opnemen
    hardware wallet/ledger/trezor/metamask/firmware + bijwerken/verifi*/bevestig*/herstel*/update
    herstelzin/herstelwoorden/herstelcode/geheime zin/privésleutel/12 woorden/24 woorden/twaalf woorden/back-upzin`,
  smallFee: `boete*/verkeersboete/tolgeld/tol/invoerrechten + betaal*/betalen/voldoe*/openstaand*/onbetaald
    douanekosten/invoerkosten/parkeerboete/naheffing + betaal*/betalen/voldoe*/openstaand*/onbetaald
    verzendkosten/bezorgkosten/inklaringskosten/administratiekosten/opslagkosten + betaal*/betalen/voldoe*/openstaand*
    klein bedrag/kleine vergoeding/resterende kosten + betaal*/betalen/voldoe*
    herbezorging/tweede bezorging/vrijgave/afhandeling/bezorging + kosten/toeslag/vergoeding + betaal/betalen/voldoe*/eenmalig*
    tolvignet/vignet/parkeer*/verkeersovertreding/snelheidsovertreding/overtreding/milieuzone + betaal*/voldoe*/boete/openstaand*/onbetaald`,
  renewMailbox: `mailbox/postvak/inbox/e-mailaccount/emailaccount/opslag*/cloud* + vol/bijna vol/limiet/overschreden/deactiv*/upgrad*/opwaarder*
    berichten/e-mails/emails/mails + vastgehouden/geblokkeerd/quarantaine/niet afgeleverd/niet bezorgd/wachtrij
    abonnement/lidmaatschap/domein*/hosting/virusscanner/licentie + verloopt/verlopen/verleng*/vernieuw*/opgeschort/loopt af
    mailbox/postvak/e-mailaccount/webmail/e-mailadres + sluiting/afgesloten/verwijderd/opgeheven/gemigreerd
    mailbox/postvak/e-mailaccount/webmail/e-mailadres + migratie/nieuwe versie/bijwerken/stopgezet
    verzoek/aanvraag + sluiten/sluiting/verwijder*/beëindig*/opzegging/deactiver* + mailbox/postvak/e-mailaccount/account
    huidige wachtwoord/zelfde wachtwoord/wachtwoord behouden`,
  claimPrize: `gewonnen/winnaar*/uitgekozen/geselecteerd/gefeliciteerd/uitgeloot + prijs/cadeau/iphone/waardebon/loterij/trekking/enquête/beloning
    claim*/opeisen/verzilver* + prijs/beloning/cadeau/bonus/tegoed/vergoeding/erfenis
    teruggave/terugbetaling/belastingteruggave/restitutie/compensatie/toeslag + aanvra*/recht op/ontvang*/goedgekeurd/claim*/uitbetal*
    erfenis/nalatenschap/miljoen/begunstigde + euro/dollar/advocaat/notaris/overleden/bank/fonds*
    te veel betaald/teveel betaald/belastingteruggave/teruggaaf + bedrag/aanvra*/formulier/uitbetal*/gestort/ontvang*/indien*
    doneren/schenken/nalaten/toevertrouwen + miljoen/bedrag/som van/goede doel*/liefdadigheid/weduwe
    weduwe/kanker/ongeneeslijk*/overleden man + doneren/schenken/fonds*/geld/liefdadigheid
    spaarpunten/punten/loyaliteitspunten/zegels + vervallen/inwisselen/verzilver*/verlopen`,
  rescheduleParcel: `pakket/pakketje/zending/bezorging/levering/bestelling + niet bezorgd/niet geleverd/niet afgeleverd
    pakket/pakketje/zending/bezorging/levering/bestelling + mislukt*/vastgehouden/in de wacht
    pakket/pakketje/zending/bezorging/levering + adres bevestigen/onvolledig adres/adres onvolledig/nieuw moment/opnieuw/herplan*/retour*/wacht op
    pakket/pakketje/zending/postpakket + nieuwe bezorging/gemist/niet thuis/kies een/kosten/douane/adres bijwerken/afhaalpunt bevestigen
    pakket/pakketje/zending/bestelling + huisnummer/adres onjuist/onjuist adres/adres ontbreekt/adres aanvullen
    pakket/pakketje/zending/bestelling + depot/magazijn/retour afzender/niet afgeven
    nieuwe bezorging/bezorgmoment/bezorgdag/bezorgdatum + kies/kiezen/plan/inplannen/regel*/bevestig*/boek*
    levermoment/tweede bezorging/herbezorging + kies/kiezen/plan/inplannen/regel*/bevestig*/boek*`,
  replyPrivately: `ben je/bent u/heb je/heeft u + op kantoor/aan je bureau/beschikbaar/even tijd/bereikbaar/achter je bureau/een momentje
    klein klusje/snelle taak/kleine gunst/je hulp nodig + antwoord*/mail*/vergadering/bel me niet/overname
    uw hulp nodig/vertrouwelijk*/discreet/onder ons + antwoord*/mail*/vergadering/bel me niet/overname
    mobiele nummer/mobiel nummer/06-nummer/gsm-nummer/whatsapp + stuur/geef/mail/app/doorgeven
    antwoord*/reageer + privé-e-mail/privémail/privéadres/persoonlijke e-mail
    geheimhouding/strikt vertrouwelijk/strikt persoonlijk/uiterste discretie + transactie/overname/instructies/antwoord*
    geheimhouding/strikt vertrouwelijk/strikt persoonlijk/uiterste discretie + beantwoord*/collega*/overboeking
    met niemand/slechts enkele/op de hoogte + transactie/overname/instructies/antwoord*/beantwoord*/collega*/overboeking
    app/stuur/bericht/contact/bereik* + via whatsapp/op whatsapp/per whatsapp/via telegram/op telegram/mijn privénummer
    heb je een/heb je even/heeft u een/kun je iets + momentje/moment/minuutje/regelen/voor mij + mail/antwoord*/laat/weten/spoed/dringend
    kunt u iets/zou je iets + momentje/moment/minuutje/regelen/voor mij + mail/antwoord*/laat/weten/spoed/dringend
    mobiele nummer/mobiel nummer/telefoonnummer + vermelding/opgave/doorgeven/antwoord*/bereikbaar/whatsapp
    volledige naam/uw naam + telefoonnummer/land/adres/leeftijd + stuur/antwoord*/opgave/mail`,
  deadline: `binnen + uur/24/48/72/dagen/werkdagen
    vandaag nog/nog vandaag/voor middernacht/onmiddellijk/zo snel mogelijk/zo spoedig mogelijk/per direct/laatste herinnering/laatste aanmaning
    laatste waarschuwing/laatste kans/verloopt vandaag/uiterlijk vandaag/met spoed`,
  threat: `account/rekening/toegang/kaart/betaalpas/bankpas/mailbox/profiel/pakket + geblokkeerd/beperkt/opgeschort/afgesloten
    account/rekening/toegang/kaart/betaalpas/bankpas/mailbox/profiel/pakket + verwijderd/gedeactiveerd/geretourneerd
    account/rekening/toegang/pas/mailbox + blokkeren/blokkering/afsluiten/deactiveren/verwijderen/verliest/stopgezet
    ongebruikelijke/verdachte/ongeautoriseerde/onbekend apparaat + activiteit*/inlog*/aanmelding/transactie*/betaling/toegang
    incasso*/deurwaarder*/dagvaarding/juridische stappen/beslag gelegd/beslaglegging/boete verhoogd/rechtszaak/strafrechtelijk*`,
  warning: `
    vragen nooit/vraagt nooit/nooit vragen/nooit om uw/nooit om je/deel nooit/nooit delen/klik nooit/klik niet op/geef nooit/oplichters/oplichting
    oplichtingstruc/phishing/valse mails/valse e-mails/nepmail*/pas op voor/waarschuwen voor/trap er niet in/fraudeurs`,
  subscribed: `
    omdat u zich/omdat je je/u ontvangt deze/je ontvangt deze/je hebt je aangemeld/u heeft zich aangemeld/u bent ingeschreven/je bent ingeschreven
    je bestelling/uw bestelling/je boeking/uw boeking/je reservering/uw reservering/bedankt voor je/bedankt voor uw/als lid/als klant/onze leden
    onze klanten/onze abonnees/je inschrijving/uw inschrijving/je aankoop/uw aankoop/op uw verzoek/nieuwsbrief ontvangt`,
};
