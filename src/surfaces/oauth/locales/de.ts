import type { OauthWords } from './phrases.ts';

export const de: OauthWords = {
  languages: 'Sprache',
  links: { console: 'Konsole', documentation: 'Dokumentation' },
  signIn: {
    title: 'Eine App mit Posthouse verbinden',
    label: 'API-Token Ihrer Organisation',
    hint: 'Die App bekommt es nie zu sehen. Sie darf nicht mehr als dieses Token und endet mit ihm.',
    proceed: 'Weiter',
    cancel: 'Abbrechen',
    session: 'Bei Posthouse anmelden',
    sessionHint: 'Danach lassen Sie die App mit Ihren eigenen Rechten zu. Oder verwenden Sie ein Token:',
  },
  consent: {
    title: 'Diese App zulassen?',
    organization: 'Organisation',
    token: 'API-Token',
    testToken: 'ein Test-Token: Es wird nichts wirklich verschickt',
    allowedTo: 'Sie dürfte:',
    limits:
      'Was das API-Token begrenzt, begrenzt auch die App. Zum Beenden widerrufen Sie das API-Token oder trennen Sie die Verbindung in der App.',
    person: 'Angemeldet als',
    otherPerson: 'Anderes Konto oder andere Organisation verwenden',
    useToken: 'Stattdessen ein API-Token verwenden',
    personLimits:
      'Die App darf nie mehr als Sie. Wie bei jedem Assistenten muss ein Mensch manche Aufrufe zusätzlich genehmigen. Zum Beenden trennen Sie die App auf Ihrer Kontoseite oder in der App.',
    allow: 'Zulassen',
    deny: 'Ablehnen',
    untilUnused: (days) => `Das gilt, bis die App es ${days} Tage lang nicht genutzt hat.`,
    untilMinutes: (minutes) => `Das gilt ${minutes} Minuten lang.`,
    untilToken: (date) => `Es endet spätestens mit dem API-Token, am ${date}.`,
    untilPerson: 'Es endet früher, wenn Sie eine Rolle verlieren oder aus der Organisation entfernt werden.',
  },
  who: {
    document: (name, host) =>
      `Eine App, die sich „${name}“ nennt, von ${host}, möchte Ihre Organisation nutzen.`,
    operator: (name) =>
      `Die App „${name}“, die der Betreiber dieses Servers eingetragen hat, möchte Ihre Organisation nutzen.`,
    registration: (name) => `Eine App, die sich „${name}“ nennt, möchte Ihre Organisation nutzen.`,
    unproved:
      'Die App hat sich selbst eingetragen: Ihr Name ist nicht geprüft, jedes Programm kann ihn verwenden.',
    sentTo: (host) => `Danach werden Sie zu ${host} weitergeleitet.`,
    sentToComputer: (host) =>
      `Danach werden Sie zu ${host} weitergeleitet, einem Programm auf diesem Computer.`,
    sentToApp: (scheme) => `Danach startet die App, die auf diesem Computer Links mit ${scheme} öffnet.`,
    elsewhere: (host, target) =>
      `Die App gehört zu ${host}, weitergeleitet würden Sie aber zu ${target}. Fahren Sie nur fort, wenn Sie beide kennen.`,
    onlyIf:
      'Fahren Sie nur fort, wenn Sie das gerade selbst begonnen haben, in einer App, der Sie vertrauen.',
  },
  warnings: {
    tooManyWrong: 'Aus Ihrem Netz kamen zu viele falsche Token. Warten Sie einige Minuten.',
    unknownToken: 'Dieses API-Token ist nicht bekannt oder gilt nicht mehr.',
    wrongAddress: 'Dieses API-Token darf von Ihrer Netzadresse aus nicht benutzt werden.',
    nothingOfThat: 'Dieses API-Token darf nichts von dem, was die App verlangt.',
    nothingOfRoles:
      'Ihre Rollen erlauben nichts von dem, was die App verlangt. Verwenden Sie ein anderes Konto oder ein API-Token.',
    chooseOne: 'Wählen Sie mindestens eines, oder lehnen Sie ab.',
  },
  fault: {
    title: 'Die App kann nicht verbunden werden',
    close: 'Schließen Sie diese Seite und beginnen Sie in der App noch einmal.',
    back: (host) => `Zurück zu ${host}`,
    unavailable: 'Dieser Server ist gerade nicht erreichbar. Versuchen Sie es in einer Minute noch einmal.',
    repeated: (name) => `Die App hat ${name} mehr als einmal geschickt.`,
    unknownApp: (why) => `Die App ist nicht bekannt: ${why}.`,
    notRegistered: 'Die App wollte Sie an eine Adresse weiterleiten, die nicht für sie eingetragen ist.',
    notServed: (why) => `Die App hat auf eine Weise gefragt, die hier nicht möglich ist: ${why}.`,
    otherSite: 'Dieses Formular kam von einer anderen Website.',
    expired: 'Diese Seite ist abgelaufen oder nicht von uns.',
    neither: 'Diese Seite wurde weder mit Zulassen noch mit Ablehnen beantwortet.',
    tokenGone: 'Das API-Token gilt nicht mehr.',
    personGone: 'Sie haben keinen Zugang mehr zu dieser Organisation.',
    signedOut: 'Sie sind nicht mehr angemeldet oder haben sich als eine andere Person angemeldet.',
    appGone: 'Die App ist hier nicht mehr eingetragen.',
    nothingGranted: 'Das API-Token darf nichts mehr von dem, was gewählt wurde.',
    nothingOfYours: 'Ihre Rollen erlauben nichts mehr von dem, was gewählt wurde.',
    answeredBefore: 'Das wurde schon beantwortet.',
    tooMany: (max) =>
      `Eine Organisation kann höchstens ${max} verbundene Apps haben. Trennen Sie zuerst eine.`,
  },
  scopes: {
    'emails.read': 'Verschickte E-Mails ansehen: Empfänger, Inhalt und was daraus wurde.',
    'emails.send':
      'E-Mails im Namen der Organisation verschicken, gescheiterte und zurückgehaltene noch einmal verschicken, zurückgehaltene und Test-E-Mails löschen, Adressen prüfen und den gesamten Versand anhalten.',
    'subscribers.read':
      'Abonnenten ansehen, ihre Adressen, Namen und weiteren Felder, und Segmente von ihnen.',
    'subscribers.write':
      'Abonnenten hinzufügen, ändern, importieren, abmelden und löschen; Segmente anlegen, ändern und löschen. Mit Double-Opt-in bekommen neue Abonnenten eine Bestätigungsanfrage per E-Mail.',
    'tags.read': 'Tags ansehen, und wie viele Abonnenten sie haben.',
    'tags.write': 'Tags anlegen, ändern und löschen; ein gelöschtes Tag wird allen Abonnenten entzogen.',
    'events.read': 'Ansehen, was Abonnenten getan haben.',
    'events.write':
      'Aufzeichnen, was Abonnenten tun. Eine unbekannte Adresse wird zum Abonnenten und bekommt mit Double-Opt-in eine Bestätigungsanfrage per E-Mail.',
    'campaigns.read': 'Kampagnen ansehen: Inhalt, Ergebnisse und Empfänger; Vorlagen ansehen.',
    'campaigns.write':
      'Kampagnen vor dem Versand schreiben und ändern; Kampagnen archivieren und löschen, auch geplante und verschickte. Vorlagen schreiben, ändern, veröffentlichen und löschen, die Programme der Organisation verschicken.',
    'campaigns.send':
      'Kampagnen an Abonnenten verschicken und planen, Tests verschicken, ihre Links berichtigen und sie anhalten, auch endgültig.',
    'domains.read': 'Absenderdomains und ihre DNS-Einträge ansehen.',
    'domains.write':
      'Absenderdomains hinzufügen, ändern, prüfen und entfernen, und neue DKIM-Schlüssel für sie erzeugen.',
    'suppressions.read': 'Die Adressen ansehen, die keine E-Mails bekommen, und warum.',
    'suppressions.write': 'E-Mails an Adressen sperren, und Adressen wieder E-Mails bekommen lassen.',
    'webhooks.read':
      'Webhooks ansehen und was an sie geschickt wurde (wer E-Mails bekam, wer sich anmeldete und was geschah), und welche anderen Systeme ihre Ereignisse hierher schicken, ohne ihre Geheimnisse.',
    'webhooks.write':
      'Was geschieht, mit Adressen und Namen von Menschen, an beliebige Server im Internet schicken lassen, Webhooks ändern, testen, wiederholen und löschen; und andere Systeme ihre Ereignisse hierher schicken lassen: Menschen werden zu Abonnenten, und Rückläufer, die ein Relay meldet, sperren E-Mails. Diese Verbindungen ändern und löschen.',
    'workflows.read': 'Workflows ansehen, wer sie gerade durchläuft, und warum.',
    'workflows.write':
      'Workflows schreiben, einschalten, anhalten, archivieren und löschen, die eingeschaltet von selbst E-Mails an Abonnenten schicken, und sie für einzelne Menschen starten, wiederholen und abbrechen.',
    'tokens.read':
      'Die API-Token der Organisation ansehen, die zugelassenen Apps und was jede darf, ohne ihre Geheimnisse.',
    'organization.read':
      'Einstellungen und Grenzen der Organisation ansehen, und das Protokoll, wer was geändert oder verschickt hat.',
    'organization.write':
      'Die Einstellungen der Organisation ändern: Name, üblicher Absender, Zeitzone, Double-Opt-in und Postanschrift; einen angehaltenen Versand fortsetzen.',
  },
};
