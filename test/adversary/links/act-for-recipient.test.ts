import { beforeEach, describe, expect, it } from 'vitest';
import { assistantOf } from '../../spec/assistants/assistant.ts';
import { onBothDatabases, type Place } from '../../tools/both-databases.ts';
import { tokensIn } from './links-in-text.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads the answer it expects and fails on another
type Json = any;

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Collects all links of recipients that an assistant can read through one door. */
type Reader = (here: Place, ids: readonly string[]) => Promise<Set<string>>;

const overMcp: Reader = async (here, ids) => {
  const assistant = assistantOf(here.platform, { token: here.token });
  const answers: Json[] = [];
  for (const id of ids) {
    answers.push(await assistant.call('get_email', { id, source: true }));
    answers.push(await assistant.call('get_email', { id, detail: 'full' }));
    answers.push(await assistant.ask('resources/read', { uri: `posthouse://emails/${id}` }));
    answers.push(await assistant.ask('resources/read', { uri: `posthouse://emails/${id}/html` }));
  }
  return tokensIn(answers.map((answer) => JSON.stringify(answer)).join('\n'));
};

const overRest: Reader = async (here, ids) => {
  const { token } = await here.platform.addToken(here.organization, { assistant: true });
  const texts: string[] = [];
  for (const id of ids) {
    texts.push((await here.http('GET', `/api/v2/emails/${id}`, { token })).text);
    texts.push((await here.http('GET', `/api/v1/emails/${id}`, { token })).text);
    texts.push((await here.http('GET', `/api/v2/emails/${id}/source`, { token })).text);
    const body = { id, source: true };
    texts.push((await here.http('POST', '/api/v2/tools/get_email', { token, body })).text);
  }
  return tokensIn(texts.join('\n'));
};

onBothDatabases((place) => {
  let here: Place;
  beforeEach(() => {
    here = place();
  });
  const status = async (subscriber: string) => (await here.use('get_subscriber', { subscriber })).status;
  const mails = async (): Promise<string[]> =>
    (await here.use('list_emails', { limit: 100 })).data.map(({ id }: Json) => id);

  /** Posts to every page that accepts a link token, as anyone with a link can. */
  async function follow(tokens: Iterable<string>): Promise<void> {
    for (const token of tokens) {
      await here.http('POST', `/confirm/${token}`, { token: null, body: '', headers: form });
      await here.http('POST', `/p/${token}`, { token: null, body: 'subscribed=yes', headers: form });
    }
  }

  describe.each([
    ['over MCP', overMcp],
    ['with a token at REST', overRest],
  ])('an assistant that reads mails %s', (_, read) => {
    it('cannot confirm a subscriber with the links of opt-in requests', async () => {
      const people = [1, 2, 3, 4, 5].map((index) => `person-${index}@example.com`);
      for (const email of people) await here.use('create_subscriber', { email, doubleOptIn: true });
      await here.platform.deliver();
      const ids = await mails();
      expect(ids).toHaveLength(5);
      await follow(await read(here, ids));
      expect(await Promise.all(people.map(status))).toEqual(people.map(() => 'PENDING'));
    });

    it('cannot resubscribe a person who unsubscribed', async () => {
      const email = 'ada@example.com';
      await here.use('create_subscriber', { email });
      const { id } = await here.use('send_email', {
        from: 'hello@acme.example',
        to: email,
        subject: 'News',
        markdown: '[Choose]({{preferencesUrl}}) [Leave]({{unsubscribeUrl}})',
      });
      await here.use('unsubscribe_subscriber', { subscriber: email });
      await follow(await read(here, [id]));
      expect(await status(email)).toBe('UNSUBSCRIBED');
    });
  });

  it('no external image, link or stylesheet in a mail contains a link token of the recipient', async () => {
    const email = 'ada@mailbox.dev';
    await here.use('create_subscriber', { email });
    const before = here.platform.mailbox.messages.length;
    const names = ['unsubscribeUrl', 'preferencesUrl', 'webVersionUrl'].map((name) => `{{${name}}}`);
    const html = names.map(
      (name) =>
        `<img alt="a" src="https://other.dev/a.png?a=${name}"><a href="https://other.dev/${name}">a</a>` +
        `<a href="mailto:a@other.dev?body=${name}">a</a><p style="background:url(https://other.dev/${name})">a</p>`,
    );
    const leave = '<a href="{{unsubscribeUrl}}">Leave</a>';
    const sent = { from: 'hello@acme.example', to: email, subject: 'News', html: html.join('') + leave };
    await assistantOf(here.platform, { token: here.token }).call('send_email', sent);
    await here.platform.deliver();
    const [message] = here.platform.mailbox.messages.slice(before);
    const source = message!.html!;
    const [, link] = /<a href="([^"]*)">Leave/.exec(source)!;
    expect(tokensIn(link!).size).toBe(1);
    expect([...tokensIn(source.replace(link!, ''))]).toEqual([]);
  });

  it("a developer's token can read working links", async () => {
    await here.use('create_subscriber', { email: 'ada@example.com', doubleOptIn: true });
    await here.platform.deliver();
    const [id] = await mails();
    const { text } = await here.http('GET', `/api/v2/emails/${id}`);
    await follow(tokensIn(text));
    expect(await status('ada@example.com')).toBe('ACTIVE');
  });
});
