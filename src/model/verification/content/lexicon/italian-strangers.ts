import type { Lexicon } from './lexicon.ts';

export const italianStrangers: Lexicon = {
  introduction: `
    mi chiamo
    il mio nome è
    sono ~ di/fondatore/fondatrice/titolare/responsabile/consulente/commerciale/direttore/direttrice
    siamo ~ agenzia/azienda/produttori/produttore/fornitori/fornitore/studio/startup/specializzat*/grossisti/importatori
    la nostra azienda ~
    produciamo/realizziamo/forniamo/distribuiamo/importiamo/installiamo/sviluppiamo/noleggiamo/effettuiamo/disponiamo
    ci occupiamo di
    mi occupo di
    mi permetto di ~
    le/vi/ti scrivo ~
    le/vi/ti contatto ~
    volevo/vorrei/vorremmo ~ presentar*/sottopor*/proporr*
    per conto di
    a nome di
    rappresento
    specializzat* ~ in/nella/nel
  `,
  readersBusiness: `
    sua/suo/vostra/vostro/tua/tuo ~ azienda/attività/negozio/sito/studio/ristorante/hotel/albergo/agenzia/impresa/marchio/podcast/blog/programma/cantina/magazzino/flotta/ufficio/settore/officina/ditta/locale/struttura/trasmissione
    suoi/vostri/tuoi/vostre/sue ~ clienti/pazienti/lettori/ascoltatori/vendite/costi/concorrenti/dipendenti/campagne/spedizioni/mezzi/bollette/uffici/competitor
    aziende/imprese/negozi/ristoranti/studi come
    nel suo/vostro/tuo ~ settore/campo
    spett le
    spettabile ~
    gentile/egregio ~ titolare/direttore/imprenditore
    come la sua/vostra/tua
    come il suo/vostro/tuo
  `,
  trade: `
    lead/contatti/nominativi
    posizionamento/seo/visibilità
    creazione ~ siti/sito
    realizzazione ~ siti/sito
    sviluppo ~ software/web/app
    preventivo/quotazione/quotazioni
    listino/catalogo/campione/campioni/campionatura
    ordine minimo
    ingrosso/produttore/fornitore
    fatturato
    pulizie/pulizia ~ uffici
    fotovoltaic*
    finanziamento/liquidità/factoring
    sponsor*/stand/fiera
    collaborazione/partnership
    provvigione/provvigioni
    candidati/selezione
    risparmiare/ridurre/risparmio ~ costi/bolletta/spese
    trasporti/trasporto/spedizioni/groupage
    database/elenco ~ aziende
    esternalizz*
    cessione ~ azienda
    una tantum
    nome di dominio
    rifacimento/restyling ~ sito
    video ~ aziendale/promozionale
    centralino/pos/telefonia
    bolletta/fornitura ~ luce/gas/energia
    abbigliamento da lavoro/divise/imballaggi
    traduzioni/sottotitoli
    gdpr/cybersecurity
    formazione ~ dipendenti/finanziata/personale
    bandi/contributi/credito d'imposta
    macchina/macchine ~ caffè
    noleggio
    esportate/esportazione/importazione
    campagne ~ commerciali
  `,
  proof: `
    abbiamo ~ aiutato/aumentato/ridotto/lavorato/realizzato
    ha/hanno ~ risparmiato/aumentato/raddoppiato/ridotto
    caso/casi ~ studio/successo
    nostri clienti ~ risparmiano/ottengono
    più ~ prenotazioni/clienti/vendite/richieste
    per cento ~ più/meno
    anni di esperienza
    senza ~ vincoli/rischi/costi/impegno
    risultati ~ in/garantiti
    referenze
  `,
  smallAsk: `
    interessat*/interessa/interesserebbe
    le/vi/ti ~ andrebbe/interessa/interesserebbe/piacerebbe/va
    avrebbe/avreste/ha/avete ~ minuti/tempo/disponibilità/interesse
    posso/potrei/possiamo/potremmo ~ inviar*/mostrar*/chiamar*/mandar*/passare/parlare/presentar*/telefonar*
    le/vi/ti ~ invio/mando/mostro/chiamo
    con chi ~ posso/potrei/parlare
    quando ~ posso/potremmo/possiamo/sentirci
    può scegliere
    mi faccia/fammi/fatemi sapere
    risponda/rispondi/rispondete ~ sì/a/con
    che ne ~ pensa/dice/dite/pensate
    resto ~ attesa/disposizione
    restiamo ~ attesa/disposizione
    avrebbe senso
    una chiamata
    al telefono
    se lo desidera
    un incontro
    vi chiediamo ~ gentilmente
  `,
  replyOptOut: `
    non ~ interessat*/interessa
    non ~ ricevere ~ più/altre
    non ~ essere ~ ricontattat*/contattat*
    scus* ~ disturbo
    se non ~ persona/lei/interesse/corretta
    risponda/rispondi ~ stop/no
    non la/vi/ti disturberò
  `,
  flattery: `
    complimenti ~ per
    mi piace ~
    mi è piaciuto/piaciuta
    adoro/ammiro ~ il/la/suo/vostro
    seguo/ascolto/leggo ~ il/la/suo/vostro/vostra
    mi ha colpito
    ha attirato ~ attenzione
    bel/ottimo/splendido lavoro/sito/progetto
    colpit* ~ dal/dalla/vostro
  `,
  pitch: `
    ho/abbiamo ~ visto/notato/letto/analizzato/visitato/guardato ~ che/il/la/vostro/suo/tuo
    avendo ~ visto/notato/letto
    navigando/passando/cercando ~ sul/davanti/online
    cercate/cerca/avete bisogno ~
    quanto ~ pagate/paga/perdete/perde/costa
    è/siete ~ soddisfatt*
    possiamo/potremmo ~ aiutar*/offrir*
    lavoro/lavoriamo ~ con ~ aziende/ditte/negozi/studi/come
    vorremmo ~ sottopor*/presentar*/propor*
  `,
  bump: `
    le/vi/ti ~ avevo/ho scritto/inviato
    senza ~ risposta/riscontro
    non ho ~ avuto/ricevuto
    ultimo tentativo
    mi permetto di ~ insistere/tornare
    sollecito
  `,
  probe: `
    chi ~ gestisce/segue/decide/acquista
    a chi ~ posso/rivolger*
    può/puoi/potrebbe ~ indicarmi/girare/inoltrare
    vi chiediamo ~ inoltrare
    ufficio ~ acquisti/spedizioni/competente
  `,
  meeting: `
    10/15/20/30/venti/quindici minuti ~
    quarto d'ora
    un caffè
    passare a ~ trovarvi/trovarla
    demo ~ minuti
    la chiamo
  `,
  recruiting: `
    mio/nostro cliente ~ cerca/ricerca
    riservat* ~ ricerca/posizione/colloquio
    candidato/candidata ~ per/disponibile
    vostro/vostra annuncio
  `,
  listSale: `
    elenco/database/lista ~ aziende/nominativi/contatti
    nominativi
    campione ~ gratuito ~ nominativi/contatti
  `,
  noRelationship: `
    non ci siamo ~ conosciuti/incontrati
    fonti pubbliche
  `,
  relation: `
    ha/hai/avete ~ attivato/caricato/importato/creato/iniziato/provato
    ci ~ ha/hai/avete ~ chiesto/richiesto/scritto/contattato
    come ~ concordato/promesso/anticipato
    al nostro ~ stand
    la tua/sua ~ prova/richiesta
    spett/spettabile/gentile/gentili ~ cliente/clienti/fornitore/fornitori/socio/soci
    non hai/ha ancora
    complet* ~ tuo/suo profilo
    invita/inviti ~ team/colleghi/amici
    passa/passare ~ piano
    disdi*/annull* ~ qualsiasi momento
    la maggior parte ~ utenti/membri
    nostri utenti
    invita un amico
    da 0/1 a 10
    centro assistenza
    tue/tuoi/sue/suoi ~ impostazioni/risultati/preferenze/progressi
    nel tuo/suo ~ account/profilo/pannello
    tuo/tua/suo/sua/vostro/vostra ~ ordine/prenotazione/iscrizione/abbonamento/acquisto/fattura/appuntamento/account/biglietto/biglietti/donazione/quota/corso/lezione/prova/contratto/spedizione/pacco/soggiorno/visita/tessera/posto
    ti/si/vi sei/è/siete ~ iscritt*/registrat*/acquistato/ordinato/prenotato/disdetto/chiesto/scaricato/partecipato/creato/donato/abbonat*
    lista d'attesa
    hai/ha/avete ~ acquistato/ordinato/prenotato/disdetto/chiesto/richiesto/scaricato/partecipato/creato/donato
    soci/iscritti
    consiglio direttivo
    anni ~ con noi
    benvenut*
    grazie ~ per ~ ordine/acquisto/iscrizione/prenotazione/sostegno/donazione/visita/fiducia/pazienza/partecipa*/esser*/aver*
    a ~ presto/domani/sabato/domenica/venerdì
    ci vediamo
    come ~ socio/socia/cliente/membro/abbonato/iscritto/volontario
    cari/care/caro/cara/gentili ~ soci/socie/genitori/amici/lettori/clienti/vicini/allievi/socio/socia/cliente/condomini
    nostri ~ soci/lettori/abbonati/allievi/volontari/donatori/iscritti
    ricevi/riceve ~ perché/questa
    assemblea ~ soci/ordinaria/generale
    associazione
    nuova versione
    novità
    orari/orario ~ apertura/estivo
    sondaggio/questionario
    prossima/prossimo ~ lezione/prova/riunione/incontro/sessione
    numero ~ ordine/cliente/tessera
    bollettino
    tua/sua/vostra/nuova password
    reimposta*/cambia* ~ password
    informativa ~ privacy
    condizioni ~ generali/uso/servizio
    scade/scadenza ~ il/tra
    suo/tuo ~ polizza/assicurazione
    concorso/estrazione
    ci manchi
    consiglier* ~ amico/ci
    tuo/suo figlio/figlia
    codice di ~ verifica/sicurezza
    ignora/ignori ~ messaggio/email
    non ~ richiesto
    tua/sua opinione
  `,
  circle: `
    ora disponibile
    ora puoi/può
    nuova funzione/funzionalità
    nuove funzioni/funzionalità
    ti presentiamo
    acquista ora
    codice sconto
    valido/valida fino
    fino ad esaurimento
    ricetta/ricette
    notizie/aggiornamenti
    questo mese
    ciao a ~ tutti/tutte
    cari ~ tutti/amici
    iscrizioni ~ aperte/entro
    biglietti/ingresso
    porte aperte
    programma/stagione/concerto/festa/natale
    donare/donazioni/volontari
    leggi tutto/di più
    saldi/spedizione gratuita
    webinar
    scuola/parrocchia/coro/museo/biblioteca/teatro/comune
  `,
};
