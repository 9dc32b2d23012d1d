import type { ConceptPhrases } from '../concept.ts';
import { frenchSenders } from './french-senders.ts';

/** Apostrophes do not split words, so `*identité` also finds "l'identité" and "d'identité". */
export const french: ConceptPhrases = {
  ...frenchSenders,
  signIn: `connectez-vous/se connecter/vous connecter + compte/*espace client/*espace personnel/portail/profil
    connecte-toi/identifiez-vous/authentifiez-vous + compte/*espace client/*espace personnel/portail/profil
    accéder à/accédez à/accède à/connexion à + votre compte/ton compte/votre espace/ton espace/votre messagerie/votre boîte/mon espace
    saisissez/saisir/entrez/renseignez/indiquez + mot de passe/identifiant*/code confidentiel/nom d'utilisateur
    mot de passe/mots de passe + expir*/réinitialis*/conserver/garder/modifier/changer
    avec votre/avec vos/avec ton/avec tes + adresse mail et mot de passe/identifiants/identifiant et/adresse professionnelle
    avec votre/avec vos/avec ton/avec tes + identifiants habituels/mot de passe
    session + expiré*/terminée/fermée/interrompue + connect*/nouveau/poursuivre/reprendre
    ce n'est pas moi/ce n'était pas moi/ce n'est pas vous/ce n'était pas vous/si ce n'est pas/pas vous + sécuris*/bloqu*/compte/annul*/connexion
    rétabli*/débloqu*/réactiv*/déverrouill*/récupér*/restaur*/sécuris* + votre compte/ton compte/votre accès/vos accès/l'accès/votre carte
    se connecter/me connecter/connectez-vous/reconnectez-vous/identifiez-vous + maintenant/à nouveau/ici/pour consulter/pour lire/immédiatement`,
  confirmIdentity: `confirm*/vérifi*/valid*/authentifi* + votre compte/ton compte/*identité/vos informations
    confirm*/vérifi*/valid*/authentifi* + vos données/tes informations/vos coordonnées
    confirmation de/vérification de/validation de + votre compte/votre identité/vos informations/vos coordonnées/vos données
    mettre à jour/mise à jour/mettez à jour/actualis* + vos informations/vos données/vos coordonnées/votre dossier/votre compte/votre profil
    pièce d'identité/carte d'identité/passeport/permis de conduire/justificatif + envoy*/télécharg*/transmett*/téléversez/déposez/copie/photo
    carte vitale + renouvel*/mettre à jour/mise à jour/commander/nouvelle/expir*
    photo/copie/scan/selfie/recto verso/recto/vidéo + pièce d'identité/carte d'identité/passeport/permis/cni/justificatif
    vérification/authentification/identification/validation + effectuez/effectuer/terminer/finalis*/complét*/obligatoire/requise/procéd*/renouvel*
    complét*/renseign*/régularis* + votre dossier/vos informations/vos coordonnées/votre profil/votre situation/vos données`,
  giveBankData: `numéro de carte/carte bancaire/carte bleue + saisi*/renseign*/indiqu*/fourni*/mettre à jour/mettez à jour
    cryptogramme/cvv/carte de crédit + saisi*/renseign*/indiqu*/fourni*/mettre à jour/mettez à jour
    coordonnées bancaires/informations bancaires/données bancaires/*iban + saisi*/renseign*/indiqu*/fourni*/confirm*/communiqu*/mettre à jour
    carte bancaire/coordonnées bancaires/rib + confirm*/mise à jour/envoy*/transmett*/transmis/répond*/expir*
    moyen de paiement/mode de paiement/informations de paiement + mettre à jour/mettez à jour/mise à jour/refus*/échou*/expir*/vérifi*
    numéro de carte/numéros de carte/16 chiffres + cryptogramme/date d'expiration/cvv/cvc/code/validité
    paiement/prélèvement/carte + refus*/rejet*/échou*/échoué/n'a pas abouti/pas pu être + mettre à jour/mettez/nouvelle/autre carte/moyen/régularis*
    rib/*iban/coordonnées bancaires + afin de vous/pour recevoir/pour le virement/rembours*/versement/merci de`,
  changedBankDetails: `nouveau*/nouvel*/chang*/modifi* + rib/*iban/coordonnées bancaires/domiciliation bancaire/compte bancaire
    ancien compte/compte actuel/compte bancaire/ancien rib + fermé/clôturé/plus valide/plus utiliser/audit/en cours de vérification
    prochains/futurs/à venir/en attente + paiements/règlements/virements + compte/rib/*iban/coordonnées
    régl*/vir*/payer/payez/versez/paiement + nouveau compte/nouveau rib/nouvel iban/compte suivant
    régl*/vir*/payer/payez/versez/paiement + compte ci-dessous/autre compte/coordonnées suivantes
    notre banque/notre compte/notre rib/nos coordonnées bancaires + chang*/modifi*/nouve*/clôtur*/fermé`,
  payrollChange: `salaire*/paie/bulletin de paie/rémunération + rib/*iban/coordonnées bancaires/nouveau compte/changer de compte/compte bancaire
    bulletin de paie/fiche de paie/bulletin de salaire/augmentation + consult*/confirm*/valid*/sign*/télécharg*
    mon salaire/ma paie/mon virement de salaire/versement de mon + compte/rib/banque/chang*/prochain*
    bulletin de paie/fiche de paie/prime/revalorisation salariale/solde de congés + connect*/accéd*/valid*/confirm* + rh/paie/salair*`,
  giftCards: `carte cadeau/cartes cadeaux/coupon/coupons/chèques cadeaux/tickets recharge + achet*/procur*/grattez/gratter/besoin
    carte cadeau/cartes cadeaux/cartes google play/cartes itunes/neosurf/transcash/pcs/paysafe* + codes/photo*/rembours*/envoie*/recharge
    cartes/tickets/coupons + gratt*/codes au dos/photo des codes/codes en photo`,
  payInvoice: `facture*/montant/solde/*échéance/somme + impayé*/en retard/échu*/en souffrance/à régler/non réglé*/en attente de paiement/régler
    relance/mise en demeure/dernier rappel/rappel de paiement + régl*/payer/payez/impayé*
    virement/virement bancaire/régler/règlement + aujourd'hui/urgent/en urgence/fournisseur/prestataire/dans la journée/au plus vite
    électricité/gaz/énergie/fourniture/alimentation + coupure/coupée/interruption/interrompue/suspendue/impayé*
    impayé*/arriéré*/reste à payer/reliquat/créance/solde débiteur + régl*/payer/payez/acquitt*/versement/régularis*
    virement/virement bancaire/virement instantané/virement urgent/règlement + effectuer/effectuez/procéder/passer/préparer/émettre/exécuter
    coupure/interruption + programmée/éviter/demain/avis de/technicien/impayé* + régl*/payer/payez/avis de/facture`,
  scanCode: `scann*/flash* + code qr/qr code/qr/code/téléphone/smartphone
    code qr/qr code/qrcode + ci-dessous/joint/téléphone/appareil photo/smartphone/mobile
    téléphone/smartphone/appareil photo/mobile + scann*/flash* + code/image/ci-dessous`,
  grantAccess: `autoris*/accord*/donn*/accept*/approuv* + l'accès/un accès/accès à/permission*/droits/l'application
    anydesk/teamviewer/prise en main/prise de contrôle/accès à distance + install*/télécharg*/ouvr*/lanc*
    connect*/associ*/reliez/relier/liez + compte google/compte microsoft/boîte mail/messagerie
    connecteur/extension/intégration/module/plugin/application tierce + autoris*/approuv*/accept*/consent*/valid*
    au nom de votre organisation/au nom de l'organisation/donner votre consentement/accès à votre boîte/accès à votre messagerie/lire et envoyer des
    lire et gérer`,
  openFile: `ouvrir/ouvrez/consulte*/télécharge*/visualis*/lire/voir + document*/fichier*/pièce jointe/pièces jointes/pdf/contrat/message vocal/fax
    partagé/partagée/partagés/a partagé + document*/fichier*/dossier + avec vous/avec toi/ouvrir/consulter
    activ* + macros/le contenu/la modification
    ci-joint/en pièce jointe/joint à ce + signer/consult*/ouvrir/vérifi*/retourner/compléter
    ci-joint/ci-jointe/veuillez trouver/en pièce jointe/vous trouverez + contrat/facture/devis/bon de commande/avis de paiement
    ci-joint/ci-jointe/veuillez trouver/en pièce jointe/vous trouverez + compromis/acte/document*
    sign*/parapher/contresign* + électronique*/numérique*/document*/contrat/compromis/acte/avenant
    message sécurisé/message chiffré/document sécurisé/document protégé/mot de passe du fichier + ouvrir/lire/consult*/est
    mot de passe du document/message confidentiel + ouvrir/lire/consult*/est`,
  callNumber: `appelez/appeler/contactez par téléphone/composez/téléphonez + immédiatement/numéro/annuler/assistance
    appelez/appeler/contactez par téléphone/composez/téléphonez + support/rembours*/gratuit/sans délai
    pas à l'origine/pas autorisé/pas effectué/n'avez pas commandé + appel*/contactez/téléphon*
    un conseiller/notre service/le service fraude + appelez/rappelez/rappeler
    appelez/appeler/contactez/joignez/rappelez + notre conseiller/sous 24/service fraude/pour annuler/pour bloquer/au numéro/non surtaxé/au 0*
    débité*/prélevé*/facturé*/renouvelé* + appelez/appeler/par téléphone/contactez-nous au`,
  walletPhrase: `wallet/portefeuille crypto/portefeuille numérique/votre portefeuille + connect*/synchronis*/valid*/vérifi*/migr*/restaur*
    airdrop/tokens/jetons + réclam*/récupér*
    wallet/portefeuille/crypto*/actifs + import*/reconnect*/sécuris*/transfér*/retir*/nouveau portefeuille/lier
    ledger/trezor/metamask/firmware/portefeuille matériel + mettre à jour/mise à jour/vérifi*/restaur*/valid*
    phrase de récupération/phrase secrète/phrase seed/phrase mnémonique/clé privée/clés privées/12 mots/24 mots/douze mots`,
  smallFee: `*amende/contravention/péage*/frais de douane + régl*/payer/paiement/impayé*/majoration/acquitt*
    droits de douane/forfait post-stationnement/stationnement + régl*/payer/paiement/impayé*/majoration/acquitt*
    frais de livraison/frais d'expédition/frais de port/frais d'affranchissement/frais de dossier + régl*/payer/payez/acquitt*
    tva/taxe/frais + douane/dédouanement/importation + régl*/payer/acquitt*
    vignette crit'air/*infraction/excès de vitesse + command*/régl*/payer/*amende
    nouvelle livraison/seconde livraison/deuxième présentation + frais/montant/euros + régl*/payer/carte/acquitt*
    relivraison/déblocage/traitement/libérer + frais/montant/euros + régl*/payer/carte/acquitt*
    péage/télépéage/trajet/passage/flux libre + impayé*/non réglé/régularis*/payer/régl*`,
  renewMailbox: `boîte mail/boîte de réception/messagerie/boîte aux lettres + plein/pleine/satur*/limite/dépass*/désactiv*/suspend*
    stockage/quota/cloud + plein/pleine/satur*/limite/dépass*/désactiv*/suspend*
    messages/e-mails/mails/courriels + en attente/bloqué*/quarantaine/non remis/non distribu*/retenus
    *abonnement/adhésion/nom de domaine/hébergement/licence/antivirus + expir*/renouvel*/suspend*/suspens*/prend fin
    conserver/garder + même mot de passe/mot de passe actuel/mot de passe habituel
    boîte mail/messagerie/compte mail/compte de messagerie/webmail/adresse mail + fermeture/supprim*/clôtur*/migr*/mise à niveau
    boîte mail/messagerie/compte mail/compte de messagerie/webmail/adresse mail + nouvelle version/mise à jour/mettre à jour
    demande + fermeture/suppression/résiliation/désactivation/clôture + boîte/messagerie/compte mail/compte de messagerie`,
  claimPrize: `
    gagné/gagnant*/sélectionné*/félicitations/tiré au sort/heureux élu + prix/lot/cadeau/iphone/bon d'achat/loterie/tirage/sondage/concours
    réclam*/récupér*/retir* + prix/gain*/cadeau/récompense/prime/fonds/bonus/*héritage
    rembours*/trop-perçu/*indemnisation/crédit d'impôt + bénéficier/éligible/droit à/demande de/percevoir/recevoir/obtenir
    *indemnité/aide/chèque énergie + bénéficier/éligible/droit à/demande de/percevoir/recevoir/obtenir
    *héritage/succession/millions/bénéficiaire/donation + euros/dollars/notaire/décédé*/défunt*/banque/fonds
    trop perçu/trop versé/remboursement d'impôt/remboursement + montant/formulaire/demande/réclam*/bénéfici*/crédité/versé
    donn*/don/léguer/lègue/confier/donation + million*/la somme de/œuvres/charité/orphelin*/veuve
    veuve/cancer/maladie incurable/phase terminale/mon défunt mari + don/donation/léguer/fonds/somme/charité
    points de fidélité/points fidélité/vos points/cagnotte + expir*/convert*/échang*/utilis* avant/récupér*`,
  rescheduleParcel: `colis/livraison/*envoi/paquet/expédition + pas pu/n'a pu/impossible/échou*/échec/reprogramm*/replanifi*/en attente
    colis/livraison/*envoi/paquet + confirmer votre adresse/adresse incomplète/adresse incorrecte/retourné/bloqué/suspendu/retenu/relivr*
    colis/paquet + absent/en votre absence/tenté de livrer/tentative de/nouvelle livraison/point relais/frais/confirmez votre adresse
    colis/paquet/livraison/envoi + numéro de rue/numéro manquant/adresse erronée/mauvaise adresse/adresse manquante
    colis/paquet/livraison/envoi + complét*/entrepôt/dépôt/retour à l'expéditeur/pas pu être remis
    nouvelle livraison/créneau de livraison/date de livraison/jour de livraison + choisi*/planifi*/program*/sélectionn*/confirm*/réserv*
    seconde livraison/deuxième livraison/nouvelle présentation + choisi*/planifi*/program*/sélectionn*/confirm*/réserv*`,
  replyPrivately: `êtes-vous/es-tu/tu es/vous êtes + disponible/dispo/au bureau/libre/joignable/devant votre ordinateur
    tâche urgente/petit service/besoin de toi/besoin de vous + répond*/mail/réunion/pas m'appeler/acquisition
    besoin de votre aide/confidentiel*/discrétion/entre nous + répond*/mail/réunion/pas m'appeler/acquisition
    numéro de portable/numéro de téléphone/numéro whatsapp/ton numéro/votre numéro + envoie*/envoyez/donn*/communiqu*/transmett*
    répond*/écrivez + adresse personnelle/mail personnel/email personnel/adresse privée/e-mail privé
    strictement confidentiel*/secret/plus grande discrétion + opération/acquisition/transaction/instructions/virement/répond*
    clause de confidentialité/n'en parlez/n'en parle + opération/acquisition/transaction/instructions/virement/répond*
    écri*/contact*/message/rejoi*/joignez + sur whatsapp/via whatsapp/par whatsapp/sur telegram/via telegram/mon numéro privé
    as-tu/avez-vous/tu as/peux-tu/pouvez-vous + un moment/une minute/deux minutes/me rendre service + répon*/mail/urgent*/moi
    as-tu/avez-vous/tu as/peux-tu/pouvez-vous + t'occuper/vous occuper/traiter + répon*/mail/urgent*/moi
    nom complet/nom et prénom/noms et prénoms + téléphone/pays/adresse/âge/profession + envo*/communiqu*/répon*/contact*`,
  deadline: `sous/dans les/dans un délai/d'ici/avant + 24/48/72/heures/jours
    aujourd'hui + dernier/expir*/avant minuit/au plus tard
    immédiatement/dans les plus brefs délais/sans délai/dernier rappel/dernier avis/dernière relance/ultime rappel/avant minuit/au plus vite
    dernière chance`,
  threat: `compte/*accès/carte/messagerie/profil/colis/dossier + suspendu*/bloqué*/restreint*/limité*/désactivé*/supprimé*/fermé/clôturé/résilié
    compte/*accès/carte/messagerie/ligne + suspension/blocage/fermeture/clôture/désactivation/sera bloqué/perdre
    inhabituel*/suspect*/non autorisé*/inconnu* + *activité*/connexion*/transaction*/*appareil/*opération*/paiement
    poursuites/huissier/contentieux/recouvrement/majoration/majorée/pénalités/saisie sur/saisie de/mise en demeure/action en justice
    dépôt de plainte`,
  warning: `
    ne vous demande*/ne demande jamais/ne demandons jamais/jamais demander/jamais vos/ne communiquez jamais/ne partagez jamais/ne cliquez pas
    ne cliquez jamais/arnaque*/escroc*/escroquerie*/hameçonnage/phishing/faux mails/faux sms/fraudeurs/mise en garde/méfiez-vous/soyez vigilant*`,
  subscribed: `
    car vous êtes/parce que vous/vous recevez ce/vous recevez cet/vous recevez cette/vous êtes inscrit/vous êtes abonné/vous avez souscrit
    votre commande/ta commande/votre réservation/votre achat/votre inscription/en tant que membre/en tant que client/nos membres/nos clients
    nos adhérents/merci de votre/merci pour votre/merci pour ta/à votre demande/vous avez demandé/suite à votre demande`,
};
