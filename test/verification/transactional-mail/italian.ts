import type { Sayings } from './situations.ts';

export const italian: Sayings = {
  receipt: [
    'La tua ricevuta da {p}',
    'Grazie per il tuo ordine. Hai pagato 49,00 € con {b}; oggi è stata addebitata la carta che termina con 4242. Trovi la ricevuta nel tuo account {p}.',
    'Vedi ricevuta',
  ],
  reset: [
    'Reimposta la password di {p}',
    'È stata richiesta una nuova password per il tuo account {p}. Se sei stato tu, sceglila entro un’ora. Altrimenti ignora questo messaggio: non cambia nulla.',
    'Scegli la password',
  ],
  code: [
    '482 913 è il tuo codice {p}',
    'Inserisci questo codice per accedere a {p}: 482 913. È valido per dieci minuti. Non te lo chiederemo mai per telefono.',
    'Apri {p}',
  ],
  invoice: [
    'Fattura 2026-1107 di {p}',
    'La fattura di novembre è pronta: 129,00 € per il piano team, scadenza 30 novembre. Puoi pagare con carta, bonifico o {b}.',
    'Paga la fattura',
  ],
  reminder: [
    'Promemoria: fattura 2026-1006',
    'Ci risulta ancora aperta la fattura 2026-1006 di 129,00 €. Se hai già pagato, non tenere conto di questo messaggio. Un saluto dall’amministrazione di {p}.',
    'Vedi fattura',
  ],
  failedPayment: [
    'Pagamento non riuscito',
    'La tua banca ha rifiutato il pagamento dell’abbonamento a {p}. Aggiorna la carta o paga con {b} perché l’abbonamento continui.',
    'Aggiorna il pagamento',
  ],
  signIn: [
    'Nuovo accesso al tuo account {p}',
    'Il tuo account è stato appena usato da un nuovo dispositivo: Firefox su Linux, vicino a Lecce, alle 14:02. Se sei stato tu, va tutto bene. Altrimenti cambia la password.',
    'Controlla i dispositivi',
  ],
  addressChanged: [
    'Il tuo indirizzo e-mail è cambiato',
    'L’indirizzo del tuo account {p} ora è ada@example.com. Se non sei stato tu, scrivici entro tre giorni e lo ripristiniamo.',
    'Non sono stato io',
  ],
  shipped: [
    'Il tuo ordine {p} è in viaggio',
    'Questa mattina abbiamo affidato il pacco a {b}. Arriverà giovedì tra le dieci e le quattordici. Non serve essere a casa.',
    'Segui il pacco',
  ],
  event: [
    'Domani alle 10: riunione con Grazia',
    'Ti ricordiamo l’appuntamento di domani alle 10, prenotato con {p} e salvato nel tuo calendario {b}. Per spostarlo usa il link.',
    'Cambia orario',
  ],
  invitation: [
    'Grazia ti ha invitato su {p}',
    'Grazia Conti ti ha invitato nello spazio «Porto» su {p}. Puoi entrare con il tuo account {b} o scegliere una password. L’invito vale una settimana.',
    'Entra nello spazio',
  ],
  trialEnds: [
    'La tua prova di {p} finisce tra tre giorni',
    'La prova gratuita finisce venerdì. Per conservare i tuoi progetti scegli prima un piano. Se non fai nulla, non ti verrà addebitato nulla.',
    'Scegli un piano',
  ],
  accountCloses: [
    'Il tuo account {p} verrà chiuso',
    'Ci hai chiesto di chiudere il tuo account. Verrà eliminato con tutti i dati il 1° dicembre. Se hai cambiato idea, accedi prima di quel giorno.',
    'Mantieni l’account',
  ],
  storageFull: [
    'Il tuo spazio {p} è quasi pieno',
    'Stai usando 9,4 GB su 10. Quando sarà pieno non potrai salvare nuovi file. Elimina ciò che non serve o aggiungi 100 GB per 2 € al mese.',
    'Gestisci lo spazio',
  ],
  twoFactor: [
    'Attiva la verifica in due passaggi di {p}',
    'Il tuo team richiede la verifica in due passaggi dal 1° dicembre. Con {b} Authenticator o un’altra app basta un minuto. Senza, dopo quel giorno non potrai accedere.',
    'Attivala',
  ],
  exportReady: [
    'La tua esportazione da {p} è pronta',
    'L’esportazione richiesta è pronta: 1.204 contatti, 18 MB. Puoi scaricarla per 48 ore, poi verrà eliminata.',
    'Scarica',
  ],
  termsChange: [
    'Le nostre condizioni cambiano dal 1° gennaio',
    'Le condizioni di {p} sono più brevi e spiegano il ruolo di {b} per i pagamenti. Valgono dal 1° gennaio. Se non sei d’accordo, puoi recedere prima senza costi.',
    'Leggi le condizioni',
  ],
  refund: [
    'Il tuo rimborso di 24,90 € è in arrivo',
    'Abbiamo ricevuto il reso e rimborsato 24,90 € sul tuo conto {b}. Possono servire fino a cinque giorni lavorativi. Grazie per aver scelto {p}.',
    'Vedi rimborso',
  ],
  passwordChanged: [
    'La password di {p} è stata cambiata',
    'La password del tuo account è stata cambiata oggi alle 9:41. Se sei stato tu, va tutto bene. Altrimenti reimpostala e scrivici.',
    'Proteggi l’account',
  ],
  confirmAddress: [
    'Conferma il tuo indirizzo per {p}',
    'Benvenuto in {p}! Conferma che questo è il tuo indirizzo, così riceverai ricevute e avvisi di sicurezza. Il link vale 24 ore.',
    'Conferma indirizzo',
  ],
};
