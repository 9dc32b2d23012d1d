import type { Requirement } from '../requirements.ts';

function built(says: string): Requirement {
  return { state: 'built', area: 'inbound integrations', says };
}

/** The requirements for other systems that send us their events. */
export const requirementsOfIntegrations = {
  'version.integrations': built('POST /api/v1/integrations/* stands outside the versions.'),
  'integration.create': built(
    'create_integration answers { id, url, proof }, proof one of body+time, body, origin, path.',
  ),
  'integration.proof': built(
    'Each request is proved by exactly what its provider signs, over the octets as they came.',
  ),
  'integration.answer': built(
    'A believed request is answered 200 { received: true } once it is on the disk; the work is done after that.',
  ),
  'integration.signature': built(
    'A wrong or missing signature is 401 invalid_signature, and an unknown id 404.',
  ),
  'integration.window': built(
    'Where the time is signed, a request that is too old or lies ahead is refused.',
  ),
  'integration.duplicates': built(
    'A repeated request is answered 200 without effect: by its id, and by its body where the id is unsigned.',
  ),
  'integration.url-secret': built(
    'Where nothing is signed the URL holds a secret of 256 bits, kept as a hash and shown once.',
  ),
  'integration.body-max': built('A body has at most 1 MB; a byte more is 413.'),
  'integration.sns-topic': built(
    'SNS is believed for one topic: the one given, or the first that confirms by the secret URL.',
  ),
  'integration.sns-certificate': built(
    'The certificate and the SubscribeURL of SNS are fetched from the host of the topic’s region alone, by the guarded fetch.',
  ),
  'integration.mapping': built(
    'People become subscribers and events are tracked as the mapping of the provider says, which the caller may change.',
  ),
  'integration.readdressed': built(
    'A person whose address changes at Stripe, Clerk or Polar stays one subscriber, unless another has the new address.',
  ),
  'integration.consent': built(
    'An integration brings back no person who left, and asks for an opt-in where the organization does.',
  ),
  'integration.feedback': built(
    'Bounces and complaints of a relay count as our own, for mails that were handed to that relay and no others.',
  ),
  'integration.kept': built(
    'What came is kept for 30 days and can be replayed; a replay tracks no event twice.',
  ),
  'integration.retries': built(
    'What fails on a fault is tried again, and at the end has failed with a reason that the list shows.',
  ),
  'integration.once': built('An event is applied once, whenever the process dies.'),
  'integration.erasure': built('Erasing a person removes what integrations sent about them.'),
  'integration.tenancy': built('An integration is seen and used by its own organization alone.'),
  'integration.flood': built('A flood on the URL of one integration slows no other organization.'),
  'integration.limit': built(
    'An organization has at most 50 integrations, and one integration at most 10,000 waiting events.',
  ),
  'integration.minting': built('The caller that makes an integration must be allowed what it does.'),
  'integration.auth-mail': built(
    'Every kind of mail of the Supabase send-email hook is sent through the gates, with the right link to the right address.',
  ),
  'integration.auth-mail-answer': built(
    'The send-email hook answers {} or an error it understands within its 5 seconds, and sends a repeated request once.',
  ),
  'integration.doctor': built('The doctor names the proof and the last fault of each integration.'),
} as const satisfies Record<string, Requirement>;
