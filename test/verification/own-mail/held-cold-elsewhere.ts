import { handmade, type OwnMail, plain, signedAndTracked } from './mail.ts';

/** Held back. Cold mail in six other languages. */
export const heldColdElsewhere: OwnMail[] = [
  plain(
    'cold dev/nearshore',
    'de',
    'Milena Petrović <milena@donaucode.rs>',
    'Entwickler gesucht?',
    `
Hallo {{firstName}},

Sie suchen seit Februar einen PHP-Entwickler, wenn ich Ihre Karriereseite richtig lese. Bei uns in Novi Sad sitzen zwölf, alle sprechen Deutsch, und zwei davon werden im August frei.

Hätten Sie nächste Woche Zeit für ein kurzes Kennenlernen per Video? Falls das bei Ihnen jemand anderes entscheidet, freue ich mich über einen Namen.

Liebe Grüße
Milena Petrović
{{unsubscribeUrl}}`,
  ),
  signedAndTracked(
    'cold solar/dachflächen',
    'de',
    'Energieberatung Sandmann <sandmann@dachertrag.de>',
    'Ihre Hallendächer bringen Geld',
    `
Sehr geehrter Herr {{lastName}},

mein Name ist Uwe Sandmann, wir pachten Gewerbedächer für Photovoltaik. Über das Luftbild bin ich auf Ihre Hallen aufmerksam geworden. Sie erhalten einmalig 60 € je Quadratmeter und haben keinerlei Aufwand.

Ich rufe Sie gern in den nächsten Tagen an. Unter welcher Nummer erreiche ich Sie am besten?

Uwe Sandmann
Sollten Sie keine weiteren Angebote wünschen: {{unsubscribeUrl}}`,
  ),
  handmade(
    'cold demo/zeiterfassung',
    'de',
    'Julia Kerner <julia.kerner@stempelfrei.de>',
    'Zeiterfassung bei {{attributes.company}}',
    `
<p>Hallo {{firstName}},</p><p>hand aufs Herz: Erfassen Sie die Arbeitszeiten noch in Excel? Dann geht es Ihnen wie acht von zehn Handwerksbetrieben, mit denen ich spreche.</p><p>Mit Stempelfrei buchen Ihre Leute per Handy. Darf ich Ihnen das in einer kostenlosen Demo zeigen, zwanzig Minuten, Donnerstag um neun?</p><p>Viele Grüße<br><b>Julia Kerner</b><br>Vertrieb Innendienst, Stempelfrei GmbH<br><a href="https://stempelfrei.de">stempelfrei.de</a></p><p style="font-size:10px">Wir schreiben Ihnen aufgrund eines mutmaßlichen Interesses. <a href="{{unsubscribeUrl}}">Widersprechen</a></p>`,
  ),
  plain(
    'cold invest/nachfolge',
    'de',
    'Dr. Matthias Röhl <roehl@roehl-nachfolge.de>',
    'Vertrauliche Anfrage',
    `
Sehr geehrte Frau {{lastName}},

im Auftrag eines Industrieunternehmens suchen wir in Ihrer Region einen Betrieb zur Übernahme, und {{attributes.company}} würde hervorragend passen. Haben Sie Ihre Nachfolge schon geregelt?

Über ein vertrauliches Gespräch, für Sie selbstverständlich unverbindlich, würde ich mich freuen.

Hochachtungsvoll
Dr. Matthias Röhl
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold probe/ansprechpartner',
    'de',
    'Tim Voss <tim@paletten-voss.de>',
    'Ansprechpartner Einkauf',
    `
Moin,

wer kümmert sich bei euch um den Einkauf von Europaletten? Wir hätten gerade 600 Stück gebraucht, A-Ware, 9,80 € ab Lager Bremen.

Gruß Tim
{{unsubscribeUrl}}`,
  ),
  signedAndTracked(
    'cold seo/agencia digital',
    'pt',
    'Rafael Nogueira <rafael@cliquecerto.com.br>',
    'Analisei o site da {{attributes.company}}',
    `
Olá {{firstName}}, como vai?

Me chamo Rafael, sou especialista em tráfego pago. Dei uma olhada no Instagram e no site de vocês e vi três oportunidades que estão passando batido.

Gravei um vídeo de dois minutos explicando, posso te enviar? Sem custo nenhum. Se gostar, marcamos uma call.

Rafael
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold leads/mailing list br',
    'pt',
    'Base Empresas <contato@listasprospecta.com.br>',
    'Lista com 2 milhões de empresas',
    `
Bom dia!

Quer vender mais? Temos a lista atualizada de e-mails e WhatsApp de 2 milhões de empresas brasileiras, separada por cidade e ramo de atividade.

Pagamento único de R$ 197. Enviamos por download na hora. Responda EU QUERO que mandamos a chave Pix e uma amostra grátis.

{{unsubscribeUrl}}`,
  ),
  plain(
    'cold bump/retomando',
    'pt',
    'Rafael Nogueira <rafael@cliquecerto.com.br>',
    'Re: Analisei o site da {{attributes.company}}',
    `
Oi {{firstName}}, tudo certo?

Passando só para saber se conseguiu ver meu e-mail anterior. Acredito que a correria esteja grande por aí!

Consegue falar 10 minutinhos amanhã? Caso não seja prioridade agora, me avisa que eu não incomodo mais.

Abs
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold supplier/cortiça',
    'pt',
    'Helena Fontes <helena@corticadomontado.pt>',
    'Rolhas para a sua adega',
    `
Exmo. Senhor,

Vimos a sua adega na feira de Lisboa, embora não tenhamos tido oportunidade de conversar. Produzimos rolhas naturais em Coruche há três gerações e gostaríamos de lhe apresentar uma proposta.

Estaria disponível para nos receber na próxima semana? Levamos amostras.

Com os melhores cumprimentos,
Helena Fontes
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold dev/software a medida',
    'es',
    'Nicolás Ferrer <nicolas@andescode.co>',
    'Equipo de desarrollo en Medellín',
    `
Hola {{firstName}}, un gusto saludarte.

Te escribo desde Medellín. Ayudamos a empresas de Estados Unidos y España a armar equipos de software en su mismo huso horario, con tarifas desde 32 dólares la hora.

Vi que {{attributes.company}} acaba de levantar una ronda (¡felicitaciones!) y me imagino que van a contratar. ¿Tendrías un espacio de 20 minutos el miércoles para conocernos?

Quedo atento,
Nicolás
{{unsubscribeUrl}}`,
  ),
  signedAndTracked(
    'cold recruiting/selección',
    'es',
    'Beatriz Soler <bsoler@talentomarino.es>',
    'Vacante confidencial de jefe de obra',
    `
Buenas tardes:

He visto tu perfil y me ha parecido muy interesante para un proceso que llevo en Baleares. Constructora sólida, 48.000 € más coche y vivienda.

¿Estarías abierto a escuchar la propuesta, aunque no estés en búsqueda activa? Mándame tu teléfono y te llamo cuando te venga bien.

Beatriz
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold sponsor/feria',
    'es',
    'Comercial Ferialia <stands@ferialia.es>',
    'Últimos stands disponibles',
    `
Estimados señores:

Quedan cinco stands para el Salón del Aceite que celebramos en Jaén en febrero. Por el perfil de su empresa creemos que no debería faltar.

Si reserva antes del viernes le aplicamos un 20 % de descuento. ¿Con quién podríamos hablar en su departamento de marketing?

Hemos obtenido su correo de fuentes públicas. Baja: {{unsubscribeUrl}}`,
  ),
  plain(
    'cold probe/responsable',
    'es',
    'Iván <ivan@flotasverdes.com>',
    'una pregunta rápida',
    `
Hola, {{firstName}}. ¿Eres tú quien lleva los coches de empresa? Si no, ¿me podrías indicar quién?

Tengo una oferta de renting eléctrico que os puede encajar.

Gracias por adelantado, Iván
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold seo/référencement',
    'fr',
    'Mathieu Gros <mathieu@agence-boussole.fr>',
    'Votre site et Google',
    `
Bonjour Madame, Monsieur,

En recherchant un fleuriste à Tours, je suis tombé sur votre site en quatrième page. C’est dommage, car il est très joli.

Je suis consultant en référencement et je peux vous faire gagner une vingtaine de places en trois mois. Souhaitez-vous recevoir un audit gratuit ? Il suffit de répondre « oui » à ce mail.

Mathieu Gros
{{unsubscribeUrl}}`,
  ),
  signedAndTracked(
    'cold cash advance/affacturage',
    'fr',
    'Élodie Perrin <elodie@tresorerie-express.fr>',
    'Trésorerie de {{attributes.company}}',
    `
Bonjour {{firstName}},

Je me permets de revenir vers vous. Vos clients vous règlent à soixante jours ? Nous avançons vos factures en 48 heures, sans caution personnelle.

Auriez-vous dix minutes cette semaine pour en parler ? À défaut, pourriez-vous me mettre en relation avec votre responsable financier ?

Élodie Perrin
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold partner/apporteur',
    'fr',
    'Yanis B. <yanis@mutuelle-relais.fr>',
    'Proposition de partenariat',
    `
Bonjour,

J’ai découvert votre cabinet sur LinkedIn et je pense que nous avons des clients en commun. Nous versons 150 € par contrat apporté, sans engagement ni objectif.

Seriez-vous ouvert à un échange téléphonique jeudi ou vendredi ? Dans l’attente de vous lire,

Yanis
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold podcast/invité',
    'fr',
    'Attachée de presse <clara@plume-presse.fr>',
    'Une invitée pour votre émission ?',
    `
Bonjour {{firstName}},

J’écoute votre émission depuis peu et je pense tout de suite à une invitée : Odile Maréchal, qui a quitté la finance pour élever des chèvres et publie son premier livre en septembre.

Puis-je vous envoyer le livre et vous proposer quelques dates ?

Clara
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold dev/webshop',
    'nl',
    'Rick Aalbers <rick@webbouwerij.nl>',
    'je webshop',
    `
Hoi {{firstName}},

Ik zat op je webshop te kijken en wilde iets bestellen, maar op mijn telefoon kwam ik niet door de kassa. Zonde, want zo loop je klanten mis.

Ik bouw webshops voor kleine merken. Zal ik vrijblijvend een voorstel maken? Dan bel ik je morgen even.

Rick
Liever niet? {{unsubscribeUrl}}`,
  ),
  signedAndTracked(
    'cold recruiting/detachering',
    'nl',
    'Anouk Vermeer <anouk@lijnrechtdetachering.nl>',
    'Kandidaat controller',
    `
Beste {{firstName}},

Op LinkedIn zag ik dat jullie een controller zoeken. Ik ben in gesprek met een kandidate die per 1 september beschikbaar is en op tien minuten fietsen woont.

Zal ik haar cv anoniem sturen? Mocht jij hier niet over gaan, wil je mij dan doorverwijzen naar de juiste collega?

Groeten, Anouk
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold bump/opvolging',
    'nl',
    'Rick Aalbers <rick@webbouwerij.nl>',
    'Re: je webshop',
    `
Ha {{firstName}},

Nog even een reminder, want ik hoorde niets terug op mijn vorige mailtje. Heb je interesse, of zal ik je van mijn lijstje halen?

Rick
{{unsubscribeUrl}}`,
  ),
  plain(
    'cold leads/liste aziende',
    'it',
    'Marco Belli <marco@elenchiaziende.it>',
    'Database aziende Lombardia',
    `
Buongiorno,

disponiamo di un elenco di 35.000 aziende lombarde completo di indirizzo e-mail, telefono e nome del titolare, ideale per le vostre campagne commerciali.

Il costo è di 180 € una tantum. Se lo desidera le invio un campione gratuito di 100 nominativi.

Cordiali saluti
Marco Belli
{{unsubscribeUrl}}`,
  ),
  signedAndTracked(
    'cold demo/gestionale',
    'it',
    'Chiara Fontana <chiara@ordinato.cloud>',
    'Una domanda sul vostro magazzino',
    `
Buongiorno {{firstName}},

mi permetto di scriverle perché lavoro con ferramenta come la sua. Quanto tempo perdete ogni anno per l’inventario?

Con Ordinato lo si fa in mezza giornata. Le andrebbe una demo di venti minuti, martedì o mercoledì? Può scegliere l’orario qui: https://ordinato.cloud/chiara

Chiara
Se preferisce non essere ricontattato: {{unsubscribeUrl}}`,
  ),
  plain(
    'cold bump/sollecito',
    'it',
    'Chiara Fontana <chiara@ordinato.cloud>',
    'Re: Una domanda sul vostro magazzino',
    `
Buongiorno {{firstName}},

torno a scriverle perché non ho avuto riscontro alla mia e-mail della settimana scorsa. Capisco che sia un periodo intenso.

C’è interesse o preferisce che non la disturbi più? Mi basta un sì o un no.

Chiara
{{unsubscribeUrl}}`,
  ),
  signedAndTracked(
    'cold freight/trasporti',
    'it',
    'Autotrasporti Rinaldi <commerciale@rinaldigroupage.it>',
    'Tariffe groupage Germania',
    `
Spett.le Ditta,

effettuiamo partenze settimanali da Verona per Monaco e Norimberga. Avendo visto che esportate in Baviera, vorremmo sottoporvi la nostra migliore quotazione.

Vi chiediamo gentilmente di inoltrare la presente all’ufficio spedizioni oppure di comunicarci un recapito. Restiamo a disposizione per un incontro.

Autotrasporti Rinaldi
{{unsubscribeUrl}}`,
  ),
];
