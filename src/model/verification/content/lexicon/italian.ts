import type { Lexicon } from './lexicon.ts';

export const italian: Lexicon = {
  credential: `
    conferma/confermi/verifica/verifichi/aggiorna/aggiorni/convalida ~ tuo/tuoi/suo/suoi/i/il/la/tua/sua ~ account/dati/identità/conto/informazioni/password
    verificare/confermare/aggiornare/convalidare ~ account/dati/identità/conto/informazioni/accesso
    aggiornamento ~ dati/account/conto/obbligatorio/sicurezza
    inserisci/inserire/inserisca ~ password/pin/codice/credenziali
    accesso/attività/tentativo/operazione ~ sospett*/insolit*/anomal*/non autorizzat*
    password ~ scade/scadut*/scadenza
    casella/spazio/archiviazione ~ piena/pieno/esaurit*/limite
    messaggi ~ attesa/bloccati/sospeso
    app ~ banca/sicurezza ~ riattiv*/aggiorn*/disattivat*
    spid ~ scad*/aggiorn*
  `,
  wallet: `
    ! frase di recupero
    ! seed phrase
    portafoglio/wallet ~ verificare/collegare/sincronizzare/bloccato
    bitcoin/btc/cripto ~ prelievo/saldo/gratis/pagamento
  `,
  threat: `
    conto/account/carta/accesso/utenza/servizio ~ bloccat*/sospes*/limitat*/disattivat*/chius*
    blocco/sospensione/disattivazione/chiusura ~ conto/account/carta/servizio/definitiv*
    evitare ~ blocco/sospensione/interruzione/sanzioni/addebiti/chiusura
    sarà ~ bloccat*/sospes*/disattivat*/eliminat*/chius*
    entro ~ 24/48/72/ore
    24/48/72 ore
    ultimo/ultima avviso/promemoria/occasione/possibilità/sollecito
    azioni legali
    motivi di sicurezza
    multa ~ non pagata/pendente
    virus ~ rilevat*
  `,
  payment: `
    pagamento ~ rifiutato/fallito/non riuscito/sospeso/respinto
    aggiorna/aggiornare ~ pagamento/fatturazione/carta
    problema ~ pagamento/fatturazione
    fattura ~ scaduta/insoluta/allegat*
    numero di carta
    addebito ~ conto/carta/non riconosciuto
    metodo di pagamento ~ scad*/aggiorn*
  `,
  renewal: `
    abbonamento/licenza/antivirus/protezione/dominio ~ scadut*/scade/rinnov*/scadenza/sospes*
    rinnova/rinnovare ~ ora/subito/abbonamento
    rinnovo automatico
  `,
  delivery: `
    pacco/spedizione/consegna/ordine ~ attesa/bloccat*/sospes*/trattenut*/giacenza/fermo/magazzino
    non ~ consegnat*/stato ~ consegna*
    tentativo di consegna
    programma*/riprogramma* ~ consegna
    spese ~ spedizione/doganali/consegna/sdoganamento
    dogana/doganali
    indirizzo ~ incompleto/errato
    conferma/confermare ~ consegna/indirizzo/spedizione
    traccia/tracciare ~ pacco/spedizione
    il tuo/suo pacco
  `,
  prize: `
    congratulazioni/complimenti
    hai/sei/ha ~ vinto/selezionat*/vincitore/scelto/stato
    richiedi/ritira/ricevi/reclama/riscatta/ottieni ~ tuo/il/la/premio ~ premio/regalo/ricompensa/buono/carta/omaggio
    premio/regalo/ricompensa/buono/punti ~ attende/riservato/scade/gratis/scadenza
    rispondi/partecipa/completa ~ sondaggio/questionario/domande/concorso
    sondaggio ~ premio/ricompensa/vinci/regalo
    carta/buono regalo
    ultima possibilità/occasione
    possibilità di vincere
    solo ~ spese di spedizione
    giri gratis
  `,
  advanceFee: `
    sono la signora
    vedova
    beneficenza ~
    donare ~ somma/fondo
    copia ~ passaporto/documento
    spese di gestione
    milioni ~ euro/dollari
    milione ~ euro/dollari
    eredità ~
    beneficiario ~ fondi/somma/pagamento
    donazione ~ milion*/euro/somma/lei
    prestito/prestiti ~ offerta/tasso/interesse/privati
    tasso d'interesse
    proposta ~ affari/commerciale
    contattami/contattatemi/mi contatti ~ email
    riservat* ~ strettamente
    lotteria ~ vinto/premio
  `,
  callback: `
    chiama/chiami ~ subito/immediatamente/numero
    se non ~ autorizzato/riconosci/effettuato ~
    numero verde
  `,
  refund: `
    rimborso ~ fiscale/attesa/disponibile/spett*/richied*/agenzia/inps
    hai/ha diritto ~ rimborso/bonus/contributo
    bonus ~ inps/governo/richied*
  `,
  profit: `
    reddito/rendita passiv*
    guadagna/guadagnare ~ soldi/al/giorno/casa/euro
    libertà finanziaria
    prelievo ~ disponibile/approvato/attesa
  `,
  document: `
    documento/file/fattura ~ condivis*/allegat*/disponibile/firma*
    visualizza/apri/scarica/consulta ~ documento/file/fattura/messaggio
    messaggio vocale
  `,
  urgency: `
    urgente
    immediatamente
    subito
    agisci ~ ora/subito
    ultima occasione/possibilità
    solo oggi
    il prima possibile
    non ~ perdere/perderti
    tempo limitato
  `,
  callToAction: `
    clicca/cliccare/cliccando/fai clic ~ qui/link/sotto/pulsante
    accedi ~ qui/ora/link
    verifica/conferma/rinnova/riscatta/partecipa/paga/aggiorna ora/qui/subito
  `,
  anyonesGreeting: `
    gentile/caro/egregio/cara/spettabile cliente/utente/signore/amico/contribuente/vincitore/correntista
  `,
  optIn: `
    ti sei/hai ~ iscritt*/registrat*/creato/acquistato
    la tua ~ prova
    ricevi/riceve ~ perché/poiché
    perché ~ iscritt*/registrat*/cliente/abbonat*
    grazie per ~ iscri*/acquisto/ordine/registra*/prenotazione/aver
    il tuo/suo ~ ordine/abbonamento/acquisto/appuntamento
    la tua/sua ~ prenotazione/iscrizione/fattura
    visualizza ~ browser
    in questo numero
    preferenze ~ email
    annulla* iscrizione
    cancellarti/disiscriverti
  `,
  warning: `
    nessuno/mai ~ chiederà/chiederanno/telefona
    truffa/truffe/raggiro/raggiri
    truffatori/criminali
    false/falsi/falsa ~ email/mail/messaggi/sito
    phishing ~
    non ~ chiederemo/chiede/condividere ~ mai
    mai ~ password/codice/pin
    se non ~ richiesto ~ ignor*
    ignora ~ email/messaggio
    attenzione alle truffe
  `,
  pitch: `
    ho visto che ~
    lavoriamo ~ con/per
    aiutiamo ~
    ho ~ visto/notato/trovato/visitato/scoperto ~ vostro/vostra/tuo/suo/che/la/il ~ sito/azienda/profilo/attività/lavoro
    mi sono imbattut*
    aiutiamo/aiuto/supportiamo ~ aziende/imprese/clienti/agenzie/studi/negozi
    aziende come la vostra/tua/sua
    la/ti/vi contatto ~ per/perché
    vorrei/volevo ~ presentar*/proporr*/chieder*/sapere/mostrar*
    siamo ~ agenzia/azienda/produttor*/fornitor*/specializzat*
    aumentare/incrementare ~ vendite/fatturato/clienti
    più ~ clienti/lead/vendite/contatti
    sarebbe/saresti/sareste ~ interessat*/disponibil*
    potrebbe interessar*
    analisi/consulenza/demo/audit gratuit*
    lead generation
  `,
  smallTalk: `
    offriamo ~
    posso/potrei/possiamo ~
    le/ti/vi piacerebbe ~
    sua/tua/vostra/suo/tuo/vostro ~ azienda/sito/negozio/studio/ristorante/hotel/attività/impresa
    nostri/nostro ~ clienti/servizi/catalogo/prodotti/listino
    preventivo ~
    se ~ interessa/interesse
    al mese
    non ~ interessat*
    fammi/fatemi/mi faccia sapere
    a partire da
    mi chiamo
    il mio nome è
    le/ti/vi scrivo ~
    senza impegno
    domanda veloce
    resto ~ attesa/disposizione
    in attesa ~ riscontro/risposta
    che ne pensi/pensa/dice
    posso ~ inviar*/mandar*/mostrar*
  `,
  meeting: `
    10/15/20/30 minuti ~ chiacchierata/settimana/call/chiamata/sentirci/parlare
    breve/veloce chiamata/call/incontro/chiacchierata/videochiamata
    chiamata/call ~ conoscitiva/breve/veloce/minuti
    fissare/organizzare/programmare ~ chiamata/call/appuntamento/incontro
    prossima/questa settimana ~ chiamata/call/sentirci/disponib*/incontro
    sentirci ~
    disponibilità ~ settimana/chiamata/call
  `,
  probe: `
    persona ~ giusta/corretta/adatta/responsabile
    chi ~ occupa/responsabile/gestisce
    è lei/sei tu ~ responsabile/persona/occupa
    inoltrare ~ persona/collega/responsabile
    indicarmi ~ referente/persona/chi
    referente
  `,
  bump: `
    mia/mio ~ precedente/ultima/ultimo/scorsa ~ email/mail/messaggio
    non ho ~ ricevuto/avuto ~ risposta/riscontro
    torno a ~ scrivere/scriver*
    ha/hai avuto modo ~
    ultimo/ultima ~ email/mail/messaggio/tentativo
    so che ~ impegnat*
    riprendo ~ mail/email
    seguito ~ mia/mio/mail/email
  `,
  acquiredList: `
    ho trovato ~ suo/tuo/vostro/sua/tua ~ contatto/profilo/email/indirizzo
    suo/tuo/vostro ~ profilo/contatto ~ linkedin/google/internet
    lista ~ acquistata
    pubblicamente disponibil*
  `,
  listSale: `
    database/lista/liste/elenco ~ email/contatti/aziende ~ verificat*/aggiornat*/profilat*/vendita
    contatti/lead ~ qualificati/verificati/profilati
    lista dei partecipanti
  `,
  linkBuilding: `
    guest post
    articolo ~ ospite/sponsorizzato
    scambio link
    backlink*
    link ~ rotto/inserire/aggiungere
    vostri/tuoi/suoi lettori
    pubblicare/scrivere ~ articolo
    collaborazione ~ blog/articolo/contenut*
  `,
  recruiting: `
    suo/tuo profilo ~ colpito/interess*/linea/adatt*
    opportunità ~ lavoro/professionale/lavorativa/carriera
    posizione ~ aperta/interess*/ricerca
    candidati ~ qualificati/posizione
    inviare ~ cv/curriculum
    selezione del personale
  `,
  fundraising: `
    round ~ investimento/finanziamento/seed
    investitori ~ cerchiamo/cerca/interessat*
    raccolta ~ capitali/fondi
    pitch deck
    acquistare/vendere/cedere ~ azienda
  `,
  noRelationship: `
    non ci conosciamo
    non mi conosce/conosci
    scusi/scusa/mi scuso ~ disturbo/intrusione
    spero ~ stia/tu ~ bene
    spero che questa ~
    mi ha ~ consigliato/suggerito ~ contattar*
    alla cortese attenzione
  `,
};
