import type { Lexicon } from './lexicon.ts';

export const frenchStrangers: Lexicon = {
  introduction: `
    je m'appelle
    mon nom est
    je suis ~ chez/fondat*/gérant*/commercial*/responsable/directeur/directrice/consultant*/freelance/attachée
    je dirige
    nous sommes ~ agence/fabricant/fournisseur/société/entreprise/studio/cabinet/importateur/grossiste/producteur*/spécialis*
    notre ~ agence/société/entreprise ~ propose/accompagne/est/spécialis*
    nous ~ fabriquons/produisons/livrons/importons/louons/vendons/concevons/installons/nettoyons
    je me permets
    je vous ~ contacte/écris/sollicite
    permettez moi
    au nom de
    spécialisé*/spécialiste* ~ dans/en
  `,
  readersBusiness: `
    votre ~ entreprise/société/agence/cabinet/restaurant/hôtel/boutique/magasin/site/activité/structure/établissement/émission/podcast/blog/atelier/flotte/entrepôt/toiture/équipe/secteur/marque/cave
    vos ~ clients/équipes/collaborateurs/patients/lecteurs/auditeurs/bureaux/locaux/ventes/concurrents/campagnes/annonces/factures/coûts/véhicules/commerciaux/chantiers/expéditions/besoins
    entreprises/sociétés/restaurants/commerces/agences/pme comme/telles/de votre
    dans votre ~ secteur/région/ville/domaine
    au sein de votre
    madame monsieur
  `,
  trade: `
    prospects/leads/prospection
    référencement/seo/visibilité
    création ~ site/sites
    développement web
    devis
    tarifs/catalogue/échantillon*
    grossiste/fabricant/fournisseur
    chiffre d'affaires
    nettoyage ~ bureaux/locaux
    panneaux ~ solaires/photovoltaïques
    financement/trésorerie/affacturage
    sponsor/sponsoring/mécénat/stand
    partenariat/collaboration
    commission
    candidats/recrutement
    réduire/optimiser/baisser ~ coûts/factures/charges/dépenses
    transport/fret/palettes
    base/fichier ~ entreprises/emails/contacts
    externalis*
    sur mesure
    cession/reprise ~ entreprise
    nom de domaine
    refonte ~ site
    vidéo/vidéos ~ entreprise/promotionnelle
    caisse/téléphonie/standard
    fournisseur ~ énergie/électricité
    vêtements de travail/emballages/objets publicitaires
    traduction/sous titrage
    rgpd/cybersécurité
    formation ~ salariés/équipes/cpf
    crédit d'impôt/subventions
    machine/machines à café
    intérim/intérimaires
    location ~ véhicules/salle
    panneaux/bornes ~
    rachat/achat/vente ~ entreprise/fonds
  `,
  proof: `
    avons ~ aidé/permis/accompagné
    a ~ permis/économisé/augmenté/doublé/réduit
    étude de cas
    nos clients ~ économisent/gagnent/constatent
    plus de ~ clients/rendez/ventes/réservations/demandes
    pour cent/fois ~ plus/moins
    ans d'expérience
    sans ~ engagement/risque/frais
    références
    résultats ~ en/dès/garantis
    satisfait ou remboursé
  `,
  smallAsk: `
    intéressé*
    seriez vous ~
    auriez vous ~
    êtes vous ~ intéressé*/ouvert*/disponible*
    puis/pourrais/pourrions/pouvons je/nous ~ envoyer/appeler/proposer/montrer/présenter/passer/rencontrer
    je peux/pourrais vous ~ envoyer/montrer/appeler/rappeler/proposer/passer
    souhaitez vous
    qu'en pensez vous
    qu'en dites vous
    cela ~ vous ~ intéress*/parle/dit/convient*/tente*
    ça vous ~ dit/intéress*/tente*
    dites moi
    répondez ~ moi/oui/simplement/à
    quand ~ pourrions/pouvons/disponible*
    je reste ~ disposition/disponible
    à votre disposition
    quelques ~ minutes/dates/exemples
    au téléphone
    un créneau
  `,
  replyOptOut: `
    pas intéressé*
    plus ~ recevoir/être contacté*/sollicité*
    si ~ ne ~ concerne/intéresse ~ pas
    si vous n'êtes pas
    désolé* ~ dérang*
    excus* ~ dérang*
    répondez ~ stop/non
    je ne vous ~ relancerai/dérangerai/écrirai
  `,
  flattery: `
    bravo ~ pour
    félicitations
    j'adore ~ votre/vos/ce
    j'apprécie/admire/aime ~ beaucoup/votre/vos
    j'écoute ~ votre/vos
    je suis/lis/regarde ~ votre/vos
    impressionné*
    beau/belle/superbe/très ~ travail/site/projet/beau
    attiré ~ attention
  `,
  pitch: `
    j'ai ~ vu/lu/constaté/remarqué ~ que/votre/vos
    nous avons ~ vu/remarqué/constaté ~ que/votre/vos
    en passant/naviguant ~ devant/sur
    j'ai ~ testé/analysé/audité/regardé/visité ~ votre/vos
    cherchez vous ~
    avez vous ~ besoin/pensé/déjà
    combien ~ payez/perdez/coûte
    êtes vous ~ satisfait*
    nous pouvons ~ vous
    nous pourrions ~
    vous faire ~ gagner/économiser/bénéficier
  `,
  bump: `
    je vous ai/avais ~ écrit/envoyé/contacté
    je me permets de ~ revenir/relancer
    sans nouvelles
    ma dernière ~ relance/tentative
    relance
    n'ayant ~ pas
  `,
  probe: `
    qui ~ s'occupe/gère/décide ~
    à qui ~ puis/pourrais/dois/adresser
    la bonne personne
    transmettre ~ mail/message/à
    vers qui
  `,
  meeting: `
    un ~ quart d'heure
    10/15/20/30 minutes ~
    un café
    passer vous voir
    vous rencontrer
    démo/démonstration ~ minutes
  `,
  recruiting: `
    mon/notre client ~ recherche/recrute
    confidentiel* ~ poste/échange/opportunité
    candidat/candidate ~ pour/disponible/profil
    votre ~ annonce/offre
  `,
  noRelationship: `
    nous n'avons ~ pas ~ rencontr*
    sans vous connaître
    sources publiques
    vos coordonnées
  `,
  relation: `
    vous ~ testez/essayez/utilisez ~ depuis
    votre ~ essai/période d'essai
    vous ~ avez ~ importé/ajouté/créé/activé/invité/testé
    vous nous ~ avez/aviez ~ demandé/contacté/écrit
    comme ~ convenu/promis/annoncé
    sur notre stand
    suite à votre ~ demande/visite/appel/passage
    chers/chères/cher/chère ~ client/clients/cliente/clientes/fournisseur/fournisseurs/partenaires
    vous n'avez ~ pas encore
    complét* votre profil
    invitez ~ équipe/collègues/amis
    passer à/au ~ forfait/offre
    résiliable/résilier ~ tout moment
    la plupart ~ utilisateurs/membres
    nos utilisateurs
    parrainez
    sur une échelle
    centre d'aide
    vos ~ paramètres/résultats/progrès/préférences
    dans votre ~ compte/espace/tableau
    votre/vos/ton/ta ~ commande/réservation/inscription/abonnement/facture/compte/adhésion/billet/billets/rendez/don/contrat/cours/stage/essai/colis/livraison/séjour/achat/cotisation/dossier/place/visite
    vous/tu avez/êtes/as/es/étiez/aviez ~ inscrit*/commandé/réservé/créé/acheté/annulé/résilié/rejoint/demandé/participé/adhérent*/abonné*/membre/téléchargé/installé/répondu
    vous nous avez
    liste d'attente
    avez vous/récemment ~ demandé
    vous ~ récemment demandé
    adhérents/bénévoles/anciens élèves
    depuis ~ ans chez/avec nous
    le bureau/conseil ~ association
    fidélité
    bienvenue
    merci ~ pour/de ~ commande/inscription/achat/don/visite/fidélité/soutien/participation/patience/confiance/adhésion/réservation
    merci ~ d'avoir/d'être
    à ~ bientôt/samedi/dimanche/demain/vendredi
    en tant que ~ membre/client/adhérent*/abonné*
    chers/chères/cher/chère ~ adhérents/membres/parents/amis/clients/lecteurs/amies/adhérente/client/cliente/collègues/voisins
    nos ~ adhérents/membres/lecteurs/abonnés/élèves/bénévoles/donateurs
    vous recevez ~ car/parce/cet
    assemblée générale
    l'association
    nouvelle version
    nouveautés
    horaires d'ouverture
    enquête/sondage/questionnaire
    prochain/prochaine ~ cours/séance/répétition/réunion/atelier
    numéro de commande/client
    lettre/newsletter ~ mensuelle/information
    mot de passe
    politique de confidentialité
    conditions générales
    arrive à ~ échéance/expiration
    expire ~ le/dans
    votre ~ police/assurance/mutuelle
    jeu concours/tirage au sort
    vous nous manquez
    recommander ~ nous/amis
    votre enfant
    code de ~ vérification/sécurité
    ignorez ~ message/mail/email
    pas à l'origine
    votre ~ avis ~ sur/nous
    fidèle*
  `,
  circle: `
    désormais/maintenant disponible
    vous pouvez désormais
    nouvelle fonctionnalité
    nouvelles fonctionnalités
    découvrez
    code promo
    offre valable
    dans la limite des stocks
    livraison gratuite
    recette/recettes
    actualités/nouvelles
    ce mois
    chers ~ tous/amis/lecteurs
    bonjour à ~ tous/toutes
    inscriptions ~ ouvertes/jusqu'au
    billetterie/billets/entrée
    portes ouvertes
    programme/saison/concert/fête/noël/kermesse
    dons/don/bénévoles/bénévole
    lire la suite
    soldes/livraison offerte
    webinaire
    école/paroisse/chorale/musée/bibliothèque/théâtre/mairie
  `,
};
