import type { Lexicon } from './lexicon.ts';

export const french: Lexicon = {
  credential: `
    confirmez/vérifiez/validez/actualisez/mettez/confirmer/vérifier/valider/actualiser ~ votre/vos ~ compte/identité/informations/données/coordonnées/accès/solde/droits/mot
    mise/mettre à jour ~ compte/informations/coordonnées/données/dossier/espace
    mettez à jour ~ compte/informations/coordonnées/données/dossier
    saisissez/entrez/saisir ~ mot de passe/code/identifiants/identifiant
    activité/connexion/tentative/opération ~ inhabituelle/suspecte/non autorisée/inconnue
    mot de passe ~ expir*
    boîte/messagerie/stockage ~ pleine/plein/saturée/limite/quota
    messages ~ en attente/bloqués/retenus
    connectez vous ~ confirmer/vérifier/éviter/débloquer/mettre
    certicode/sécuripass/clé digitale ~ activ*/expir*
    carte vitale ~
    nouvelle carte vitale
    droits cpf
    compte ~ formation ~ droits/expir*/solde
  `,
  wallet: `
    ! phrase de récupération
    ! phrase secrète/seed
    portefeuille ~ vérifier/connecter/synchroniser/valider/bloqué
    bitcoin/btc/crypto ~ retrait/solde/gratuit*/paiement/gain*
  `,
  threat: `
    compte/accès/carte/service/ligne ~ suspendu/bloqué/bloquée/limité/restreint/désactivé/clôturé/suspendue
    suspension/blocage/désactivation/clôture ~ compte/carte/accès/définitive/service
    éviter ~ suspension/blocage/interruption/majoration/frais/coupure/poursuites
    sera ~ suspendu/bloqué/désactivé/supprimé/clôturé/bloquée/suspendue/définitivement
    sous/dans ~ 24/48/72/heures
    24/48/72 heures/h
    dernier/dernière rappel/avis/avertissement/chance/relance/notification
    poursuites ~ judiciaires/pénales
    convocation ~ justice/police/judiciaire
    amende ~ impayée/majorée/payer/régler/contravention/stationnement
    contravention
    mise en demeure
    virus ~ détecté*
    pour ~ raisons/mesure ~ sécurité
  `,
  payment: `
    paiement/prélèvement ~ refusé/rejeté/échoué/échec/attente/impossible
    moyen/mode de paiement ~ mettre/actualiser/expir*/invalide
    problème ~ paiement/facturation
    facture ~ impayée/attente/retard/jointe
    coordonnées bancaires
    numéro de carte
    carte ~ expirée/bancaire ~ mettre/renseigner
    régler ~ frais/facture/amende/montant
    somme de ~ euros
    virement ~ attente/instantané/recevoir/confirm*
  `,
  renewal: `
    abonnement/licence/antivirus/protection/domaine/adhésion ~ expir*/terminé/renouvel*/suspendu/résilié/échéance
    renouvelez/renouveler ~ maintenant/abonnement/protection
    renouvellement automatique
  `,
  delivery: `
    colis/livraison/commande/paquet ~ attente/retenu/bloqué/suspendu/suspendue/retourné/instance/entrepôt/stoppé
    n'a pas pu ~ livré/livrer/être
    tentative de livraison
    programmer/reprogrammer/planifier/confirmer ~ livraison
    frais ~ livraison/douane/port/expédition/affranchissement/réexpédition
    douane/douanes
    adresse ~ incomplète/incorrecte/erronée
    suivre/suivez/suivi ~ colis
    livraison de colis
    votre colis
  `,
  prize: `
    votre/ta chance
    chance de profiter/gagner
    offre exclusive
    félicitations
    vous avez ~ gagné/sélectionné/choisi/remporté/été
    vous êtes ~ gagnant/heureux/sélectionné
    récupérez/réclamez/obtenez/recevez/réclamer/récupérer ~ votre/vos ~ cadeau/prix/récompense/carte/bon/gain/bonus
    cadeau/récompense/gain/prix/bon/carte ~ attend/réservé/expire*/gratuit
    répondez/participez/participer/répondre ~ sondage/enquête/questionnaire/tirage/questions/concours
    sondage/enquête ~ cadeau/récompense/gagn*
    tentez ~ chance/gagner
    carte cadeau
    points ~ expir*/fidélité
    dernière chance
    tirage au sort
    gagner ~ un/une/iphone/carte/bon
    tours gratuits
  `,
  advanceFee: `
    je suis ~ veuve
    je suis mme/mr
    faire un don ~
    oeuvre/œuvre de charité
    copie ~ passeport/identité
    frais de dossier
    millions ~ euros/dollars
    million ~ euros/dollars
    héritage ~
    bénéficiaire ~ fonds/somme/don
    don/donation ~ million*/euros/somme/faire/charité
    prêt/prêts/crédit ~ offre/taux/particulier/rapide/argent
    taux d'intérêt
    offre de prêt
    contactez moi ~ email/mail/adresse/whatsapp
    veuillez me contacter
    confidentiel*
    loterie ~ gagn*
    proposition d'affaires
    atteinte ~ cancer
  `,
  callback: `
    appelez ~ immédiatement/numéro/service/nous
    si vous n'êtes pas ~ origine
    contactez ~ immédiatement
    numéro gratuit
  `,
  refund: `
    remboursement ~ impôt/impôts/attente/disponible/caf/ameli/assurance/recevoir/trop
    vous avez droit ~ remboursement/aide/prime
    impôts ~ remboursement/attente/avis
    prime ~ énergie/état/éligib*/rénov*
    aide ~ état/éligib*
    éligib* ~ aide/prime/remboursement/formation
    formation ~ financée/cpf/sans frais
  `,
  profit: `
    revenus/revenu ~ passifs/complémentaire*/passif
    gagnez/gagner ~ argent/par/jour/mois
    liberté financière
    retrait ~ disponible/attente/validé
    transfert ~ attente/approuvé
  `,
  document: `
    document/fichier/facture ~ partagé/disponible/signer/joint
    consulter/ouvrir/télécharger/voir/visualiser ~ document/fichier/facture/message
    message vocal
    nouveau ~ document/message ~ disponible/sécurisé
  `,
  urgency: `
    urgent/urgence
    immédiatement
    dès maintenant/aujourd'hui
    agissez ~ maintenant/vite
    dernière chance
    offre limitée
    dans les plus brefs délais
    ne ~ tardez/ratez/manquez/perdez ~ pas
    dépêchez vous
  `,
  callToAction: `
    cliquez ~ ici/dessous/bouton/lien
    cliquer ici
    cliquant ~ ici/lien
    vérifier/confirmer/participer/réclamer/renouveler/régler/payer/accéder ~ maintenant/ici
  `,
  anyonesGreeting: `
    cher/chère/chers client/cliente/clients/utilisateur/ami/membre/bénéficiaire/abonné/contribuable
    madame monsieur
    bonjour cher/client
  `,
  optIn: `
    vous avez ~ créé/rejoint/commandé/inscrit
    votre ~ essai/espace/abonnement/formation
    vous recevez ~ car/parce
    car vous ~ inscrit/abonné/êtes/client
    merci ~ pour/de ~ inscription/commande/achat/confiance/inscrire/abonn*/réservation
    votre ~ commande/réservation/inscription/abonnement/facture/rendez
    voir ~ navigateur
    dans ~ votre/le navigateur
    dans ce numéro/cette édition
    préférences ~ email/communication
    vous désabonner/désinscrire
    se désabonner/désinscrire
  `,
  warning: `
    personne ~ demandera/demande
    se font passer
    escrocs/fraudeurs/pirates/arnaqueurs
    faux ~ email/mail/mails/sms/message/messages/site
    phishing ~
    ne ~ demandera/demanderons/communiquez/partagez ~ jamais
    jamais ~ demand*/mot de passe/code
    si vous n'avez pas ~ demandé/effectué ~ ignor*
    ignorez ~ email/message
    arnaque/arnaques/hameçonnage ~
    tentatives de fraude
  `,
  pitch: `
    j'ai ~ vu que
    nous travaillons ~ avec/pour
    nous aidons ~
    j'ai ~ vu/découvert/remarqué/consulté/parcouru/trouvé ~ votre/que/vous ~ site/entreprise/profil/activité/société
    j'ai ~ vu/découvert/remarqué
    je suis tombé* sur
    en ~ visitant/parcourant/consultant ~ votre
    nous/j' aidons/aide ~ entreprises/sociétés/agences/clients/pme/dirigeants/cabinets
    nous accompagnons ~
    entreprises comme la vôtre
    je me permets ~ contacter/écrire/revenir/relancer
    je me permets
    je ~ contacte/écris ~ car/pour/afin/vous
    je ~ souhait*/voudrais/aimerais ~ présenter/proposer/savoir/échanger
    nous sommes ~ agence/fabricant/fournisseur/spécialis*/société
    augmenter/développer ~ chiffre/ventes/clients/visibilité/clientèle
    plus de ~ clients/leads/ventes/rendez
    seriez vous ~ intéressé*/disponible/ouvert*
    êtes vous ~ intéressé*
    audit/démo/démonstration/analyse gratuit*
    génération de leads
  `,
  smallTalk: `
    nous proposons ~
    puis/pourrais/pouvons je/nous ~
    souhaitez/aimeriez/voulez vous ~
    votre/vos ~ entreprise/site/société/boutique/cabinet/restaurant/hôtel/agence
    nos ~ clients/services/tarifs/produits/prestations
    devis ~
    catalogue ~
    si ~ intéresse/intérêt
    par mois
    pas intéressé*
    si ~ ne ~ intéresse ~ pas
    à partir de
    je m'appelle
    sans engagement
    question rapide
    petite question
    dans l'attente ~ retour/réponse
    qu'en pensez vous
    cela ~ intéress*/sens
    puis je ~ envoyer/montrer/partager
  `,
  meeting: `
    10/15/20/30 minutes ~ échanger/appel/semaine/téléphone/discuter/échange
    court/bref/rapide appel/échange/entretien
    appel/échange/rendez ~ rapide/court/téléphonique/vous/visio
    prendre/fixer/planifier/convenir ~ rendez/appel/échange
    semaine prochaine ~
    cette semaine ~ disponible/échanger/appel
    disponible* ~ pour/échang*/semaine/appel/mardi/jeudi
    vos disponibilités
    échanger ~ quelques/15/rapidement/téléphone/semaine
  `,
  probe: `
    bonne/bon personne/interlocuteur/contact
    personne ~ charge/responsable/appropriée
    qui ~ responsable/charge/occupe
    êtes vous ~ responsable/personne/charge
    orienter/rediriger/transférer ~ vers/personne/collègue
    interlocuteur
  `,
  bump: `
    mon/mes ~ précédent/dernier/premier ~ mail/email/message/courriel
    mon email/mail/message
    sans ~ réponse/retour ~ part
    pas ~ eu/reçu ~ retour/réponse
    je ~ reviens vers/relance
    avez vous ~ eu/pu ~ lire/voir/prendre/temps
    dernier/dernière ~ mail/message/relance/tentative
    faire remonter
    suite à mon
    je sais que ~ occupé*
    petite relance
  `,
  acquiredList: `
    j'ai ~ trouvé/obtenu ~ votre/vos ~ contact/adresse/email/coordonnées/profil
    votre ~ profil/contact/adresse ~ linkedin/internet/google/annuaire
    annuaire ~ entreprises/professionnel
    liste achetée
    publiquement disponible
  `,
  listSale: `
    fichier/fichiers/base/bases/liste/listes ~ emails/contacts/entreprises/prospects ~ qualifi*/vérifi*/vente/ciblé*
    base de données ~ emails/contacts/entreprises/prospects
    leads/prospects ~ qualifiés/vérifiés/ciblés
    liste des participants
  `,
  linkBuilding: `
    article ~ invité/sponsorisé
    échange de liens
    backlink*
    lien ~ cassé/mort/ajouter/insérer/brisé
    vos lecteurs
    proposer/publier/écrire ~ article
    partenariat ~ blog/contenu/article/lien
  `,
  recruiting: `
    votre profil ~ attiré/correspond/intéress*/retenu
    opportunité ~ poste/professionnelle/carrière/emploi
    poste ~ pourvoir/intéress*/correspond*
    candidats ~ qualifiés/profil*
    chasseur de têtes
    cabinet de recrutement
    votre cv
  `,
  fundraising: `
    levée de fonds
    levons ~
    investisseurs ~ recherch*/cherch*
    tour de table
    pitch deck
    céder/racheter/acquérir/vendre ~ votre entreprise/société
  `,
  noRelationship: `
    nous ne nous connaissons pas
    vous ne me connaissez pas
    ne nous connaissons
    désolé ~ déranger/intrusion
    excusez ~ dérang*/intrusion
    j'espère que ~ allez bien/vous allez/bien
    m'a ~ recommandé/conseillé
  `,
};
