import { getCampaign } from '../../../tools/campaigns/get-campaign.ts';
import { previewCampaign } from '../../../tools/campaigns/preview-campaign.ts';
import { previewCampaignAudience } from '../../../tools/campaigns/preview-campaign-audience.ts';
import type { Look } from '../../contract/held-call.ts';
import type { Tool } from '../../contract/tool.ts';
import { heldArguments } from '../../engine/approval/ask-person.ts';
import type { Engine } from '../../engine/context/scope.ts';
import { Failure } from '../../model/failure.ts';

/** Who looks: with the engine, and with tools as the person who decides. */
export type Looking = {
  engine: Engine;
  call<Of extends Tool>(tool: Of, input?: Record<string, unknown>): Promise<Of['output']['_zod']['output']>;
  request: { signal: AbortSignal };
};

/** One mail as one real person would get it; `to` is null where it is for no one in particular. */
export type ShownMail = { to: string | null; subject: string; html: string; text: string };

/** The mails of a call that waits, each as one real person would get it. */
export type ShownMails = {
  count: number;
  /** What is shown of them. */
  note: string;
  /** @param index from 0 */
  show(index: number): Promise<ShownMail | null>;
};

const noMails: ShownMails = { count: 0, note: '', show: async () => null };

/** People of a campaign whose mail can be looked at. */
const peopleShown = 5;

/** None where there is nothing to show any more. */
export async function shownMails(looking: Looking, { question, previewed }: Look): Promise<ShownMails> {
  const { mails } = previewed ?? {};
  if (mails) {
    const note = mails.count === 1 ? 'As its recipient gets it.' : 'Each as its recipient gets it.';
    return { count: mails.count, note, show: (index) => mails.show(index, looking.request.signal) };
  }
  if (!previewed) return noMails;
  const { campaignId } = heldArguments(looking.engine, question);
  return typeof campaignId === 'string' ? await campaignMails(looking, campaignId) : noMails;
}

/** Each variant of a campaign, for each of a few of its people. */
async function campaignMails(looking: Looking, campaignId: string): Promise<ShownMails> {
  try {
    const [campaign, { sample }] = await Promise.all([
      looking.call(getCampaign, { campaignId }),
      looking.call(previewCampaignAudience, { campaignId }),
    ]);
    const variants = campaign.abTest?.variants.length ?? 0;
    const each = Math.max(1, variants);
    const people = sample.slice(0, peopleShown);
    const tested = variants > 0 ? ` It has ${variants} variants, which follow each other.` : '';
    return {
      count: each * Math.max(1, people.length),
      note: `As people of its audience get it, ${people.length} of them here.${tested}`,
      async show(index) {
        const person = people[Math.floor(index / each)];
        const variant = variants > 0 ? index % each : undefined;
        const { subject, html, text } = await looking.call(previewCampaign, {
          campaignId,
          ...(person && { subscriber: person.id }),
          ...(variant !== undefined && { variant }),
        });
        return { to: person?.email ?? null, subject: subject ?? '', html, text };
      },
    };
  } catch (error) {
    if (error instanceof Failure && error.status < 500) return noMails;
    throw error;
  }
}
