import type { OwnMail } from '../own-mail.ts';
import { button, cardSheet, letterSheet, tableSheet } from './sheets.ts';

/** Honest mail in French, Spanish, Portuguese and Italian. */
export const honestRomance: readonly OwnMail[] = [
  {
    name: 'fresh honest: fr code de connexion',
    lang: 'fr',
    subject: 'Code de connexion : 305 772',
    from: { displayName: 'Mutuelle du Val', address: 'ne-pas-repondre@mutuelleduval.fr' },
    text: `Votre code est le 305772, valable 10 minutes. Aucun conseiller ne vous le demandera jamais.

Se désinscrire : {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: fr relance de facture',
    lang: 'fr',
    subject: 'Facture F-0932 en attente de règlement',
    from: { displayName: 'Atelier Lestrade, comptabilité', address: 'compta@atelier-lestrade.fr' },
    text: `Madame, Monsieur,

Sauf erreur de notre part, la facture F-0932 du 2 avril, d'un montant de 540,00 € TTC, reste impayée à ce jour malgré notre rappel du 5 mai.

Nous vous prions de bien vouloir la régler sous huit jours, aux coordonnées bancaires qui figurent sur la facture. À défaut, nous serions contraints d'engager une procédure de recouvrement.

Si le règlement est déjà parti, ne tenez pas compte de ce message.

Bien cordialement,
Solène Aubrac
Atelier Lestrade SARL, 12 rue des Tanneurs, Annonay

Ne plus recevoir nos courriels : {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: fr compte bientot suspendu',
    lang: 'fr',
    subject: 'Votre hébergement sera suspendu le 12 juin',
    from: { displayName: 'Ardoise Hébergement', address: 'facturation@ardoise-hebergement.fr' },
    html: cardSheet({
      brand: 'Ardoise',
      site: 'ardoise-hebergement.fr',
      body: `<p>Bonjour {{firstName}},</p><p>Le prélèvement de 35,88 € pour votre offre « Petit site » a été rejeté deux fois. Sans règlement de votre part, le site sera suspendu le <b>12 juin</b> et effacé un mois plus tard.</p>
${button('https://client.ardoise-hebergement.fr/paiement', 'Mettre à jour ma carte', '#be123c')}<p>Une difficulté ? Répondez à ce message, c'est Gaël qui lit.</p>`,
      foot: 'Ardoise SCOP, Angers',
      leave: 'Se désabonner',
    }),
  },
  {
    name: 'fresh honest: fr appel aux dons',
    lang: 'fr',
    subject: 'Il nous manque 8 000 € avant dimanche',
    from: { displayName: 'Les Amis du Phare', address: 'contact@amisduphare-kerlann.org' },
    html: letterSheet(
      `<p>Chères amies, chers amis,</p><p>La lanterne du phare de Kerlann ne passera pas l'hiver. L'artisan est prêt, l'échafaudage aussi. Il nous manque 8 000 € sur 52 000, et l'offre de la fondation tombe dimanche soir.</p><p>Si chaque adhérent donne 25 €, nous y sommes. <a href="https://amisduphare-kerlann.org/don">Je donne</a>. Un reçu fiscal vous parviendra en janvier.</p><p>Merci du fond du cœur,<br>Yvonne Le Bihannic, présidente</p>`,
      'Vous êtes adhérent de l’association. <a href="{{unsubscribeUrl}}">Se désinscrire</a>',
    ),
  },
  {
    name: 'fresh honest: fr conference reservee aux clients',
    lang: 'fr',
    subject: 'Mardi à 11 h : la facture électronique dans Bordereau',
    from: { displayName: 'Bordereau', address: 'clients@bordereau-logiciel.fr' },
    text: `Bonjour {{firstName}},

En tant que client, vous êtes invité à notre atelier en ligne de mardi, à 11 h : ce qui change avec la facture électronique et ce que Bordereau fera pour vous. 30 minutes, puis vos questions.

Inscription : https://bordereau-logiciel.fr/atelier
Les places sont limitées à 100, l'enregistrement sera envoyé à tous les inscrits.

L'équipe Bordereau
Désinscription : {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: es restablecer contrasena',
    lang: 'es',
    subject: 'Restablece tu contraseña',
    from: { displayName: 'Azulejo', address: 'cuenta@azulejoapp.es' },
    text: `Hola, {{firstName}}:

Alguien pidió una contraseña nueva para tu cuenta. Si fuiste tú, elige otra aquí, en la próxima hora: https://azulejoapp.es/clave/e07b-41

Si no, borra este correo. Tu contraseña no ha cambiado.

Azulejo · Darse de baja: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: es recibo de la luz',
    lang: 'es',
    subject: 'Tu factura de la luz: 47,12 €',
    from: { displayName: 'Cierzo Energía', address: 'facturas@cierzoenergia.es' },
    html: tableSheet({
      brand: 'Cierzo Energía',
      site: 'correo.cierzoenergia.es',
      preheader: 'La cargaremos el 9 de junio',
      body: `<p>Hola, {{firstName}}:</p><p>Ya está tu factura de mayo.</p><table width="100%"><tr><td>Energía</td><td align="right">31,08 €</td></tr><tr><td>Potencia</td><td align="right">11,40 €</td></tr><tr><td>Impuestos</td><td align="right">4,64 €</td></tr></table><p>La cargaremos en tu cuenta terminada en 3301 el 9 de junio.</p>
${button('https://clic.correo.cierzoenergia.es/f/a/9xQ~~/AAQ/RgRo', 'Ver la factura', '#ca8a04')}<p>¿Has cambiado de banco? Dínoslo en tu área de cliente, nunca por correo.</p>`,
      foot: 'Cierzo Energía, S. Coop., Zaragoza',
      leave: 'Darme de baja',
    }),
  },
  {
    name: 'fresh honest: es sorteo de una libreria',
    lang: 'es',
    subject: '¡Enhorabuena! Has ganado nuestro lote de libros',
    from: { displayName: 'Librería La Carcoma', address: 'hola@libreriacarcoma.com' },
    text: `¡Hola, {{firstName}}!

Dejaste tu papeleta en la urna el Día del Libro y ha salido la tuya. El lote (cinco novelas, valoradas en 98 €) te espera en el mostrador hasta el 15 de julio. Trae este correo. No hay que pagar nada.

Un abrazo,
Remedios y Toño

Para no recibir más noticias: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: es vacuna del colegio',
    lang: 'es',
    subject: 'Autorización pendiente para la vacunación',
    from: { displayName: 'CEIP Río Alhárabe', address: 'secretaria@ceiprioalharabe.es' },
    text: `Estimadas familias:

El jueves viene el equipo de enfermería a vacunar a 6.º. Faltan nueve autorizaciones firmadas. Sin firma no se vacuna a nadie, y habría que pedir cita en el centro de salud. Pueden entregarla en conserjería o subirla a la plataforma de siempre.

Secretaría
Baja de esta lista: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: pt codigo pix',
    lang: 'pt',
    subject: 'Seu código de segurança',
    from: { displayName: 'Jatobá Pagamentos', address: 'seguranca@jatobapagamentos.com.br' },
    text: `668 201 é o seu código. Vale por 5 minutos. Não passe para ninguém: a Jatobá nunca liga pedindo código.

Cancelar inscrição: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: pt boleto vencido',
    lang: 'pt',
    subject: 'Sua mensalidade venceu ontem',
    from: { displayName: 'Escola de Música Sanhaço', address: 'financeiro@musicasanhaco.com.br' },
    html: cardSheet({
      brand: 'Sanhaço',
      site: 'musicasanhaco.com.br',
      body: `<p>Oi, {{firstName}}, tudo bem?</p><p>O boleto de maio (R$ 280,00) venceu ontem e ainda não caiu aqui. Você pode gerar a segunda via sem juros até sexta:</p>
${button('https://aluno.musicasanhaco.com.br/boletos', 'Gerar segunda via', '#4338ca')}<p>Depois disso a matrícula fica suspensa até o pagamento. Se já pagou, desconsidere. Se o mês apertou, fale com a Cleide.</p>`,
      foot: 'Escola de Música Sanhaço Ltda., Juiz de Fora',
      leave: 'Descadastrar',
    }),
  },
  {
    name: 'fresh honest: pt carta de fundadora',
    lang: 'pt',
    subject: 'posso te perguntar uma coisa?',
    from: { displayName: 'Iara, da Caderneta', address: 'iara@caderneta.app' },
    html: letterSheet(
      `<p>Oi, {{firstName}},</p><p>Aqui é a Iara, que fez a Caderneta. Vi que você criou sua conta na semana passada e já lançou 30 gastos. Que bom!</p><p>O que quase fez você desistir? Responde este e-mail com uma frase, leio tudo. Se preferir conversar, <a href="https://caderneta.app/conversa">marca 15 minutos comigo</a>.</p><p>Obrigada,<br>Iara</p>`,
      'Você recebe porque tem uma conta. <a href="{{unsubscribeUrl}}">Sair da lista</a>',
    ),
  },
  {
    name: 'fresh honest: pt entrega da loja em portugal',
    lang: 'pt',
    subject: 'A sua encomenda não foi entregue hoje',
    from: { displayName: 'Olaria da Serra', address: 'encomendas@olariadaserra.pt' },
    text: `Boa tarde, {{firstName}},

O estafeta passou às 11h20 e não encontrou ninguém. A encomenda OS-281 volta a sair amanhã; se preferir, escolha outro dia em https://olariadaserra.pt/encomenda/OS-281. Não há nada a pagar.

Olaria da Serra, Redondo
Cancelar: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: it accesso sospetto',
    lang: 'it',
    subject: 'Abbiamo bloccato un accesso al tuo conto',
    from: { displayName: 'Banca del Carso', address: 'avvisi@bancadelcarso.it' },
    text: `Gentile {{firstName}},

alle 02:37 qualcuno ha provato ad accedere al tuo conto da un dispositivo sconosciuto e ha sbagliato il PIN tre volte. Per sicurezza l'accesso online è bloccato. Il denaro è al suo posto.

Per sbloccarlo apri l'app, oppure passa in filiale con un documento. In questa e-mail non c'è nessun link, e non ti chiederemo mai codici per telefono.

Banca del Carso, Gorizia
Disiscriviti dagli avvisi: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh honest: it scadenza del bollo',
    lang: 'it',
    subject: 'Promemoria: il modello unico scade il 30',
    from: { displayName: 'Studio Ferrarin', address: 'segreteria@studioferrarin.it' },
    html: letterSheet(
      `<p>Gentile cliente,</p><p>il 30 giugno scade il versamento delle imposte. Mancano ancora le sue ricevute mediche e la certificazione del datore di lavoro. Senza di esse non possiamo chiudere la dichiarazione, e oltre il termine si applica una sanzione.</p><p>Può caricarle nell'<a href="https://area.studioferrarin.it/documenti">area clienti</a> o portarle in studio. Il pagamento va fatto con il modello che le manderemo, mai su un IBAN ricevuto per e-mail.</p><p>Cordiali saluti,<br>Ornella</p>`,
      'Studio Ferrarin, Thiene (VI). <a href="{{unsubscribeUrl}}">Cancellati</a>',
    ),
  },
  {
    name: 'fresh honest: it saldi per le socie',
    lang: 'it',
    subject: 'Solo 24 ore: -40% per chi ha la tessera',
    from: { displayName: 'Filo & Trama', address: 'ciao@news.filoetrama.it' },
    html: tableSheet({
      brand: 'Filo & Trama',
      site: 'news.filoetrama.it',
      preheader: 'Affrettati, le taglie finiscono',
      body: `<h1>Ultime ore!</h1><p>Ciao {{firstName}}, domani aprono i saldi per tutti. Oggi solo per te che hai la tessera: <b>-40%</b> su lino e cotone, con il codice TESSERA40.</p>${button('https://go.filoetrama.it/k/tt9?c=saldi', 'Compra ora', '#9d174d')}`,
      foot: 'Filo &amp; Trama S.r.l., Biella. Ricevi questa mail perché hai la nostra tessera.',
      leave: 'Annulla iscrizione',
    }),
  },
  {
    name: 'fresh honest: it proposta ai soci della cooperativa',
    lang: 'it',
    subject: 'Assemblea il 18 e quota da versare',
    from: { displayName: 'Coop Montelago', address: 'soci@coopmontelago.it' },
    text: `Cari soci,

l'assemblea è il 18 alle 20:30 nella sala della parrocchia. All'ordine del giorno il bilancio e l'investimento nei nuovi pannelli: cerchiamo 40.000 euro di prestito sociale al 2%, ve lo spiega Dario. Nessun obbligo.

La quota annuale (30 euro) si paga alla cassa. Chi non può venire lasci la delega.

La presidente
Per uscire dalla lista: {{unsubscribeUrl}}`,
  },
];
