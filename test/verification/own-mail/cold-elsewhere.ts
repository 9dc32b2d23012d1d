import { handmade, type OwnMail, plain, signed } from './mail.ts';

/** Cold mail in six other languages. */
export const coldElsewhere: OwnMail[] = [
  signed(
    'cold seo/agentur',
    'de',
    'Florian Beck <f.beck@sichtbar-nordwest.de>',
    'Ihre Sichtbarkeit bei Google',
    `
Guten Tag {{firstName}} {{lastName}},

bei einer Recherche bin ich auf Ihre Webseite gestoßen. Optisch gefällt sie mir, leider findet man Sie bei wichtigen Suchbegriffen erst auf Seite drei.

Wir helfen mittelständischen Betrieben, mehr Anfragen über Google zu gewinnen. Gern zeige ich Ihnen in einem unverbindlichen Telefonat von 15 Minuten, wo bei Ihnen Potenzial liegt. Passt es Ihnen Dienstag oder Mittwoch Vormittag?

Mit freundlichen Grüßen
Florian Beck
Kein Interesse? {{unsubscribeUrl}}`,
  ),
  plain(
    'cold recruiting/personal',
    'de',
    'Carola Wendt <wendt@wendt-personal.com>',
    'Elektriker sofort verfügbar',
    `
Sehr geehrte Damen und Herren,

wir haben aktuell zwei Elektriker mit Gesellenbrief, die kurzfristig bei Ihnen anfangen könnten. Auf Ihrer Homepage habe ich gesehen, dass Sie suchen.

Ein Honorar fällt nur bei Einstellung an. Darf ich Ihnen die Profile zusenden, und wer ist bei Ihnen der richtige Ansprechpartner?

Carola Wendt
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold bump/nachfassen',
    'de',
    'Florian Beck <f.beck@sichtbar-nordwest.de>',
    'Re: Ihre Sichtbarkeit bei Google',
    `
Hallo {{firstName}},

ich wollte nur kurz nachhaken, ob Sie meine letzte Mail gesehen haben. Ich weiß, im Tagesgeschäft geht so etwas unter.

Wäre ein kurzes Gespräch diese Woche möglich? Ein kurzes Ja oder Nein genügt mir, dann lasse ich Sie in Ruhe.

Florian
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold leads/adressen',
    'de',
    'Adressdienst Mühlberg <kontakt@firmenadressen-muehlberg.de>',
    '48.000 Adressen von Arztpraxen',
    `
Guten Tag,

möchten Sie Ärzte als Kunden gewinnen? Wir bieten Ihnen 48.000 geprüfte Adressen von Arztpraxen mit E-Mail und Ansprechpartner zum einmaligen Preis von 290 €, ohne Nutzungsbegrenzung.

Auf Wunsch erhalten Sie gratis 50 Musterdatensätze. Antworten Sie einfach mit "Muster".

Ihr Adressdienst Mühlberg
Abmelden: {{unsubscribeUrl}}`,
  ),
  plain(
    'cold dev/terceirização',
    'pt',
    'Thiago Brandão <thiago@squadaberto.com.br>',
    'Squad de desenvolvimento para a {{attributes.company}}',
    `
Oi {{firstName}}, tudo bem?

Vi no LinkedIn que vocês estão com vagas abertas para desenvolvedores há algum tempo. Aqui na Squad Aberto alocamos times completos em até 15 dias, com custo 30 % menor que contratar CLT.

Faz sentido marcarmos um papo de 20 minutos ainda esta semana? Se não for com você, quem cuida disso por aí?

Abraço,
Thiago
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold demo/clinica',
    'pt',
    'Larissa Menezes <larissa@agendaplena.com.br>',
    'Menos faltas na sua clínica',
    `
Doutora {{firstName}}, bom dia!

Encontrei o contato da sua clínica no Google. Ajudamos consultórios a reduzir faltas em até 60 % com confirmação automática pelo WhatsApp.

Posso te mostrar em uma demonstração gratuita? Tenho horário amanhã às 10h ou às 16h.

Larissa
Não quer mais receber? {{unsubscribeUrl}}`,
  ),
  signed(
    'cold supplier/brindes',
    'pt',
    'Comercial Brinda Sul <vendas@brindasul.com.br>',
    'Brindes personalizados direto da fábrica',
    `
Prezados,

Somos fabricantes de brindes corporativos e gostaríamos de apresentar nossa empresa. Canetas, cadernos, garrafas e mochilas com a sua marca, pedido mínimo de 50 peças.

Poderiam nos informar o contato do responsável por compras ou marketing? Enviamos catálogo e tabela de preços sem compromisso.

No aguardo,
Equipe Brinda Sul
{{unsubscribeUrl}}`,
  ),
  signed(
    'cold partner/gestoria',
    'es',
    'Álvaro Cid <alvaro@nominalia-asesores.es>',
    'Propuesta de colaboración',
    `
Buenos días, {{firstName}}:

Me llamo Álvaro y me permito escribirle porque he visto que su despacho no ofrece gestión de nóminas. Trabajamos para otras asesorías como marca blanca y usted se queda con el 25 %.

¿Le parecería bien que le llamase esta semana para explicárselo en diez minutos? Si no es usted la persona indicada, le agradecería que me dijera con quién hablar.

Un saludo
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold seo/diseño web',
    'es',
    'Marta Llorente <marta@pixelcercano.com>',
    'he visto vuestra web',
    `
Hola!

He estado mirando la web de {{attributes.company}} y creo que se le puede sacar mucho más partido: tarda seis segundos en cargar y en el móvil el menú no funciona.

Diseño páginas para restaurantes desde 390 €. ¿Te mando un boceto gratis, sin compromiso?

Marta
Si no te interesa, {{unsubscribeUrl}}`,
  ),
  plain(
    'cold bump/seguimiento',
    'es',
    'Álvaro Cid <alvaro@nominalia-asesores.es>',
    'Re: Propuesta de colaboración',
    `
Hola de nuevo, {{firstName}}:

Le escribí hace unos días y no he recibido respuesta, así que imagino que estará muy ocupado. ¿Pudo leer mi propuesta?

Si no es el momento, dígamelo y no insisto más.

Álvaro Cid
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold demo/logiciel btp',
    'fr',
    'Camille Aubry <camille@chantier-malin.fr>',
    'Vos devis, {{firstName}}',
    `
Bonjour {{firstName}},

Je me permets de vous contacter car j’accompagne des artisans comme vous. Combien d’heures passez-vous le soir sur vos devis ? Nos clients y passent dix minutes.

Seriez-vous disponible quinze minutes jeudi pour une démonstration ? Voici mon agenda : https://chantier-malin.fr/rdv/camille

Bien à vous,
Camille
Si ce sujet ne vous concerne pas : {{unsubscribeUrl}}`,
  ),
  handmade(
    'cold invest/levée',
    'fr',
    'Hugo Lambert <hugo@algueverte.bio>',
    'Tour d’amorçage Algue Verte',
    `
<p>Bonjour,</p><p>J’ai trouvé votre adresse sur le site de votre fonds et je me lance. Algue Verte fabrique des emballages compostables à partir d’algues bretonnes. Nous levons 800 k€, dont la moitié est déjà engagée.</p><p>Accepteriez-vous d’échanger une demi-heure la semaine prochaine ? Je joins volontiers le dossier : <a href="https://algueverte.bio/dossier">algueverte.bio/dossier</a></p><p>Bien cordialement,<br>Hugo Lambert, 06 00 00 00 00</p><p><small><a href="{{unsubscribeUrl}}">Ne plus recevoir de message de ma part</a></small></p>`,
  ),
  plain(
    'cold probe/schoonmaak',
    'nl',
    'Wouter Smit <wouter@glanswerk.nl>',
    'Juiste persoon?',
    `
Goedemiddag {{firstName}},

Via jullie website kwam ik bij jou uit. Klopt het dat jij over de schoonmaak van het kantoor gaat? Zo niet, bij wie kan ik dan terecht?

Wij maken voor bedrijven in de buurt een gratis offerte binnen een dag. Ik kom graag even langs voor een vrijblijvende kennismaking.

Groet, Wouter
{{unsubscribeUrl}}`,
  ),
  signed(
    'cold setter/leads nl',
    'nl',
    'Sanne de Boer <sanne@afspraakmotor.nl>',
    '10 afspraken per maand',
    `
Hi {{firstName}},

Stel: elke maand tien gesprekken met bedrijven die jullie dienst nodig hebben, zonder dat iemand van {{attributes.company}} zelf hoeft te bellen. Dat regelen wij, op basis van no cure no pay.

Heb je volgende week een kwartiertje om te sparren? Dan laat ik zien hoe we dat voor een bedrijf in jouw branche deden.

Sanne
Geen interesse, laat het even weten of {{unsubscribeUrl}}`,
  ),
  signed(
    'cold supplier/macchine',
    'it',
    'Ing. Paolo Gatti <p.gatti@gattipackaging.it>',
    'Presentazione azienda',
    `
Spettabile azienda,

con la presente desideriamo presentarvi la nostra ditta, che da trent’anni costruisce macchine confezionatrici. Abbiamo visto il vostro sito e riteniamo di potervi essere utili.

Saremmo lieti di fissare un incontro presso la vostra sede senza alcun impegno. Potreste indicarci il responsabile degli acquisti?

In attesa di un cortese riscontro, porgiamo distinti saluti.
Ing. Paolo Gatti
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold link/articolo sponsorizzato',
    'it',
    'Giada <giada@linkfioriti.com>',
    'Pubblicazione articolo sul vostro blog',
    `
Ciao,

sono Giada e mi occupo di link building. Vorrei sapere se sul vostro sito accettate articoli ospiti con un link dofollow verso un nostro cliente (settore casa), e quanto costa.

L’articolo lo scriviamo noi, originale, 800 parole. Fammi sapere!

Giada
{{unsubscribeUrl}}`,
  ),
];
