import type { Words } from './phrases.ts';

export const de: Words = {
  languages: 'Sprache',
  unsubscribe: {
    title: 'Abmelden',
    ask: (name, address) => `${name} schickt Newsletter an ${address}. Möchten Sie keine mehr bekommen?`,
    others:
      'Nachrichten zu Ihrem Konto oder Ihren Bestellungen, etwa Rechnungen, sind davon nicht betroffen.',
    button: 'Abmelden',
    instead: 'Stattdessen auswählen, was Sie bekommen',
    doneTitle: 'Sie sind abgemeldet',
    done: (name, address) => `${name} schickt keine Newsletter mehr an ${address}.`,
    doneWithoutAddress: 'Über diesen Link bekommen Sie keine Newsletter mehr.',
    back: 'Falls das ein Versehen war, können Sie sich auf der Seite mit Ihren Einstellungen wieder anmelden.',
  },
  preferences: {
    title: 'Ihre E-Mail-Einstellungen',
    intro: (name, address) => `Was ${name} an ${address} schicken darf.`,
    mail: (name) => `Newsletter von ${name}`,
    yes: 'Ja, bitte schicken',
    no: 'Nein, keine schicken',
    topics: 'Themen',
    topicsHint: 'Wählen Sie, was Sie interessiert.',
    save: 'Speichern',
    saved: 'Ihre Auswahl ist gespeichert.',
    pending: 'Sie haben noch nicht bestätigt, dass Sie diese Newsletter möchten. Hier können Sie es tun.',
    bounced:
      'E-Mails an diese Adresse kamen als unzustellbar zurück, deshalb wird nichts mehr an sie geschickt. Das lässt sich hier nicht ändern: Bitte schreiben Sie dem Absender.',
    complained:
      'E-Mails an diese Adresse wurden als Spam gemeldet, deshalb wird nichts mehr an sie geschickt. Das lässt sich hier nicht ändern: Bitte schreiben Sie dem Absender.',
    stopped: (name) =>
      `${name} hat den Versand an diese Adresse eingestellt. Das lässt sich hier nicht ändern: Bitte schreiben Sie dem Absender.`,
    erased:
      'Über die Adresse, an die diese E-Mail ging, ist nichts gespeichert. Es gibt hier also nichts einzustellen.',
  },
  confirm: {
    title: 'Anmeldung bestätigen',
    ask: (name, address) => `Sollen Newsletter von ${name} an ${address} geschickt werden?`,
    button: 'Ja, anmelden',
    doneTitle: 'Sie sind angemeldet',
    done: (name, address) => `${name} darf jetzt Newsletter an ${address} schicken.`,
    staleTitle: 'Dieser Link ist veraltet',
    stale:
      'Seit er verschickt wurde, hat sich etwas geändert. Er bestätigt nichts mehr. Wenn Sie die Newsletter möchten, melden Sie sich bitte neu an.',
  },
  notFound: {
    title: 'Dieser Link funktioniert nicht',
    text: 'Er ist nicht vollständig oder veraltet: Vielleicht hat sich die Adresse geändert, für die er war.',
    advice: 'Öffnen Sie den Link noch einmal aus der E-Mail selbst, oder nehmen Sie den aus einer neueren.',
  },
  unavailable: {
    title: 'Diese Seite kann gerade nicht angezeigt werden',
    text: 'Mit Ihrem Link ist alles in Ordnung. Bitte versuchen Sie es in einigen Minuten noch einmal.',
  },
  webVersion: 'E-Mail',
  contentRemoved: {
    title: 'Nicht mehr verfügbar',
    text: 'Diese E-Mail ist älter und wird hier nicht mehr aufbewahrt. In Ihrem Postfach liegt sie weiterhin.',
  },
};
