import type { Mailbox } from '../../model/address.ts';
import { fixtureRule } from '../../model/sending/fixture-recipient.ts';
import { decide, type SendFacts, type Verdict } from '../../model/sending/gates.ts';
import { type GuardFacts, recordSend } from '../../model/sending/recipient-guard.ts';
import { readGuardFacts } from '../../store/records/permits/guards.ts';
import { recipientFacts, recipientKey } from '../../store/records/permits/send-facts.ts';
import type { Caller } from '../context/caller.ts';
import type { Engine } from '../context/scope.ts';
import { createGuardKey, soughtRecipient } from '../recipients/recipient-marks.ts';

export type Refusal = Extract<Verdict, { kind: 'refuse' }>;

/** Rejects single recipients before the message arrives. Locks nothing; the gates decide at acceptance. */
export class SmtpRecipientCheck {
  readonly #engine: Engine;
  readonly #caller: Caller;
  readonly #guards = new Map<string, GuardFacts>();

  constructor(engine: Engine, caller: Caller) {
    this.#engine = engine;
    this.#caller = caller;
  }

  async refusalOf(mailbox: Mailbox, now: number): Promise<Refusal | null> {
    const { settings } = this.#engine;
    const facts = this.#facts(mailbox, now);
    if (!facts.testToken && fixtureRule(mailbox, settings.testRunners) === null) {
      facts.guard = await this.#guardOf(mailbox);
    }
    let verdict = decide(facts);
    if (verdict.kind === 'refuse' && verdict.failure === 'RECIPIENT_RATE_LIMITED') {
      // A suppressed recipient is accepted, whatever the guard says.
      for (const suppression of await this.#suppressionsOf(mailbox, now)) {
        const other = decide({ ...facts, suppression });
        if (other.kind === 'suppress') verdict = other;
      }
    }
    if (verdict.kind === 'refuse') return verdict;
    if ('guard' in verdict) {
      const { cooldownUntil } = facts.guard;
      this.#guards.set(mailbox.guardKey, {
        ...recordSend(facts.guard, now, 'transactional'),
        cooldownUntil,
      });
    }
    return null;
  }

  #facts(mailbox: Mailbox, now: number): SendFacts {
    const { settings } = this.#engine;
    const { organization, token } = this.#caller;
    return {
      mailbox,
      from: mailbox,
      source: 'smtp',
      transactional: false,
      runners: settings.testRunners,
      testToken: token?.mode === 'test',
      suppression: null,
      subscriberStatus: null,
      guard: { sends: [], cooldownUntil: null },
      now,
      sendingEnabled: organization.sendingEnabled,
      deliveryMode: settings.delivery,
      requireVerifiedDomain: false,
      fromDomainVerified: true,
      fromDomainAnothers: false,
      allowedRecipients: token?.allowedRecipients ?? null,
      tokenDomain: null,
    };
  }

  async #guardOf(mailbox: Mailbox): Promise<GuardFacts> {
    const seen = this.#guards.get(mailbox.guardKey);
    if (seen) return seen;
    const key = createGuardKey(this.#engine, this.#caller.organization.key, mailbox);
    return await readGuardFacts(this.#engine.store.database.reader, key);
  }

  async #suppressionsOf({ key: email }: Mailbox, now: number) {
    const organization = this.#caller.organization.key;
    const { reader } = this.#engine.store.database;
    const facts = await recipientFacts(reader, [soughtRecipient(this.#engine, organization, email)], now);
    return facts.get(recipientKey(organization, email))?.suppressions ?? [];
  }
}
