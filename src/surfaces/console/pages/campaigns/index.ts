import type { ConsolePage, NavEntry } from '../../page.ts';
import { editorFormBytesMax } from '../templates/mail-body.ts';
import { showAudience } from './audience-part.ts';
import { campaignActionPages } from './campaign-actions.ts';
import { create, save, showEditor, showNew } from './campaign-editor.ts';
import { fixLink, showLinks } from './campaign-links.ts';
import { showFrame, showNewFrame, showTypedFrame } from './campaign-preview.ts';
import { downloadRecipients, showRecipients } from './campaign-recipients.ts';
import { showReport, showReportDetails } from './campaign-report.ts';
import { askForReview } from './content-review.ts';
import { saveAbTest, showAbTest } from './edit-ab-test.ts';
import { showCampaigns } from './list-campaigns.ts';
import { send, showReview } from './review-campaign.ts';
import { showCampaign, showEmail } from './show-campaign.ts';

const one = '/console/campaigns/:id';
const formBytesMax = editorFormBytesMax;

export const campaignPages: readonly ConsolePage[] = [
  { method: 'GET', path: '/console/campaigns', answer: showCampaigns },
  { method: 'GET', path: '/console/campaigns/new', roles: ['author'], answer: showNew },
  { method: 'POST', path: '/console/campaigns/new', roles: ['author'], formBytesMax, answer: create },
  { method: 'GET', path: '/console/campaigns/new/frame', roles: ['author'], answer: showNewFrame },
  {
    method: 'POST',
    path: '/console/campaigns/new/frame',
    roles: ['author'],
    formBytesMax,
    answer: showTypedFrame,
  },
  { method: 'GET', path: one, answer: (visit) => showCampaign(visit) },
  { method: 'GET', path: `${one}/edit`, roles: ['author'], answer: showEditor },
  { method: 'POST', path: `${one}/edit`, roles: ['author'], formBytesMax, answer: save },
  { method: 'GET', path: `${one}/ab-test`, roles: ['author'], answer: showAbTest },
  { method: 'POST', path: `${one}/ab-test`, roles: ['author'], answer: saveAbTest },
  { method: 'GET', path: `${one}/frame`, answer: showFrame },
  { method: 'POST', path: `${one}/frame`, roles: ['author'], formBytesMax, answer: showTypedFrame },
  { method: 'GET', path: `${one}/audience`, answer: showAudience },
  { method: 'GET', path: `${one}/review`, answer: (visit) => showReview(visit) },
  { method: 'POST', path: `${one}/ask-review`, roles: ['author'], answer: askForReview },
  { method: 'POST', path: `${one}/send`, roles: ['admin'], answer: send },
  { method: 'GET', path: `${one}/report`, answer: (visit) => showReport(visit) },
  { method: 'GET', path: `${one}/report/details`, answer: showReportDetails },
  { method: 'GET', path: `${one}/recipients`, answer: (visit) => showRecipients(visit) },
  { method: 'POST', path: `${one}/recipients`, answer: downloadRecipients },
  { method: 'GET', path: `${one}/links`, answer: (visit) => showLinks(visit) },
  { method: 'POST', path: `${one}/links`, roles: ['admin'], answer: fixLink },
  { method: 'GET', path: `${one}/email`, answer: showEmail },
  ...campaignActionPages,
];

export const campaignsEntry: NavEntry = {
  href: '/console/campaigns',
  title: 'Campaigns',
  picture: 'campaign',
  group: 'Sending',
};
