import type { ConceptPhrases } from '../concept.ts';

/** Approaches without a business relationship, and voices of institutions. */
export const dutchSenders: ConceptPhrases = {
  firstContact: `kwam ik/kwam op/tegengekomen/gestuit + uw website/je website/jullie website/uw bedrijf/je bedrijf/je profiel
    zag/gezien/viel mij op/viel me op + uw website/je website/jullie website/uw bedrijf/je bedrijf/je profiel
    kwam ik/zag ik/las ik/gezien/bekeek + jullie bedrijf/uw profiel/jullie webshop/uw webshop/jullie team/jullie site/je linkedin
    ik ben/ik run/ik leid/wij zijn/ik werk voor + oprichter/eigenaar/accountmanager/bureau/startup/gespecialiseerd/marketeer
    via google/via linkedin/op linkedin/op uw website/op jullie website/op je website + gevonden/tegen/zag/gezien/viel/kwam
    mijn naam is/ik ben oprichter/ik ben eigenaar/ik werk bij/wij zijn gespecialiseerd/wij zijn een/ik neem contact/ik benader/juiste persoon
    juiste contactpersoon/wie binnen/bij wie moet ik/verantwoordelijk voor`,
  askMeeting: `15 minuten/20 minuten/30 minuten/10 minuten/kort gesprek + week/schikt/interesse/plannen
    kort belletje/kennismaking*/kop koffie/videocall/demo + week/schikt/interesse/plannen
    kort gesprek/belletje/kennismaking*/kennismaken/afspraak/sparren/bellen/call + dinsdag/donderdag/openstaan/zin in/agenda/inplannen/gelegenheid
    zou u/zou je/heeft u/heb je/staat u/sta je + kort gesprek/gesprek/belletje/koffie/openstaan/open/kennismak*/minuten/demo
    zullen we/kunnen we/mag ik/kan ik + bellen/kennismaken/afspreken/langskomen/inplannen/laten zien/sparren`,
  introduceService: `wij helpen/we helpen/ik help/wij bieden + bedrijven/ondernemers/klanten/leads/omzet/seo/webdesign
    jullie site/uw site/je site/uw website + google/vindbaar*/seo-bureau/scoort/beter/verbeter* + klanten/bureau/gratis/omzet/bezoekers
    wij ondersteunen/ons bureau/ons team + bedrijven/ondernemers/klanten/leads/omzet/seo/webdesign
    wij helpen/we helpen/wij leveren/wij ontwikkelen/onze ontwikkelaars + softwareontwikkeling/outsourcing/verkoop/personeel/marketing/merken
    meer/verhoog*/verdubbel* + omzet/leads/klanten/conversie/websitebezoekers/afspraken + vrijblijvend*/gratis/per maand/uw bedrijf/je bedrijf
    wij ontwerpen/wij bouwen/wij maken/wij ontwikkelen + websites/webshops/apps/software/bedrijven/ondernemers
    wij verzorgen/wij leveren/we bouwen/we maken + websites/webshops/apps/software/bedrijven/ondernemers
    uw website/jullie website/je website/uw webshop + seo/google/vindbaar*/traag + klanten/gratis/vrijblijvend/bezoekers/aanvragen
    uw website/jullie website/je website/uw webshop + fouten/snelheid/vernieuw* + klanten/gratis/vrijblijvend/bezoekers/aanvragen
    vrijblijvend gesprek/vrijblijvende offerte/gratis analyse/gratis audit/gratis scan/geheel vrijblijvend`,
  followUp: `vorige week/enkele dagen geleden/paar dagen geleden/onlangs/eerder + gemaild/geschreven/benaderd/mailtje/mail gestuurd
    mijn vorige mail/mijn vorige e-mail/mijn vorige bericht/mijn laatste mail/mijn eerdere mail/mijn eerdere bericht/mijn mail van/kom even terug
    kom nog even terug/nog niets gehoord/geen reactie ontvangen/nog geen reactie/opvolging van mijn/even opvolgen/bovenaan je inbox/laatste poging
    nog even een reminder/kleine reminder/heeft u mijn/heb je mijn/heb je al kunnen/heeft u al kunnen/heeft u nog gedacht`,
  sellList: `adressenbestand*/*maillijst*/deelnemerslijst*/bedrijvendatabase/contactenlijst + koop*/kopen/aanbieden/prijs/prijzen/offerte
    database/bedrijfsgegevens/contactgegevens + beslissers/geverifieerde/e-mailadressen/records + kopen/koop/prijs/aanschaffen/bestellen/steekproef
    beslissers/directeuren/bedrijven/zzpers + e-mailadressen/contactgegevens/telefoonnummers + lijst/bestand/prijs/kopen/bestellen`,
  exchangeLinks: `link/links + ruilen/uitwissel*/plaatsen op/wederzijds*
    artikel/blog/tekst + uw website/jullie website/jullie blog/uw blog/je blog + plaatsen/publiceren/link/vergoeding/schrijven
    gastblog*/gastartikel*/linkruil/linkbuilding/backlink*/dofollow/gesponsord artikel/linkplaatsing`,
  recruit: `vacature/functie/rol/baan/opdracht/kandidaat/kandidaten/loopbaan + je profiel/uw profiel/opdrachtgever/salaris
    vacature/functie/rol/baan/opdracht/kandidaat/kandidaten/loopbaan + cv/passend*/interesse/overstap*
    kandidaten/vakmensen/personeel/professionals + voorstellen/beschikbaar/werving/detacher*/bemiddel*/uitzend*
    thuiswerk*/vanuit huis/bijverdien*/bijbaan/thuis + per dag/per week/geen ervaring/zonder ervaring/verdien*
    geen ervaring/zonder ervaring + nodig/vereist/verdien*/whatsapp/per dag
    uw cv/je cv/uw profiel/je profiel + opgevallen/opviel/aansprak/geselecteerd/interessant/indruk`,
  authority: `
    belastingdienst/fod financiën/douane/politie/openbaar ministerie/rechtbank/gerechtsdeurwaarder/deurwaarder/ministerie/rijksoverheid/mijnoverheid
    mijn overheid/digid/cjib/centraal justitieel incassobureau/uwv/sociale verzekeringsbank/gemeente/rdw/federale overheidsdienst/dienst toeslagen`,
  bank: `uw bank/je bank/internetbankieren/mobiel bankieren/online bankieren/fraudeafdeling/afdeling fraude/afdeling veiligheid/beveiliging bank
    bankmedewerker/kaartservice/card stop/klantenservice bank/creditcardmaatschappij`,
  carrier: `pakketdienst/bezorgdienst/koeriersdienst/postbedrijf/pakketservice/pakketbezorging/postpakket/sorteercentrum/afdeling bezorging`,
  insurer: `zorgverzekeraar/zorgverzekering/ziektekostenverzekering/ziekenfonds/mutualiteit/zorgkantoor/zorgpas`,
  provider: `uw provider/je provider/energieleverancier/telecomprovider/internetprovider/streamingdienst/abonnementenservice/facturatieafdeling
    afdeling facturatie`,
  exchange: `cryptobeurs/crypto beurs/wallet support/walletdienst/handelsplatform/cryptoplatform`,
  itDesk: `ict-afdeling/it-afdeling/ict-helpdesk/ict-servicedesk/it-helpdesk/ict-beheer/systeembeheer*/mailbeheer*/ict-support/beheerder e-mail
    afdeling ict/afdeling it/webmailteam/webmail team/technische dienst e-mail`,
  staffOffice: `
    personeelszaken/hr-afdeling/afdeling hr/afdeling personeelszaken/salarisadministratie/loonadministratie/hr-team/loondienst administratie`,
  boss: `
    algemeen directeur/directeur-bestuurder/de directeur/je directeur/financieel directeur/bestuursvoorzitter/zaakvoerder/gedelegeerd bestuurder`,
};
