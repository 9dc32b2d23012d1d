import { expect, test } from 'vitest';
import { v1Sentences } from '../../src/surfaces/rest/v1/sentences.ts';
import { filesOf, textOf } from './checkout/program.ts';
import { rule } from './checkout/rule.ts';

test('v1 keeps the sentences with which it was frozen', () => {
  expect([...v1Sentences.values()]).toEqual([
    'The content must show {{unsubscribeUrl}} as a link, so that its readers can leave',
    'No subscriber would get this campaign: none in its audience is ACTIVE and may be mailed',
    'The content looks like cold e-mail or phishing, which is not sent from here',
    'This API token may not do this',
    'There is nothing here by that name',
    'This path does not take that method',
    'The first request with this Idempotency-Key is still running; ask again in a second',
    'The body is larger than this path takes',
    'Something went wrong on our side; the request id finds it in the log',
    'The server is starting or stopping; ask again shortly',
    'Nothing was sent: a person has to confirm this send first',
    'Too many changes of this organization are being written at the moment; ask again shortly',
    'The content contains placeholders of another system, which readers would see; the badges list them',
    'The content cannot be verified whole, so it is not sent',
    'Too many large bodies at the same time: send fewer requests at once',
    'Nothing was done: this API token is an assistant’s, and a person has to approve this. Call it over MCP, where they can be asked',
    'What is done here is written down first, and that failed: nothing was done',
    'This Idempotency-Key was used for a request about a person who was erased since; use another key for a new request',
    'This API token may not send to this recipient',
    'This API token has sent as much as its send_cap allows',
  ]);
});

rule(
  'Every sentence that v1 replaces is one that the program sends',
  'an entry whose sentence was reworded again lets the new wording into v1, which is frozen.',
  function* () {
    const files = filesOf('src/**/*.ts').filter((path) => path !== 'src/surfaces/rest/v1/sentences.ts');
    const program = files.map(textOf).join('\n');
    for (const [sentence, frozen] of v1Sentences) {
      if (sentence === frozen) yield `“${sentence}” is replaced by itself`;
      if (!program.includes(sentence)) yield `no file of src sends “${sentence}”`;
    }
  },
);
