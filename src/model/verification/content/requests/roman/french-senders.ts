import type { ConceptPhrases } from '../concept.ts';

/** Approaches without a business relationship, and voices of institutions. */
export const frenchSenders: ConceptPhrases = {
  firstContact: `tombé sur/tombée sur/découvert/vu/consulté/parcouru/visité + votre site/votre entreprise/votre profil/votre boutique
    tombé sur/tombée sur/découvert/vu/consulté/parcouru/visité + ton profil/ton site/votre société
    je suis/je dirige/je gère/j'ai fondé/nous sommes/je travaille + fondat*/dirigeant*/agence/startup/commercial*/consultant*/cabinet/studio
    vos coordonnées/votre contact/votre nom/votre fiche/votre page + sur google/sur linkedin/en ligne/sur internet/via linkedin
    je m'appelle/je me présente/je suis le fondateur/je suis fondateur/je travaille chez/nous sommes une/nous sommes spécialisés
    je me permets de vous/bonne personne/bon interlocuteur/bonne interlocutrice/qui s'occupe/personne en charge/vers la personne`,
  askMeeting: `15 minutes/20 minutes/30 minutes/10 minutes/bref échange + semaine/disponib*/intéress*/créneau/mardi/jeudi
    court échange/un appel/un call/démo/visio + semaine/disponib*/intéress*/créneau/mardi/jeudi
    échanger/échange/café/rendez-vous/rdv + quelques minutes/cette semaine/semaine prochaine/mardi/jeudi/votre agenda/ouvert à/un créneau
    seriez-vous/serais-tu/avez-vous/auriez-vous/as-tu/êtes-vous + disponible pour/ouvert/partant/quelques minutes/un créneau
    seriez-vous/serais-tu/avez-vous/auriez-vous/as-tu/êtes-vous + 10 minutes/15 minutes/échanger/un appel
    pouvons-nous/puis-je/pourrions-nous/on peut + échanger/appeler/rencontrer/un appel/un échange/une démo/un café/passer
    je vous propose/je te propose + échanger/appeler/rencontrer/un appel/un échange/une démo/un café/passer`,
  introduceService: `
    nous aidons/j'aide/nous accompagnons/j'accompagne/nous proposons + entreprises/sociétés/clients/marques/dirigeants/pme/prospects
    notre agence/notre équipe/nous aidons/nous développons/nos experts + chiffre d'affaires/référencement/seo/développement
    notre agence/notre équipe/nous aidons/nous développons/nos experts + externalis*/site web/leads
    augment*/doubl*/boost*/rédui* + votre chiffre/vos ventes/votre trafic/vos coûts/vos leads/votre visibilité/vos factures
    nous concevons/nous créons/nous développons/nous fabriquons/nous fournissons + sites/applications/logiciels/entreprises/produits/clients
    je crée/nous réalisons/nous sommes spécialis* + sites/applications/logiciels/entreprises/produits/clients
    votre site/votre boutique/votre site web + google/référencement/seo/lent*/erreur* + clients/gratuit*/devis/trafic/première page
    votre site/votre boutique/votre site web + refonte/visib*/amélior* + clients/gratuit*/devis/trafic/première page
    plus de/davantage de/nouveaux + clients/leads/rendez-vous/prospects/chantiers + chaque mois/par mois/garanti*/qualifiés
    plus de/davantage de/nouveaux + clients/leads/rendez-vous/prospects/chantiers + sans engagement/pour votre
    audit gratuit/devis gratuit/sans engagement/étude gratuite/étude de cas/analyse gratuite`,
  followUp: `semaine dernière/il y a quelques jours/récemment/la semaine passée + écrit/contacté/envoyé un/sollicité
    mon dernier mail/mon dernier message/mon précédent mail/mon précédent message/mon mail précédent/mon email précédent/mon e-mail du
    je me permets de revenir/je reviens vers vous/je me permets de vous relancer/je vous relance/petite relance/sans retour de votre
    sans nouvelles de/pas eu de retour/pas eu de réponse/remonter mon message/dernière tentative/avez-vous eu le temps/avez-vous pu/as-tu pu
    suite à mon mail/suite à mon message/suite à mon email/je reviens vers toi/je te relance/relance de mon`,
  sellList: `base de données/fichier clients/fichier emails/listing + achet*/tarif*/prix/devis
    liste d'emails/liste des participants/fichier de prospection + achet*/tarif*/prix/devis
    fichiers/contacts/adresses email + décideurs/qualifiés/vérifiés/opt-in/b2b + tarif*/prix/achet*/louer/location
    décideurs/dirigeants/entreprises/artisans + emails/adresses mail/numéros/coordonnées + fichier/base/liste/tarif*/prix/achet*`,
  exchangeLinks: `liens/un lien + échanger/insérer/publier un/ajouter un + votre blog/votre site
    article/contenu/texte + votre blog/votre site + publi*/lien/rédig*/rémunér*/sponsoris*
    article invité/échange de liens/netlinking/backlink*/article sponsorisé/articles sponsorisés/lien dofollow/publication d'un article`,
  recruit: `poste/opportunité/offre d'emploi/candidat*/recrut*/mission/cdi + votre profil/ton profil/votre parcours/mon client/salaire/cv
    candidats/talents/consultants/intérimaires + propos*/disponible*/recrutement/placement
    télétravail/à domicile/depuis chez vous/de chez vous + par jour/par semaine/sans expérience/aucune expérience/gagn*/heures
    à distance/complément de revenu + par jour/par semaine/sans expérience/aucune expérience/gagn*/heures
    sans expérience/aucune expérience/pas d'expérience + requis*/nécessaire/gagn*/whatsapp/par jour
    votre cv/ton cv/votre profil/votre candidature + retenu*/remarqué/intéress*/attiré/sélectionné`,
  authority: `
    impôts/finances publiques/trésor public/direction générale des/douane/douanes/gendarmerie/police nationale/tribunal/ministère/préfecture/urssaf
    sécurité sociale/allocations familiales/antai/service public/france travail/pôle emploi/compte formation/amendes gouv/mairie de/spf finances
    agence du revenu/revenu québec/huissier/commissaire de justice/brigade des/brigade de/procureur`,
  bank: `votre banque/banque en ligne/service sécurité/service fraude*/service des fraudes/conseiller bancaire/espace bancaire/sécurité bancaire
    service monétique/service client banque/centre des cartes/crédit mutuel/caisse régionale`,
  carrier: `
    service de livraison/service colis/service postal/point relais/centre de tri/service courrier/service de messagerie express/le transporteur`,
  insurer: `*assurance maladie/mutuelle/caisse primaire/cpam/complémentaire santé/carte vitale/ameli`,
  provider: `
    votre opérateur/votre fournisseur/service facturation/service abonnement*/fournisseur d'énergie/plateforme de streaming/service de streaming`,
  exchange: `plateforme crypto/plateforme d'échange/support wallet/plateforme de trading/échange crypto/wallet support`,
  itDesk: `service informatique/support informatique/assistance informatique/administrateur système/administrateur de messagerie/équipe informatique
    département informatique/la dsi/service dsi/centre d'assistance/support technique messagerie/webmaster messagerie/assistance messagerie
    helpdesk informatique`,
  staffOffice: `ressources humaines/service rh/direction rh/équipe rh/service paie/service du personnel/service de paie/drh`,
  boss: `
    directeur général/directrice générale/pdg/président-directeur/votre directeur/directeur financier/directeur administratif/gérant de la société
    président de la société`,
};
