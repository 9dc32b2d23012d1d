import { type Config, ConfigFault, placedFault } from '../../../config.ts';
import type { Settings } from '../../../engine/context/settings.ts';
import {
  examineDkim,
  examineDns,
  examineFromVerification,
  examineMail,
  examinePublicAddress,
  examineSending,
  examineTokens,
} from '../../../engine/setup/examine-mail.ts';
import { examineOwnName, examineReturns } from '../../../engine/setup/examine-names.ts';
import {
  examineConfirmations,
  examineIntegrations,
  examineOrganizationNames,
  examineWebhooks,
  examineWorkflows,
} from '../../../engine/setup/examine-organizations.ts';
import { type Examination, examineInTime } from '../../../engine/setup/examine-setup.ts';
import { examineClock, examineKept, examineQueue } from '../../../engine/setup/examine-storage.ts';
import { examineVerifier } from '../../../engine/setup/examine-verifier.ts';
import { type Finding, fail, ok, warn } from '../../../engine/setup/finding.ts';
import { explainError } from '../../../model/text/explain-error.ts';
import { readSettings } from '../../../open.ts';
import type { DoctorEnvironment } from '../environment.ts';
import { formatHelp, type Help } from '../output/help.ts';
import { orUsage, parseOptions, plainOptions, refuseArguments } from '../parse-options.ts';
import { exitCodes, processStreams, type Streams } from '../streams.ts';
import { examineDisk, examineFolder, examinePort, examineSecret } from './examine-machine.ts';
import { examineCertificate, examineSmtpPorts } from './examine-smtp.ts';
import { examineDatabase } from './examine-storage.ts';
import type { DoctorPatient } from './patient.ts';

const help: Help = {
  usage: 'posthouse doctor [--json]',
  about: [
    'Checks the setup and says what to fix: database, data folder, disk, secret, clock, ports, certificate, DNS, mail, host name, bounces, API tokens, queue, DKIM, sending, content verifier, storage, webhooks, workflows, integrations and public address. Changes nothing.',
    'Exits with 1 if something must be fixed.',
  ],
  sections: [{ title: 'Options', rows: [['--json', 'Prints the checks as JSON, for programs.']] }],
  examples: ['posthouse doctor', 'posthouse doctor --json'],
};

const examinations: readonly Examination<DoctorPatient>[] = [
  { name: 'data folder', examine: examineFolder },
  { name: 'disk', examine: examineDisk },
  { name: 'secret', examine: examineSecret },
  { name: 'clock', examine: examineClock },
  { name: 'port', examine: examinePort },
  { name: 'SMTP', examine: examineSmtpPorts },
  { name: 'certificate', examine: examineCertificate },
  { name: 'DNS', examine: examineDns },
  { name: 'mail', examine: examineMail },
  { name: 'own name', examine: examineOwnName },
  { name: 'bounces', examine: examineReturns },
  { name: 'API tokens', examine: examineTokens },
  { name: 'queue', examine: examineQueue },
  { name: 'sending', examine: examineSending },
  { name: 'DKIM', examine: examineDkim },
  { name: 'From addresses', examine: examineFromVerification },
  { name: 'content verifier', examine: examineVerifier },
  { name: 'storage', examine: examineKept },
  { name: 'webhooks', examine: examineWebhooks },
  { name: 'workflows', examine: examineWorkflows },
  { name: 'organization name', examine: examineOrganizationNames },
  { name: 'double opt-in', examine: examineConfirmations },
  { name: 'integrations', examine: examineIntegrations },
  { name: 'public address', examine: examinePublicAddress },
];

/** @returns the exit code: 0 when no check fails, 1 when one does, 2 for wrong words */
export async function runDoctor(
  words: readonly string[],
  environment: DoctorEnvironment,
  streams: Streams = processStreams,
): Promise<number> {
  return await orUsage(streams, help.usage, async () => {
    const { options, alone } = parseOptions(words, plainOptions({ json: false }));
    refuseArguments('doctor', alone);
    if (options.has('help')) {
      streams.out.write(formatHelp(help));
      return exitCodes.done;
    }
    const findings = await examineAll(environment);
    streams.out.write(options.has('json') ? asJson(findings) : asText(findings));
    return findings.some(({ state }) => state === 'fail') ? exitCodes.refused : exitCodes.done;
  });
}

async function examineAll(environment: DoctorEnvironment): Promise<Finding[]> {
  let config: Config;
  let world: DoctorPatient['world'];
  let settings: Settings;
  try {
    config = environment.readConfig();
    world = environment.createWorld(config);
    settings = { ...readSettings(config), baseUrl: environment.baseUrlOf(config) };
  } catch (error) {
    const why = error instanceof ConfigFault ? placedFault(error) : explainError(error);
    return [fail('configuration', `${why}. Correct it and run the doctor again.`)];
  }
  const known = {
    config,
    world,
    settings,
    organization: null,
    databaseFile: environment.databaseFileOf(config),
    generations: environment.openGenerations(config),
  };
  const { database, findings } = await examineDatabase(known, () => environment.openDatabase(config));
  const patient: DoctorPatient = { ...known, database };
  try {
    const others = await Promise.all(examinations.map((one) => examineInTime(patient, world.clock, one)));
    return [
      ok('configuration', 'Every variable of the environment can be read.'),
      ...environment
        .unknownVariables()
        .map((name) =>
          warn('configuration', `${name} is unknown: it is misspelled, or belongs to another version.`),
        ),
      ...findings,
      ...others.flat(),
    ];
  } finally {
    await world.mail.close();
    await database?.close();
  }
}

function asJson(findings: readonly Finding[]): string {
  const healthy = findings.every(({ state }) => state !== 'fail');
  return `${JSON.stringify({ ok: healthy, checks: findings }, null, 2)}\n`;
}

const marks: Record<Finding['state'], string> = { ok: 'ok  ', warn: 'note', fail: 'FIX ' };

function asText(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length)) + 2;
  const lines = findings.map(
    ({ name, state, sentence }) => `${marks[state]}  ${name.padEnd(width)}${sentence}`,
  );
  const wrong = findings.filter(({ state }) => state === 'fail').length;
  const notes = findings.filter(({ state }) => state === 'warn').length;
  const verdict =
    wrong > 0
      ? `${count(wrong, 'thing')} to fix.`
      : notes > 0
        ? `Nothing to fix; ${count(notes, 'note')} above.`
        : 'Everything is in order.';
  return `${lines.join('\n')}\n\n${verdict}\n`;
}

function count(amount: number, thing: string): string {
  return `${amount} ${thing}${amount === 1 ? '' : 's'}`;
}
