import { expect, test } from 'vitest';
import { SmtpRecipientCheck } from '../../../src/engine/sending/check-smtp-recipient.ts';
import { parseMailbox } from '../../../src/model/address.ts';
import { onBothDatabases } from '../both-databases.ts';

const header = 'From: Acme <hello@acme.test>\r\nTo: Grace <grace@takes-mail.com>\r\nSubject: Hello\r\n';

/** Every octet allowed in a body, in lines. */
const octets = Array.from({ length: 256 }, (_, octet) => String.fromCharCode(octet))
  .filter((octet) => !'\0\r\n'.includes(octet))
  .join('');

function submission(recipients: string[], fields: Record<string, unknown> = {}) {
  return {
    sender: 'hello@acme.test',
    recipients: recipients.map((address) => ({ address })),
    header,
    body: `${octets}\r\n`,
    protocol: 'ESMTPSA',
    ...fields,
  };
}

onBothDatabases((place) => {
  const recordsOf = () => {
    const { platform, organization } = place();
    return platform.platform.engine.store.forOrganization(organization.key);
  };

  test('a submission stores one message for all its mails, byte for byte', async () => {
    const { ids } = await place().use(
      'submit_message',
      submission(['grace@takes-mail.com', 'ada@example.com']),
    );
    expect(ids).toHaveLength(2);
    const kept = await Promise.all(ids.map(async (id: string) => (await recordsOf().emails.byId(id))!));
    expect(kept.map(({ to }) => to)).toEqual(['"Grace" <grace@takes-mail.com>', 'ada@example.com']);
    expect(kept[0]!.body).toEqual(kept[1]!.body);
    const message = await recordsOf().rawMessages.byId(kept[0]!.body.source);
    expect(message?.body).toBe(`${octets}\r\n`);
    expect(message?.header.endsWith(header)).toBe(true);
  });

  test('a submitted message is invisible to other organizations', async () => {
    const { ids } = await place().use('submit_message', submission(['ada@example.com']));
    const { source } = (await recordsOf().emails.byId(ids[0]))!.body;
    const { store } = place().platform.platform.engine;
    expect(
      await store.forOrganization(place().organization.key + 1_000).rawMessages.byId(source),
    ).toBeUndefined();
  });

  test('a submitted message is deleted when its last recipient is erased, and other messages are kept', async () => {
    const { use } = place();
    const people = ['grace@takes-mail.com', 'ada@takes-mail.com'];
    for (const email of people) await use('create_subscriber', { email });
    const sourceOf = async (recipients: string[]) => {
      const { ids } = await use('submit_message', submission(recipients));
      return (await recordsOf().emails.byId(ids[0]))!.body.source;
    };
    const [shared, hers, theirs] = [
      await sourceOf(people),
      await sourceOf(people.slice(0, 1)),
      await sourceOf(['other@takes-mail.com']),
    ];
    const left = async () => {
      const found = await Promise.all(
        [shared, hers, theirs].map((source) => recordsOf().rawMessages.byId(source)),
      );
      return found.map((message) => message !== undefined);
    };
    await use('delete_subscriber', { subscriber: people[0] });
    expect(await left()).toEqual([true, false, true]);
    await use('delete_subscriber', { subscriber: people[1] });
    expect(await left()).toEqual([false, false, true]);
  });

  test('a submitted message is deleted when its recipients are erased concurrently', async () => {
    const { use } = place();
    const people = ['grace@takes-mail.com', 'ada@takes-mail.com'];
    for (const email of people) await use('create_subscriber', { email });
    const { ids } = await use('submit_message', submission(people));
    const { source } = (await recordsOf().emails.byId(ids[0]))!.body;
    await Promise.all(people.map((subscriber) => use('delete_subscriber', { subscriber })));
    expect(await recordsOf().rawMessages.byId(source)).toBeUndefined();
  });

  test('a submission refuses a recipient over the limit, as its preview does', async () => {
    const { use, platform, organization } = place();
    const mailboxOf = (address: string) => {
      const read = parseMailbox(address);
      if (!read.ok) throw new Error(read.message);
      return read.mailbox;
    };
    const previewCall = async (...addresses: string[]) => {
      const foresight = new SmtpRecipientCheck(
        platform.platform.engine,
        platform.caller('smtp', organization),
      );
      const result: (string | null)[] = [];
      for (const address of addresses) {
        const refused = await foresight.refusalOf(mailboxOf(address), platform.clock.now());
        result.push(refused?.failure ?? null);
      }
      return result;
    };
    const address = 'grace@takes-mail.com';
    expect(await previewCall(...Array<string>(6).fill(address))).toEqual([
      null,
      null,
      null,
      null,
      null,
      'RECIPIENT_RATE_LIMITED',
    ]);
    for (let count = 0; count < 5; count += 1) await use('submit_message', submission([address]));
    expect(
      await previewCall(address, 'grace+tag@takes-mail.com', 'ada@takes-mail.com', 'grace@example.com'),
    ).toEqual(['RECIPIENT_RATE_LIMITED', 'RECIPIENT_RATE_LIMITED', null, null]);
    await use('add_suppression', { email: address });
    expect(await previewCall(address)).toEqual([null]);
  });

  test('a submission rejects a recipient that is not exactly one mailbox', async () => {
    const refused = await place().refusal(
      'submit_message',
      submission(['ada@example.com', 'a@b@example.com']),
    );
    expect(refused).toMatchObject({
      failure: 'validation_error',
      details: [{ path: 'recipients[1].address' }],
    });
  });
});
