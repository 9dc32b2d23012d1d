import type { OwnMail } from '../own-mail.ts';
import { webmailSheet } from './sheets.ts';

/** Unsolicited approaches in French, Spanish, Portuguese and Italian. */
export const coldRomance: readonly OwnMail[] = [
  {
    name: 'fresh cold: fr prospection en automatique',
    lang: 'fr',
    subject: 'votre prospection, {{firstName}}',
    from: { displayName: 'Maxence Derouet', address: 'maxence@leadbruyere.com' },
    text: `Bonjour {{firstName}},

Je me permets de vous écrire car j'ai vu que {{company}} recrutait deux commerciaux.

Et si vos rendez-vous se prenaient tout seuls ? Nous remplissons l'agenda de PME comme la vôtre, 12 rendez-vous par mois en moyenne, et vous ne payez qu'au résultat.

Seriez-vous disponible jeudi pour un échange de 15 minutes ?

Bien à vous,
Maxence

Si vous ne souhaitez plus de messages : {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: fr relance breve',
    lang: 'fr',
    subject: 'Re: votre prospection, {{firstName}}',
    from: { displayName: 'Maxence Derouet', address: 'maxence@leadbruyere.com' },
    text: `Je fais remonter mon message en haut de votre boîte, au cas où. Êtes-vous la bonne personne, ou dois-je m'adresser à un collègue ?

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: fr cabinet de recrutement',
    lang: 'fr',
    subject: 'Profil de comptable disponible',
    from: { displayName: 'Clarisse Montfaucon', address: 'c.montfaucon@talents-rivage.fr' },
    html: webmailSheet(
      '<div>Bonjour,</div><div><br></div><div>Je suis consultante dans un cabinet de recrutement et j’accompagne en ce moment une comptable confirmée, huit ans en cabinet, libre sous un mois, qui souhaite se rapprocher de votre ville. Son profil m’a tout de suite fait penser à {{company}}.</div><div><br></div><div>Puis-je vous adresser son CV anonymisé ? Nos honoraires ne sont dus qu’en cas d’embauche.</div>',
      'Clarisse Montfaucon<br>Talents Rivage<br><a href="https://talents-rivage.fr">talents-rivage.fr</a>',
      '<a href="{{unsubscribeUrl}}">Ne plus être contacté</a>',
    ),
  },
  {
    name: 'fresh cold: fr site web trop lent',
    lang: 'fr',
    subject: 'Un souci sur votre site',
    from: { displayName: 'Yanis', address: 'yanis@agence-corail-web.fr' },
    text: `Bonjour l'équipe {{company}},

En cherchant un traiteur dans le coin je suis tombé sur votre site. Vos plats donnent faim ! Dommage qu'il n'apparaisse qu'en quatrième page. J'ai repéré trois corrections simples qui vous feraient gagner des clients dès ce mois-ci.

Je vous les envoie gratuitement ? Dites-moi juste oui.

Yanis, agence Corail

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: fr attachee de presse',
    lang: 'fr',
    subject: 'Idée de sujet : le miel urbain',
    from: { displayName: 'Apolline Garance', address: 'apolline@garance-relations.fr' },
    text: `Bonjour {{firstName}},

J'espère que vous allez bien. À l'approche de la semaine des abeilles, je souhaitais vous présenter Toits & Ruches, la jeune entreprise qui installe des ruches sur les bureaux. Son fondateur est disponible pour une interview dès demain, et nous pouvons vous faire parvenir un coffret.

Est-ce que cela pourrait vous intéresser pour un prochain numéro ?

Belle journée,
Apolline

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: es agencia de anuncios',
    lang: 'es',
    subject: 'una idea para {{company}}',
    from: { displayName: 'Borja Salcedo', address: 'borja@despegueads.com' },
    text: `Hola, {{firstName}}, ¿qué tal?

He visto vuestra tienda y me ha encantado el producto, pero creo que estáis dejando dinero en la mesa: no tenéis campañas de recuperación de carritos. A una marca parecida le sumamos 22.000 € al mes con tres correos y un anuncio.

¿Te va bien una llamada de quince minutos esta semana y te cuento cómo? Sin compromiso.

Un saludo,
Borja

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: es proveedor de aceite',
    lang: 'es',
    subject: 'Proveedor de aceite de oliva para su empresa',
    from: { displayName: 'Exportaciones Olivagranda', address: 'ventas@olivagranda-export.com' },
    text: `Estimados señores:

Nos dirigimos a ustedes para presentarles nuestra empresa, dedicada a la producción y venta al por mayor de aceite de oliva virgen extra. Hemos conocido su compañía a través de su página web y nos gustaría ser su proveedor.

Precio a granel desde 5,90 €/l, pedido mínimo de un palé, muestras gratuitas. Quedamos a la espera de sus noticias para enviarles tarifa y catálogo.

Atentamente,
Departamento comercial

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: es me despido',
    lang: 'es',
    subject: '¿cierro tu expediente?',
    from: { displayName: 'Nuria Vellido', address: 'nuria@nominafacil-equipo.es' },
    text: `{{firstName}}, te he escrito un par de veces sobre las nóminas de {{company}} y entiendo que no es el momento. Este será mi último correo. Si más adelante os interesa ahorrar unas diez horas al mes, respóndeme con un simple «sí». ¡Mucho éxito! Nuria

Baja: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: es enlaces patrocinados',
    lang: 'es',
    subject: 'Colaboración con tu blog',
    from: { displayName: 'Leti Barahona', address: 'leti@enlazamedios.net' },
    html: webmailSheet(
      '<div>¡Hola!</div><div><br></div><div>Soy Leti y gestiono contenidos para varias marcas. Me gusta mucho tu web y quería saber qué precio tienes por publicar un artículo con un enlace dofollow, sin marcarlo como patrocinado. Tenemos presupuesto para unos diez al mes.</div><div><br></div><div>¿Me pasas tus tarifas?</div>',
      'Leti Barahona, <a href="https://enlazamedios.net">Enlazamedios</a>',
      '<a href="{{unsubscribeUrl}}">No quiero más correos</a>',
    ),
  },
  {
    name: 'fresh cold: pt software para clinicas',
    lang: 'pt',
    subject: '{{firstName}}, quantas consultas vocês perdem por falta?',
    from: { displayName: 'Thiago Lacerda Pinho', address: 'thiago@agendaviva-vendas.com.br' },
    text: `Oi, {{firstName}}, tudo bem?

Encontrei a {{company}} pesquisando clínicas em Curitiba. Parabéns pelas avaliações!

A gente ajuda clínicas a reduzir as faltas em até 40% com confirmação pelo WhatsApp. Consigo te mostrar em 15 minutos, com os números de uma clínica do mesmo bairro.

Faz sentido conversarmos na quinta às 10h?

Abraço,
Thiago

Se não quiser receber: {{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: pt lista de emails',
    lang: 'pt',
    subject: 'Mailing segmentado com 2 milhões de contatos',
    from: { displayName: 'Mega Mailing', address: 'contato@megamailing-leads.com' },
    text: `Prezado(a),

Venda mais com o nosso banco de dados: 2 milhões de empresas com e-mail, telefone e CNPJ, separadas por ramo e cidade. De R$ 499 por apenas R$ 197, e leva o disparador de brinde. Promoção só até amanhã!

Chame no WhatsApp e receba uma amostra grátis.

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: pt recrutadora',
    lang: 'pt',
    subject: 'Oportunidade confidencial em Lisboa',
    from: { displayName: 'Matilde Queirós', address: 'matilde@queiros-executivos.pt' },
    text: `Olá {{firstName}},

Espero que esteja tudo bem. Cheguei ao seu perfil porque procuro, para um cliente do sector segurador, um responsável de dados. Pacote até 85 mil, regime híbrido. Creio que encaixava muito bem.

Teria disponibilidade para uma breve conversa, sem compromisso? Se não for o momento, agradeço que me indique alguém.

Cumprimentos,
Matilde Queirós

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: pt fabrica de uniformes',
    lang: 'pt',
    subject: 'Uniformes para a equipe da {{company}}',
    from: { displayName: 'Rosângela', address: 'rosangela@pontofirme-uniformes.com.br' },
    html: webmailSheet(
      '<div>Boa tarde!</div><div><br></div><div>Sou a Rosângela, da Ponto Firme. Fabricamos uniformes e gostaríamos de ser fornecedores de vocês. Camisa polo bordada a partir de R$ 39, mínimo de 20 peças, entrega em dez dias.</div><div><br></div><div>Quem cuida das compras aí? Posso mandar o <a href="https://pontofirme-uniformes.com.br/catalogo">catálogo</a> e um orçamento sem compromisso.</div>',
      'Rosângela Teles<br>Vendas, Ponto Firme',
      '<a href="{{unsubscribeUrl}}">Remover meu e-mail</a>',
    ),
  },
  {
    name: 'fresh cold: it agenzia di contatti',
    lang: 'it',
    subject: 'Nuovi clienti per {{company}}',
    from: { displayName: 'Edoardo Balestri', address: 'edoardo@contattivivi.com' },
    text: `Ciao {{firstName}},

ho visto il vostro sito e complimenti, si vede che ci lavorate con passione. Una domanda veloce: riuscireste a gestire altri dieci preventivi al mese?

Noi li portiamo ai serramentisti, in esclusiva per provincia, e nella vostra è rimasto un solo posto. Paghi soltanto quando ricevi il contatto.

Ti va di sentirci domani, dieci minuti?

Edoardo

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: it fornitore di imballaggi',
    lang: 'it',
    subject: 'Presentazione azienda - imballaggi',
    from: { displayName: 'Scatolificio Valbora', address: 'commerciale@scatolificiovalbora.it' },
    text: `Spett.le ditta {{company}},

con la presente desideriamo presentarVi la nostra azienda, da trent'anni produttrice di scatole in cartone ondulato. Avendo visionato il Vostro sito riteniamo di poterVi proporre prezzi molto competitivi e consegne in cinque giorni.

Saremmo lieti di inviarVi un preventivo senza impegno o di farVi visitare da un nostro agente. Chi possiamo contattare per gli acquisti?

Distinti saluti
Ufficio commerciale

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: it evento a pagamento',
    lang: 'it',
    subject: 'La vostra candidatura al Premio Impresa Domani',
    from: { displayName: 'Segreteria Premio', address: 'segreteria@premioimpresadomani.org' },
    html: webmailSheet(
      '<div>Gentile {{firstName}},</div><div><br></div><div>ho il piacere di comunicarLe che {{company}} è stata selezionata tra le eccellenze del territorio. La premiazione si terrà a Roma, davanti alla stampa nazionale.</div><div><br></div><div>La partecipazione prevede un contributo di 1.900 euro, con targa, intervista e due posti a cena. I tavoli rimasti sono pochi: La prego di confermare entro venerdì <a href="https://premioimpresadomani.org/adesione">a questa pagina</a>.</div>',
      'La segreteria organizzativa',
      '<a href="{{unsubscribeUrl}}">Cancellazione</a>',
    ),
  },
  {
    name: 'fresh cold: it ultima mail',
    lang: 'it',
    subject: 'Re: Nuovi clienti per {{company}}',
    from: { displayName: 'Edoardo Balestri', address: 'edoardo@contattivivi.com' },
    text: `{{firstName}}, non avendo avuto risposta immagino che non ti interessi. Domani do il posto nella tua provincia a un altro. Se invece ci hai ripensato, scrivimi anche solo "ok".

{{unsubscribeUrl}}`,
  },
  {
    name: 'fresh cold: fr longue lettre d un fournisseur',
    lang: 'fr',
    subject: 'Réduire le coût de vos emballages',
    from: { displayName: 'Bertrand Aymard', address: 'b.aymard@cartonnerie-du-lez.com' },
    text: `Madame, Monsieur,

Fabricants d'emballages en carton depuis 1974, nous avons découvert {{company}} lors du dernier salon de l'épicerie fine, sans avoir pu vous y rencontrer. Vos coffrets sont très réussis, et c'est à leur sujet que je vous écris.

D'après ce que nous avons pu en voir, ils sont produits en Asie, avec un calage en plastique. Nous réalisons aujourd'hui le même modèle dans notre atelier de Montpellier, tout en carton recyclé, à partir de 500 pièces, pour un prix comparable une fois le transport compté. Trois maisons de votre secteur nous ont rejoints cette année et ont réduit leurs délais de onze semaines à quinze jours.

Je serais heureux de vous faire parvenir, à nos frais, une maquette blanche à vos dimensions, accompagnée d'un devis. Il me suffirait pour cela de connaître vos quantités annuelles. Je passe également dans votre région dans la semaine du 16 et pourrais vous rendre visite si vous le souhaitez.

Pourriez-vous me dire qui, chez vous, s'occupe des achats ?

Dans l'attente de vous lire, je vous prie d'agréer mes salutations les meilleures.

Bertrand Aymard
Responsable commercial, Cartonnerie du Lez

Pour ne plus recevoir de courrier de notre part : {{unsubscribeUrl}}`,
  },
];
