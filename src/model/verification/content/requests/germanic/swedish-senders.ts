import type { ConceptPhrases } from '../concept.ts';

/** Approaches without a business relationship, and voices of institutions. */
export const swedishSenders: ConceptPhrases = {
  firstContact: `hittade/stötte på/snubblade/såg/fick syn på/tittade på/läste + er hemsida/er webbplats/ert företag/din profil
    hittade/stötte på/snubblade/såg/fick syn på/tittade på/läste + er webbshop/din hemsida/ert team
    hittade/såg/läste/tittade på + er sajt/din sajt/ditt företag/din linkedin/er verksamhet/er butik
    jag är/jag driver/jag leder/vi är/jag arbetar för + grundare/ägare/byrå/startup/specialist*/säljare/konsultbolag
    via google/via linkedin/på linkedin/på er hemsida/på din hemsida + hittade/såg/kontakt/fann/läste
    jag heter/mitt namn är/jag är grundare/jag jobbar på/jag arbetar på/vi är specialiserade/vi är ett/jag hör av mig/jag kontaktar/rätt person
    vem hos er/vem som ansvarar/ansvarig för
    hittade/hittat/såg/fann + er/ert/dig/kontaktuppgift*/annons + på google/i registret/på kartan/på instagram/i en katalog
    vem hos er/vem på ert/vem av er/den som har hand om/någon annan hos er/peka mig + ansvar*/hand om/besluta*/prata med/rätt person/håller i
    inte intresserad*/inte aktuellt/inte något för er/inte något för dig + svara/skriv/säg till/hör av/återkom*`,
  askMeeting: `15 minuter/20 minuter/30 minuter/10 minuter/kvart + vecka*/passar/intress*/boka*/tid
    kort samtal/kort möte/snabbt samtal/kort avstämning/demo + vecka*/passar/intress*/boka*/tid
    kort samtal/ett samtal/digitalt möte/teamsmöte/träffas/ta en fika/kaffe/avstämning + tisdag/torsdag/nästa vecka/boka*/passar/öppen för
    har du tid/skulle du/är du öppen/vore det/finns det/har ni + samtal/möte/prata/minuter/demo/fika/ses
    kan vi/ska vi/får jag/kan jag + ringa/boka/ses/visa/prata/träffas + minuter/vecka/tisdag/torsdag/kort
    får jag/kan jag/får vi/jag ringer/jag slår + ringa/slå en signal/visa/berätta/upp dig + i morgen/imorgon/veckan/minuter/tisdag/torsdag/förmiddag*
    har du/har ni/kan du avsätta/kan ni avsätta + en kvart/tio minuter/15 minuter/20 minuter/en halvtimme + tisdag*/torsdag*/onsdag*/veckan/telefon`,
  introduceService: `
    vi hjälper/jag hjälper/vi erbjuder/vi stöttar/vår byrå/vårt team + företag/bolag/kunder/leads/försäljning*/omsättning*/seo/webb*
    vi hjälper/vi erbjuder/vi levererar/våra utvecklare + utveckling/systemutveckl*/outsourcing/bemanning*/marknadsföring/rekrytering/nya kunder
    öka*/fördubbla*/sänk*/minska* + er försäljning/er omsättning/era leads/era kostnader/er trafik/er konvertering
    vi bygger/vi skapar/vi utvecklar/vi designar/vi levererar/vi producerar/vi förmedlar + hemsidor/webbplatser/appar/system/företag/kunder
    er hemsida/er webbplats/din hemsida/er sajt + seo/google/långsam/fel/syns/förbättra* + kunder/gratis/kostnadsfri*/besökare
    fler + kunder/leads/förfrågningar/affärer/bokningar + åt er/till ert/garanter*/varje månad/till företag
    kostnadsfri analys/gratis analys/kostnadsfri genomgång/kostnadsfritt möte/utan förpliktelser/kostnadsfri offert
    en kund/kunder/ett företag/ett bolag/en butik + i samma storlek/i er storlek/liknande bolag/liknande företag + sänkte/sparade/ökade/minskade
    pris/priset/timpris*/kostnad*/arvode + per timme/i timmen/kr timmen/per person + utvecklare/personal/teamet/städning/konsulter/redovisning
    jag bjuder på/jag har gjort/jag gjorde/jag spelade in + genomgång/analys/granskning/video/skiss/förslag/rapport + er/era/ert/kontot`,
  followUp: `förra veckan/häromdagen/några dagar sedan/nyligen + mejlade/skrev/kontaktade/hörde av mig
    mitt förra mejl/mitt tidigare mejl/mitt senaste mejl/mitt mail/mitt mejl från/mitt förra meddelande/mitt tidigare meddelande/följer upp mitt
    följa upp mitt/ville bara följa upp/inte hört något/inte fått svar/inte hört av/högst upp i inkorgen/stör igen/sista försök
    en liten påminnelse om mitt/hann du/har du hunnit/hunnit titta/hört från dig/återkoppling på mitt`,
  sellList: `adresslista*/e-postlista*/mejllista*/adressregister*/deltagarlista*/kontaktlista* + köp*/erbjud*/pris*/offert/beställ*
    databas/företagsregister/kontaktuppgifter + beslutsfattare/verifierade/e-postadresser/mejladresser + köp*/pris*/erbjud*
    beslutsfattare/företag/vd + e-postadresser/kontaktuppgifter/mejladresser/telefonnummer + lista/register/pris*/köpa`,
  exchangeLinks: `länk/länkar + byta/utbyta/utbyte/placera/lägga in
    artikel/inlägg/text + er blogg/din blogg/er sajt/er hemsida + publicera*/länk/skriva/betalt
    gästinlägg*/länkbyte*/länkbyggande/backlink*/bakåtlänk*/sponsrat inlägg/sponsrad artikel/dofollow`,
  recruit: `tjänst/tjänsten/roll/rollen/jobb/position/uppdrag/kandidat*/möjlighet + din profil/din bakgrund/uppdragsgivare/min kund
    tjänst/tjänsten/roll/rollen/jobb/position/uppdrag/kandidat*/möjlighet + lön/cv/passa*/intresserad
    kandidater/konsulter/medarbetare + hyra ut/bemanna*/rekryter*/tillgängliga/presentera
    hemifrån/jobba hemma/extrajobb/extrainkomst/distans + per dag/om dagen/i veckan/ingen erfarenhet/tjäna/timmar
    ingen erfarenhet/inga förkunskaper + krävs/behövs/tjäna/whatsapp
    ditt cv/din profil + fångade/intressant/imponera*/valts ut/uppmärksam*
    vi har/vi kan erbjuda/hos oss finns + kandidater/svetsare/chaufförer/snickare/montörer/undersköterskor + tillgänglig*/lediga/redo/börja/startklara`,
  authority: `
    skatteverket/skattemyndighet*/tullverket/tullen/polisen/polismyndigheten/kronofogden/kronofogdemyndigheten/transportstyrelsen/försäkringskassan
    pensionsmyndigheten/åklagar*/tingsrätt*/domstol*/migrationsverket/arbetsförmedlingen/myndigheten/trafikverket/regeringen/csn/bolagsverket
    skatteförvaltningen/folkpensionsanstalten`,
  bank: `din bank/er bank/internetbanken/mobilbanken/bankens säkerhet*/säkerhetsavdelning*/bedrägeriavdelning*/kortservice/bankens kundtjänst
    bankid support`,
  carrier: `pakettjänst*/postombud*/budfirma*/leveranstjänst*/paketombud*/paketservice/paketleverans*/posten kundtjänst/utlämningsställe*`,
  insurer: `sjukförsäkring*/hälsoförsäkring*/försäkringsbolag*/sjukkassa*/vårdförsäkring*`,
  provider: `din leverantör/din operatör/elbolag*/elleverantör*/mobiloperatör*/bredbandsleverantör*/streamingtjänst*/faktureringsavdelning*
    abonnemangsavdelning*`,
  exchange: `kryptobörs*/wallet support/plånbokssupport/handelsplattform*/kryptoplattform*`,
  itDesk: `it-avdelning*/it-support*/it-helpdesk/it-enheten/it-teamet/supportavdelning*/systemadministratör*/e-postadministratör*/mejladministratör*
    webbmailsupport/webmail support/e-postsupport/mejlsupport/driftavdelning*/servicedesk`,
  staffOffice: `personalavdelning*/hr-avdelning*/löneavdelning*/lönekontor*/lönegruppen/personalenheten/hr-teamet/löneenheten`,
  boss: `verkställande direktör*/er vd/bolagets vd/styrelseordförande/ekonomichef*/finanschef*/koncernchef*/din chef`,
};
