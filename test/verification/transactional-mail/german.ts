import type { Sayings } from './situations.ts';

export const german: Sayings = {
  receipt: [
    'Ihr Beleg von {p}',
    'Vielen Dank für Ihre Bestellung. Sie haben 49,00 € mit {b} bezahlt; die Karte mit den Endziffern 4242 wurde heute belastet. Den Beleg finden Sie in Ihrem Konto bei {p}.',
    'Beleg ansehen',
  ],
  reset: [
    'Passwort bei {p} zurücksetzen',
    'Für Ihr Konto bei {p} wurde ein neues Passwort angefordert. Wenn Sie das waren, legen Sie es innerhalb einer Stunde fest. Wenn nicht, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
    'Neues Passwort wählen',
  ],
  code: [
    '482 913 ist Ihr Code für {p}',
    'Mit diesem Code melden Sie sich bei {p} an: 482 913. Er gilt zehn Minuten. Wir fragen Sie nie am Telefon danach.',
    '{p} öffnen',
  ],
  invoice: [
    'Rechnung 2026-1107 von {p}',
    'Ihre Rechnung für November ist da: 129,00 € für das Team-Paket, fällig am 30. November. Sie können per Überweisung, Karte oder {b} zahlen.',
    'Rechnung bezahlen',
  ],
  reminder: [
    'Zahlungserinnerung zur Rechnung 2026-1006',
    'Bei uns ist die Rechnung 2026-1006 über 129,00 € noch offen. Sollte sich Ihre Zahlung mit diesem Schreiben überschnitten haben, betrachten Sie es bitte als gegenstandslos. Viele Grüße, Ihre Buchhaltung von {p}.',
    'Zur Rechnung',
  ],
  failedPayment: [
    'Ihre Zahlung ist fehlgeschlagen',
    'Die Abbuchung für Ihr Abo bei {p} konnte nicht ausgeführt werden, weil Ihre Bank sie abgelehnt hat. Bitte hinterlegen Sie eine andere Karte oder zahlen Sie mit {b}, damit Ihr Abo weiterläuft.',
    'Zahlungsart ändern',
  ],
  signIn: [
    'Neue Anmeldung bei {p}',
    'Ihr Konto wurde eben von einem neuen Gerät benutzt: Firefox unter Linux, in der Nähe von Kiel, um 14:02 Uhr. Waren Sie das, ist alles gut. Wenn nicht, ändern Sie bitte Ihr Passwort.',
    'Geräte prüfen',
  ],
  addressChanged: [
    'Ihre E-Mail-Adresse wurde geändert',
    'Die Adresse Ihres Kontos bei {p} lautet jetzt ada@example.com. Falls Sie das nicht waren, melden Sie sich innerhalb von drei Tagen, dann machen wir es rückgängig.',
    'Das war ich nicht',
  ],
  shipped: [
    'Ihre Bestellung bei {p} ist unterwegs',
    'Wir haben Ihr Paket heute früh an {b} übergeben. Es kommt voraussichtlich am Donnerstag zwischen zehn und vierzehn Uhr. Sie müssen nicht zu Hause sein.',
    'Paket verfolgen',
  ],
  event: [
    'Morgen um 10 Uhr: Planung mit Grete',
    'Wir erinnern Sie an Ihren Termin morgen um 10 Uhr. Er wurde über {p} gebucht und steht in Ihrem Kalender bei {b}. Über den Link können Sie ihn verschieben.',
    'Termin verschieben',
  ],
  invitation: [
    'Grete hat Sie zu {p} eingeladen',
    'Grete Hermann lädt Sie in den Arbeitsbereich „Hafen“ bei {p} ein. Sie können mit Ihrem {b}-Konto beitreten oder ein Passwort wählen. Die Einladung gilt eine Woche.',
    'Einladung annehmen',
  ],
  trialEnds: [
    'Ihre Testphase bei {p} endet in drei Tagen',
    'Am Freitag endet Ihre kostenlose Testphase. Wenn Sie Ihre Projekte behalten möchten, wählen Sie vorher einen Tarif. Wenn Sie nichts tun, wird nichts abgebucht.',
    'Tarif wählen',
  ],
  accountCloses: [
    'Ihr Konto bei {p} wird geschlossen',
    'Sie haben uns gebeten, Ihr Konto zu schließen. Am 1. Dezember löschen wir es mit allen Daten. Wenn Sie es sich anders überlegt haben, melden Sie sich vorher einfach an.',
    'Konto behalten',
  ],
  storageFull: [
    'Ihr Speicher bei {p} ist fast voll',
    'Sie nutzen 9,4 von 10 GB. Ist er voll, lassen sich keine neuen Dateien mehr speichern. Löschen Sie, was Sie nicht brauchen, oder buchen Sie 100 GB für 2 € im Monat dazu.',
    'Speicher verwalten',
  ],
  twoFactor: [
    'Zweistufige Anmeldung bei {p} einrichten',
    'Ihr Team verlangt ab dem 1. Dezember die zweistufige Anmeldung. Mit {b} Authenticator oder einer anderen App dauert das eine Minute. Ohne sie können Sie sich danach nicht mehr anmelden.',
    'Jetzt einrichten',
  ],
  exportReady: [
    'Ihr Export aus {p} ist fertig',
    'Der Export, den Sie angefordert haben, ist fertig: 1.204 Kontakte, 18 MB. Sie können ihn 48 Stunden lang herunterladen, dann wird er gelöscht.',
    'Export herunterladen',
  ],
  termsChange: [
    'Unsere Bedingungen ändern sich zum 1. Januar',
    'Die Nutzungsbedingungen von {p} sind kürzer geworden, und {b} ist als Zahlungsdienst hinzugekommen. Sie gelten ab dem 1. Januar. Wenn Sie nicht einverstanden sind, können Sie vorher kostenlos kündigen.',
    'Bedingungen lesen',
  ],
  refund: [
    'Ihre Erstattung über 24,90 € ist unterwegs',
    'Ihre Rücksendung ist da. Wir haben 24,90 € auf Ihr {b}-Konto erstattet; das kann bis zu fünf Werktage dauern. Danke für Ihren Einkauf bei {p}.',
    'Erstattung ansehen',
  ],
  passwordChanged: [
    'Ihr Passwort bei {p} wurde geändert',
    'Das Passwort Ihres Kontos wurde heute um 9:41 Uhr geändert. Waren Sie das, ist nichts zu tun. Wenn nicht, setzen Sie es bitte gleich zurück und schreiben Sie uns.',
    'Konto absichern',
  ],
  confirmAddress: [
    'Bestätigen Sie Ihre Adresse für {p}',
    'Willkommen bei {p}! Bitte bestätigen Sie, dass dies Ihre Adresse ist, damit Belege und Sicherheitshinweise ankommen. Der Link gilt 24 Stunden.',
    'Adresse bestätigen',
  ],
};
