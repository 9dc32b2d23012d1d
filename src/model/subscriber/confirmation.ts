import { escapeHtml } from '../content/escape-html.ts';
import { splitAddressLines } from '../content/postal-address.ts';
import { dayMs, hourMs, minuteMs } from '../instant.ts';
import type { Language } from '../text/language.ts';

/** New subscribers may never have asked for the opt-in mail, so it is plain, short and rare. */
export const confirmationLimits = {
  /** A repeated save within this time sends no second request. */
  againAfterMs: 10 * minuteMs,
  /** Requests to an unresponsive person; the count resets after `restMs` without one. */
  askedMax: 3,
  restMs: dayMs,
  /** A request that the recipient guard or every server refuses is dropped after this time. */
  givenUpAfterMs: dayMs,
  retryMs: hourMs,
  /** Delay between checks for a configured sender address. */
  hinderedRetryMs: dayMs,
  /** A pending request is dropped this long after the last save. */
  unapprovedMaxMs: 30 * dayMs,
} as const;

/** Per mailbox, across organizations and spellings. Two simultaneous requests are both sent. */
export const confirmationLimitsOfMailbox = { againAfterMs: 0, askedMax: 3, restMs: dayMs } as const;

type Asked = { askedAt: number; asked: number };

/** Returns the state after a request at `now`; null if none may be sent. */
export function recordRequest(
  known: Asked | undefined,
  now: number,
  { againAfterMs, askedMax, restMs }: { againAfterMs: number; askedMax: number; restMs: number },
): Asked | null {
  if (known === undefined || known.askedAt <= now - restMs) return { askedAt: now, asked: 1 };
  if (known.askedAt > now - againAfterMs || known.asked >= askedMax) return null;
  return { askedAt: now, asked: known.asked + 1 };
}

type Words = {
  subject(name: string): string;
  greeting: string;
  ask(name: string): string;
  button: string;
  otherwise: string;
};

const words: Readonly<Record<Language, Words>> = {
  en: {
    subject: (name) => `Please confirm your subscription to ${name}`,
    greeting: 'Hello,',
    ask: (name) =>
      `Someone signed up this address for mail from ${name}. If it was you, please confirm here:`,
    button: 'Confirm subscription',
    otherwise: 'If you did not sign up, ignore this mail: you will get no newsletters unless you confirm.',
  },
  de: {
    subject: (name) => `Bitte bestätigen: Anmeldung bei ${name}`,
    greeting: 'Guten Tag,',
    ask: (name) =>
      `diese Adresse wurde für E-Mails von ${name} angemeldet. Ist das gewünscht? Dann bestätigen Sie es hier:`,
    button: 'Anmeldung bestätigen',
    otherwise:
      'Falls Sie sich nicht angemeldet haben, müssen Sie nichts tun: Ohne Ihre Bestätigung erhalten Sie keinen Newsletter.',
  },
  fr: {
    subject: (name) => `Veuillez confirmer votre inscription à ${name}`,
    greeting: 'Bonjour,',
    ask: (name) =>
      `Cette adresse a été inscrite aux e-mails de ${name}. Est-ce bien votre souhait ? Confirmez-le ici :`,
    button: 'Confirmer l’inscription',
    otherwise:
      'Si vous ne vous êtes pas inscrit, ne faites rien : sans votre confirmation, aucune lettre d’information ne vous sera envoyée.',
  },
  es: {
    subject: (name) => `Confirme su suscripción a ${name}`,
    greeting: 'Hola:',
    ask: (name) =>
      `Esta dirección se ha inscrito para recibir correos de ${name}. ¿Es lo que desea? Confírmelo aquí:`,
    button: 'Confirmar la suscripción',
    otherwise: 'Si usted no se inscribió, no haga nada: sin su confirmación no le enviaremos ningún boletín.',
  },
  pt: {
    subject: (name) => `Confirme a sua inscrição em ${name}`,
    greeting: 'Olá,',
    ask: (name) =>
      `Este endereço foi inscrito para receber e-mails de ${name}. É isso que deseja? Confirme aqui:`,
    button: 'Confirmar inscrição',
    otherwise: 'Se não se inscreveu, não faça nada: sem a sua confirmação não lhe enviaremos nenhum boletim.',
  },
};

/** @param from.name the organization's display name @param from.header HTML of its logo */
export function confirmationMail(
  language: Language,
  from: { name: string; postalAddress: string | null; header: string; accentColor: string | null },
): { subject: string; html: string } {
  const { subject, greeting, ask, button, otherwise } = words[language];
  const address = from.postalAddress === null ? [] : splitAddressLines(from.postalAddress);
  const foot = [from.name, ...address].map(literal).join('<br>');
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${literal(subject(from.name))}</title>
</head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1c1e21;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:34em;margin:0 auto">
${from.header}<p>${literal(greeting)}</p>
<p>${literal(ask(from.name))}</p>
<p><a href="{{confirmUrl}}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${from.accentColor ?? '#1a4fb4'};color:#ffffff;font-weight:600;text-decoration:none">${literal(button)}</a></p>
<p>${literal(otherwise)}</p>
<p style="color:#5c6370;font-size:14px">${foot}</p>
</div>
</body>
</html>
`;
  return { subject: subject(from.name), html };
}

function literal(text: string): string {
  return escapeHtml(text).replaceAll('{', '&#123;').replaceAll('}', '&#125;');
}
