import { expect, test } from 'vitest';
import { describeActivity } from '../../../../src/surfaces/console/activity/describe-activity.ts';
import { activityPhrases } from '../../../../src/surfaces/console/activity/phrases.ts';
import type { Visit } from '../../../../src/surfaces/console/page.ts';
import { html } from '../../../../src/surfaces/public/html.ts';
import { catalogue } from '../../../../tools/index.ts';
import { assistantOf } from '../../../spec/assistants/assistant.ts';
import { onBothDatabases, type Place } from '../../../tools/both-databases.ts';
import { personIn } from '../scene.ts';

test('every call that changes something has a phrase', () => {
  const changes = catalogue.filter(({ effect }) => effect !== 'read').map(({ name }) => name);
  expect(changes.filter((name) => !Object.hasOwn(activityPhrases, name))).toEqual([]);
});

onBothDatabases((place) => {
  test('activity names who did what, with the name of the object, and counts repetitions', async () => {
    const here = place();
    const assistant = assistantOf(here.platform, { token: here.token });
    await assistant.call('create_tag', { name: 'readers' });
    for (const email of ['a@mailbox.dev', 'b@mailbox.dev']) {
      await here.use('track_event', { name: 'seen', email });
    }
    await here.use('delete_tag', { tag: 'no-such-tag' }).catch(() => {});
    const sentences = await sentencesOf(here);
    expect(sentences).toEqual([
      expect.stringMatching(/ could not delete a tag\. It does not exist$/),
      expect.stringMatching(/ recorded an event 2 times\.$/),
      expect.stringMatching(/ created the tag readers\.$/),
    ]);
  });

  test('activity shows the names that people chose as text', async () => {
    const here = place();
    await here.use('create_campaign', { name: '"><img src=x onerror=alert(1)>' });
    const [row] = await activityOf(here);
    expect(row!.body.markup).toContain('drafted <a href="/console/campaigns/cmp_');
    expect(row!.body.markup).toContain('<bdi>&quot;&gt;&lt;img');
  });
});

async function activityOf({ platform, organization, use }: Place) {
  const { engine } = platform.platform;
  const person = await personIn(platform, organization, { email: null });
  const { data } = await use('list_audit_log', { limit: 10 });
  return await describeActivity(
    { engine, organization, person, now: engine.world.clock.now() } as Visit,
    data,
  );
}

async function sentencesOf(place: Place): Promise<string[]> {
  const rows = await activityOf(place);
  return rows.map(({ body }) => html`${body}`.markup.replaceAll('<small>', ' ').replaceAll(/<[^>]+>/g, ''));
}
