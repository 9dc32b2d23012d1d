import type { ConceptPhrases } from '../concept.ts';

/** Approaches without a business relationship, and voices of institutions. */
export const danishSenders: ConceptPhrases = {
  firstContact: `faldt over/fandt/stødte på/så/kiggede på/kom over/fant/læste/leste + jeres hjemmeside/din hjemmeside/jeres virksomhed
    faldt over/fandt/stødte på/så/kiggede på/kom over/fant/læste/leste + din profil/jeres webshop
    kom over/fant/så på/så/leste/kikket på + nettsiden deres/nettsiden din/bedriften deres/selskapet deres
    kom over/fant/så på/så/leste/kikket på + profilen din/hjemmesiden deres/nettbutikken
    jeg er/jeg driver/jeg leder/vi er/jeg arbejder for + stifter/indehaver/bureau/byrå/startup/gründer/konsulenthus/specialist*
    via google/via linkedin/på linkedin/på jeres hjemmeside/på din hjemmeside/på nettsiden + fandt/fant/så/stødte/læste
    jeg hedder/jeg heter/mit navn er/mitt navn er/jeg er stifter/jeg er gründer/jeg arbejder hos/jeg jobber i/vi har specialiseret/vi spesialiserer
    rette person/rett person/hvem hos jer/hvem hos dere/ansvarlig for/jeg rækker ud/jeg tar kontakt/jeg kontakter
    fundet/fandt/fant/funnet + jer/jeres/dig/kontaktoplysning*/dere + cvr*/på google/på nettet/på linkedin/på instagram/i registret
    hvem hos jer/hvem i jeres/hvem hos dere/rette person hos/den ansvarlige for/hvem af jer + ansvar*/beslutt*/tale med/snakke med/tager sig/står for
    ikke interesseret/ikke interessert/ikke aktuelt/ikke relevant for jer/ikke noget for jer + svar/skriv/sig til/hører ikke/forstyrre`,
  askMeeting: `15 minutter/20 minutter/30 minutter/10 minutter/kort snak + uge/uke/passer/interess*/tid
    kort samtale/en kort prat/kort møde/kort møte/demo + uge/uke/passer/interess*/tid
    kort snak/en snak/en prat/kort opkald/kaffe/møde/møte/samtale + tirsdag/torsdag/næste uge/neste uke/book*/åben for/åpen for/kalender*
    har du tid/har i tid/har dere tid/vil du/er du åben/kunne du/kan vi/skal vi + snak/prat/møde/møte/samtale/minutter/demo/kaffe/tage en
    må jeg/kan jeg/jeg prøver + ringe/vise/fortælle/præsentere/kigge forbi + i morgen/uge/ugen/minutter/tirsdag/torsdag/formiddag*
    har du/kan du finde/kan i finde/kunne i finde + et kvarter/ti minutter/15 minutter/20 minutter + ugen/tirsdag/torsdag/onsdag/telefon*/opkald`,
  introduceService: `vi hjælper/vi hjelper/jeg hjælper/jeg hjelper + virksomheder/bedrifter/kunder/leads/salg*/seo
    vi tilbyder/vi tilbyr/vores bureau/vårt byrå + virksomheder/bedrifter/kunder/leads/salg*/seo
    vi hjælper/vi hjelper/vi tilbyder/vi tilbyr/vores team/vårt team + omsætning/omsetning/hjemmesider/nettsider
    vi hjælper/vi hjelper/vi tilbyder/vi tilbyr/vores team/vårt team + udvikling/utvikling/outsourcing/vikarer
    øge*/øke*/fordobl*/reducer*/reduser* + jeres omsætning/jeres salg/omsetningen/salget deres/flere leads/flere kunder/jeres omkostninger
    gratis analyse/uforpligtende/gratis gennemgang/gratis gjennomgang/uforpliktende + snak/prat/møde/møte/tilbud/samtale/hjemmeside*/nettside*
    vi bygger/vi laver/vi lager/vi udvikler/vi utvikler/vi designer/vi leverer + hjemmesider/nettsider/webshops/apps/software/virksomheder/bedrifter
    jeres hjemmeside/din hjemmeside/nettsiden deres/jeres webshop + seo/google/langsom/fejl/synlig*/forbedr* + kunder/gratis/besøgende
    en kunde/kunder/en virksomhed/virksomheder/en butik + samme størrelse/på jeres størrelse + sparede/sparet/sænkede/øgede/betaler
    pris/prisen/timepris*/fast pris + pr time/i timen/per time/kr md/pr md + bogføringen/udviklere/personale/rengøringen/konsulenter/lønnen
    jeg har lavet/jeg lavede/jeg har optaget + analyse/gennemgang/video/skitse/forslag/udkast/rapport + jeres/din hjemmeside/til jer`,
  followUp: `sidste uge/forrige uke/et par dage siden/for nylig/nylig + skrev/mailede/kontaktede/kontaktet/sendte + jer/dig/deg/dere
    min forrige mail/min sidste mail/min tidligere mail/min tidligere besked/min forrige e-post/min tidligere e-post/min mail fra/følger op på min
    følge op på min/følger opp min/følge opp min/ikke hørt fra/ikke fået svar/ikke fått svar/toppen af din indbakke/toppen av innboksen
    sidste forsøg/siste forsøk/fik du set/nåede du/rakk du/har du haft mulighed/har du hatt mulighet/vender tilbage på min`,
  sellList: `adresseliste*/mailliste*/e-postliste*/deltagerliste*/deltakerliste*/kontaktliste* + køb*/kjøp*/tilbyd*/tilbyr/pris*/bestil*
    database/virksomhedsdata/kontaktoplysninger/kontaktinformasjon + beslutningstagere/beslutningstakere/verificerede/verifiserte + køb*/kjøp*/pris*
    beslutningstagere/beslutningstakere/virksomheder/direktører + emailadresser/e-mailadresser/e-postadresser/kontaktdata + liste/pris*/køb*`,
  exchangeLinks: `link/links/lenke/lenker + bytte/udveksle/utveksle/placere/plassere/indsætte
    artikel/indlæg/innlegg + jeres blog/din blog/jeres side/bloggen + publicer*/publiser*/link/skrive/betaling
    gæsteindlæg*/gjesteinnlegg*/linkbuilding/linkbytte*/linkudveksling/lenkebytte*/lenkebygging/backlink*/sponsoreret indlæg/dofollow`,
  recruit: `stilling*/rolle/rollen/job/jobb/kandidat*/mulighed/mulighet + din profil/profilen din/din baggrund/bakgrunnen din/min kunde
    stilling*/rolle/rollen/job/jobb/kandidat*/mulighed/mulighet + løn/lønn/cv/passer
    kandidater/medarbejdere/konsulenter/vikarer + rekrutter*/formidl*/utleie/udleje/tilgængelige/tilgjengelige/præsentere/presentere
    hjemmefra/hjemmearbejde/hjemmefra job/ekstrajob*/ekstra indtægt + om dagen/per dag/om ugen/i uka/ingen erfaring/tjen*
    ingen erfaring/uden erfaring/uten erfaring + kræves/kreves/nødvendig/tjen*/whatsapp
    vi har/vi kan tilbyde/vi kan levere + kandidater/svejsere/chauffører/tømrere/håndværkere/montører/elektrikere + ledige/klar/tilgængelig*/starte`,
  authority: `
    skattestyrelsen/skatteetaten/toldstyrelsen/tolletaten/gældsstyrelsen/politiet/byretten/tingretten/domstol*/anklagemyndighed*/påtalemyndighet*
    udbetaling danmark/borgerservice/din kommune/kommunen din/færdselsstyrelsen/statens vegvesen/statens innkrevingssentral/skatteministeriet
    ny digital post/ministeriet/departementet/altinn/lånekassen/namsmannen/erhvervsstyrelsen/motorstyrelsen/digitaliseringsstyrelsen`,
  bank: `din bank/banken din/netbank/netbanken/nettbank/nettbanken/bankens sikkerhed*/sikkerhedsafdeling*/sikkerhetsavdeling*/svindelafdeling*
    bankens kundeservice/kortservice/kortsenter*/mobilbank*/bankrådgiver*`,
  carrier: `pakketjeneste*/pakkepost*/kurertjeneste*/budtjeneste*/leveringstjeneste*/pakkeservice/pakkelevering*/pakkeshop*/postkontor*`,
  insurer: `sygesikring*/sundhedsforsikring*/sygeforsikring*/helseforsikring*/forsikringsselskab*/forsikringsselskap*/sundhedskort*/helfo`,
  provider: `din udbyder/leverandøren din/elselskab*/strømleverandør*/teleselskab*/mobiloperatør*/bredbåndsleverandør*/streamingtjeneste*
    faktureringsafdeling*/fakturaavdeling*/abonnementsafdeling*/abonnementsservice`,
  exchange: `kryptobørs*/wallet support/handelsplatform*/handelsplattform*/kryptoplatform*`,
  itDesk: `
    it-afdeling*/it-avdeling*/it-support*/it-brukerstøtte/it-helpdesk/it-teamet/it-sikkerhed/systemadministrator*/mailadministrator*/brukerstøtte
    e-postadministrator*/driftsafdeling*/driftsavdeling*/webmail support/mailsupport/servicedesk`,
  staffOffice: `personaleafdeling*/personalavdeling*/hr-afdeling*/hr-avdeling*/lønafdeling*/lønkontor*/lønningskontor*/lønnsavdeling*/hr-teamet`,
  boss: `administrerende direktør/adm direktør/daglig leder/økonomidirektør*/finansdirektør*/økonomichef*/økonomisjef*/koncernchef*/konsernsjef*
    bestyrelsesformand*/din direktør/vores direktør/styreleder*`,
};
