/** Header, tabs and actions that the pages of one campaign share. */
import { type Html, html } from '../../../public/html.ts';
import { campaignBadge, isPaused } from '../../campaign-states.ts';
import { button, dialog, doneNotice, form, presenceForm, textField } from '../../fields.ts';
import type { Shown } from '../../layout.ts';
import { linkButton, tabs } from '../../look/parts.ts';
import { isAdmin, isAuthor, type Visit } from '../../page.ts';
import { foreign } from '../../shown.ts';
import type { CampaignAnswer } from './campaign-form.ts';
import { describeMoment, localValue, named } from './campaign-words.ts';

export const campaignsCrumb = { href: '/console/campaigns', title: 'Campaigns' };

export function campaignPath({ id }: Pick<CampaignAnswer, 'id'>, part = ''): string {
  return `/console/campaigns/${id}${part}`;
}

export function wasStarted({ status, sentAt, stats }: CampaignAnswer): boolean {
  return status === 'SENDING' || status === 'SENT' || sentAt !== null || stats.recipients > 0;
}

export async function campaignHead(
  visit: Visit,
  campaign: CampaignAnswer,
): Promise<Pick<Shown, 'title' | 'heading' | 'crumb' | 'badge' | 'acts'>> {
  return {
    title: campaign.name,
    heading: foreign(campaign.name),
    crumb: campaignsCrumb,
    badge: campaignBadge(campaign),
    acts: html`${await actionsFor(visit, campaign)}`,
  };
}

const noticesDone: Readonly<Record<string, string>> = {
  created: 'Saved as a draft.',
  saved: 'Saved.',
  tested: 'The test email is on its way.',
  scheduled: 'Scheduled.',
  sending: 'Sending has started.',
  moved: 'The new time is set.',
  cancelled: 'Unscheduled. The campaign is a draft again.',
  paused: 'Paused. The remaining recipients wait until you resume.',
  resumed: 'Sending continues.',
  ended: 'Ended. The remaining recipients get no email.',
  duplicated: 'Duplicated. This is the copy, a draft.',
  archived: 'Archived.',
  restored: 'Restored. The campaign is a draft again.',
  redirected: 'The link now leads to the new address, even in emails already sent.',
};

export function campaignNotice(visit: Visit): Html | null {
  return doneNotice(visit, noticesDone);
}

export function reportTabs(
  campaign: CampaignAnswer,
  here: 'report' | 'recipients' | 'links' | 'email',
): Html {
  const entries = [
    ['report', 'Overview'],
    ['recipients', 'Recipients'],
    ['links', 'Links'],
    ['email', 'Email'],
  ] as const;
  return tabs(
    'Parts of this campaign',
    entries.map(([part, title]) => ({
      href: campaignPath(campaign, `/${part}`),
      title,
      isHere: part === here,
    })),
  );
}

async function actionsFor(visit: Visit, campaign: CampaignAnswer): Promise<Html[]> {
  const { status } = campaign;
  const started = wasStarted(campaign);
  const acts: (Html | null)[] = [];
  if (isAuthor(visit)) {
    if (status !== 'DRAFT') acts.push(actButton(campaign, 'duplicate', 'Duplicate', { picture: 'copy' }));
    if (status === 'SENT') acts.push(actButton(campaign, 'archive', 'Archive', { picture: 'archive' }));
    if (status === 'ARCHIVED' && !started)
      acts.push(actButton(campaign, 'restore', 'Restore', { look: 'main', picture: 'retry' }));
    if (status === 'ARCHIVED') acts.push(deleteDialog(campaign));
  }
  if (status === 'DRAFT' && isAuthor(visit))
    acts.push(
      linkButton(campaignPath(campaign, '/edit'), 'Edit campaign', { look: 'main', picture: 'edit' }),
    );
  if (isAdmin(visit)) {
    if (status === 'SENDING') acts.push(...(await sendingActs(visit, campaign)));
    if (status === 'SCHEDULED') acts.push(unscheduleDialog(campaign), await moveDialog(visit, campaign));
  }
  return acts.filter((act): act is Html => act !== null);
}

async function sendingActs(visit: Visit, campaign: CampaignAnswer): Promise<Html[]> {
  const end = dialog('end', {
    opener: 'End campaign',
    look: 'danger',
    picture: 'stop',
    title: `End ${named(campaign.name)}?`,
    text: 'The remaining recipients get no email. Emails already sent stay as they are. You cannot undo this.',
    form: form(campaignPath(campaign, '/end'), button('End campaign', { look: 'danger main' })),
  });
  const next = isPaused(campaign)
    ? await presenceForm(visit, {
        action: campaignPath(campaign, '/resume'),
        body: button('Resume sending', { picture: 'play' }),
        look: 'inline',
      })
    : actButton(campaign, 'pause', 'Pause sending', { look: 'main', picture: 'pause' });
  return [end, next];
}

function unscheduleDialog(campaign: CampaignAnswer): Html {
  return dialog('unschedule', {
    opener: 'Unschedule',
    look: 'danger',
    picture: 'stop',
    title: `Unschedule ${named(campaign.name)}?`,
    text: 'No email is sent. The campaign becomes a draft that you can edit and schedule again.',
    form: form(campaignPath(campaign, '/cancel'), button('Unschedule campaign', { look: 'danger main' })),
  });
}

async function moveDialog(visit: Visit, campaign: CampaignAnswer): Promise<Html> {
  const { organization } = visit;
  const zone = campaign.timezone === 'UTC' ? organization.timezone : campaign.timezone;
  const { scheduledAt } = campaign;
  return dialog('move', {
    opener: 'Change the time',
    look: 'main',
    picture: 'calendar',
    title: 'When should it be sent?',
    text:
      scheduledAt === null ? '' : `Currently scheduled for ${describeMoment(scheduledAt, zone)} (${zone}).`,
    form: await presenceForm(visit, {
      action: campaignPath(campaign, '/move'),
      body: html`${timeFields(visit, { at: scheduledAt === null ? '' : localValue(scheduledAt, zone), zone })}${button('Save the new time')}`,
    }),
  });
}

/** Fields for a local time and its zone. The script adds the same moment in the zone of the browser if it differs. */
export function timeFields({ organization }: Visit, { at, zone }: { at: string; zone: string }): Html {
  const hint = `The time counts in this zone. Your organization uses ${organization.timezone}.`;
  return html`<div class="two">${textField({ name: 'at', label: 'Date and time', type: 'datetime-local', value: at })}${textField({ name: 'zone', label: 'Time zone', value: zone, charactersMax: 64, hint })}</div><p class="help" role="status" data-browser-time hidden></p>`;
}

function deleteDialog(campaign: CampaignAnswer): Html {
  return dialog('delete', {
    opener: 'Delete campaign',
    look: 'danger',
    picture: 'trash',
    title: `Delete ${named(campaign.name)}?`,
    text: 'The campaign and its report are deleted. You cannot undo this.',
    form: form(campaignPath(campaign, '/delete'), button('Delete campaign', { look: 'danger main' })),
  });
}

function actButton(
  campaign: CampaignAnswer,
  act: string,
  text: string,
  look: Parameters<typeof button>[1] = {},
): Html {
  return form(campaignPath(campaign, `/${act}`), button(text, { look: '', ...look }), 'inline');
}
