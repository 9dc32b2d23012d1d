type Remedy = { assistant: string; person: string };

/**
 * Parts of warnings that name a tool or a field for an assistant. A person reads the other wording, because
 * the page, the form and the terminal offer no tools.
 */
export const toolRemedies = {
  noPostalAddress: {
    assistant: 'No postal_address is set',
    person: 'The organization has no postal address',
  },
  setPostalAddress: {
    assistant: 'update_organization_settings sets it',
    person: 'set the postal address in the settings of the organization',
  },
  setName: {
    assistant: 'Set name with update_organization_settings',
    person: 'Set the name in the settings of the organization',
  },
  scheduleAgain: {
    assistant: 'call cancel_campaign, then send_campaign with the same time',
    person: 'cancel the campaign, then schedule it again for the same time',
  },
  resumeCampaign: {
    assistant: 'check preview_campaign_audience and call resume_campaign',
    person: 'check the audience, then resume the campaign',
  },
  activateAgain: {
    assistant: 'call activate_workflow',
    person: 'activate the workflow again',
  },
  activationRefused: {
    assistant: 'activate_workflow would be refused because of',
    person: 'The activation would be refused because of',
  },
  track: {
    assistant: 'Turn on tracking with update_domain and',
    person: 'Turn on tracking in the settings of the domain:',
  },
  addAndTrack: {
    assistant: 'add_domain, then update_domain with',
    person: 'Add the domain, then turn on in its settings:',
  },
  trackDomain: {
    assistant: 'update_domain with',
    person: 'Turn on in the settings of the domain:',
  },
  trackCampaign: {
    assistant: 'update_campaign with',
    person: 'Turn on in the settings of the campaign:',
  },
  countClicks: { assistant: 'click_tracking: true', person: 'counting of clicks' },
  countOpens: { assistant: 'open_tracking: true', person: 'counting of opens' },
  noSender: {
    assistant: 'it has no from, and the organization has no default_from',
    person: 'it has no sender, and the organization has no default sender',
  },
  noDefaultSender: {
    assistant: 'is required, because the organization has no default_from',
    person: 'is missing, and the organization has no default sender: set one in the settings',
  },
  startManually: {
    assistant: 'when trigger_workflow is called',
    person: 'when an assistant or a program starts it for a person',
  },
} as const satisfies Record<string, Remedy>;

/** Replaces the parts of a warning that name a tool. */
export function wordForPerson(warning: string): string {
  let worded = warning;
  for (const { assistant, person } of Object.values(toolRemedies))
    worded = worded.replaceAll(assistant, person);
  return worded;
}
