import type { ConceptPhrases } from '../concept.ts';

/** Approaches without a business relationship, and voices of institutions. */
export const italianSenders: ConceptPhrases = {
  firstContact: `imbattuto/imbattuta/ho visto/ho trovato + vostro sito/vostra azienda/tuo sito/tuo profilo/suo profilo/sua azienda
    ho notato/visitando/ho visitato/stavo guardando + vostro sito/vostra azienda/tuo sito/tuo profilo/suo profilo/sua azienda
    imbattuto/ho visto/ho trovato/ho notato/visitando + tua azienda/suo sito/vostro negozio/vostro profilo/tuo negozio/vostro e-commerce
    sono/dirigo/gestisco/siamo/lavoro per/lavoro in + titolare di/fondatore/agenzia/startup/commerciale/consulente/studio specializzato
    suo contatto/tuo contatto/vostro contatto/vostri recapiti/suo nominativo + su google/su linkedin/online/in rete/su internet
    mi chiamo/il mio nome è/mi presento/sono il fondatore/sono fondatore/lavoro per/siamo una/siamo specializzati/ci occupiamo di/mi permetto di
    persona giusta/persona corretta/chi si occupa/il referente giusto/indicarmi la persona`,
  askMeeting: `15 minuti/20 minuti/30 minuti/10 minuti + settimana/disponib*/interess*/fissare/martedì
    breve chiamata/breve call/una demo/videochiamata + settimana/disponib*/interess*/fissare/martedì
    una chiamata/una call/incontro/caffè/due chiacchiere + martedì/giovedì/prossima settimana/questa settimana/fissare/che ne dici/che ne pensa
    sarebbe/saresti/avrebbe/avresti/ha/hai/avete + disponibile/disponibili/qualche minuto/15 minuti/10 minuti
    sarebbe/saresti/avrebbe/avresti/ha/hai/avete + per una chiamata/per una call/sentirci/parlarne
    possiamo/potremmo/posso/vorrei/le propongo/ti propongo + sentirci/fissare/incontrar*/chiamar*/mostrar*/una call/una chiamata/un caffè/parlarne`,
  introduceService: `aiutiamo/aiuto le/offriamo/supportiamo + aziende/imprese/clienti/pmi/professionisti/brand/vendite/lead
    affianchiamo/la nostra agenzia/il nostro team + aziende/imprese/clienti/pmi/professionisti/brand/vendite/lead
    offriamo/sviluppiamo/realizziamo/i nostri sviluppatori + siti web/posizionamento/seo/sviluppo/outsourcing/esternalizz*/marketing/traffico
    aument*/raddoppi*/increment*/ridu* + vostre vendite/tue vendite/vostro fatturato/tuo fatturato/vostri costi/vostro traffico/tuoi clienti
    progettiamo/creiamo/realizziamo/sviluppiamo/produciamo + siti/app/software/aziende/prodotti/imprese/clienti
    forniamo/siamo specializzati/ci occupiamo di + siti/app/software/aziende/prodotti/imprese/clienti
    vostro sito/suo sito/tuo sito/sito web + google/seo/posizion*/lento/errori/restyling/miglior* + clienti/gratis/gratuit*/visite/vendite
    più/nuovi + clienti/contatti/lead/appuntamenti/vendite/prenotazioni + ogni mese/al mese/garanti*/qualificati/senza impegno
    più/nuovi + clienti/contatti/lead/appuntamenti/vendite/prenotazioni + per la vostra/per la tua
    analisi gratuita/audit gratuito/senza impegno/preventivo gratuito/consulenza gratuita/caso studio/caso di successo`,
  followUp: `settimana scorsa/qualche giorno fa/giorni fa/recentemente/scorsa settimana + scritto/contattato/contattata/inviato/mandato
    mia precedente email/mia precedente mail/mia ultima mail/mia ultima email/mia email precedente/mia mail precedente/mio precedente messaggio
    mio ultimo messaggio/faccio seguito alla mia/facendo seguito alla mia/torno a scriver*/la ricontatto/non ho ricevuto risposta
    non ho avuto riscontro/un gentile riscontro/volevo solo sapere se/ultimo tentativo/ha avuto modo/hai avuto modo/avete avuto modo/riprendo la mia
    in merito alla mia mail/riguardo alla mia mail/le scrivo di nuovo/ti scrivo di nuovo/torno sulla mia`,
  sellList: `
    database/elenco email/lista contatti/elenco aziende/liste email/lista partecipanti/banca dati + acquist*/compr*/prezz*/preventivo/vendita
    contatti/indirizzi email/anagrafiche + verificati/profilati/decisori/b2b + acquist*/prezz*/vendita/costo
    decisori/aziende/titolari/imprese + email/contatti/telefoni/indirizzi + elenco/lista/database/prezz*/acquist*`,
  exchangeLinks: `link/un link + scambi*/inserire/pubblicare + vostro sito/vostro blog/tuo sito/tuo blog
    articolo/contenuto/testo + vostro blog/vostro sito/tuo blog/suo sito + pubblic*/link/scriv*/pagamento/ospit*
    guest post/articolo ospite/scambio link/scambio di link/backlink*/articolo sponsorizzato/articoli sponsorizzati/link dofollow/link building`,
  recruit: `posizione/offerta di lavoro/opportunità/ruolo/candidat* + tuo profilo/suo profilo/tua esperienza/mio cliente
    posizione/offerta di lavoro/opportunità/ruolo/candidat* + ral/curriculum/cv/retribuzione
    candidati/personale/talenti/professionisti + selezione/ricerca/somministrazione/recruiting/inserimento
    da casa/lavoro da remoto/smart working/part time + al giorno/a settimana/nessuna esperienza/senza esperienza/guadagn*/settimana
    orario libero/orari flessibili + al giorno/a settimana/nessuna esperienza/senza esperienza/guadagn*/settimana
    nessuna esperienza/senza esperienza + richiest*/necessari*/guadagn*/whatsapp/al giorno/telefono
    tuo cv/suo cv/tuo curriculum/suo curriculum/tuo profilo/suo profilo + notato/colpit*/selezionat*/interessante/in linea`,
  authority: `
    agenzia delle entrate/agenzia entrate/guardia di finanza/polizia postale/polizia di stato/carabinieri/agenzia delle dogane/dogana/inps/inail
    tribunale/procura della repubblica/ministero/prefettura/questura/agenzia delle entrate-riscossione/ufficiale giudiziario
    pubblica amministrazione/pagopa/sistema tessera/europol/cassetto fiscale/motorizzazione civile/polizia locale/comune di`,
  bank: `la tua banca/la sua banca/banca online/home banking/servizio antifrode/ufficio antifrode/area sicurezza/sicurezza banca/ufficio sicurezza
    servizio carte/servizio clienti banca/internet banking/banking online/cassa di risparmio/istituto bancario`,
  carrier: `
    il corriere/servizio corriere/servizio di consegna/servizio postale/corriere espresso/centro spedizioni/ufficio spedizioni/servizio spedizioni
    ufficio postale/servizio pacchi`,
  insurer: `tessera sanitaria/assicurazione sanitaria/servizio sanitario/fondo sanitario/assistenza sanitaria/cassa mutua/compagnia assicurativa`,
  provider: `il tuo fornitore/il suo fornitore/tuo operatore/suo operatore/ufficio fatturazione/servizio abbonamenti/servizio di streaming
    fornitore di energia/servizio elettrico`,
  exchange: `piattaforma crypto/piattaforma di trading/exchange di criptovalute/supporto wallet/assistenza wallet/piattaforma di scambio`,
  itDesk: `
    reparto it/ufficio it/supporto it/assistenza informatica/supporto informatico/servizi informatici/ufficio informatico/amministratore di sistema
    amministratore di posta/amministratore della posta/help desk informatico/team it/assistenza webmail/servizio webmail/supporto tecnico
    centro elaborazione`,
  staffOffice: `
    risorse umane/ufficio del personale/ufficio personale/ufficio paghe/ufficio hr/reparto hr/team hr/ufficio stipendi/direzione del personale`,
  boss: `
    amministratore delegato/direttore generale/il tuo direttore/direttore finanziario/direttore amministrativo/amministratore unico/nostro direttore`,
};
