import {
  createCampaign,
  deleteCampaign,
  getCampaign,
  listCampaigns,
  sendCampaign,
  updateCampaign,
} from './campaigns.ts';
import { sendEmail, verifyEmail } from './emails.ts';
import { trackEvent } from './events.ts';
import {
  addTags,
  createSubscriber,
  getSubscriber,
  listEvents,
  listSubscribers,
  removeTags,
  unsubscribeSubscriber,
  updateSubscriber,
} from './subscribers.ts';
import { createTag, getTag, listTags } from './tags.ts';
import type { Operation } from './translation.ts';

/** All operations of v1 in documentation order. Routes and OpenAPI are generated from this list. */
export const operations: readonly Operation[] = [
  sendEmail,
  verifyEmail,
  createSubscriber,
  listSubscribers,
  getSubscriber,
  updateSubscriber,
  unsubscribeSubscriber,
  addTags,
  removeTags,
  listEvents,
  trackEvent,
  listTags,
  createTag,
  getTag,
  listCampaigns,
  createCampaign,
  getCampaign,
  updateCampaign,
  deleteCampaign,
  sendCampaign,
];
