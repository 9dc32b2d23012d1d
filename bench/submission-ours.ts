/** The platform's submission door on a database file. Mail is captured, so that only acceptance is measured. */
import { createPlatform } from '../src/platform.ts';
import { openSqlite } from '../src/store/sqlite/database.ts';
import { createSmtpDoor } from '../src/surfaces/smtp/submission.ts';
import { makeTlsPair } from '../src/surfaces/smtp/tls-pair.ts';
import { realWorld } from '../src/world/world.ts';
import { submitMessage } from '../tools/emails/submit-message.ts';

export type SubmissionReady = { port: number };

const { file }: { file: string } = JSON.parse(process.argv[2]!);
const database = openSqlite(file);
const world = realWorld({ logLevel: 'warn', dnsServers: null, delivery: { by: 'capture' } });
const hostName = 'posthouse.example';
const platform = await createPlatform({
  database,
  world,
  settings: {
    baseUrl: 'http://127.0.0.1',
    delivery: 'capture',
    requireVerifiedDomain: false,
    testRunners: ['playwright', 'vitest'],
    guardScope: 'organization',
    bounceDomain: null,
    hostName,
  },
  secret: 'a secret of the benchmark, long enough to be one',
  firstStart: { apiKey: null, plan: 'enterprise', sendingEnabled: true },
  trustedProxies: [],
});
const { windows } = platform;
const door = createSmtpDoor({
  engine: platform.engine,
  tool: submitMessage,
  callers: platform.callers,
  // Counts messages but never refuses them.
  windows: {
    ...windows,
    spend: async (organization) => ({ ...(await windows.spend(organization)), used: 1 }),
  },
  tls: makeTlsPair({ hostName, clock: world.clock, ids: world.ids }),
  everyClientIs: platform.operator('smtp'),
});
const { starttls } = await door.listen({ host: '127.0.0.1', starttlsPort: 0 });
const ready: SubmissionReady = { port: starttls!.port };
process.stdout.write(`${JSON.stringify(ready)}\n`);
process.stdin
  .on('data', async () => {
    const [row] = await database.reader.all<{ messages: number }>(
      'SELECT COUNT(*) AS messages FROM emails',
      [],
    );
    process.stdout.write(`${JSON.stringify({ messages: Number(row?.messages) })}\n`);
  })
  .on('end', () => process.exit(0));
