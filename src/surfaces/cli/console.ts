import { addPerson } from '../../engine/people/manage-people.ts';
import { printedLink } from '../../engine/people/sign-in-links.ts';
import { parseMailbox } from '../../model/address.ts';
import { minuteMs } from '../../model/instant.ts';
import type { OrganizationRecord } from '../../model/organization/organization.ts';
import { type PersonRecord, personNameCharactersMax } from '../../model/person/person.ts';
import { signInLimits } from '../../model/person/session.ts';
import type { Platform } from '../../platform.ts';
import { OrganizationStore } from '../../store/store.ts';
import { posthouse } from '../../world/command-line.ts';
import type { CliEnvironment } from './environment.ts';
import { namedOrganization } from './named-organization.ts';
import { formatHelp, type Help } from './output/help.ts';
import {
  oneValue,
  orUsage,
  parseOptions,
  plainOptions,
  refuseArguments,
  UsageError,
} from './parse-options.ts';
import { exitCodes, processStreams, type Streams } from './streams.ts';

const minutes = signInLimits.linkMs / minuteMs;
const help: Help = {
  usage: 'posthouse console [--email ADDRESS] [--org ORG]',
  about: [
    `Prints a link that signs one person in at /console. The link works once, within ${minutes} minutes, and the server may be running.`,
    'Everyone who can run this command on this machine can sign in as anyone. Do not give it to an assistant that must not approve its own calls.',
  ],
  sections: [
    {
      title: 'Options',
      rows: [
        [
          '--email ADDRESS',
          'Address of the person. Default: the first admin. Without any admin, the person becomes the first one.',
        ],
        ['--org ORG', 'Id of the organization. Default: the first one.'],
      ],
    },
  ],
  examples: ['posthouse console', 'posthouse console --email ada@example.com'],
};

const firstAdminName = 'Admin';

/** @returns the exit code: 0 printed, 1 when there is no such person, 2 for wrong words */
export async function runConsole(
  words: readonly string[],
  environment: CliEnvironment,
  streams: Streams = processStreams,
): Promise<number> {
  return await orUsage(streams, help.usage, async () => {
    const read = parseOptions(words, plainOptions({ email: true, org: true }));
    if (read.options.has('help')) {
      streams.out.write(formatHelp(help));
      return exitCodes.done;
    }
    refuseArguments('console', read.alone);
    const email = addressOf(oneValue(read, 'email'));
    const org = oneValue(read, 'org');
    const platform = await environment.openConfigured(environment.readConfig(), { showsToken: false });
    try {
      return await printLink(platform, await namedOrganization(platform, org), email, streams);
    } finally {
      await platform.close();
    }
  });
}

type Address = { email: string; emailKey: string };

function addressOf(text: string | undefined): Address | null {
  if (text === undefined) return null;
  const read = parseMailbox(text);
  if (!read.ok) throw new UsageError(`--email is not an address: ${read.message}`);
  return { email: read.mailbox.address, emailKey: read.mailbox.key };
}

async function printLink(
  { engine }: Platform,
  organization: OrganizationRecord,
  address: Address | null,
  { out, err }: Streams,
): Promise<number> {
  const now = engine.world.clock.now();
  const made = await engine.store.database.transaction(async (queries) => {
    const store = new OrganizationStore(queries, organization.key);
    const people = await store.people.holdAll();
    const known = personAt(people, address);
    const isNew = known === undefined && !people.some(({ roles }) => roles.includes('admin'));
    const person = isNew ? await firstAdmin(engine, store, address, now) : known;
    return person && { person, isNew, link: await printedLink(engine, store, person, now) };
  });
  if (!made) {
    err.write(
      `posthouse: no person of ${organization.name} has this address. Add the person at the console, or with ${posthouse} tools run create_person\n`,
    );
    return exitCodes.refused;
  }
  const { person, isNew, link } = made;
  if (isNew) err.write(`Created the first admin of ${organization.name}.\n`);
  err.write(`Signs in as ${person.name} (${person.roles.join(', ')}), once, within ${minutes} minutes:\n`);
  out.write(`${link}\n`);
  return exitCodes.done;
}

async function firstAdmin(
  engine: Platform['engine'],
  store: OrganizationStore,
  address: Address | null,
  now: number,
): Promise<PersonRecord> {
  const { email, emailKey } = address ?? { email: null, emailKey: null };
  return await addPerson(
    engine,
    store,
    { name: (email ?? firstAdminName).slice(0, personNameCharactersMax), email, emailKey, roles: ['admin'] },
    now,
  );
}

function personAt(people: readonly PersonRecord[], address: Address | null): PersonRecord | undefined {
  if (address !== null) return people.find(({ emailKey }) => emailKey === address.emailKey);
  return people.find(({ roles }) => roles.includes('admin'));
}
