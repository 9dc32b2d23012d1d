/** Error messages that v1 keeps, by the message that the other interfaces send today. */
export const v1Sentences: ReadonlyMap<string, string> = new Map([
  [
    'The content must contain {{unsubscribeUrl}} as a visible link, so that recipients can unsubscribe',
    'The content must show {{unsubscribeUrl}} as a link, so that its readers can leave',
  ],
  [
    'The campaign has no recipients: no subscriber in its audience is ACTIVE and can be mailed',
    'No subscriber would get this campaign: none in its audience is ACTIVE and may be mailed',
  ],
  [
    'The content looks like cold email or phishing, which this server does not send',
    'The content looks like cold e-mail or phishing, which is not sent from here',
  ],
  ['This API token does not allow this request', 'This API token may not do this'],
  ['There is no resource with this id, name or path', 'There is nothing here by that name'],
  ['This path does not support this method', 'This path does not take that method'],
  [
    'The first request with this Idempotency-Key is still running; try again in a second',
    'The first request with this Idempotency-Key is still running; ask again in a second',
  ],
  ['The body is too large for this path', 'The body is larger than this path takes'],
  [
    'Internal error; the request id identifies it in the server log',
    'Something went wrong on our side; the request id finds it in the log',
  ],
  [
    'The server is starting or stopping; try again shortly',
    'The server is starting or stopping; ask again shortly',
  ],
  [
    'Nothing was sent: a person must approve this send first',
    'Nothing was sent: a person has to confirm this send first',
  ],
  [
    'Too many changes of this organization are being written at the moment; try again shortly',
    'Too many changes of this organization are being written at the moment; ask again shortly',
  ],
  [
    'The content contains placeholders of another system, which recipients would see; the badges list them',
    'The content contains placeholders of another system, which readers would see; the badges list them',
  ],
  [
    'The content cannot be verified completely, so it is not sent',
    'The content cannot be verified whole, so it is not sent',
  ],
  [
    'Too many large request bodies at the same time: send fewer requests at once',
    'Too many large bodies at the same time: send fewer requests at once',
  ],
  [
    'Nothing was done: this API token belongs to an assistant, and this call needs a person’s approval. Use MCP, which can ask the person',
    'Nothing was done: this API token is an assistant’s, and a person has to approve this. Call it over MCP, where they can be asked',
  ],
  [
    'The audit entry could not be written, so nothing was done',
    'What is done here is written down first, and that failed: nothing was done',
  ],
  [
    'This Idempotency-Key was used for a request about a person who has since been erased; use a new key',
    'This Idempotency-Key was used for a request about a person who was erased since; use another key for a new request',
  ],
  ['This API token cannot send to this recipient', 'This API token may not send to this recipient'],
  ['This API token has reached its send_cap', 'This API token has sent as much as its send_cap allows'],
]);

export function inV1Sentence(message: string): string {
  return v1Sentences.get(message) ?? message;
}
