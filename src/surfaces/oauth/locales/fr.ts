import type { OauthWords } from './phrases.ts';

export const fr: OauthWords = {
  languages: 'Langue',
  links: { console: 'Console', documentation: 'Documentation' },
  signIn: {
    title: 'Connecter une application à Posthouse',
    label: 'Jeton d’API de votre organisation',
    hint: 'L’application ne le voit jamais. Elle ne peut rien faire de plus que ce jeton, et s’arrête avec lui.',
    proceed: 'Continuer',
    cancel: 'Annuler',
    session: 'Se connecter à Posthouse',
    sessionHint: 'Vous autorisez ensuite l’application avec vos propres droits. Ou utilisez un jeton :',
  },
  consent: {
    title: 'Autoriser cette application ?',
    organization: 'Organisation',
    token: 'Jeton d’API',
    testToken: 'un jeton de test : rien n’est vraiment envoyé',
    allowedTo: 'Elle pourrait :',
    limits:
      'Les limites du jeton d’API valent aussi pour l’application. Pour y mettre fin, révoquez le jeton d’API ou déconnectez-vous dans l’application.',
    person: 'Connecté en tant que',
    otherPerson: 'Utiliser un autre compte ou une autre organisation',
    useToken: 'Utiliser plutôt un jeton d’API',
    personLimits:
      'L’application ne peut jamais faire plus que vous. Comme pour tout assistant, certains appels nécessitent aussi l’approbation d’une personne. Pour mettre fin à l’accès, déconnectez l’application sur la page de votre compte ou dans l’application.',
    allow: 'Autoriser',
    deny: 'Refuser',
    untilUnused: (days) =>
      `Cela vaut jusqu’à ce que l’application ne s’en soit pas servie pendant ${days} jours.`,
    untilMinutes: (minutes) => `Cela vaut ${minutes} minutes.`,
    untilToken: (date) => `Cela prend fin avec le jeton d’API, le ${date} au plus tard.`,
    untilPerson:
      'L’accès prend fin plus tôt si vous perdez un rôle ou si vous êtes retiré de l’organisation.',
  },
  who: {
    document: (name, host) =>
      `Une application qui se nomme « ${name} », de ${host}, demande à utiliser votre organisation.`,
    operator: (name) =>
      `L’application « ${name} », ajoutée par l’exploitant de ce serveur, demande à utiliser votre organisation.`,
    registration: (name) => `Une application qui se nomme « ${name} » demande à utiliser votre organisation.`,
    unproved:
      'L’application s’est enregistrée elle-même : son nom n’est pas vérifié, et n’importe quel programme peut s’en servir.',
    sentTo: (host) => `Vous serez ensuite dirigé vers ${host}.`,
    sentToComputer: (host) => `Vous serez ensuite dirigé vers ${host}, un programme sur cet ordinateur.`,
    sentToApp: (scheme) =>
      `Ensuite s’ouvrira l’application qui ouvre les liens ${scheme} sur cet ordinateur.`,
    elsewhere: (host, target) =>
      `L’application est à ${host}, mais vous seriez dirigé vers ${target}. Ne continuez que si vous connaissez les deux.`,
    onlyIf:
      'Ne continuez que si vous venez de commencer cela vous-même, dans une application à laquelle vous faites confiance.',
  },
  warnings: {
    tooManyWrong: 'Trop de jetons erronés sont venus de votre réseau. Attendez quelques minutes.',
    unknownToken: 'Ce jeton d’API est inconnu, ou ne fonctionne plus.',
    wrongAddress: 'Ce jeton d’API ne peut pas être utilisé depuis votre adresse réseau.',
    nothingOfThat: 'Ce jeton d’API ne permet rien de ce que l’application demande.',
    nothingOfRoles:
      'Vos rôles ne permettent rien de ce que l’application demande. Utilisez un autre compte ou un jeton d’API.',
    chooseOne: 'Choisissez au moins une ligne, ou refusez.',
  },
  fault: {
    title: 'L’application ne peut pas être connectée',
    close: 'Fermez cette page et recommencez dans l’application.',
    back: (host) => `Revenir à ${host}`,
    unavailable: 'Ce serveur n’est pas disponible pour le moment. Réessayez dans une minute.',
    repeated: (name) => `L’application a envoyé ${name} plus d’une fois.`,
    unknownApp: (why) => `L’application n’est pas connue : ${why}.`,
    notRegistered: 'L’application voulait vous diriger vers une adresse qui n’est pas enregistrée pour elle.',
    notServed: (why) => `La demande de l’application n’est pas prise en charge : ${why}.`,
    otherSite: 'Ce formulaire est venu d’un autre site.',
    expired: 'Cette page a expiré, ou n’est pas une des nôtres.',
    neither: 'Cette page n’a été ni autorisée ni refusée.',
    tokenGone: 'Le jeton d’API ne fonctionne plus.',
    personGone: 'Vous n’avez plus accès à cette organisation.',
    signedOut: 'Vous n’êtes plus connecté, ou vous vous êtes connecté sous une autre identité.',
    appGone: 'L’application n’est plus enregistrée ici.',
    nothingGranted: 'Le jeton d’API ne permet plus rien de ce qui a été choisi.',
    nothingOfYours: 'Vos rôles ne permettent plus rien de ce que vous avez choisi.',
    answeredBefore: 'Il y a déjà été répondu.',
    tooMany: (max) =>
      `Une organisation peut avoir au plus ${max} applications connectées. Déconnectez-en une d’abord.`,
  },
  scopes: {
    'emails.read': 'Voir les e-mails envoyés : destinataires, contenu et résultat.',
    'emails.send':
      'Envoyer des e-mails au nom de l’organisation, renvoyer ceux qui ont échoué ou ont été retenus, supprimer les e-mails retenus et de test, vérifier des adresses et suspendre tous les envois.',
    'subscribers.read': 'Voir les abonnés, leurs adresses, noms et autres champs, et leurs segments.',
    'subscribers.write':
      'Ajouter, modifier, importer, désabonner et effacer des abonnés ; créer, modifier et supprimer des segments. Avec le double opt-in, les nouveaux abonnés reçoivent une demande de confirmation par e-mail.',
    'tags.read': 'Voir les étiquettes, et combien d’abonnés portent chacune.',
    'tags.write':
      'Créer, modifier et supprimer des étiquettes ; une étiquette supprimée est retirée à tous les abonnés.',
    'events.read': 'Voir ce que les abonnés ont fait.',
    'events.write':
      'Noter ce que font les abonnés. Une adresse inconnue devient un abonné et, avec le double opt-in, reçoit une demande de confirmation par e-mail.',
    'campaigns.read': 'Voir les campagnes : contenu, résultats et destinataires ; voir les modèles.',
    'campaigns.write':
      'Écrire et modifier des campagnes avant leur envoi ; archiver et supprimer des campagnes, même planifiées ou envoyées. Écrire, modifier, publier et supprimer des modèles, que les programmes de l’organisation envoient.',
    'campaigns.send':
      'Envoyer et planifier des campagnes aux abonnés, en envoyer des essais, corriger leurs liens et les arrêter, même pour de bon.',
    'domains.read': 'Voir les domaines d’envoi et leurs enregistrements DNS.',
    'domains.write':
      'Ajouter, modifier, vérifier et retirer des domaines d’envoi, et créer pour eux de nouvelles clés DKIM.',
    'suppressions.read': 'Voir les adresses qui ne reçoivent rien, et pourquoi.',
    'suppressions.write': 'Arrêter les e-mails vers des adresses, et leur permettre d’en recevoir à nouveau.',
    'webhooks.read':
      'Voir les webhooks et ce qui leur a été envoyé (à qui un e-mail est parti, qui s’est inscrit et ce qui s’est passé), et quels autres systèmes envoient ici leurs événements, sans leurs secrets.',
    'webhooks.write':
      'Faire envoyer ce qui se passe, avec les adresses et noms de personnes, à n’importe quel serveur d’Internet, modifier, essayer, rejouer et supprimer des webhooks ; et laisser d’autres systèmes envoyer ici leurs événements : des personnes deviennent des abonnés, et les rejets signalés par un relais arrêtent des e-mails. Modifier et supprimer ces connexions.',
    'workflows.read': 'Voir les workflows, qui les parcourt, et pourquoi.',
    'workflows.write':
      'Écrire, activer, suspendre, archiver et supprimer des workflows, qui une fois actifs envoient d’eux-mêmes des e-mails aux abonnés, et les lancer, les relancer ou les annuler pour une personne.',
    'tokens.read':
      'Voir les jetons d’API de l’organisation, les applications autorisées et ce que chacune peut faire, sans leurs secrets.',
    'organization.read':
      'Voir les réglages et limites de l’organisation, et le journal de qui a modifié ou envoyé quoi.',
    'organization.write':
      'Modifier les réglages de l’organisation : nom, expéditeur habituel, fuseau horaire, double opt-in et adresse postale ; reprendre les envois suspendus.',
  },
};
