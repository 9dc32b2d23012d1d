import { defineConfig } from 'vitest/config';
import { everyRun, inWorld, roomForYoungObjects } from './test/world/every-run.ts';

const { globalSetup, ...each } = everyRun;

/** Today's date, so that each day tests other orders. `SEED=…` repeats a run; every test title contains its seed. */
const seed = process.env.SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', '');

const long = (name: string, files: readonly string[], environment: Record<string, string>) => ({
  test: {
    ...each,
    name,
    include: files.map((file) => `test/${file}.test.ts`),
    env: { SEED: seed, ...environment },
    maxWorkers: 2,
    execArgv: roomForYoungObjects,
  },
});

/** Configuration of `npm run test:long`: tests of `npm test` with more kills, people and examples, and a daily seed. */
export default defineConfig({
  test: {
    globalSetup: [...globalSetup, inWorld('postgres/postgres-server.ts')],
    projects: [
      long('kills', ['simulation/kill', 'simulation/kill-submission', 'simulation/kill-confirmed'], {
        KILLS: '8',
      }),
      long('campaigns', ['simulation/kill-campaign'], { KILLS: '6', PEOPLE: '20000' }),
      long('workflows', ['simulation/kill-workflows'], { KILLS: '8', PEOPLE: '400' }),
      long('races', ['simulation/race-workflows'], { PEOPLE: '1000' }),
      long('outages', ['simulation/outage'], { RESTARTS: '4' }),
      long('scenes', ['simulation/workflow-as-simulated'], { SCENES: '120' }),
      long(
        'properties',
        [
          'adversary/approvals',
          'adversary/chains/chains',
          'adversary/unapproved-sends',
          'surfaces/http/hostile-requests',
          'adversary/narrowed-tools',
          'adversary/repeated-sends',
          'surfaces/rest/openapi',
          'surfaces/public/consent',
          'store/audience',
          'store/evaluate-rule',
          'spec/addresses',
          'engine/campaigns/campaign-crash',
          'engine/imports/import-crash',
          'surfaces/mcp/protocol/inspector',
          'model/workflow/local-time',
          'model/workflow/simulate',
          'model/workflow/read-definition',
          'model/tracking/redirect',
          'model/limits/ip-budget',
          'model/address',
          'model/organization/token',
          'model/content/slotted-email',
          'model/content/sanitize-html',
          'model/campaign/approved-people',
          'model/message/seven-bit',
          'model/message/transfer-encoding',
          'model/message/dkim',
          'model/message/write-submitted',
          'model/message/header',
          'model/message/read-mime',
          'model/message/compose',
          'model/content/render',
          'model/content/tracked-links',
          'model/bounces/verp',
          'model/bounces/parse-return',
          'model/sending/approval-token',
          'model/sending/recipient-guard',
          'model/webhook/payloads',
          'verification/content-verifier',
          'readers/readers',
        ],
        { LONG: '1' },
      ),
      long('network', ['sdk/hostile-network'], { SENDS: '300' }),
      long('traffic', ['simulation/simulate'], {}),
    ],
  },
});
