import type { Sayings } from './situations.ts';

export const french: Sayings = {
  receipt: [
    'Votre reçu {p}',
    'Merci pour votre commande. Vous avez payé 49,00 € avec {b} ; la carte se terminant par 4242 a été débitée aujourd’hui. Le reçu est disponible dans votre compte {p}.',
    'Voir le reçu',
  ],
  reset: [
    'Réinitialiser votre mot de passe {p}',
    'Une réinitialisation du mot de passe de votre compte {p} a été demandée. Si c’est vous, choisissez-en un nouveau dans l’heure. Sinon, ignorez ce message : rien ne change.',
    'Choisir un mot de passe',
  ],
  code: [
    '482 913 est votre code {p}',
    'Saisissez ce code pour vous connecter à {p} : 482 913. Il est valable dix minutes. Nous ne vous le demanderons jamais par téléphone.',
    'Ouvrir {p}',
  ],
  invoice: [
    'Facture 2026-1107 de {p}',
    'Votre facture de novembre est disponible : 129,00 € pour l’offre équipe, à régler avant le 30 novembre. Vous pouvez payer par carte, par virement ou avec {b}.',
    'Régler la facture',
  ],
  reminder: [
    'Rappel : facture 2026-1006',
    'Sauf erreur de notre part, la facture 2026-1006 de 129,00 € reste à régler. Si votre paiement a croisé ce message, merci de ne pas en tenir compte. Le service comptable de {p}.',
    'Voir la facture',
  ],
  failedPayment: [
    'Votre paiement n’a pas abouti',
    'Le paiement de votre abonnement {p} a été refusé par votre banque. Mettez à jour votre carte ou payez avec {b} pour que l’abonnement continue sans interruption.',
    'Mettre à jour le paiement',
  ],
  signIn: [
    'Nouvelle connexion à votre compte {p}',
    'Votre compte vient d’être utilisé depuis un nouvel appareil : Firefox sous Linux, près de Nantes, à 14 h 02. Si c’est vous, il n’y a rien à faire. Sinon, changez votre mot de passe.',
    'Vérifier les appareils',
  ],
  addressChanged: [
    'Votre adresse e-mail a été modifiée',
    'L’adresse de votre compte {p} est désormais ada@example.com. Si vous n’êtes pas à l’origine de ce changement, prévenez-nous sous trois jours.',
    'Ce n’est pas moi',
  ],
  shipped: [
    'Votre commande {p} est en route',
    'Nous avons remis votre colis à {b} ce matin. Il devrait arriver jeudi entre dix heures et quatorze heures. Votre présence n’est pas nécessaire.',
    'Suivre le colis',
  ],
  event: [
    'Demain à 10 h : réunion avec Grâce',
    'Nous vous rappelons votre rendez-vous de demain à 10 h, réservé avec {p} et inscrit dans votre agenda {b}. Pour le déplacer, utilisez le lien ci-dessous.',
    'Changer l’horaire',
  ],
  invitation: [
    'Grâce vous invite sur {p}',
    'Grâce Morel vous invite dans l’espace « Port » sur {p}. Vous pouvez le rejoindre avec votre compte {b} ou choisir un mot de passe. L’invitation est valable une semaine.',
    'Rejoindre l’espace',
  ],
  trialEnds: [
    'Votre essai de {p} se termine dans trois jours',
    'Votre essai gratuit se termine vendredi. Pour garder vos projets, choisissez une offre avant cette date. Si vous ne faites rien, aucun paiement ne sera prélevé.',
    'Choisir une offre',
  ],
  accountCloses: [
    'Votre compte {p} va être fermé',
    'Vous nous avez demandé de fermer votre compte. Il sera supprimé avec toutes ses données le 1er décembre. Si vous avez changé d’avis, connectez-vous avant cette date.',
    'Garder mon compte',
  ],
  storageFull: [
    'Votre espace {p} est presque plein',
    'Vous utilisez 9,4 Go sur 10. Une fois plein, aucun nouveau fichier ne pourra être enregistré. Supprimez ce qui ne sert plus ou ajoutez 100 Go pour 2 € par mois.',
    'Gérer l’espace',
  ],
  twoFactor: [
    'Activez la double authentification sur {p}',
    'Votre équipe demande la double authentification à partir du 1er décembre. Cela prend une minute avec {b} Authenticator ou une autre application. Sans elle, la connexion ne sera plus possible après cette date.',
    'L’activer',
  ],
  exportReady: [
    'Votre export {p} est prêt',
    'L’export que vous avez demandé est prêt : 1 204 contacts, 18 Mo. Vous pouvez le télécharger pendant 48 heures, puis il sera supprimé.',
    'Télécharger l’export',
  ],
  termsChange: [
    'Nos conditions changent le 1er janvier',
    'Les conditions de {p} sont plus courtes et précisent le rôle de {b} comme prestataire de paiement. Elles s’appliquent dès le 1er janvier. Si elles ne vous conviennent pas, vous pouvez résilier sans frais avant cette date.',
    'Lire les conditions',
  ],
  refund: [
    'Votre remboursement de 24,90 € est en cours',
    'Nous avons reçu votre retour et remboursé 24,90 € sur votre compte {b}. Comptez jusqu’à cinq jours ouvrés. Merci de votre achat chez {p}.',
    'Voir le remboursement',
  ],
  passwordChanged: [
    'Votre mot de passe {p} a été changé',
    'Le mot de passe de votre compte a été changé aujourd’hui à 9 h 41. Si c’est vous, tout va bien. Sinon, réinitialisez-le et écrivez à notre support.',
    'Sécuriser mon compte',
  ],
  confirmAddress: [
    'Confirmez votre adresse pour {p}',
    'Bienvenue chez {p} ! Confirmez que cette adresse est la vôtre afin de recevoir reçus et alertes de sécurité. Le lien est valable 24 heures.',
    'Confirmer l’adresse',
  ],
};
