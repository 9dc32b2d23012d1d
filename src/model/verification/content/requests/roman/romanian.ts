import type { ConceptPhrases } from '../concept.ts';
import { romanianSenders } from './romanian-senders.ts';

export const romanian: ConceptPhrases = {
  ...romanianSenders,
  signIn: `conectați-vă/conectează-te/autentific*/logați-vă/loghează-te/intrați în + cont/contul/contului/portal*/profil*
    accesați/accesează/accesarea/intră în/intrați în + contul dumneavoastră/contul tău/contul dvs/internet banking
    accesați/accesează/accesarea/intră în/intrați în + căsuța/mobile banking/contul online
    introduceți/introdu/completați/tastați + parola/datele de autentificare/numele de utilizator/codul de acces/credențiale*
    parola/parolei + expir*/resetați/resetare*/păstra*/schimba*/actual*
    cu adresa/cu datele/cu utilizatorul/cu parola/cu emailul/cu e-mailul + și parola/de autentificare/de serviciu/obișnuite/și cu parola
    sesiunea/sesiune + expirat*/încheiat*/închis* + autentific*/din nou/conect*
    nu am fost eu/nu eu am/dacă nu ați fost/dacă nu ai fost/nu dumneavoastră/nu tu + bloca*/anula*/securiz*/cont*/proteja*
    debloca*/reactiva*/restabil*/restaura*/recupera*/securiza* + contul/accesul/cardul/profilul
    autentificați-vă/autentifică-te/conectați-vă/conectează-te/logați-vă + acum/din nou/aici/imediat/pentru a citi/pentru a vedea/pentru a evita`,
  confirmIdentity: `verific*/confirm*/valid*/autentific* + contul/contului/identitate*/datele/datelor/informațiile/informațiilor/profilul
    actualiz*/reactualiz* + datele/datelor/informațiile/datele personale/profilul/datele de contact/date personale
    confirmarea/verificarea/actualizarea/validarea + datelor/contului/identității/informațiilor
    carte de identitate/cartea de identitate/buletin*/pașaport*/permisul de conducere/actul de identitate + încărca*/trimite*/copie/poză/foto*
    foto*/poză/poza/copie/scan*/selfie/față și verso/față-verso + buletin*/carte de identitate/cartea de identitate
    foto*/poză/poza/copie/scan*/selfie/față și verso/față-verso + pașaport*/permis*/act de identitate
    verificarea/validarea/autentificarea/reautentificarea/identificarea + finaliza*/efectua*/obligatori*/necesar*/completa*/parcurge*
    complet*/reînno*/regulariz* + datele dvs/datele dumneavoastră/datele tale/dosarul/profilul/situația
    cardul/permisul/certificatul/buletinul + expir*/își pierde valabilitatea/nu mai este valabil + cnp/formular*/reînno*/cerere*`,
  giveBankData: `numărul cardului/datele cardului/cardul bancar/cvv/datele de card + introdu*/furniz*/actualiz*/confirm*/complet*/trimite*/comunic*
    date bancare/datele bancare/cont bancar/contul bancar/iban/codul iban + introdu*/furniz*/actualiz*/confirm*/complet*/trimite*/comunic*/răspunde*
    metoda de plată/metodei de plată/datele de plată/detaliile de plată + actualiz*/respins*/expir*/eșuat*/verific*
    numărul cardului/numărul de card/16 cifre + cvv/cvc/data expirării/cod de securitate/codul de securitate/pin
    plata/tranzacția/cardul + respins*/refuzat*/eșuat*/nu a putut/nu s-a putut + actualiz*/alt card/card nou/metod*
    iban/contul bancar/cont bancar/cardul + pentru a primi/pentru rambursare/pentru restituire/în care doriți/vom vira/virăm
    buletin*/cnp/carte de identitate/selfie + iban/cont bancar/numărul cardului/datele cardului/cvv + trimite*/complet*/introdu*/încărc*`,
  changedBankDetails: `nou/noul/noua/noi/schimbat*/modificat*/actualizat* + date bancare/datele bancare/cont bancar/contul bancar/iban
    contul vechi/vechiul cont/contul actual/contul nostru/contul bancar + închis/nu mai este/blocat/audit/nu mai utiliza*/suspendat
    plățile viitoare/plățile/următoarele plăți/facturile/toate plățile + cont nou/noul cont/iban/contul
    plăt*/transfer*/vira*/achit* + contul nou/noul cont/noul iban/următorul cont/alt cont/contul de mai jos/contul indicat
    banca noastră/contul nostru/iban-ul nostru/datele noastre bancare + schimb*/modific*/nou*/închis*/actualizat*`,
  payrollChange: `salariu*/salarii* + cont bancar/contul bancar/cont nou/noul cont/iban/schimb*/modific*/actualiz*
    fluturaș*/stat de plată/statul de plată/majorare salarial*/mărire salarial* + consult*/confirm*/semn*/descărc*/vizualiz*
    salariul meu/plata salariului/virarea salariului + cont*/bancă/iban/schimb*/luna viitoare
    fluturaș*/primă/majorare salarială/zile de concediu + autentific*/acces*/confirm*/semn* + salari*/resurse umane/hr`,
  giftCards: `card cadou/carduri cadou/voucher cadou/vouchere cadou/gift card*/carduri google play + cumpăr*/cumperi/achiziționa*/iei/răzui*
    carduri cadou/card cadou/cardurile/gift card*/google play/paysafe* + codurile/coduri/poze/fotografi*/ramburs*/trimite-mi/decont*
    carduri/cardurile/vouchere + răzui*/codurile/poza cu`,
  payInvoice: `factura/facturi/facturile/facturii/suma/soldul/datoria + restant*/neachitat*/neplătit*/scadent*/depășit*/de achitat/de plată
    somație/ultima notificare/înștiințare/notificare de plată/aviz de plată + achita*/plăti*/restant*/datori*
    transfer/transferul/plata/virament + astăzi/azi/urgent/de urgență/furnizor*/imediat/cât mai repede
    electric*/curent*/energi*/gaz*/furnizare* + deconect*/întrerup*/sista*/debranș*/tăia*
    debit restant/datorie/restanță/restanțe/sold restant/sumă restantă + achit*/plăt*/cardul/regulariz*
    transfer/plată/virament/ordin de plată + efectua*/procesa*/faceți/fă/iniț*/pregăt* + astăzi/azi/urgent/furnizor*/imediat
    deconectare/deconectarea/sistarea/debranșare* + programat*/aviz/evita*/mâine/echipa/restant*/reconect*
    debit restant/sold restant/sume restante/restanță + figurați/figurezi/înregistrați/aveți/în valoare de/lei`,
  scanCode: `scana*/scaneaz* + cod qr/codul qr/qr/codul/telefon*/camera
    cod qr/codul qr/qr code + de mai jos/atașat/telefon*/camera/alăturat`,
  grantAccess: `acord*/permite*/aprob*/autoriz*/accept* + accesul/acces la/permisiun*/aplicației/aplicația
    anydesk/teamviewer/acces la distanță/asistență la distanță/control de la distanță + instal*/descărc*/deschide*/porni*
    conect*/asoci*/leag* + contul google/contul microsoft/contul de e-mail/contul de email/căsuța
    conector*/extensi*/integrare*/modul*/aplicație terță/plugin* + autoriz*/aprob*/accept*/consimțămân*/permis*
    în numele organizației/în numele companiei/în numele firmei/acordați consimțământul/acordă consimțământul/acces la căsuța/accesul la căsuța
    acces la inbox/citească și să`,
  openFile: `deschide*/vizualiz*/vezi/vedeți/descărc*/consult*/accesați + document*/fișier*/atașament*/atașat*/pdf/contractul/mesaj vocal/anexa
    partajat/partajată/distribuit/a partajat + document*/fișier*/dosar* + cu dumneavoastră/cu dvs/cu tine/deschide*/vizualiz*
    activ* + macrocomenzi/macro/conținutul/editarea
    atașat/atașate/în anexă/anexat + semna*/deschide*/verific*/consult*/completa*
    atașat/atașez/anexat/alăturat/vă trimit/vă transmitem + contract*/factura/oferta/comanda/document*/ordin de plată/proces verbal/act*
    semna*/semnați/semnează/semnătura + electronic*/digital*/document*/contract*/act*/acord*
    mesaj securizat/mesaj criptat/document protejat/document securizat + deschi*/cit*/vizualiz*/este
    parola fișierului/parola documentului/mesaj confidențial + deschi*/cit*/vizualiz*/este
    comanda/factura/contract*/document* + parola de e-mail/parola e-mailului/adresa de e-mail/parola arhivei + decripta*/descăr*/autentific*/conect*`,
  callNumber: `sunați/sună/apelați/telefonați/contactați telefonic + imediat/numărul/anula*/suport/ramburs*/gratuit/la numărul/asistență
    nu ați efectuat/nu ați autorizat/nu recunoașteți/nu ați comandat/nu ai efectuat/nu recunoști/nu ați inițiat + sunați/sună/apelați/telefon
    sunați/sună/apelați/contactați + consultant*/în 24/antifraudă/pentru anulare/pentru a anula/pentru a bloca/apel gratuit/linia gratuită
    debitat*/reînnoit*/taxat* + sunați/sună/apelați/telefon*`,
  walletPhrase: `wallet/portofel/portofelul/portofelului + conect*/sincroniz*/valid*/verific*/migr*/restaur*/recuper*
    airdrop/tokenuri/tokeni/criptomonede + revendic*/ridica*
    wallet/portofel*/crypto/criptomonede* + import*/reconect*/securiz*/transfer*/retrage*/portofel nou
    ledger/trezor/metamask/firmware + actualiz*/verific*/valid*/restaur*
    fraza de recuperare/fraza secretă/fraza seed/cheia privată/chei private/12 cuvinte/24 de cuvinte/douăsprezece cuvinte`,
  smallFee: `amenda/amenzi/amenzii/rovinieta/taxe vamale/taxa vamală/taxa de drum/vama/contravenți* + achita*/plăti*/plata/neachitat*/neplătit*
    taxa de livrare/costul de livrare/taxa de expediere/taxa de procesare/taxa de transport/costurile de livrare + achita*/plăti*/plata
    taxă mică/o mică taxă/sumă mică/taxa restantă + achita*/plăti*/plata
    relivrare/a doua livrare/eliberare*/manipulare/procesare/deblocare*/vămuire/reprogram* + taxa/taxă/cost*/tarif* + plăti*/achit*/card*
    rovinieta/rovinietă/taxa de drum/taxa de pod/peaj/parcare/radar/contravenție + plăt*/achit*/neplătit*/amenda/neachitat*
    taxă/taxa/garanție/garanția/depozit/avans + emitere*/reînnoire*/activare*/înscriere*/instruire* + card*/permis*/angajare/locului de muncă`,
  renewMailbox: `căsuța poștală/căsuța de e-mail/căsuța de email/căsuța dumneavoastră/inbox*/spațiul de stocare/cota/stocare + plin*/limita/depășit*
    căsuța/căsuței/contul de e-mail/contul de email/spațiul de stocare + dezactiv*/suspend*/upgrade/extinde*/actualiza*
    mesaje/mesajele/e-mailuri/emailuri + în așteptare/blocate/carantină/nelivrate/reținute
    abonament*/domeniul/domeniului/găzduire*/licența/antivirus* + expir*/reînnoi*/prelungi*/suspend*/se încheie
    păstra*/menține* + aceeași parolă/parola actuală/parola curentă
    căsuța/căsuței/contul de e-mail/contul de email/webmail/cutia poștală + închidere*/șters*/ștearsă/migra*/versiune nouă
    căsuța/căsuței/contul de e-mail/contul de email/webmail/cutia poștală + actualiz*/dezactivare*/eliminat*
    cerere*/solicitare* + închidere*/ștergere*/dezactivare*/anulare* + căsuț*/contul de e-mail/contul de email`,
  claimPrize: `
    câștigat/câștigător*/selectat*/felicitări/extras/norocos* + premiu/premiul/cadou/iphone/voucher/tragere/tombol*/loterie/loteria/sondaj*
    revendic*/ridica*/încasa*/solicita* + premiul/premiu/recompensa/bonus*/moștenire*/fonduri*/despăgubire*
    ramburs*/restituire*/despăgubi*/compensație/ajutor + dreptul la/aveți dreptul/solicita*/aprobat*/primi*/eligibil*/beneficia*/încasa*
    moștenire/moștenirea/milioane/beneficiar*/donație/donez + euro/dolari/avocat*/notar*/decedat*/bancă/fonduri
    plătit în plus/plată în plus/sumă de recuperat/rambursare de taxe + formular*/suma/solicit*/cerere*/primi*/încas*
    rambursare de impozit/sumă de rambursat + formular*/suma/solicit*/cerere*/primi*/încas*
    donez/dona/donație/donația/doneze/încredința* + milioane/milion/suma de/caritate/orfani/văduvă
    văduvă/cancer/boală incurabilă/boală terminală/răposatul/soțul meu decedat + dona*/donez/fonduri/suma/caritate
    puncte de fidelitate/punctele dvs/punctele tale/puncte acumulate + expir*/converti*/revendic*/folosi*`,
  rescheduleParcel: `colet*/pachet*/expediere*/livrare/livrarea/comanda + nu a putut/nu am putut/eșuat*/reprogram*/reținut*/în așteptare
    colet*/pachetul/livrare/livrarea + confirmați adresa/confirmarea adresei/adresa incompletă/adresa incorectă/returnat*
    colet*/pachetul + adresă greșită/actualizați adresa/blocat/o nouă livrare/confirmă adresa/depozit*/absent*/am încercat să/nu ați fost
    colet*/pachet*/livrare*/expediere* + numărul străzii/numărul casei/adresa este incompletă/adresa greșită/adresa este greșită
    colet*/pachet*/livrare*/expediere* + completați adresa/depozit/returnat expeditorului/retur
    o nouă livrare/data livrării/a doua livrare/livrarea/relivrare*/interval de livrare + aleg*/program*/selecta*/confirm*/reprogram*`,
  replyPrivately: `ești/sunteți + disponibil*/la birou/liber/liberă/la serviciu
    sarcină urgentă/o mică favoare/am nevoie de/am nevoie să/confidențial*/discreți* + răspunde*/mail/ședință/nu mă suna/achiziți*
    între noi/rămână între noi/nu discuta* + răspunde*/nimeni/confidențial*
    numărul de mobil/numărul de telefon/numărul tău/numărul dvs/whatsapp + trimite*/dă-mi/dați-mi/scrie-mi/lasă-mi
    răspunde*/scrie* + e-mail personal/email personal/adresa personală/e-mailul personal/adresa privată
    strict confidențial/maximă discreție/secret + operațiun*/achiziți*/tranzacți*/instrucțiuni/transfer*/răspund*
    confidențialitate/nu vorbi*/nu spune* + operațiun*/achiziți*/tranzacți*/instrucțiuni/transfer*/răspund*
    scrie*/scrieți/contact*/mesaj + pe whatsapp/prin whatsapp/pe telegram/prin telegram
    ai/aveți/poți/puteți + un moment/un minut/să mă ajuți/să mă ajutați/să te ocupi/să vă ocupați + răspund*/mail/urgent/dă-mi de știre
    numele complet/nume complet/nume și prenume + telefon*/țara/adresa/vârsta + trimit*/răspund*/contact*`,
  deadline: `în termen de/în următoarele/în maximum/în cel mult/până în/în decurs de + 24/48/72/ore/zile
    astăzi/azi + expiră/până/ultima/termen
    imediat/de urgență/cât mai curând/cât mai repede/ultima notificare/ultimul avertisment/ultima șansă/ultimul termen/până la miezul nopții
    chiar astăzi/neîntârziat`,
  threat: `cont/contul*/accesul/cardul/căsuța/profilul/coletul + suspend*/bloca*/restricțion*/limitat*/dezactiv*/șters/închis/închide*/returnat
    neobișnuit*/suspect*/neautorizat*/necunoscut* + activitate*/autentificare*/tranzacți*/dispozitiv*/conectare/acces
    pierde* + accesul/contul/fișierele/datele
    executare silită/executor judecătoresc/poprire*/penalități/penalizări/acțiune în instanță/dosar penal/plângere penală/urmărire penală
    recuperare creanțe`,
  warning: `
    nu solicităm niciodată/nu vă cerem niciodată/nu vă va cere/niciodată nu/nu cerem niciodată/nu divulgați/nu dezvăluiți/nu accesați linkurile
    nu dați click/nu comunicați/escroci*/escrocheri*/înșelătorie/înșelătorii/phishing/e-mailuri false/mesaje false/mesaje frauduloase
    tentativă de fraudă/tentative de fraudă`,
  subscribed: `pentru că v-ați/pentru că te-ai/deoarece v-ați/deoarece sunteți/primiți acest/primești acest/v-ați abonat/te-ai abonat/v-ați înscris
    v-ați înregistrat/comanda dvs/comanda dumneavoastră/comanda ta/rezervarea dvs/rezervarea ta/achiziția dvs/ca membru/în calitate de client
    în calitate de membru/clienții noștri/vă mulțumim pentru/mulțumim că/îți mulțumim pentru/membrii noștri/abonații noștri/la cererea dvs
    ați solicitat/ai solicitat/rezervarea dumneavoastră
    sunteți client/ești client/sunteți membr*/ești membr*/dragi membri/stimați membri/perioada ta de probă/așa cum am stabilit/ați cerut o ofertă`,
};
