import { type Mailbox, parseMailbox } from '../address.ts';
import { isFields } from '../text/fields.ts';
import { textAt } from './payload-path.ts';

/** Builds the mails that Supabase Auth requests through its send-email hook. The mapping may replace our texts. */

export const authMailKinds = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change',
  'reauthentication',
  'password_changed_notification',
  'email_changed_notification',
  'phone_changed_notification',
  'identity_linked_notification',
  'identity_unlinked_notification',
  'mfa_factor_enrolled_notification',
  'mfa_factor_unenrolled_notification',
] as const;
export type AuthMailKind = (typeof authMailKinds)[number];

const fieldNames = [
  'link',
  'token',
  'email',
  'newEmail',
  'oldEmail',
  'siteUrl',
  'provider',
  'factor',
] as const;
type AuthFields = Record<(typeof fieldNames)[number], string>;

type Template = { subject: string; markdown: string };

const enterCode = 'Or enter this code: **{{token}}**';
const ifNotYou =
  'If this was not you, another person may have access to your account: change your password now, and contact the people who run this service.';

const templates: Readonly<Record<AuthMailKind, Template>> = {
  signup: {
    subject: 'Confirm your email address',
    markdown: `# Confirm your email address

Thank you for signing up. Follow this link to confirm that the address is yours:

[Confirm my address]({{link}})

${enterCode}

If you did not sign up, ignore this mail.`,
  },
  invite: {
    subject: 'You have been invited',
    markdown: `# You have been invited

You have been invited to create an account at {{siteUrl}}. Follow this link to accept:

[Accept the invitation]({{link}})

${enterCode}

If you do not expect an invitation, ignore this mail.`,
  },
  magiclink: {
    subject: 'Your sign-in link',
    markdown: `# Sign in

Follow this link to sign in. It works once and expires soon:

[Sign in]({{link}})

${enterCode}

If you did not ask for this link, ignore this mail.`,
  },
  recovery: {
    subject: 'Choose a new password',
    markdown: `# Choose a new password

You asked to choose a new password. Follow this link to do so. It works once and expires soon:

[Choose a new password]({{link}})

${enterCode}

If you did not ask for this, ignore this mail: your password will not change.`,
  },
  email_change: {
    subject: 'Confirm the change of your email address',
    markdown: `# Confirm your new email address

You asked to change the address of your account from {{oldEmail}} to {{newEmail}}. Follow this link to confirm it:

[Confirm the change]({{link}})

${enterCode}

If you did not ask for this, do not follow the link: your address will not change.`,
  },
  reauthentication: {
    subject: 'Your confirmation code',
    markdown: `# Your confirmation code

Enter this code to confirm that it is you:

**{{token}}**

If you did not ask for this code, ignore this mail and do not share the code.`,
  },
  password_changed_notification: {
    subject: 'Your password was changed',
    markdown: `# Your password was changed

The password of the account {{email}} was changed.

${ifNotYou}`,
  },
  email_changed_notification: {
    subject: 'Your email address was changed',
    markdown: `# Your email address was changed

The email address of your account was changed.

The previous address was {{oldEmail}}.

${ifNotYou}`,
  },
  phone_changed_notification: {
    subject: 'Your phone number was changed',
    markdown: `# Your phone number was changed

The phone number of the account {{email}} was changed.

${ifNotYou}`,
  },
  identity_linked_notification: {
    subject: 'A new way to sign in was added',
    markdown: `# A new way to sign in was added

A new way to sign in was added to the account {{email}}.

Provider: {{provider}}

${ifNotYou}`,
  },
  identity_unlinked_notification: {
    subject: 'A way to sign in was removed',
    markdown: `# A way to sign in was removed

A way to sign in was removed from the account {{email}}.

Provider: {{provider}}

${ifNotYou}`,
  },
  mfa_factor_enrolled_notification: {
    subject: 'A second step was added to your sign-in',
    markdown: `# A second step was added to your sign-in

From now on, signing in to the account {{email}} requires a second step.

Type: {{factor}}

${ifNotYou}`,
  },
  mfa_factor_unenrolled_notification: {
    subject: 'A second step was removed from your sign-in',
    markdown: `# A second step was removed from your sign-in

Signing in to the account {{email}} no longer requires this second step.

Type: {{factor}}

${ifNotYou}`,
  },
};

export type AuthMail = {
  to: Mailbox;
  subject: string;
  markdown: string;
  isOwn: boolean;
};

export type AuthMailRequest =
  | { kind: AuthMailKind; mails: AuthMail[] }
  /** Reason why nothing can be sent, as a sentence for the person who set up the hook. */
  | { kind: null; why: string };

export function asksForMail(payload: unknown): boolean {
  return isFields(payload) && isFields(payload.email_data);
}

