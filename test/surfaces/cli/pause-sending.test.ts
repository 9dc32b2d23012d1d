import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { runPauseSending, runResumeSending } from '../../../src/surfaces/cli/pause-sending.ts';
import { openPlatform, type SimulatedPlatform } from '../../world/platform.ts';
import { keptStreams, type ToolResult } from './runner.ts';

async function run(
  command: typeof runPauseSending,
  simulated: SimulatedPlatform,
  words: string[] = [],
): Promise<ToolResult> {
  const streams = keptStreams();
  const environment = {
    readConfig: () => readConfig({ LOG_LEVEL: 'silent' }),
    // Keeps the running server open when the command ends.
    openConfigured: async () => ({
      ...simulated.platform,
      http: simulated.platform.http,
      close: async () => {},
    }),
  };
  return streams.result(await command(words, environment, streams));
}

async function opened(): Promise<SimulatedPlatform> {
  const simulated = await openPlatform();
  onTestFinished(() => simulated.close());
  return simulated;
}

const sendingOf = async (simulated: SimulatedPlatform) =>
  ((await simulated.call('get_organization', {})).output as { sending: object }).sending;

test('the operator pauses and resumes sending of the first organization', async () => {
  const simulated = await opened();
  const paused = await run(runPauseSending, simulated, ['--reason', 'Wrong prices']);
  expect(paused).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^Sending is paused for Default\. To resume it: .*posthouse.* resume-sending\n$/,
    ),
  });
  expect(await sendingOf(simulated)).toMatchObject({
    status: 'paused',
    paused_by: null,
    reason: 'Wrong prices',
  });
  const resumed = await run(runResumeSending, simulated);
  expect(resumed).toMatchObject({ code: 0, out: expect.stringMatching(/^Sending is on for Default/) });
  expect(await sendingOf(simulated)).toMatchObject({ status: 'active' });
});

test('the option --org pauses another organization, and the printed resume command names it', async () => {
  const simulated = await opened();
  const { organization } = await simulated.addOrganization('Other');
  const { code, out } = await run(runPauseSending, simulated, ['--org', organization.id]);
  expect([code, out]).toEqual([0, expect.stringContaining(`resume-sending --org ${organization.id}`)]);
  expect(await sendingOf(simulated)).toMatchObject({ status: 'active' });
  expect(await simulated.platform.engine.store.organizations.paused(10)).toEqual([organization.id]);
});

test('the pause command rejects wrong arguments and an unknown organization', async () => {
  const simulated = await opened();
  for (const [command, words] of [
    [runPauseSending, ['now']],
    [runPauseSending, ['--reason']],
    [runResumeSending, ['--reason', 'x']],
    [runResumeSending, ['--org', 'org_none']],
  ] as const) {
    expect(await run(command, simulated, [...words])).toMatchObject({ code: 2 });
  }
  expect(await run(runPauseSending, simulated, ['--reason', 'x'.repeat(201)])).toMatchObject({ code: 1 });
  expect(await sendingOf(simulated)).toMatchObject({ status: 'active' });
});

test('the option --help explains both commands', async () => {
  const simulated = await opened();
  expect((await run(runPauseSending, simulated, ['--help'])).out).toContain('--reason TEXT');
  expect((await run(runResumeSending, simulated, ['--help'])).out).toContain(
    'Resumes sending for a paused organization',
  );
});
