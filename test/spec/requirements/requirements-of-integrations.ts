import type { Requirement } from '../requirements.ts';

function built(says: string): Requirement {
  return { state: 'built', area: 'inbound integrations', says };
}

/** Requirements for integrations: systems that send their events to Posthouse. */
export const requirementsOfIntegrations = {
  'version.integrations': built('POST /api/v1/integrations/* is independent of the API versions.'),
  'integration.create': built(
    'create_integration returns { id, url, proof }; proof is body+time, body, origin or path.',
  ),
  'integration.proof': built(
    'Each request is verified by exactly the bytes that its provider signs, as they were received.',
  ),
  'integration.answer': built(
    'A verified request returns 200 { received: true } once it is on disk; processing follows.',
  ),
  'integration.signature': built(
    'A wrong or missing signature returns 401 invalid_signature, and an unknown id 404.',
  ),
  'integration.window': built(
    'If the time is signed, a request that is too old or in the future is rejected.',
  ),
  'integration.duplicates': built(
    'A repeated request returns 200 and has no effect: recognized by its id, or by its body if the id is unsigned.',
  ),
  'integration.url-secret': built(
    'If nothing is signed, the URL has a secret of 256 bits, stored as a hash and shown once.',
  ),
  'integration.body-max': built('A body has at most 1 MB; a larger body returns 413.'),
  'integration.sns-topic': built(
    'SNS is trusted for one topic: the configured topic, or the first topic confirmed at the secret URL.',
  ),
  'integration.sns-certificate': built(
    'The certificate and the SubscribeURL of SNS are fetched only from the host of the topic’s region, by the guarded fetch.',
  ),
  'integration.mapping': built(
    'The mapping of the provider, which the caller can change, creates subscribers and tracks events.',
  ),
  'integration.readdressed': built(
    'A person whose address changes at Stripe, Clerk or Polar remains one subscriber, unless another subscriber has the new address.',
  ),
  'integration.consent': built(
    'An integration never resubscribes a person, and requests an opt-in if the organization uses double opt-in.',
  ),
  'integration.feedback': built(
    'Bounces and complaints from a relay count like our own, only for mails that were sent through that relay.',
  ),
  'integration.kept': built(
    'Requests are stored for 30 days and can be replayed; a replay tracks no event twice.',
  ),
  'integration.retries': built(
    'A request that fails on an internal error is retried, and finally listed as failed with a reason.',
  ),
  'integration.once': built('An event is applied once, even if the process dies.'),
  'integration.erasure': built('Erasing a person deletes the stored integration requests about them.'),
  'integration.tenancy': built('Only its own organization can see and use an integration.'),
  'integration.flood': built('A flood at the URL of one integration slows down no other organization.'),
  'integration.limit': built(
    'An organization has at most 50 integrations, and an integration at most 10,000 waiting events.',
  ),
  'integration.minting': built(
    'The creator of an integration needs every permission that the integration has.',
  ),
  'integration.auth-mail': built(
    'Every kind of mail of the Supabase send-email hook passes the gates and has the right link and recipient.',
  ),
  'integration.auth-mail-answer': built(
    'The send-email hook gets {} or an error that it understands within its 5 seconds, and a repeated request sends once.',
  ),
  'integration.doctor': built('The doctor reports the proof and the last error of each integration.'),
} as const satisfies Record<string, Requirement>;
