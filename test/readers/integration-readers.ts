import { asksForMail, readAuthMail } from '../../src/model/integration/auth-mail.ts';
import { isSentThrough, readFeedback, sesNotification } from '../../src/model/integration/feedback.ts';
import { valueAt } from '../../src/model/integration/payload-path.ts';
import { proveRequest, secretFault } from '../../src/model/integration/prove-request.ts';
import { providerNames, selectProofScheme } from '../../src/model/integration/providers.ts';
import { readChange, readEventType } from '../../src/model/integration/read-change.ts';
import { readSns } from '../../src/model/integration/sns.ts';
import { readBody } from '../../src/surfaces/rest/integrations/routes.ts';
import { addresses, json, links, words } from './grammars.ts';
import type { Reader } from './readers.ts';

const mebi = 1024 * 1024;
const headerCharactersMax = 16 * 1024;
const secret = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/** The requests of other systems: headers before the signature, a payload after it. */
export const integrationReaders: readonly Reader[] = [
  {
    name: 'signatures of integrations',
    charactersMax: headerCharactersMax,
    units: ['t=', 'v1=', 'v1,', 'v0=', ',', ' ', 'a'.repeat(64), '=', '1', '\t'],
    read: (text) =>
      providerNames.map((provider) => {
        const headers = new Proxy({}, { get: () => text }) as Record<string, string>;
        const way = selectProofScheme(provider, true) ?? selectProofScheme(provider, false)!;
        const payload = () => ({ signature: { timestamp: text, token: text, signature: text } });
        secretFault(provider, text);
        return proveRequest(way.scheme, secret, { headers, body: Buffer.from(text) }, payload, 0);
      }),
  },
  {
    name: 'payloads of integrations, one text everywhere',
    charactersMax: mebi,
    units: [...words, ...addresses, ...links, 'smtp; 550 5.1.1 ', '{{link}}', '\n'],
    read: (text) => {
      // Every field is that text or an object with more such fields.
      const payload: object = new Proxy(
        {},
        {
          get: (_, name) =>
            typeof name === 'string' &&
            name.length < 12 &&
            /^(?:data|object|mail|user|email_data)$/.test(name)
              ? payload
              : text,
          getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: text }),
        },
      );
      return [
        valueAt(payload, text.slice(0, 200)),
        readEventType('stripe', {}, payload),
        readChange(
          'segment',
          {},
          'track',
          { traits: { email: text, name: text, a: text }, properties: { a: text } },
          0,
        ),
        readChange(
          'clerk',
          {},
          'user.created',
          { data: { first_name: text, email_addresses: [{ email_address: text }] } },
          0,
        ),
        readFeedback('postmark', { RecordType: 'Bounce', Email: text, Type: text, Details: text }),
        readFeedback('mailgun', { 'event-data': { event: 'failed', recipient: text, reason: text } }),
        readFeedback('sendgrid', [{ email: text, event: 'dropped', reason: text }]),
        isSentThrough('ses', text, undefined),
        readSns({
          Type: 'Notification',
          MessageId: 'a',
          TopicArn: text,
          Message: text,
          Timestamp: text,
          SignatureVersion: '1',
          Signature: text,
          SigningCertURL: text,
        }),
        readAuthMail(
          {
            user: { email: text },
            email_data: {
              email_action_type: 'signup',
              token: text,
              token_hash: text,
              redirect_to: text,
              site_url: text,
            },
          },
          { mails: { signup: { subject: text, markdown: text } } },
        ),
      ];
    },
  },
  {
    name: 'bodies of integrations',
    charactersMax: mebi,
    units: json,
    read: (text) => {
      const read = readBody(Buffer.from(text));
      const payload = 'payload' in read ? read.payload : sesNotification(text);
      return [
        asksForMail(payload),
        ...providerNames.map((provider) => readChange(provider, {}, 'event', payload, 0)),
        readFeedback('ses', payload),
      ];
    },
  },
];
