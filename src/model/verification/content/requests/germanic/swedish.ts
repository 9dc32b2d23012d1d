import type { ConceptPhrases } from '../concept.ts';
import { swedishSenders } from './swedish-senders.ts';

export const swedish: ConceptPhrases = {
  ...swedishSenders,
  signIn: `logga in/loggar in/inloggning/inloggad/loggat in + konto/kontot/ditt konto/portalen/webbmail/mejlkonto/postlåda*/profil/mina sidor
    logga in/legitimera dig/identifiera dig/signera + bankid/mobilt bankid/freja/internetbank*/e-legitimation
    ange/fyll i/skriv in/uppge + lösenord*/inloggningsuppgift*/användarnamn/säkerhetskod*/pinkod
    lösenord* + går ut/löper ut/utgått/återställ*/behåll*/förnya*/byta/byt
    med din/med ditt/med dina + e-post och lösenord/mejl och lösenord/användarnamn och/inloggningsuppgifter/jobbmejl/arbetsmejl
    session*/inloggning* + gått ut/löpt ut/upphört/avbrut* + logga in/igen/på nytt
    det var inte jag/var inte du/var det inte du/inte jag + spärra/säkra/konto/logga/avbryt
    återställ*/lås upp/återaktivera*/säkra/återfå/aktivera + ditt konto/kontot/din åtkomst/åtkomst*/din tillgång/ditt bankid`,
  confirmIdentity: `bekräfta*/verifiera*/kontrollera*/validera*/styrk* + konto/kontot/identitet*/uppgifter
    bekräfta*/verifiera*/kontrollera*/validera*/styrk* + kontouppgifter/personuppgifter/profil/bankid
    bekräftelse av/verifiering av + konto/uppgifter/dina uppgifter/identitet*/ditt konto/era uppgifter
    uppdatera*/förnya*/komplettera* + dina uppgifter/era uppgifter/kunduppgifter/kontouppgifter/personuppgifter/kontoinformation/bankid/kundkännedom
    pass/körkort*/id-kort/id-handling*/legitimation + ladda upp/skicka/kopia/foto/bild på
    foto/bild/kopia/selfie/fram och baksida/båda sidor + id kort/pass/körkort/legitimation/id handling
    verifiering/identifiering/identitetskontroll/kundkännedom + slutför*/genomför*/krävs/påbörja/förnya*/gör om
    komplettera*/uppdatera* + dina uppgifter/kunduppgifter/personuppgifter/din information/din profil/kontaktuppgifter`,
  giveBankData: `kortnummer*/kortuppgifter/kreditkort*/betalkort*/bankkort*/cvc/cvv + ange/fyll i/uppge/uppdatera*/bekräfta*/skicka/lämna/registrera
    bankuppgifter/kontonummer*/iban/bankkonto*/clearingnummer/betalningsuppgifter + ange/fyll i/uppge/uppdatera*/bekräfta*/skicka/lämna/svara
    betalningsmetod*/betalsätt* + uppdatera*/misslyckades/nekades/gått ut/ändra
    kortnummer + cvc/cvv/giltig*/säkerhetskod/tre siffror/pinkod
    betalning*/dragning*/debitering*/autogiro + misslyck*/nekad*/gick inte/avvisa* + kort/uppdatera*/nytt/försök
    faktureringsuppgifter/betalningsinformation/betaluppgifter/betalkort + uppdatera*/problem/kontrollera*/ändra
    kontonummer dit/konto för utbetalning/konto dit vi kan
    kontonummer/kortnummer/kortets/kortuppgift* + baksideskod/säkerhetskod/bankid/personnummer/selfie/körkort + ange/fyll/uppge/skriv/skicka/ladda upp`,
  changedBankDetails: `nya/nytt/ändrade/ändrat/bytt/uppdaterade/annat + bankuppgifter/bankkonto/kontonummer/bankgiro*
    nya/nytt/ändrade/ändrat/bytt/uppdaterade/annat + plusgiro*/iban/betalningsuppgifter
    konto/bankkonto/bankgiro*/kontonummer + inte längre giltig*/används inte längre/avslutat/stängt/under granskning/upphört
    framtida/kommande/utestående/alla + betalningar/inbetalningar/fakturor + konto/bankgiro/iban/kontonummer
    betala/betalning*/sätt in/inbetalning*/överför + nytt konto/nya kontot/nytt bankgiro/annat konto/följande konto/kontot nedan
    vår bank/vårt konto/vårt bankgiro/våra bankuppgifter + ändrat/ändrats/bytt/ny/nytt/stängt`,
  payrollChange: `lön/lönen/löneutbetalning*/lönekonto*/löneuppgifter + ändra*/byta/byt/uppdatera*/nytt konto/bankkonto/kontonummer/bank
    lönespecifikation*/lönebesked/lönejustering/löneförhöjning/förmåner + bekräfta/granska/se/öppna/godkänn*/signera
    min lön/lönen/löneutbetalning + konto*/bank*/byta/ändra/nästa`,
  giftCards: `presentkort*/gåvokort*/gift card*/google play kort/itunes kort + köp*/inköp*/skaffa*/ordna/hämta/skrapa*/lägga ut
    presentkort*/gåvokort*/gift card*/paysafe*/google play + koder*/bild*/foto*/ersätt*/betalar tillbaka/kvitto
    kort/korten + skrapa*/koderna/bild på koderna`,
  payInvoice: `*faktura*/räkning*/belopp*/skuld*/betalning* + förfallen/förfallna/obetald*/förfallit/utestående/ej betald*/omgående/betala nu
    påminnelse/betalningspåminnelse/inkassokrav + betala*/obetald*/förfall*/skuld*
    betala/överför/överföring*/banköverföring/utlandsbetalning + idag/i dag/brådskande/omgående/leverantör*/snarast
    *faktura*/betalning*/belopp* + förföll/inte mottagit/inte fått betalt/inte inkommit/saknas/förfaller
    el/elen/elleverans*/elförsörjning/strömmen/gas + stängs av/avstängning/bryts/frånkoppl*/obetald*
    skuld*/restbelopp/restskuld/kravbrev/inkasso* + betala/reglera*/omgående/inbetal*
    avstängning/frånkoppling/bortkoppling + planerad/undvik*/imorgon/skuld*/betala/varsel`,
  scanCode: `skanna*/scanna*/avläs/läs av + qr kod*/qrkod*/kod/koden/mobil*/telefon*/kamera*
    qr kod*/qrkod* + kamera*/mobil*/nedan/bifogad*/öppna`,
  grantAccess: `bevilja*/ge/godkänn*/tillåt*/acceptera*/medge + åtkomst/behörighet*/tillgång/appen/applikation*/fullmakt
    anydesk/teamviewer/fjärrhjälp/fjärrstyr*/fjärråtkomst + installera*/ladda/öppna/starta*
    anslut*/koppla* + googlekonto*/microsoftkonto*/mejlkonto*/ditt konto/e-postkonto*
    anslutning/integration/tillägg/insticksprogram/tredjepartsapp* + godkänn*/auktorisera*/behörighet*/samtyck*/tillåt*
    för organisationens räkning/å organisationens vägnar/ge samtycke/lämna samtycke/åtkomst till din inkorg/åtkomst till din e-post
    åtkomst till postlådan`,
  openFile: `öppna*/visa/ladda ner/ladda ned/granska/hämta/läs + dokument*/bilaga*/bifogad*/filen/avtalet/pdf/röstmeddelande*/fax
    delat/delade/delad + dokument*/fil/mapp + med dig/med er/öppna/visa
    aktivera* + makron/innehåll/redigering
    bifogad*/bifogat/i bilagan + signera/granska/återkom/se/öppna
    bifogat/bifogar/bifogas/bilagt/bilagd/härmed + avtal*/faktura*/offert*/order*/kontrakt*/dokument*/handling*
    signera*/skriv under/underteckna* + digitalt/elektroniskt/dokument*/avtal*/kontrakt*/handling*
    krypterat/skyddat/säkert/konfidentiellt + meddelande/dokument + läs/öppna/visa/hämta
    offert*/order*/avtal*/dokument* + e-postlösenord*/mejllösenord*/lösenordet till filen/aktivera innehåll + öppna/ladda/logga in`,
  callNumber: `ring/ring oss/ringa/kontakta oss på telefon/ring upp + omedelbart/genast/numret/avboka/avbryta
    ring/ring oss/ringa/kontakta oss på telefon/ring upp + kundtjänst/support/återbetalning/omgående
    inte du/inte godkänt/inte beställt/inte känner igen/inte gjort + ring/ringa/telefonnummer
    ring/ringa/kontakta oss/slå + inom 24/handläggare/bedrägeriavdelning*/kundtjänst/avbryta/häva/kostnadsfritt
    debiterats/debiteras/dragits/förnyats + ring/ringa/ring oss`,
  walletPhrase: `wallet/plånbok/plånboken/kryptoplånbok* + anslut*/koppla*/verifiera*/validera*/synka/synkronisera*/migrera*/återställ*
    airdrop/tokens/krypto* + hämta ut/gör anspråk/lös in
    wallet/plånbok*/krypto* + importera*/överför*/säkra/ny plånbok/ta ut/länka
    hårdvaruplånbok/ledger/trezor/metamask + uppdatera*/verifiera*/bekräfta*/återställ*
    återställningsfras*/återställningsord/hemliga fras*/privat nyckel/privata nyckel*/12 ord/24 ord/tolv ord/säkerhetsfras*
    btc/usdt/kryptovaluta + skicka/betala/överför/sätt in + plånbok*/adressen`,
  smallFee: `tull*/importmoms/böter/bötesbelopp/vägtull*/trängselskatt*/parkeringsbot*/kontrollavgift/importavgift + betala*/obetald*/skuld/erlägg*
    felparkering/parkeringsanmärkning/fortkörning/vägavgift* + betala*/obetald*/avgift*/belopp*
    fraktavgift*/leveransavgift*/fraktkostnad*/hanteringsavgift*/portoavgift/liten avgift + betala*/erlägg*/obetald*
    ny leverans/omleverans/frigöra/hantering/förtullning/utkörning + avgift/kostar/kostnad + betala*/kort/erlägg*
    trängselskatt/vägavgift/parkering*/hastighet*/bropassage + obetald*/betala*/böter/avgift*
    deposition/registreringsavgift*/administrationsavgift*/aktiveringsavgift* + nytt kort/kortet/innan du börjar/innan start/anställning*`,
  renewMailbox: `postlåda*/brevlåda*/inkorg*/mejlkonto*/e-postkonto*/lagring*/molnlagring* + full/fullt/nästan full/gräns*/överskrid*/uppgradera*
    postlåda*/mejlkonto*/e-postkonto* + inaktivera*/avaktivera*/stängs/spärra*/upphör/utgår
    meddelanden/mejl/e-post + väntar/karantän/hålls kvar/ej levererade/blockerade/kö
    *abonnemang*/*prenumeration*/medlemskap*/domän*/webbhotell*/licens*/virusskydd* + går ut/löper ut/löpt ut/förnya*/förläng*/upphör
    postlåda*/mejlkonto*/e-postkonto*/webbmail*/mailbox* + stängning/raderas/tas bort/migrer*/uppdatera*/ny version/uppgradering/stänga
    begäran/förfrågan + stänga/stängning/radera*/avsluta*/inaktiver* + postlåda*/mejlkonto*/e-postkonto*/konto`,
  claimPrize: `vunnit/vinnare*/utvald/utsedd/grattis/lottad + pris/vinst*/present/iphone/presentkort/lotteri*/dragning*/undersökning
    hämta/hämta ut/lös in/kräv/gör anspråk + pris*/vinst*/belöning*/ersättning*/återbetalning*/arv/arvet/bonus
    återbetalning*/skatteåterbäring*/återbäring*/ersättning*/bidrag* + rätt till/berättigad*/ansök*/godkänd*/ta emot/mottag*/utbetal*/begär
    arv/kvarlåtenskap/miljoner/förmånstagare + dollar/euro/advokat*/avliden/bank/fond*/donera*
    skatteåterbäring/betalat för mycket/överskott/överskjutande skatt + belopp*/ansök*/formulär/utbetal*/begär/insätt*
    donera*/skänka/testamentera*/anförtro + miljon*/summa*/belopp*/välgörenhet/änka
    änka/cancer/obotlig*/avlidne make + donera*/skänka/välgörenhet/fond*/summa*
    bonuspoäng/poäng/lojalitetspoäng + förfaller/lös in/lösa in/går ut/hämta ut`,
  rescheduleParcel: `paket/paketet/försändelse*/leverans/leveransen/sändning* + kunde inte/misslyckades/misslyckad/på nytt
    paket/paketet/försändelse*/leverans/leveransen/sändning* + ny tid/boka om/ofullständig*
    paket/paketet/försändelse*/leverans/leveransen + bekräfta adress*/bekräfta din adress/uppdatera adress*/väntar på
    paket/paketet/försändelse*/leverans/leveransen + returneras/i retur/stoppats/hålls
    paket/paketet/försändelse* + försökte leverera/ingen var hemma/ny leverans/uppdatera din adress/avgift*
    paket/paketet/försändelse*/sändning* + husnummer/portkod/fel adress/felaktig adress/adressen saknas/komplettera adress*/depå/terminal/retur
    ny leverans/leveransdag/leveranstid/ny utkörning/nytt leveransförsök/omleverans + välj/boka/bekräfta/ange/bestäm`,
  replyPrivately: `är du/sitter du/har du/är ni + vid datorn/på kontoret/på plats/tillgänglig/ledig/en stund/en minut/anträffbar
    snabb uppgift/litet ärende/liten tjänst/behöver din hjälp/konfidentiell*/diskret*/mellan oss + svar*/mejla*/möte/inte ringa/förvärv*/uppköp*
    mobilnummer/mobilnumret/whatsapp + skicka*/ge mig/svara/mejla*
    svara + privata mejl*/privat mejl*/privata e-post*/personliga e-post*
    sekretess/strikt konfidentiellt/tystnadsplikt/högsta diskretion/ingen annan/berätta inte + transaktion*/förvärv*/instruktion*/svara/överföring*
    skriv/kontakta/hör av dig/meddela/nå + på whatsapp/via whatsapp/via telegram/på telegram/mitt privata
    har du tid/har du en/har du möjlighet/kan du hjälpa/kan du ordna/kan du fixa + ärende/minut/mejl*/svar*/brådska*/snabbt
    fullständigt namn/fullständiga namn + telefonnummer/adress/land/ålder
    mobilnummer/telefonnummer + svara/skicka/uppge/ange + konfidentiell*/uppdrag/transaktion*/ärende`,
  deadline: `inom + timmar/24/48/72/dagar/arbetsdagar/dygn
    idag/i dag + senast/sista/innan/löper ut/går ut/upphör
    före midnatt/omedelbart/omgående/snarast/så snart som möjligt/sista påminnelse*/sista varning*/sista chansen/slutlig påminnelse/utan dröjsmål`,
  threat: `konto/kontot/tillgång/åtkomst/kort + spärra*/stängs/stängas/begränsa*/avsluta*/blockera*/inaktivera*/radera*
    kortet/postlåda*/profil/paketet/bankid + spärra*/stängs/stängas/begränsa*/avsluta*/blockera*/inaktivera*/radera*
    ovanlig*/misstänkt*/obehörig*/okänd* + aktivitet*/inloggning*/transaktion*/enhet/köp/uttag
    förlora/mista + åtkomst*/tillgång*/ditt konto/dina filer
    inkasso*/kronofogden/rättsliga åtgärder/betalningsanmärkning*/stämningsansökan/utmätning*/påminnelseavgift*/åtal/åtalas/polisanmäl*`,
  warning: `
    ber aldrig/frågar aldrig/aldrig be om/aldrig be dig/lämna aldrig ut/dela aldrig/klicka inte på/klicka aldrig/svara inte på sådana/bedragare
    bedragarna/bluffmejl*/bluffmail/nätfiske*/phishing/falska mejl/falska sms/se upp för/varnar för/varning för/akta dig för/bluffsms`,
  subscribed: `
    därför att du/eftersom du har/eftersom du är/du får detta/du får det här/du får den här/du prenumererar/du har anmält/du har registrerat
    din beställning/din order/din bokning/ditt köp/ditt medlemskap/som medlem/som kund/våra medlemmar/våra kunder/tack för din/tack för att du
    på din begäran/du har begärt/du begärde/du anmälde dig
    du är kund hos/ni är kund*/du är medlem/ni är medlem*/kära medlem*/bästa medlem*/din provperiod/er provperiod/som vi kom överens`,
};
