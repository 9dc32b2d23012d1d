import { addPeople, drafted, leave, peopleAt } from '../people.ts';
import { type EvalTask, firstOf, type Transcript } from '../task.ts';
import { sender } from '../world.ts';

/** Returns a fault if any argument was unknown. */
function everyArgumentTaken({ calls }: Transcript): string | null {
  const unknown = calls.flatMap(({ unknownArguments }) => unknownArguments);
  return unknown.length === 0 ? null : `not taken: ${unknown.join(', ')}`;
}

/** A model that knows another API may use the other casing. Every tool accepts both, but not mixed in a call. */
export const casingTasks: readonly EvalTask[] = [
  {
    id: 'names-as-elsewhere',
    group: 'campaigns',
    ask: 'Please draft a campaign "Autumn letter" (subject "Autumn at Acme", from Acme, hello@acme.dev, answers to desk@acme.dev, one sentence about the harvest) for the people with the tag reader. Do not send it.',
    async world(world) {
      await addPeople(world, ...peopleAt(2, { tags: ['reader'] }), { email: 'none@mailbox.dev' });
    },
    callsMax: 4,
    async check(world, transcript) {
      const letter = await world.campaignLike(/autumn letter/i);
      const reached =
        letter && (await world.use('preview_campaign_audience', { campaignId: letter.id })).count;
      return firstOf(
        !letter && 'there is no draft',
        letter && letter.fromEmail !== 'hello@acme.dev' && `it is from ${letter.fromEmail}`,
        letter && letter.replyTo !== 'desk@acme.dev' && `answers go to ${letter.replyTo}`,
        letter && reached !== 2 && `it is for ${reached}`,
        letter && letter.status !== 'DRAFT' && `it is ${letter.status}`,
        everyArgumentTaken(transcript),
      );
    },
    async script({ call }) {
      await call('create_campaign', {
        name: 'Autumn letter',
        subject: 'Autumn at Acme',
        from_name: 'Acme',
        from_email: 'hello@acme.dev',
        reply_to: 'desk@acme.dev',
        audience: { tags: { any: ['reader'] } },
        markdown: `Hello,\n\nthe harvest is in.\n\n${leave}`,
      });
      return 'The draft is there.';
    },
    async wrong({ call, refused }) {
      const rest = { name: 'Autumn letter', subject: 'Autumn at Acme', markdown: `The harvest. ${leave}` };
      await refused('create_campaign', { ...rest, from_address: 'hello@acme.dev' });
      await call('create_campaign', { ...rest, fromEmail: 'hello@acme.dev' });
      return 'The draft is there.';
    },
  },
  {
    id: 'names-as-in-rest',
    group: 'campaigns',
    ask: `Please write to ida@mailbox.dev from ${sender} that her parcel is ready, with answers to desk@acme.dev; and look how many the draft "Spring news" would reach, without sending it.`,
    async world(world) {
      await addPeople(world, ...peopleAt(3));
      await drafted(world);
    },
    callsMax: 5,
    async check(world, transcript) {
      const mail = await world.onlyMailTo('ida@mailbox.dev');
      return firstOf(
        !mail && 'there is not one mail to Ida',
        mail && String(mail.reply_to) !== 'desk@acme.dev' && `answers go to ${mail.reply_to}`,
        (await world.campaign(world.known('campaign'))).status !== 'DRAFT' && 'the campaign was sent',
        !/\b(3|three)\b/.test(transcript.answer) && 'the answer does not say how many',
        everyArgumentTaken(transcript),
      );
    },
    async script({ call }) {
      await call('send_email', {
        from: sender,
        to: 'ida@mailbox.dev',
        subject: 'Your parcel',
        markdown: 'Your parcel is ready.',
        replyTo: 'desk@acme.dev',
      });
      const { data } = await call('list_campaigns', { query: 'Spring' });
      const { preview } = await call('send_campaign', { campaignId: data[0].id, dryRun: true });
      return `The mail is sent; "Spring news" would reach ${preview.recipients}.`;
    },
    async wrong({ call }) {
      await call('send_email', {
        from: sender,
        to: 'ida@mailbox.dev',
        subject: 'Your parcel',
        markdown: 'Your parcel is ready.',
      });
      return 'It is sent; the other would reach 3.';
    },
  },
];
