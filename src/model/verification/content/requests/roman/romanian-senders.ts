import type { ConceptPhrases } from '../concept.ts';

/** Approaches without a business relationship, and voices of institutions. */
export const romanianSenders: ConceptPhrases = {
  firstContact: `am găsit/am dat peste/am văzut/am descoperit/am vizitat/am observat + site-ul dvs/site-ul dumneavoastră/site-ul vostru
    am găsit/am dat peste/am văzut/am descoperit/am vizitat/am observat + site-ul tău/compania
    am găsit/am dat peste/am văzut/am descoperit/am vizitat/am observat + firma dumneavoastră/firma dvs/profilul/magazinul/firma ta/afacerea
    sunt/conduc/suntem/lucrez pentru/fac parte din + fondator*/agenție/startup/echipa de vânzări/consultant*/antreprenor/studio
    contactul dvs/contactul tău/datele dvs/datele dumneavoastră/numele dvs + pe google/pe linkedin/pe internet/online
    mă numesc/numele meu este/sunt fondator*/lucrez la/suntem o companie/suntem o agenție/suntem specializați/suntem o firmă/vă contactez/vă scriu
    persoana potrivită/persoana responsabilă/cine se ocupă/persoana care se ocupă
    v-am găsit/te-am găsit/am găsit/am dat de + firma/contactul/adresa/datele/afacerea/dvs + pe google/pe internet/în registr*/pe hartă/pe linkedin
    cine răspunde de/cine decide/cine se ocupă/cu cine pot/cu cine aș putea + firmă/dumneavoastră/dvs/achiziți*/marketing/discuta/vorbi/redirecționa
    dacă nu vă interesează/dacă nu te interesează/dacă nu este de interes/dacă nu e momentul + răspund*/scrieți/spuneți/deranj*/redirecționa*`,
  askMeeting: `
    15 minute/20 de minute/20 minute/30 de minute/scurtă discuție/discuție scurtă/apel scurt/demo + săptămân*/disponibil*/interes*/program*
    o discuție/o întâlnire/o cafea/un call/un apel/întâlnire online + marți/joi/săptămâna viitoare/săptămâna aceasta/stabili*/programa*/ce părere
    ați fi/ai fi/ați avea/ai avea/aveți/sunteți + disponibil*/deschis*/câteva minute/15 minute/10 minute/timp pentru/o discuție/un apel
    putem/am putea/pot/aș dori/v-aș propune/vă propun/îți propun + discuta/vorbi/stabili/întâlni/suna/prezenta/arăta
    putem/am putea/pot/aș dori/v-aș propune/vă propun/îți propun + o discuție/un apel/o cafea/o întâlnire
    pot/aș putea/putem/îmi permiteți + să vă sun/să te sun/să vă telefonez/să vă arăt/să vă prezint + mâine/săptămân*/minute/marți/joi/dimineață/când
    un sfert de oră/zece minute/15 minute/20 de minute/jumătate de oră + să vorbim/telefon/apel/acorda*/disponib*/să vă arăt/să discutăm`,
  introduceService: `ajutăm/ajut/oferim/sprijinim/agenția noastră/echipa noastră + compani*/firme/firmele/afaceri/clienți/branduri/vânzări/lead-uri
    oferim/agenția noastră/dezvoltăm/realizăm/programatorii noștri + optimizare/seo/dezvoltare/externalizare/outsourcing/site-uri/trafic/marketing
    creșt*/dubl*/reduc*/mări* + vânzările/traficul/costurile/cifra de afaceri/numărul de clienți + dvs/dumneavoastră/voastre/tale/afacerii
    proiectăm/creăm/dezvoltăm/producem/furnizăm/realizăm/suntem specializați + site-uri/aplicații/software/companii/firme/produse/clienți
    site-ul dvs/site-ul dumneavoastră + google/seo/poziți*/lent/erori/redesign/îmbunătăți* + clienți/gratuit*/vizitatori/vânzări
    site-ul tău/magazinul dvs + google/seo/poziți*/lent/erori/redesign/îmbunătăți* + clienți/gratuit*/vizitatori/vânzări
    mai mulți/clienți noi/mai multe + clienți/lead-uri/vânzări/programări/comenzi + pe lună/lunar/garantat*/fără obligații/pentru afacerea
    audit gratuit/fără obligații/ofertă gratuită/analiză gratuită/consultanță gratuită/studiu de caz
    un client/clienți/o firmă/o companie/un magazin + similar/similară/asemănăt*/de aceeași mărime + economisi*/redus*/scăzut*/dublat*
    tarif*/preț*/cost*/onorariu + pe oră/lei oră/euro oră/de persoană + programatori/echipă/personal/muncitori/specialiști/contabili/curățenie
    am pregătit/am făcut/am realizat/am înregistrat + analiz*/audit/machetă/schiță/video + site-ului dvs/site-ului tău/firmei dvs/magazinului dvs`,
  followUp: `săptămâna trecută/acum câteva zile/zilele trecute/recent + am scris/v-am scris/ți-am scris/v-am contactat/am trimis
    e-mailul meu anterior/emailul meu anterior/mailul meu anterior/mesajul meu anterior/ultimul meu e-mail/ultimul meu mesaj/ultimul meu email
    revin la mesajul/revin asupra/nu am primit un răspuns/nu am primit niciun răspuns/nu am primit răspuns/voiam doar să verific/ultima încercare
    ați apucat/ai apucat/ați reușit să vedeți/ai reușit să vezi/în legătură cu mesajul meu/în legătură cu e-mailul/vă scriu din nou
    îți scriu din nou/revin cu un mesaj/revin cu o întrebare/revin cu propunerea/revin cu rugămintea`,
  sellList: `baza de date/baze de date/listă de e-mailuri + cumpăr*/preț*/ofert*/achiziți*/vânzare
    listă de emailuri/listă de contacte/lista participanților + cumpăr*/preț*/ofert*/achiziți*/vânzare
    contacte/adrese de e-mail/adrese de email/înregistrări + verificate/decident*/factori de decizie/segmentate + preț*/cumpăr*/ofert*
    decidenți/companii/directori/firme + e-mailuri/emailuri/telefoane/contacte + listă/lista/bază/baza/preț*/cumpăr*`,
  exchangeLinks: `link/linkuri/link-uri + schimb*/insera*/publica*/plasa* + blogul/site-ul
    articol/conținut/text + blogul dvs/site-ul dvs/blogul tău/site-ul tău + public*/link/scri*/plăt*/colabor*
    guest post/articol invitat/schimb de linkuri/schimb de link-uri/backlink*/advertorial*/articol sponsorizat/articole sponsorizate/link dofollow`,
  recruit: `post vacant/poziți*/oportunitate de carieră/rol + profilul dvs/profilul tău/clientul meu/salariu*/cv/potrivi*
    job/candidat*/ofertă de muncă + profilul dvs/profilul tău/clientul meu/salariu*/cv/potrivi*
    candidați/personal/specialiști/muncitori + recrut*/plasare/disponibili/selecție
    de acasă/la domiciliu/lucru la distanță/part time/program flexibil/venit suplimentar + pe zi/pe săptămână/fără experiență/câștig*/zilnic
    fără experiență/nu este necesară experiență/nu e nevoie de experiență + câștig*/whatsapp/telegram/pe zi
    cv-ul dvs/cv-ul tău/profilul dvs/profilul tău + atras/remarcat/selectat/interesant/potrivi*
    avem/dispunem de/vă putem oferi + candidați/sudori/șoferi/muncitori/zidari/lucrători + disponibil*/imediat/pregăti*/din asia/din nepal`,
  authority: `
    anaf/agenția națională de administrare fiscală/administrația financiară/finanțe publice/poliția română/poliția/vama/autoritatea vamală/diicot
    ministerul/tribunalul/judecătoria/parchetul/procuratura/primăria/executor judecătoresc/ghișeul/casa de pensii/direcția de taxe/guvernul
    spațiul privat virtual/direcția generală/serviciul fiscal`,
  bank: `
    banca dvs/banca dumneavoastră/banca ta/internet banking/mobile banking/departamentul antifraudă/departamentul de securitate/securitate bancară
    serviciul carduri/departamentul carduri/echipa de securitate a băncii/banca online`,
  carrier: `firma de curierat/serviciul de curierat/serviciul poștal/curierul/curierat rapid/oficiul poștal/serviciul de livrare/centrul de sortare
    poșta română`,
  insurer: `casa de asigurări/asigurări de sănătate/asigurarea de sănătate/asigurătorul/card de sănătate/cardul de sănătate`,
  provider: `
    furnizorul dvs/furnizorul dumneavoastră/furnizorul tău/operatorul dvs/departamentul de facturare/departamentul facturare/serviciul de streaming
    furnizorul de energie/operatorul de telefonie/departamentul abonamente`,
  exchange: `platforma crypto/platforma de tranzacționare/bursa crypto/suport wallet/platforma de criptomonede/exchange crypto`,
  itDesk: `departamentul it/suport it/echipa it/serviciul it/asistență it/administrator de sistem/administratorul de sistem/administrator e-mail
    administratorul de e-mail/suport tehnic/serviciul tehnic/echipa webmail/suport webmail/administrator webmail/helpdesk it/biroul it`,
  staffOffice: `
    resurse umane/departamentul hr/departamentul de resurse umane/echipa hr/departamentul salarizare/biroul personal/salarizare/serviciul personal`,
  boss: `director general/directorul general/director executiv/directorul tău/director financiar/administratorul firmei/administratorul societății
    președintele companiei`,
};
