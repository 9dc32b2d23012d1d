import type { SimulatedPlatform } from '../../world/platform.ts';
import { outputThrough, type SpecDoor } from '../doors.ts';

/** A complete campaign. */
export const news = {
  name: 'May news',
  subject: 'Our news in May',
  fromEmail: 'news@acme.example',
  markdown: 'Hello {{firstName|there}}\n\n[Unsubscribe]({{unsubscribeUrl}})',
};

/** A campaign with content that every verifier blocks. */
export const phishing = {
  ...news,
  subject: 'Your account will be suspended',
  html: `<p>Dear customer, your account has been limited. Verify your password and card number within 24 hours or your
    account will be closed: <a href="http://paypa1-login.example.tk/verify">https://www.paypal.com/signin</a></p>
    <p><a href="{{unsubscribeUrl}}">Unsubscribe</a></p>`,
  markdown: undefined,
};

export async function made(
  door: SpecDoor,
  platform: SimulatedPlatform,
  fields: object = {},
): Promise<string> {
  const { id } = await outputThrough(door, platform, 'create_campaign', { ...news, ...fields });
  return id;
}

/** A campaign that has reached one person and not yet the other. */
export async function sending(platform: SimulatedPlatform): Promise<string> {
  for (const email of ['grace@example.com', 'ada@example.com']) {
    await outputThrough('v2', platform, 'create_subscriber', { email });
  }
  const campaignId = await made('v2', platform, { throttle: { perHour: 1 } });
  await outputThrough('v2', platform, 'send_campaign', { campaignId });
  await platform.deliver();
  return campaignId;
}
