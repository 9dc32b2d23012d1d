import { isReactionField, reactionTracking, type Tracked } from '../email/tracked.ts';
import type { Rule } from '../segment/rule.ts';
import { toolRemedies } from '../text/tool-remedies.ts';
import type { Definition } from './definition.ts';
import { comparisonsIn, listStepRules, namedMails } from './facts-needed.ts';

export type MailSender = {
  fault: string | null;
  domain: string | null;
  isOwn: boolean;
  tracked: Tracked;
};

export type TriggerMails = {
  /** Null if any mail starts the workflow. */
  campaign: { id: string; isDraft: boolean } | null;
  /**
   * Warns about mails that cannot be sent, opens and clicks that are not tracked, and people who never enter.
   * `starters` are the mails of an open or click trigger; null for other triggers.
   */
  tracked: Tracked;
};

const warningsMax = 20;
const keysShownMax = 5;

/**
 * Warns about a definition that can be saved but will not work as its author may expect: mails that cannot be sent, opens and clicks
 * that are not tracked, people who never enter.
 * @param senders by the key of the mail step
 * @param starters the mails whose opens or clicks start the workflow; null for other triggers
 */
export function workflowWarnings(
  definition: Definition,
  senders: ReadonlyMap<string, MailSender>,
  starters: TriggerMails | null,
): string[] {
  return [
    ...senderWarnings(senders),
    ...triggerWarnings(definition, starters),
    ...trackingWarnings(definition, senders),
    ...leaverWarnings(definition),
  ].slice(0, warningsMax);
}

function senderWarnings(senders: ReadonlyMap<string, MailSender>): string[] {
  const keysOf = Map.groupBy(
    [...senders].flatMap(([key, { fault }]) => (fault === null ? [] : [{ key, fault }])),
    ({ fault }) => fault,
  );
  return [...keysOf].map(
    ([fault, steps]) => `${toolRemedies.activationRefused.assistant} ${shownKeys(steps)}: ${fault}`,
  );
}

function shownKeys(steps: readonly { key: string }[]): string {
  const keys = steps.slice(0, keysShownMax).map(({ key }) => key);
  const more = steps.length - keys.length;
  return more === 0 ? keys.join(', ') : `${keys.join(', ')} and ${more} more`;
}

function triggerWarnings({ trigger }: Definition, starters: TriggerMails | null): string[] {
  if (starters === null || (trigger.type !== 'EMAIL_OPENED' && trigger.type !== 'EMAIL_CLICKED')) return [];
  const { what, setting } =
    reactionTracking[trigger.type === 'EMAIL_OPENED' ? 'email_opened' : 'email_clicked'];
  if (starters.tracked[what]) return [];
  const { campaign } = starters;
  if (campaign === null) {
    return [
      `It starts with ${what} of any mail, and no domain here tracks ${what}: no person enters, but by a campaign with tracking.${what}. ${toolRemedies.trackDomain.assistant} ${setting}: true`,
    ];
  }
  const repair = campaign.isDraft ? `. ${toolRemedies.trackCampaign.assistant} tracking.${what}: true` : '';
  return [
    `It starts with ${what} of ${campaign.id}, which does not track ${what}: no person enters${repair}`,
  ];
}

function trackingWarnings(definition: Definition, senders: ReadonlyMap<string, MailSender>): string[] {
  const asking: { of: string; rule: Rule }[] = definition.steps.flatMap((step) =>
    listStepRules(step).map((rule) => ({ of: step.key, rule })),
  );
  if (definition.goal !== null) asking.push({ of: 'goal', rule: definition.goal });
  const warnings = asking.flatMap(({ of, rule }) =>
    comparisonsIn(rule).flatMap((comparison) => {
      const { field } = comparison;
      if (!isReactionField(field)) return [];
      const { what, setting } = reactionTracking[field];
      return namedMails(comparison).flatMap((mail) => {
        const sender = senders.get(mail);
        if (!sender || sender.domain === null || sender.tracked[what]) return [];
        const { trackDomain, addAndTrack } = toolRemedies;
        const way = (sender.isOwn ? trackDomain : addAndTrack).assistant;
        return `${of} asks about ${what} of ${mail}, and none will be seen: ${sender.domain} does not track ${what}. ${way} ${setting}: true`;
      });
    }),
  );
  return [...new Set(warnings)];
}

/** A workflow without marketing mail may also be meant for people who unsubscribed. */
function leaverWarnings({ exitOn, steps }: Definition): string[] {
  const markets = steps.some((step) => step.type === 'send_email' && !step.config.transactional);
  if (markets || exitOn.length === 0 || steps.length === 0) return [];
  return [
    `No marketing mail is sent, yet people with ${exitOn.join(', ')} never enter. For everyone: exitOn: []`,
  ];
}
