import { minuteMs } from '../../../src/model/instant.ts';
import { type Assistant, assistantOf } from '../../spec/assistants/assistant.ts';
import type { Place } from '../../tools/both-databases.ts';
import { work } from '../../tools/workflows/scene.ts';
import type { TokenFields } from '../../world/platform.ts';

/** Scene for tests of single ways around the allowance: an organization, its assistants and its outgoing mail. */

export const people = Array.from({ length: 30 }, (_, index) => `p${index}@mailbox.dev`);
export const daily = { type: 'SCHEDULE', cron: '0 9 * * *', timezone: 'UTC' };

export type Detour = Place & {
  assistantWith(fields?: TokenFields): Promise<Assistant & { token: string }>;
  /** Lets days of work pass. @returns addresses that were mailed since the start or `forgetMail` */
  leftAfter(ms: number): Promise<string[]>;
  forgetMail(): void;
  subscribed(tags?: string[]): Promise<void>;
  switchSending(enabled: boolean): Promise<void>;
};

export function openDetour(place: Place): Detour {
  const { platform, organization, use } = place;
  const { mailbox, clock } = platform;
  let before = mailbox.messages.length;
  return {
    ...place,
    async assistantWith(fields = {}) {
      const { token } = await platform.addToken(organization, { assistant: true, ...fields });
      return { ...assistantOf(platform, { token }), token };
    },
    async leftAfter(ms) {
      await clock.advance(ms);
      for (let minute = 0; minute < 5; minute += 1) {
        await work(place);
        await clock.advance(minuteMs);
      }
      return mailbox.messages.slice(before).map(({ to }) => to.address);
    },
    forgetMail() {
      before = mailbox.messages.length;
    },
    async subscribed(tags = []) {
      await use('save_subscribers', { subscribers: people.map((email) => ({ email, tags })) });
      await work(place);
    },
    async switchSending(sending_enabled) {
      await platform.call('update_organization', { id: organization.id, sending_enabled });
    },
  };
}
