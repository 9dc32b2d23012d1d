import { expect, test } from 'vitest';
import { message, openSmtp, submit } from '../../surfaces/smtp/scene.ts';

/** Takes the parser seconds, so that the rest of the queue waits. */
const slow = `# News\n\n${'|a|b|\n|-|-|\n|c|d|\n\n'.repeat(49_000)}`;
const heavy = (number: number): string =>
  `<p>${number} Verify your password: <a href="https://other.example/">here</a></p>${'<p>A line of news.</p>'.repeat(1_000)}`;
/** More than one organization may queue, of each rank. */
const waitingMax = 70;

test('an organization whose queue is full of heavy content gets 503 and 451, and other organizations are served', async () => {
  const scene = await openSmtp();
  const { rendering } = scene.platform.engine.world;
  const other = await scene.addOrganization('Other');
  const tenant = scene.organization.key;
  const mail = (number: number) => ({
    from: 'hello@acme.test',
    to: `ada${number}@example.com`,
    subject: 'News',
    html: heavy(number),
  });

  const campaign = await scene.http('POST', '/api/v2/campaigns', {
    body: {
      name: 'News',
      subject: 'News',
      fromEmail: 'news@acme.test',
      html: `${heavy(2)}<a href="{{unsubscribeUrl}}">Leave</a>`,
    },
  });

  const client = await scene.client();

  for (const rank of ['send', 'look'] as const) {
    for (let waiting = 0; waiting < waitingMax; waiting += 1) {
      const body = { kind: 'markdown', source: waiting === 0 ? slow : heavy(waiting) } as const;
      rendering.render({ body, preview: null, values: {} }, { tenant, rank }).catch(() => {});
    }
  }

  const refused = await scene.http('POST', '/api/v2/emails', { body: mail(1) });
  expect([refused.status, refused.body.name]).toEqual([503, 'service_unavailable']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

  const sent = await scene.http('POST', `/api/v2/campaigns/${campaign.body.id}/send`, { body: {} });
  expect([sent.status, sent.body.code]).toEqual([400, 'VERIFICATION_UNAVAILABLE']);

  const submitted = await submit(
    client,
    `${message('Content-Type: text/html')}${heavy(3).replaceAll('<p>', '\r\n<p>')}\r\n`,
  );
  expect(submitted.code).toBe(451);
  expect(await scene.mails()).toEqual([]);

  const served = await scene.http('POST', '/api/v2/verify/content', {
    token: other.token,
    body: { subject: 'News', html: '<p>A line of news.</p>' },
  });
  expect(served.status).toBe(200);
});
