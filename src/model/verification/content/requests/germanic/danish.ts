import type { ConceptPhrases } from '../concept.ts';
import { danishSenders } from './danish-senders.ts';

/** Norwegian forms stand next to the Danish ones, because most words of the two languages are the same. */
export const danish: ConceptPhrases = {
  ...danishSenders,
  signIn: `log ind/logge ind/log på/logg inn/logge inn/logg på/innlogging + konto/kontoen/kontoen din/portalen/webmail/e-boks/profil/min side/mitid
    log ind/logg inn/bruk/brug/identificer dig/identifiser deg/legitimer + mitid/nemid/bankid/netbank*/nettbank*/id-porten
    indtast*/tast inn/skriv inn/angiv/oppgi/udfyld + adgangskode*/kodeord*/passord*/brugernavn/brukernavn/loginoplysninger
    adgangskode*/kodeord*/passord*/password + udløber/udløbet/utløper/utløpt/nulstil*/tilbakestill*/behold*/skift*/bytt*
    med din/med dit/med dine + email og adgangskode/e-mail og adgangskode/e-post og passord/brugernavn og/brukernavn og/arbejdsmail/loginoplysninger
    session*/sesjon*/økt* + udløbet/utløpt/afsluttet + log ind/logg inn/igen/på ny/på nytt
    det var ikke mig/det var ikke meg/var det ikke dig/var det ikke deg/ikke dig selv/var ikke meg + spær*/sperr*/sikr*/konto*/log*
    genopret*/gjenopprett*/lås op/lås opp/genaktiver*/reaktiver*/sikre/gendan + din konto/kontoen/din adgang/adgangen/tilgangen/dit mitid`,
  confirmIdentity: `bekræft*/bekreft*/verificer*/verifiser*/valider*/kontroller* + konto*/identitet*/oplysninger/opplysninger/profil*/mitid/bankid
    bekræftelse af/verificering af/bekreftelse av/verifisering av + oplysninger/opplysninger/konto*/identitet*
    opdater*/oppdater*/ajourfør*/forny* + oplysninger/opplysninger/kontooplysninger/kundeoplysninger/personopplysninger/mitid/bankid/kundeforhold
    pas/pass/kørekort*/førerkort*/legitimation/legitimasjon/id-kort + upload*/last opp/kopi af/kopi av/billede/bilde
    foto/billede/bilde/kopi/selfie/for og bagside/begge sider + pas/kørekort/førerkort/legitimation/legitimasjon/id kort
    verificering*/verifisering*/identitetskontrol*/legitimering/genvalidering + gennemfør*/fullfør*/færdiggør*/start*/kræves/påkrævet
    sundhedskort*/kørekort*/mitid/kortet/pas + udløber/ophører/mister sin gyldighed/bliver ugyldig* + cpr*/formular*/forny*/dine oplysninger`,
  giveBankData: `kortnummer*/kortoplysninger/kortopplysninger/kreditkort*/betalingskort*/cvv + indtast*/tast inn/oppgi/opdater*/oppdater*/send
    bankoplysninger/bankopplysninger/kontonummer*/iban/bankkonto*/nemkonto + indtast*/oplys/oppgi/opdater*/oppdater*/send os/send oss
    bankoplysninger/kontonummer*/kontooplysninger/kortopplysninger/kortoplysninger + bekreft*/bekræft*/angiv/udfyld/fyll inn/svar
    betalingsmetode*/betalingsmåte*/betalingsoplysninger + opdater*/oppdater*/afvist/avvist/udløbet/utløpt/mislyk*
    kortnummer + cvc/cvv/udløbsdato/utløpsdato/kontrolcifre/sikkerhedskode/pinkode
    betaling*/trekk*/træk* + mislyk*/afvist/avvist/ikke gennemført/gik ikke igennem + kort/opdater*/oppdater*
    cpr nummer*/cpr/sygesikring*/kørekort/pas + kontonummer/kortnummer/kortoplysning*/selfie + send/sende/angiv/indtast*/udfyld/upload*`,
  changedBankDetails: `ny/nye/nyt/nytt/ændret/endret/skiftet/byttet + bankoplysninger/bankopplysninger/kontonummer/bankkonto/iban
    konto/bankkonto/kontonummer + ikke længere/ikke lenger/lukket/avsluttet/under revision/ugyldig*
    fremtidige/kommende/udestående/utestående/alle + betalinger/fakturaer/indbetalinger/innbetalinger + konto/iban/kontonummer
    betal/betaling*/indbetal*/innbetal*/overfør + ny konto/nye konto*/nyt kontonummer/nytt kontonummer/anden konto/følgende konto/kontoen nedenfor
    vores bank/vores konto/banken vår/kontoen vår/vores kontonummer + ændret/endret/skiftet/byttet/ny/nyt/lukket`,
  payrollChange: `løn/lønnen/lønkonto*/lønudbetaling* + ændre*/endre*/skifte*/bytte*/ny konto/kontonummer/bankkonto/opdater*
    lønn/lønnskonto*/lønnsutbetaling* + ændre*/endre*/skifte*/bytte*/ny konto/kontonummer/bankkonto/opdater*
    lønseddel*/lønsedler/lønnsslipp*/lønregulering/lønnsjustering/lønforhøjelse + bekræft*/bekreft*/se/åbn*/åpne/godkend*/gjennomgå`,
  giftCards: `gavekort*/gift card*/google play kort/itunes kort/steam kort + køb*/kjøp*/skaff*/hent*/skrab*/skrap*/lægge ud/legge ut
    gavekort*/gift card*/paysafe*/google play + koder*/billede*/bilde*/foto*/refunder*/kvittering/betaler tilbage/betaler tilbake`,
  payInvoice: `*faktura*/regning*/beløb*/beløp*/betaling*/restance* + forfald*/forfalt/ubetalt*/udestående
    *faktura*/regning*/beløb*/beløp*/betaling*/restance* + utestående/overskredet/mangler at/ikke betalt
    rykker*/purring*/påmindelse/påminnelse/betalingspåmindelse/betalingspåminnelse + betale/betales/betalt/ubetalt*/skyldig*/forfald*
    overfør*/betal/bankoverførsel*/bankoverføring* + i dag/haster/straks/hurtigst/leverandør*/omgående/snarest
    strøm/strømmen/el/elforsyning* + afbryd*/lukket for/stenges/stenging/lukkes/afbrydes
    restance*/gæld*/skyldigt beløb/utestående beløp/inkassovarsel + betal*/indbetal*/innbetal*/indfri*
    afbrydelse/lukning/stenging/frakobling + varsel/undgå/unngå/i morgen/restance*/gæld + betal*/strøm/el`,
  scanCode: `scan/scanne/skann/skanne/indscan + qr kode*/qrkode*/koden/mobil*/telefon*/kamera*
    qr kode*/qrkode* + kamera*/mobil*/nedenfor/nedenunder/vedhæft*/vedlagt*/åbn*/åpne`,
  grantAccess: `giv/gi/tildel*/godkend*/godkjenn*/tillad*/tillat*/accepter*/aksepter* + adgang/tilgang/rettighed*/rettighet*/fuldmagt/fullmakt/appen
    anydesk/teamviewer/fjernhjælp/fjernhjelp/fjernadgang/fjerntilgang/fjernstyr* + installer*/download*/last ned/åbn*/åpne
    tilslut*/forbind*/koble*/tilknyt* + google konto*/googlekonto*/microsoft konto*/microsoftkonto*/mailkonto*/din konto/kontoen din
    forbindelse/integration/integrasjon/tilføjelse/tillegg/tredjepartsapp* + godkend*/godkjenn*/autoriser*/samtykke*/tillad*
    på vegne af organisationen/på vegne av organisasjonen/på vegne af din/giv samtykke/gi samtykke/adgang til din postkasse/tilgang til postkassen
    adgang til din indbakke`,
  openFile: `åbn*/åpne*/vis/hent/download/last ned/gennemgå/gjennomgå + dokument*/fil/filen/vedhæft*/vedlegg*
    åbn*/åpne*/vis/hent/download/last ned/gennemgå/gjennomgå + kontrakt*/pdf/talebesked*/telefonsvarer*/fax
    delt/delte + dokument*/fil/mappe + med dig/med deg/med jer/åbn*/åpne
    aktiver*/slå til + makroer/indhold/innhold/redigering
    vedhæftet/vedhæftede/vedlagt/vedlagte + underskriv*/signer*/gennemgå/gjennomgå/se/åbn*/åpne
    vedhæftet/vedlagt/hermed + kontrakt*/aftale*/avtale*/faktura*/tilbud*/ordre*/dokument*
    underskriv*/signer*/signér* + digitalt/elektronisk/dokument*/kontrakt*/aftale*/avtale*
    krypteret/kryptert/sikker/beskyttet/fortrolig + besked/melding/dokument + læs/les/åbn*/åpne`,
  callNumber: `ring/ring til/ringe/kontakt os telefonisk + straks/øjeblikkeligt/umiddelbart/annuller*/kanseller*/avbestill*/support/refusion
    ikke dig/ikke deg/ikke godkendt/ikke godkjent/ikke bestilt/ikke genkender/ikke kjenner + ring/ringe/telefonnummer
    ring/ringe/kontakt os/kontakt oss + inden 24/innen 24/svindelafdeling*/annullere/stoppe/medarbejder/medarbeider
    trukket/hævet/fornyet/fornyes/debiteret/belastet + ring/ringe/ring til`,
  walletPhrase: `12 ord/24 ord/tolv ord + wallet/tegnebog*/lommebok*/gendan*/gjenopprett*
    wallet/tegnebog*/kryptolommebok*/lommeboken + tilslut*/forbind*/koble*/verificer*/verifiser*/valider*/synkroniser*/migrer*
    airdrop/tokens/krypto* + gør krav/krev/indløs*/innløs*
    ledger/trezor/metamask/hardware wallet + opdater*/oppdater*/verific*/bekræft*/bekreft*/gendan*
    gendannelsessætning*/gendannelsesord/gjenopprettingsfrase*/gjenopprettingsord/hemmelig frase/privat nøgle/private nøgle/privat nøkkel
    btc/usdt/kryptovaluta + send/betal*/overfør*/indsæt + wallet/tegnebog*/adressen`,
  smallFee: `told/toldgebyr*/importmoms/tollavgift*/toll + betal*/ubetalt*/gebyr*/skyld*
    bøde*/parkeringsafgift*/parkeringsbot*/bompenge*/bompassering* + betal*/ubetalt*/gebyr*/skyld*
    fartsbøde*/fartsbot/vejafgift*/veiavgift*/kontrolafgift*/kontrollavgift/forenklet forelegg + betal*/ubetalt*/forfald*
    fragtgebyr*/leveringsgebyr*/fraktgebyr*/ekspeditionsgebyr*/lille gebyr/lite gebyr/forsendelsesgebyr* + betal*/ubetalt*
    ny levering/genlevering/frigivelse/fortolling/håndtering/omlevering + gebyr/koster/avgift + betal*/kort
    depositum/registreringsgebyr*/aktiveringsgebyr*/fornyelsesgebyr* + nyt kort/kortet/inden du begynder/før du begynder/ansættelse* + betal*/overfør*`,
  renewMailbox: `postkasse*/mailboks*/indbakke*/innboks*/mailkonto* + fuld/fuldt/full/fullt/grænse*/grense*
    e-postkonto*/lagerplads*/lagringsplass*/cloud lager* + fuld/fuldt/full/fullt/grænse*/grense*
    postkasse*/mailboks*/mailkonto*/e-postkonto*/lagring* + deaktiver*/overskred*/opgrader*/oppgrader*/suspender*/spærre*/sperre*
    beskeder/meldinger/mails/e-mails/e-poster + tilbageholdt/holdt tilbake/karantæne/karantene/ikke leveret/ikke levert/blokeret/blokkert
    *abonnement*/medlemskab*/medlemskap*/domæne*/domene*/webhotel*/licens*/lisens* + udløber/udløbet/utløper/utløpt/forny*/forlæng*/ophør*
    postkasse*/mailkonto*/e-mailkonto*/e-postkonto*/webmail + lukning/stenging/slettes/migrer*/ny version/opdater*/oppdater*/nedlæg*
    anmodning/forespørsel + lukke/lukning/slette*/stenge/deaktiver* + postkasse*/mailkonto*/e-postkonto*/konto`,
  claimPrize: `vundet/vunnet/vinder*/vinner*/udvalgt + præmie*/premie*/gevinst*/gave/iphone/lodtrækning/lotteri*
    utvalgt/tillykke/gratulerer/udtrukket/trukket ut + præmie*/premie*/gevinst*/gave/iphone/lodtrækning/lotteri*
    indløs*/innløs*/hent/gør krav/krev/kræv + præmie*/premie*/gevinst*/belønning*/erstatning*/arv/bonus
    tilbagebetaling*/tilbakebetaling*/skatterefusion/refusion/refusjon + ret til/rett til/berettiget/ansøg*/godkendt/godkjent/til gode
    skat tilbage/skatt tilbake/penge tilbage/penger tilbake/overskydende skat + anmod*/modtag*/motta*/udbetal*/utbetal*/bekræft*/bekreft*
    arv/arven/dødsbo/millioner/begunstiget + dollar/euro/advokat*/afdøde/avdøde/bank/fond*/doner*
    overskydende skat/betalt for meget/betalt for mye/skat retur/tilgodehavende + beløb*/beløp*/ansøg*/søk*/formular/skjema/udbetal*/utbetal*
    doner*/skænke/testamenter*/betro + million*/sum/beløb/velgørenhed/veldedighet/enke`,
  rescheduleParcel: `pakke/pakken/forsendelse*/levering/leveringen/sending/sendingen + kunne ikke/mislyk*/ikke leveres
    pakke/pakken/forsendelse*/levering/leveringen/sendingen + ny dato/nyt tidspunkt/ombestem*/omlever*/ufuldstændig*/ikke hjemme/forsøgte at
    pakke/pakken/forsendelse*/levering/leveringen/sendingen + bekræft adresse*/bekreft adresse*/opdater adresse*/afventer
    pakke/pakken/forsendelse*/levering/leveringen/sendingen + venter på/retur*/tilbageholdt
    pakke/pakken/forsendelse*/sendingen + bekræft din adresse/bekreft adressen/ufullstendig*/mangelfuld*/holdt tilbake/planlæg ny
    pakke/pakken/forsendelse*/sendingen + husnummer/forkert adresse/feil adresse/adressen mangler/depot/lager/adressen er/udlever*/utlever*
    ny levering/leveringsdag/leveringstid*/leveringsdato/ny utlevering/genlevering + vælg/velg/book/bestil/bekræft/bekreft/angiv`,
  replyPrivately: `er du/har du/sidder du/sitter du + på kontoret/ved skrivebordet/ledig/tilgængelig/tilgjengelig/et øjeblik/et øyeblikk
    hurtig opgave/rask oppgave/lille opgave/lille tjeneste/brug for din hjælp + svar*/mail*/møde/møte/ring ikke/opkøb*
    trenger din hjelp/trenger hjelp/fortroligt/fortrolig/diskret + svar*/mail*/møde/møte/ring ikke/opkøb*
    mobilnummer/mobilnummeret/telefonnummer/whatsapp + send mig/send meg/svar med/giv mig/gi meg
    svar + private mail*/privat mail*/personlige mail*/private e-post*/privat e-post*
    tavshedspligt/taushetsplikt/strengt fortroligt + transaktion*/transaksjon*/opkøb*/oppkjøp*/instruks*/svar*/overførsel
    største diskretion/ingen andre/hemmelighold* + transaktion*/transaksjon*/opkøb*/oppkjøp*/instruks*/svar*/overførsel
    skriv/kontakt/send besked/ta kontakt + på whatsapp/via whatsapp/via telegram/på telegram`,
  deadline: `straks/omgående + betal*/bekræft*/svar*/kontakt*/log ind/klik*/opdater*
    inden for/indenfor/innen/inden + timer/24/48/72/dage/dager/hverdage/virkedager
    i dag/idag + senest/inden/innen/udløber/utløper/sidste/siste
    inden midnat/før midnatt/øjeblikkeligt/umiddelbart/omgående/hurtigst muligt/snarest/så snart som muligt/sidste påmindelse/siste påminnelse
    sidste rykker/siste varsel/sidste advarsel/sidste chance/siste sjanse/siste frist`,
  threat: `konto/kontoen/adgang/tilgang*/kort/kortet + spærre*/sperre*/lukkes/lukket/stenges/stengt/suspender*/begrænse*
    postkasse*/profil/pakken/mitid/bankid + spærre*/sperre*/lukkes/lukket/stenges/stengt/suspender*/begrænse*
    konto/kontoen/adgang/tilgang*/kortet/mailkonto*/mitid/bankid + deaktiver*/blokere*/blokke*/slettes/slettet/begrenset/ophøre*/opphøre*/returneres
    usædvanlig*/uvanlig*/mistænkelig*/mistenkelig*/uautoriser*/ukendt/ukjent + aktivitet*/login/indlogning/innlogging*
    usædvanlig*/uvanlig*/mistænkelig*/mistenkelig*/uautoriser*/ukendt/ukjent + transaktion*/transaksjon*/enhed/enhet
    inkasso*/fogedret*/retslige skridt/rettslige skritt/udpantning/utleggsforretning/rykkergebyr*/purregebyr/politianmeld*/betalingsanmerkning`,
  warning: `
    spørger aldrig/beder aldrig/ber aldrig/spør aldri/ber aldri/aldrig bede/aldri be/oplys aldrig/oppgi aldri/del aldrig/del aldri/klik ikke på
    klikk ikke på/ikke klikk/svindler*/svindelmails/svindel-e-post/phishing/falske mails/falske e-poster/pas på/advarer mod/advarer om/vær på vagt`,
  subscribed: `
    fordi du har/fordi du er/du modtager denne/du mottar denne/du får denne/du har tilmeldt/du har meldt/du er tilmeldt/du er påmeldt/du abonnerer
    din ordre/din bestilling/bestillingen din/ordren din/din booking/dit køb/ditt kjøp/kjøpet ditt/som medlem/som kunde/vores medlemmer
    våre medlemmer/vores kunder/våre kunder/tak for din/tak fordi du/takk for at du/takk for din/du har anmodet/du har bedt om/nyhedsbrev fra
    dit medlemskab
    du er kunde hos/i er kunder/du er medlem/i er medlem*/kære medlem*/din prøveperiode/jeres prøveperiode/som aftalt/du bad om et tilbud`,
};
