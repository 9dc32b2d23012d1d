import type { ConceptPhrases } from '../concept.ts';
import { italianSenders } from './italian-senders.ts';

/** Apostrophes do not split words, so `*identità` also finds "l'identità". */
export const italian: ConceptPhrases = {
  ...italianSenders,
  signIn: `acced*/effettua il login/entra in/login + *account/area clienti/area riservata/area personale/profilo/webmail/home banking
    effettua l'accesso/effettuare l'accesso/effettui l'accesso/esegui l'accesso/accesso a + *account/conto/area/profilo/casella/portale
    accedi/acceda/accedere/entra + tuo conto/suo conto/conto online/spid/casella/cassetto fiscale/portale
    inserisci/inserire/inserisca/digita/digiti + password/credenziali/nome utente/codice utente/codice otp
    password/parola chiave + scad*/reimpost*/ripristin*/mantenere/cambiare/modific*
    con le/con la/con il/con i + sue credenziali/tue credenziali/credenziali abituali/email e password + acced*/entr*/login
    con le/con la/con il/con i + sua email/utente e password/email aziendale + acced*/entr*/login
    sessione + scaduta/terminata/interrotta + acced*/nuovo/nuovamente/ripet*
    non sono stato io/non sono stata io/non sei stato tu/se non è stato + blocc*/annull*/protegg*/account/accesso/conto
    se non sei stato/non è stato lei/non riconosci/non riconosce + blocc*/annull*/protegg*/account/accesso/conto
    ripristin*/sblocc*/riattiv*/recuper*/mett* in sicurezza + suo account/tuo account/suo conto/tuo conto/l'accesso/sua carta/tua carta/l'utenza
    effettui l'accesso/effettua l'accesso/esegua il login + ora/subito/di nuovo/nuovamente/per leggere/per visualizzare/per evitare
    acceda al suo/accedi al tuo/acceda con + ora/subito/di nuovo/nuovamente/per leggere/per visualizzare/per evitare`,
  confirmIdentity: `verific*/conferm*/convalid*/autentic* + tuo account/suo account/*identità/tuoi dati/suoi dati/vostri dati/tuo conto/suo conto
    verifica dell*/conferma dell*/verifica del/conferma del + *identità/tuo account/suo account/vostro account/suo conto/tuo conto
    aggiorna/aggiornare/aggiorni/aggiornate/aggiornamento dei + tuoi dati/suoi dati/vostri dati/dati personali
    aggiorna/aggiornare/aggiorni/aggiornate/aggiornamento dei + dati anagrafici/informazioni/profilo/spid
    documento d'identità/carta d'identità/passaporto/patente/tessera sanitaria/codice fiscale + invi*/caric*/alleg*/copia/foto/fronte e retro
    foto/copia/selfie/fronte e retro/fronte retro/scansione + documento d'identità/documento in mano/carta d'identità
    foto/copia/selfie/fronte e retro/fronte retro/scansione + patente/passaporto/tessera sanitaria
    verifica/riconoscimento/identificazione/autenticazione/convalida + complet*/effettu*/obbligatori*/ripet*/rinnov*/necessari*/richiest*
    riattiv*/riattivazione/rinnov* + identità digitale/spid/carta d'identità/profilo/utenza + occorr*/caric*/documento/verific*
    complet*/integr*/regolarizz* + suoi dati/tuoi dati/vostri dati/sua posizione/sua pratica/suo profilo/anagrafica
    verifica dei dati/conferma dei dati/*aggiornamento dei dati/*aggiornamento dati/aggiornamento anagrafic*/verifica dei suoi dati
    verifica dei tuoi dati`,
  giveBankData: `numero di carta/dati della carta/carta di credito/carta di pagamento/cvv + inseri*/forni*/aggiorn*/conferm*/comunic*
    dati bancari/coordinate bancarie/*iban/conto corrente/dati di pagamento + inseri*/forni*/aggiorn*/conferm*/comunic*/inviare/inviaci/rispond*
    metodo di pagamento/modalità di pagamento/informazioni di pagamento + aggiorn*/rifiutat*/scadut*/verific*/non riuscit*
    carta + scadut*/in scadenza/riattiv*/attiv* + dati/modulo/link
    numero di carta/numero della carta/16 cifre + cvv/cvc/scadenza/codice di sicurezza/pin
    pagamento/addebito/carta + rifiutat*/respint*/fallit*/non è andato/non andato a buon fine + aggiorn*/nuova/altra carta/metodo/dati
    *iban/coordinate bancarie/conto + per ricevere/per accreditare/per il rimborso/accreditarle/accreditarti/indicare/ci mandi/ci invii`,
  changedBankDetails: `nuov*/cambi*/modific*/variazione/aggiornat* + coordinate bancarie/*iban/conto corrente/conto bancario/dati bancari/banca
    conto/vecchio conto/conto corrente/vecchio iban + chiuso/non più valido/non più attivo/in fase di verifica/non più utilizz*/revisione
    prossimi/futuri/pendenti/in sospeso + pagamenti/bonifici/fatture + conto/*iban/coordinate
    pag*/bonific*/saldo/vers*/accredit* + nuovo conto/nuovo iban/seguente conto/seguente iban/altro conto/conto indicato/conto sottostante
    nostra banca/nostro conto/nostro iban/nostre coordinate + cambi*/modific*/nuov*/chius*/variat*`,
  payrollChange: `stipendio/stipendi/accredito dello stipendio/busta paga/retribuzione + *iban/conto/coordinate/cambi*/modific*/aggiorn*/variare
    busta paga/cedolino/buste paga/aumento di stipendio/aumento retributivo + consult*/scaric*/conferm*/firm*/visualizz*
    mio stipendio/mia busta paga/accredito stipendio/mio accredito + conto/iban/banca/cambi*/prossim*
    busta paga/cedolino/premio di produzione/adeguamento retributivo/saldo ferie + acced*/conferm*/firm*/visualizz*`,
  giftCards: `carta regalo/carte regalo/buoni regalo/buono regalo/gift card*/carte google play/ricariche + compr*/acquist*/procur*/gratt*/prend*
    carte regalo/buoni regalo/gift card*/google play/paysafe*/itunes + codici/foto*/rimbors*/inviami/mandami/scontrin*
    carte/buoni + gratt*/i codici/foto dei/taglio da`,
  payInvoice: `fattura/fatture/*importo/saldo/pagamento/somma + scadut*/insolut*/non pagat*/da saldare/in sospeso/non risulta/arretrat*/inevas*
    sollecito/ultimo avviso/avviso di pagamento/sollecito di pagamento + pagare/saldare/fattura/scadut*/insolut*/regolarizz*
    bonifico/bonificare/saldare/pagare + oggi/urgente/urgenza/fornitore/subito/in giornata/al più presto
    luce/energia/gas/fornitura/utenza/elettrica + distacco/interruzione/sospensione/interrotta/sospesa/morosità
    morosità/arretrato/debito/importo dovuto/posizione debitoria/insoluto + pag*/sald*/vers*/regolarizz*
    bonifico/bonifico istantaneo/bonifico urgente/pagamento + effettu*/dispo*/predispo*/eseg*/fare/esegua + oggi/urgente/fornitore/subito
    distacco/interruzione della fornitura/sospensione della fornitura + programmat*/evit*/domani/avviso di/tecnico/morosità`,
  scanCode: `scansion*/inquadr* + codice qr/qr code/qr/codice/telefono/smartphone/fotocamera
    codice qr/qr code/qrcode + sottostante/allegat*/seguente/fotocamera/telefono/qui sotto
    cellulare/smartphone/fotocamera/telefono + inquadr*/scansion* + codice/immagine/sotto`,
  grantAccess: `conced*/autorizz*/consent*/accett*/approv* + l'accesso/accesso a/permess*/*applicazione/l'app
    anydesk/teamviewer/assistenza remota/controllo remoto/accesso remoto + install*/scaric*/apri/aprire/avvi*
    colleg*/connett*/associ* + account google/account microsoft/casella di posta/tuo account/suo account
    connettore/estensione/integrazione/componente/plugin/app di terze parti + autorizz*/approv*/accett*/consen*/permess*
    autorizz* + a leggere/leggere e/la casella/gestire la/gestire tutta/accesso alla casella
    per conto dell'organizzazione/a nome dell'organizzazione/per conto della tua/per conto della sua azienda/dare il consenso/concedere il consenso
    accesso alla casella/accesso alla tua casella`,
  openFile: `apri/aprire/apra/visualizz*/scaric*/consult*/leggi/vedi + documento/documenti/file/allegato/allegati/pdf/contratto/messaggio vocale/fax
    condiviso/condivisa/condivisi + documento/documenti/file/cartella + con te/con lei/con voi/apri/visualizz*
    abilit*/attiv* + macro/contenuto/modifica
    in allegato/allegato alla presente/si allega/alleghiamo + firm*/apri/aprire/visualizz*/verific*/compil*
    allegato/allegata/in allegato/si trasmette/le invio/trasmettiamo + contratto/fattura/preventivo/ordine/contabile/distinta/atto/documento
    firm*/sottoscriv* + digital*/elettronica*/elettronicamente/documento/contratto/accordo/atto/preliminare
    messaggio sicuro/messaggio cifrato/messaggio protetto/documento protetto + apri*/legg*/visualizz*
    documento riservato/password del file/password per aprire + apri*/legg*/visualizz*`,
  callNumber: `chiama/chiami/chiamare/chiamateci/telefon* + immediatamente/numero/annull*/assistenza/rimborso/numero verde/subito
    non riconosc*/non hai effettuato/non ha effettuato/non hai autorizzato/non ha autorizzato/non sei stato + chiam*/numero/telefon*
    per annullare/per bloccare/per disdire + chiam*/contatt*/telefon*
    chiami/chiama/chiamare/contatti/contattare + operatore/entro 24/ufficio antifrode/per annullare/per bloccare/numero verde/assistenza clienti
    addebitat*/rinnovat*/addebito di + chiam*/numero verde/telefon*`,
  walletPhrase: `wallet/portafoglio digitale/portafoglio cripto/tuo portafoglio + colleg*/connett*/sincronizz*/convalid*/verific*/migr*/ripristin*
    airdrop/token/criptovalute + riscatt*/richied*/reclam*
    wallet/portafoglio/criptovalute/cripto + import*/riconnett*/mett* al sicuro/trasfer*/prelev*/nuovo wallet
    ledger/trezor/metamask/firmware + aggiorn*/verific*/convalid*/ripristin*
    frase di recupero/frase segreta/frase seed/frase mnemonica/chiave privata/chiavi private/12 parole/24 parole/dodici parole`,
  smallFee: `multa/multe/sanzione/contravvenzione/pedaggi* + pagare/paga/paghi/pagamento/saldare/non pagat*/*importo/insolut*
    dazi/dogan*/sosta/verbale + pagare/paga/paghi/pagamento/saldare/non pagat*/*importo/insolut*
    spese di spedizione/spese di consegna/spese doganali/oneri doganali/spese di giacenza + pagare/paga/paghi/pagamento/saldare/vers*
    piccola somma/piccolo importo/piccola tassa/piccolo contributo + pagare/paga/consegna/spedizione
    riconsegna/nuova consegna/seconda consegna/svincolo/sdoganamento/giacenza/gestione + costo/contributo/spese/tariffa + pag*/carta/vers*
    pedaggio/transito/ztl/autovelox/bollo/parcheggio/infrazione + non pagat*/mancat*/pag*/sanzione/saldare/regolarizz*
    mancato pagamento/mancato pedaggio/pedaggio non/importo residuo + pag*/sanzione/targa/saldare`,
  renewMailbox: `casella/posta elettronica/spazio di archiviazione/quota/cloud/pec + pien*/limite/superat*/esaurit*/disattiv*/sospes*/in scadenza
    messaggi/email/e-mail + in attesa/bloccat*/quarantena/non consegnat*/trattenut*/in sospeso
    *abbonamento/dominio/hosting/licenza/antivirus + scad*/rinnov*/sospes*/disattiv*/termina
    mantenere/conservare + stessa password/password attuale
    casella/posta elettronica/webmail/account di posta/pec + chiusura/eliminat*/cancellat*/migra*/nuova versione/aggiorn*/dismess*
    richiesta + chiusura/cancellazione/disattivazione/eliminazione + casella/posta/account di posta`,
  claimPrize: `vinto/vincit*/selezionat*/congratulazioni/complimenti/fortunat*/estratto + premio/regalo/iphone/buono/lotteria/sondaggio/concorso
    riscuot*/riscatt*/ritir*/reclam*/richied* + premio/ricompensa/regalo/bonus/vincita/*eredità/fondi/risarcimento
    rimborso/indennizzo/risarcimento/indennità/contributo + diritto/spett*/richied*/approvat*/ricevere/ottenere/a suo favore/a tuo favore
    *eredità/successione/milioni/beneficiari*/donazione + euro/dollari/avvocato/notaio/defunt*/decedut*/banca/fondi
    versato in eccesso/pagato in più/somma a credito/rimborso fiscale + modulo/importo/richied*/accredit*/domanda/ottenere
    rimborso irpef/credito d'imposta + modulo/importo/richied*/accredit*/domanda/ottenere
    donare/dono/donazione/lasciare in eredità/affidare + milion*/la somma di/beneficenza/carità/orfani/vedova
    vedova/cancro/tumore/malattia terminale/defunto marito + donare/donazione/fondi/somma/beneficenza
    punti fedeltà/tuoi punti/suoi punti/punti accumulati + scad*/riscatt*/convert*/premi`,
  rescheduleParcel: `pacco/spedizione/consegna/ordine + non è stato possibile/fallit*/non riuscit*/mancata
    pacco/spedizione/consegna/ordine + riprogramm*/in giacenza/trattenut*/in sospeso
    pacco/spedizione/consegna + confermare l'indirizzo/indirizzo incompleto/indirizzo errato/in attesa/bloccat*/al mittente/giacenza
    pacco/spedizione + conferma il tuo indirizzo/confermare il suo indirizzo/aggiorna l'indirizzo/nuova consegna/fermo presso/assente/tentato
    pacco + non è stato consegnato/non consegnat*/tentativo di/fermo/confermi l'indirizzo
    pacco/spedizione/consegna/collo + numero civico/civico/indirizzo errato/indirizzo sbagliato/indirizzo mancante/completare l'indirizzo
    pacco/spedizione/consegna/collo + magazzino/deposito/reso al mittente/ritorno al mittente
    nuova consegna/data di consegna/seconda consegna + scegl*/scelga/program*/selezion*/conferm*/prenot*/fiss*
    giorno di consegna/fascia oraria/riconsegna + scegl*/scelga/program*/selezion*/conferm*/prenot*/fiss*`,
  replyPrivately: `sei/siete/lei è + disponibile/in ufficio/alla scrivania/libero/libera/raggiungibile + rispond*/mail/favore/subito/urgente/momento
    piccolo favore/compito urgente/ho bisogno del/ho bisogno che/riservat*/discrezione/tra noi + rispond*/mail/riunione/non chiamar*/acquisizione
    numero di cellulare/tuo numero/suo numero/numero whatsapp/tuo cellulare + mandami/inviami/scrivimi/dammi/invia/comunic*
    rispond*/scriv* + email personale/mail personale/email privata/indirizzo personale/indirizzo privato
    strettamente riservat*/massima riservatezza/segreto + operazione/acquisizione/transazione/istruzioni/bonifico/rispond*
    massima discrezione/non ne parli/non parlarne + operazione/acquisizione/transazione/istruzioni/bonifico/rispond*
    scriv*/contatt*/messaggio + su whatsapp/via whatsapp/tramite whatsapp/su telegram/ora su whatsapp/via telegram
    hai/ha/puoi/può/potresti + un momento/un minuto/un attimo/aiutarmi con/occuparti/occuparsi/farmi un favore + rispond*/mail/urgente/fammi sapere
    nome completo/nome e cognome + telefono/paese/indirizzo/età/professione + invi*/mand*/rispond*/contatt*`,
  deadline: `entro + 24/48/72/ore/giorni/oggi/la mezzanotte
    nelle prossime/nelle successive + ore/24/48
    immediatamente/quanto prima/al più presto/ultimo avviso/ultimo sollecito/ultima occasione/ultima possibilità/scade oggi/oggi stesso
    senza indugio/tempestivamente`,
  threat: `*account/conto/accesso/carta/casella/profilo/utenza/pacco + sospes*/bloccat*/limitat*/disattivat*/eliminat*/chius*/cancellat*/restituit*
    *account/conto/accesso/carta/casella/utenza + sospensione/blocco/chiusura/disattivazione/perderai/perderà
    insolit*/sospett*/non autorizzat*/anomal*/sconosciut* + *attività/accesso/accessi/transazion*/dispositivo/*operazion*/*addebito
    azioni legali/vie legali/recupero crediti/pignoramento/sanzioni/denuncia/ingiunzione/fermo amministrativo/interessi di mora/procedimento penale
    ufficiale giudiziario`,
  warning: `non chiediamo mai/non chiederemo mai/non chiede mai/non chiederà mai/non ti chiederemo/mai la password/non condividere/non comunicare a
    non cliccare/truffa/truffatori/truffe online/tentativi di truffa/phishing/email false/false email/false comunicazioni/messaggi fraudolenti
    frodi online/diffida*/attenzione alle truffe/attenzione alle false`,
  subscribed: `
    perché ti sei/perché si è/perché sei/ricevi questa/riceve questa/ti sei iscritto/si è iscritto/sei iscritto/hai richiesto/ha richiesto
    il tuo ordine/il suo ordine/tua prenotazione/sua prenotazione/tuo acquisto/suo acquisto/come membro/come socio/come cliente/nostri clienti
    nostri soci/nostri iscritti/grazie per il tuo/grazie per la tua/grazie per aver/la tua iscrizione/la sua iscrizione/su tua richiesta
    su sua richiesta/gentile socio`,
};
