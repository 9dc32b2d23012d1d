import type { Words } from './phrases.ts';

export const fr: Words = {
  languages: 'Langue',
  unsubscribe: {
    title: 'Se désinscrire',
    ask: (name, address) =>
      `${name} envoie des lettres d’information à ${address}. Voulez-vous ne plus en recevoir ?`,
    others: 'Les messages concernant votre compte ou vos commandes, comme les reçus, ne sont pas concernés.',
    button: 'Se désinscrire',
    instead: 'Choisir plutôt ce que vous recevez',
    doneTitle: 'Vous êtes désinscrit',
    done: (name, address) => `${name} n’envoie plus de lettres d’information à ${address}.`,
    doneWithoutAddress: 'Vous ne recevez plus de lettres d’information au titre de ce lien.',
    back: 'Si c’était une erreur, vous pouvez revenir depuis la page de vos préférences.',
  },
  preferences: {
    title: 'Vos préférences d’e-mail',
    intro: (name, address) => `Ce que ${name} peut envoyer à ${address}.`,
    mail: (name) => `Lettres d’information de ${name}`,
    yes: 'Oui, envoyez-les-moi',
    no: 'Non, ne m’en envoyez aucune',
    topics: 'Sujets',
    topicsHint: 'Choisissez ce qui vous intéresse.',
    save: 'Enregistrer',
    saved: 'Votre choix est enregistré.',
    pending:
      'Vous n’avez pas encore confirmé que vous voulez ces lettres d’information. Vous pouvez le faire ici.',
    bounced:
      'Des e-mails envoyés à cette adresse sont revenus ; rien ne lui est donc plus envoyé. Cela ne peut pas être changé ici : écrivez à l’expéditeur.',
    complained:
      'Des e-mails envoyés à cette adresse ont été signalés comme indésirables ; rien ne lui est donc plus envoyé. Cela ne peut pas être changé ici : écrivez à l’expéditeur.',
    stopped: (name) =>
      `${name} a cessé d’envoyer des e-mails à cette adresse. Cela ne peut pas être changé ici : écrivez à l’expéditeur.`,
    erased:
      'Rien n’est conservé sur l’adresse à laquelle cet e-mail a été envoyé ; il n’y a donc rien à régler.',
  },
  confirm: {
    title: 'Confirmer votre inscription',
    ask: (name, address) => `Faut-il envoyer les lettres d’information de ${name} à ${address} ?`,
    button: 'Oui, inscrivez-moi',
    doneTitle: 'Vous êtes inscrit',
    done: (name, address) => `${name} peut désormais envoyer des lettres d’information à ${address}.`,
    staleTitle: 'Ce lien n’est plus à jour',
    stale:
      'Quelque chose a changé depuis son envoi, et il ne confirme plus rien. Si vous voulez ces lettres d’information, inscrivez-vous à nouveau.',
  },
  notFound: {
    title: 'Ce lien ne fonctionne pas',
    text: 'Il est incomplet ou n’est plus à jour : l’adresse pour laquelle il était prévu a peut-être changé.',
    advice: 'Ouvrez encore une fois le lien depuis l’e-mail lui-même, ou celui d’un e-mail plus récent.',
  },
  unavailable: {
    title: 'Cette page ne peut pas être affichée pour le moment',
    text: 'Votre lien est bon. Veuillez réessayer dans quelques minutes.',
  },
  webVersion: 'E-mail',
  contentRemoved: {
    title: 'N’est plus disponible',
    text: 'Cet e-mail n’est plus conservé ici. Vous en gardez la copie dans votre boîte de réception.',
  },
};
