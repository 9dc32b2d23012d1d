/** The platform with its two sending doors and a token per organization. Mail is captured. */
import { createSmtpDoor } from '../src/surfaces/smtp/submission.ts';
import { makeTlsPair } from '../src/surfaces/smtp/tls-pair.ts';
import { submitMessage } from '../tools/emails/submit-message.ts';
import { openPlatform } from './platform.ts';

export type FairnessReady = { port: number; smtpPort: number; tokens: string[] };

const {
  database,
  organizations,
  dnsServers,
}: { database: string; organizations: number; dnsServers: string[] } = JSON.parse(process.argv[2]!);
const { platform, tokens } = await openPlatform({ database, organizations, dnsServers });
const { world } = platform.engine;
const smtp = createSmtpDoor({
  engine: platform.engine,
  tool: submitMessage,
  callers: platform.callers,
  // Counts messages but never refuses them, so that a busy door is measured.
  windows: {
    ...platform.windows,
    spend: async (organization) => ({ ...(await platform.windows.spend(organization)), used: 1 }),
  },
  tls: makeTlsPair({ hostName: 'posthouse.example', clock: world.clock, ids: world.ids }),
  // The flood over SMTP comes from a single organization, whichever it is.
  everyClientIs: platform.operator('smtp'),
});
const { starttls } = await smtp.listen({ host: '127.0.0.1', starttlsPort: 0 });
const { port } = await platform.http.listen('127.0.0.1', 0);
platform.setPhase('ready');
const ready: FairnessReady = { port, smtpPort: starttls!.port, tokens };
process.stdout.write(`${JSON.stringify(ready)}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
