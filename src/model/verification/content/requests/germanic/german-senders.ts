import type { ConceptPhrases } from '../concept.ts';

/** Approaches without a business relationship, and voices of institutions. */
export const germanSenders: ConceptPhrases = {
  firstContact: `gestoßen/aufmerksam geworden/gefunden/gesehen + ihre website/ihre webseite/ihr unternehmen/ihr profil
    gestoßen/aufmerksam geworden/gefunden/gesehen + ihren shop/eure seite/euer unternehmen/ihre firma
    ich bin/ich leite/ich arbeite/ich führe/wir sind ein + gründer*/inhaber*/agentur/startup/team aus/software/beratung/vertrieb
    bin ich auf ihr*/bin auf sie/über google/über linkedin/auf linkedin + gefunden/gestoßen/gesehen/aufgefallen/aufmerksam
    auf ihrer website/auf ihre website/auf ihrer seite + gefunden/gestoßen/gesehen/aufgefallen/aufmerksam
    mein name ist/ich bin gründer/ich arbeite bei/wir sind eine/wir sind spezialisiert/ich melde mich/ich schreibe ihnen/richtige ansprechpartner
    richtigen ansprechpartner/wer bei ihnen/zuständig`,
  askMeeting: `
    15 minuten/20 minuten/30 minuten/kurzes gespräch/kurzer call + zeit/woche/passt/interesse/interessant/donnerstag/dienstag/vereinbar*/austausch
    kurzes telefonat/kurzer austausch/erstgespräch/termin + zeit/woche/passt/interesse/interessant/donnerstag/dienstag/vereinbar*/austausch
    hätten sie/haben sie/hast du/hättest du/wären sie/passt es ihnen + gespräch/telefonat/austausch/call/minuten/video*/kaffee/demo
    darf ich/dürfen wir/wollen wir/können wir/sollen wir + anrufen/telefonieren/vorbeikommen/vorstellen/zeigen/austauschen`,
  introduceService: `
    wir helfen/wir unterstützen/wir bieten/ich helfe/unsere agentur/unser team + unternehmen/firmen/kunden/anfragen/leads/umsatz/neukunden
    wir helfen/wir unterstützen/wir bieten/ich helfe/unsere agentur/unser team + seo/webdesign/entwicklung/outsourcing/mitarbeiter
    wir entwickeln/wir programmieren/wir erstellen/wir gestalten + websites/webseiten/apps/software/unternehmen/firmen/google
    wir liefern/wir produzieren/wir vermitteln/wir optimieren + websites/webseiten/apps/software/unternehmen/firmen/google
    ihre website/ihre webseite/ihr shop/ihre homepage + google/seo/langsam/fehler/ranking/gefunden + kunden/anfragen/kostenlos*/unverbindlich*
    ihre website/ihre webseite/ihr shop/ihre homepage + optimier*/neu gestalten + kunden/anfragen/kostenlos*/unverbindlich*
    mehr + anfragen/neukunden/umsatz/leads/aufträge/bewerber + garantiert/ohne risiko/für ihr unternehmen/pro monat/planbar*
    unverbindlich*/kostenlose analyse/kostenloses erstgespräch/fallstudie/angebot erstellen`,
  followUp: `vor einigen tagen/letzte woche/vor einer woche/kürzlich + geschrieben/angeschrieben/gemailt/meine mail
    meine letzte mail/meine letzte nachricht/meine email/nochmal nachfragen/kurz nachhaken/nachhaken/nichts gehört/noch keine antwort
    nach oben holen/zur erinnerung an meine/ich wollte nachfragen/wollte kurz nachfragen/wollte noch einmal/melde mich noch einmal/meine vorherige
    letzter versuch/hatten sie gelegenheit/konnten sie schon`,
  sellList: `adressliste*/datenbank/kontaktdaten/firmenadressen + kauf*/anbieten/angebot/preis/verifiziert*/kontakte/datensätze
    emailliste*/teilnehmerliste*/entscheider + kauf*/anbieten/angebot/preis/verifiziert*/kontakte/datensätze
    entscheider*/geschäftsführer/firmenkontakte/b2b + adressen/emails/emailadressen/kontaktdaten + kauf*/preis*/angebot/branche*/selektier*`,
  exchangeLinks: `link* + tausch*/verlink*/setzen/platzier*
    artikel/beitrag/text + ihrem blog/ihrer website/ihrer seite/eurem blog + veröffentlich*/verlink*/schreiben/gegen bezahlung/platzier*
    gastbeitrag/linktausch/backlink*/linkaufbau/gastartikel/advertorial/dofollow`,
  recruit: `stelle/position/karriere/kandidat*/bewerber*/fachkräfte/personal + ihr profil/dein profil/mandant/passen/vermittel*
    stelle/position/karriere/kandidat*/bewerber*/fachkräfte/personal + wechsel/gehalt/interesse/lebenslauf
    homeoffice/von zu hause/von zuhause/nebenjob/nebenverdienst/heimarbeit + pro tag/täglich/pro woche/ohne erfahrung
    homeoffice/von zu hause/von zuhause/nebenjob/nebenverdienst/heimarbeit + keine erfahrung/verdien*/stunden
    keine erfahrung/keine vorkenntnisse/ohne vorkenntnisse + nötig/erforderlich/verdien*/whatsapp/pro tag/euro
    ihr lebenslauf/dein lebenslauf/ihr profil/dein profil + aufgefallen/überzeugt/ausgewählt/spannend/interessant`,
  authority: `
    finanzamt/bundeszentralamt/zollamt/hauptzollamt/bundeszoll*/polizei/staatsanwaltschaft/gericht/amtsgericht/ministerium/bundesagentur/jobcenter
    stadtverwaltung/ordnungsamt/bußgeldstelle/elster/kraftfahrt bundesamt/rentenversicherung/behörde/zollverwaltung`,
  bank: `
    ihre bank/ihre sparkasse/volksbank/sparkasse/online banking/onlinebanking/sicherheitsabteilung/kartenservice/kundenservice bank/banking team`,
  carrier: `paketdienst/paketzustellung/zustelldienst/kurierdienst/paketzentrum/zustellservice/sendungsservice/lieferdienst`,
  insurer: `krankenkasse/krankenversicherung/gesundheitskasse/ersatzkasse/pflegekasse`,
  provider: `ihr anbieter/ihr energieversorger/stromanbieter/rechnungsabteilung/streamingdienst/mobilfunkanbieter/aboservice/kundenabteilung`,
  exchange: `kryptobörse/krypto börse/wallet support/handelsplattform/börsenaufsicht`,
  itDesk: `it abteilung/it support/it service/it helpdesk/helpdesk/servicedesk/service desk/systemadministrator/administrator/mail administrator
    rechenzentrum/edv abteilung/it team/webmail team/postmaster`,
  staffOffice: `personalabteilung/personalbüro/lohnbüro/lohnbuchhaltung/hr abteilung/hr team/human resources/gehaltsabrechnung`,
  boss: `geschäftsführer*/geschäftsführung/geschäftsleitung/vorstand/vorstandsvorsitzende*/ceo/chef`,
};