/** @param own.url the project's URL; by default, the API's location in the payload */
export function readAuthMail(
  payload: unknown,
  own: { url?: string | undefined; mails?: Partial<Record<AuthMailKind, Template>> | undefined },
): AuthMailRequest {
  const action = textAt(payload, ['email_data.email_action_type']) ?? '';
  const kind = authMailKinds.find((one) => one === action);
  if (kind === undefined) return { kind: null, why: 'This type of mail is unknown' };
  const project = projectUrl(own.url ?? textAt(payload, ['email_data.site_url']));
  const mails: AuthMail[] = [];
  for (const { to, token, hash } of recipientsOf(kind, payload)) {
    const read = parseMailbox(to ?? '');
    if (!read.ok) return { kind: null, why: 'The user has no valid email address' };
    const link = hash === null || project === null ? '' : verifyLink(project, kind, hash, payload);
    if (link === '' && needsLink.has(kind)) {
      return { kind: null, why: 'The mail has no link: set the URL of the project in the mapping' };
    }
    const fields = fieldsOf(payload, { link, token: token ?? '' });
    if (kind === 'reauthentication' && fields.token === '') {
      return { kind: null, why: 'The mail has no code to show' };
    }
    const template = own.mails?.[kind];
    mails.push({
      to: read.mailbox,
      ...filled(template ?? templates[kind], fields),
      isOwn: template !== undefined,
    });
  }
  return { kind, mails };
}

const needsLink: ReadonlySet<AuthMailKind> = new Set([
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change',
]);

type Recipient = { to: string | null; token: string | null; hash: string | null };

/** `token_hash_new` and `token` belong to the current address, `token_hash` and `token_new` to the new address. */
function recipientsOf(kind: AuthMailKind, payload: unknown): Recipient[] {
  const at = (name: string) => textAt(payload, [name]);
  const email = at('user.email');
  const hash = at('email_data.token_hash');
  const token = at('email_data.token');
  if (kind === 'email_changed_notification') {
    // Notifies the previous address, because the new address has confirmed the change.
    return [{ to: at('email_data.old_email') ?? email, token: null, hash: null }];
  }
  if (kind !== 'email_change') return [{ to: email, token, hash }];
  const newEmail = at('user.new_email') ?? at('user.email_change');
  const hashOfCurrent = at('email_data.token_hash_new');
  if (hashOfCurrent === null) return [{ to: newEmail ?? email, token, hash }];
  return [
    { to: email, token, hash: hashOfCurrent },
    { to: newEmail, token: at('email_data.token_new'), hash },
  ];
}

function projectUrl(text: string | null): string | null {
  const url = text === null || text.length > 500 ? null : URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (url.username !== '' || url.password !== '') return null;
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/\/auth\/v1$/, '');
}

function verifyLink(project: string, kind: AuthMailKind, hash: string, payload: unknown): string {
  const redirect = textAt(payload, ['email_data.redirect_to']) ?? '';
  const query = `token=${encoded(hash)}&type=${kind}&redirect_to=${encoded(redirect)}`;
  return `${encodeURI(project).replace(/[()*_~'!]/g, percent)}/auth/v1/verify?${query}`;
}

/** Also encodes characters with a meaning in Markdown. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed().slice(0, 2_000)).replace(/[()*_~'!]/g, percent);
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function fieldsOf(payload: unknown, { link, token }: { link: string; token: string }): AuthFields {
  const at = (...names: string[]) => (textAt(payload, names) ?? '').slice(0, 320);
  return {
    link,
    token: /^[A-Za-z0-9-]{1,64}$/.test(token) ? token : '',
    email: at('user.email'),
    newEmail: at('user.new_email', 'user.email_change'),
    oldEmail: at('email_data.old_email', 'user.email'),
    siteUrl: at('email_data.site_url'),
    provider: at('email_data.provider'),
    factor: at('email_data.factor_type'),
  };
}

const field = /\{\{ *([A-Za-z]+) *\}\}/g;

/** Keeps placeholders that are not auth fields, because they are filled later with the subscriber's values. */
function filled({ subject, markdown }: Template, fields: AuthFields): Template {
  const isOurs = (name: string): name is keyof AuthFields => Object.hasOwn(fields, name);
  const isEmpty = (paragraph: string) =>
    [...paragraph.matchAll(field)].some(([, name]) => isOurs(name!) && fields[name] === '');
  return {
    subject: subject.replace(field, (whole, name: string) =>
      isOurs(name) ? plainWords(fields[name]) : whole,
    ),
    markdown: markdown
      .split(/\n[ \t]*\n/)
      .filter((paragraph) => !isEmpty(paragraph))
      .map((paragraph) =>
        paragraph.replace(field, (whole, name: string) => {
          if (!isOurs(name)) return whole;
          return name === 'link' ? fields.link : entities(fields[name]);
        }),
      )
      .join('\n\n'),
  };
}

function plainWords(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}{}]/gu, '');
}

/** Encodes everything except letters and digits, so that a value contains no markup and no placeholder. */
function entities(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[^\p{L}\p{M}\p{N} ]/gu, (character) => `&#${character.codePointAt(0)};`);
}
