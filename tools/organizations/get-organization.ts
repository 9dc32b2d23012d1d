import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { ownOrganization } from '../../src/engine/organizations/every-organization.ts';
import { heldSentence } from '../../src/engine/organizations/queue-hold.ts';
import { readSendingMode } from '../../src/engine/organizations/sending-mode.ts';
import {
  organizationWarnings,
  sendingOff,
  serverCaptures,
} from '../../src/engine/subscribers/organization-warnings.ts';
import { OrganizationWithWarnings, organizationAnswer } from '../../src/model/organization/organization.ts';
import { sendingModes } from '../../src/model/organization/sending-mode.ts';
import { readStorage } from '../../src/store/records/mail/storage.ts';
import { organizationExample } from './organization-example.ts';

export const getOrganization = defineTool({
  name: 'get_organization',
  title: 'Get organization',
  summary: 'Show your organization: plan, limits, and whether sending is on.',
  advice: 'While sending is off, mail is captured: stored, but not sent.',
  toolset: 'admin',
  input: z.strictObject({}),
  output: OrganizationWithWarnings.extend({
    sending_mode: z
      .enum(sendingModes)
      .describe(
        'live: mail leaves. capture, off: the server or the organization captures it. paused, held: it waits; held after a restore',
      ),
    storage_octets: z.int().describe('Bytes currently stored'),
  }),
  failures: ['not_found'],
  effect: 'read',
  needs: 'organization.read',
  rest: { route: 'GET /organization' },
  example: {
    input: {},
    output: { ...organizationExample, warnings: [], sending_mode: 'live', storage_octets: 48_213_002 },
  },
  async run({ engine, caller, store, fail }) {
    const organization = (await ownOrganization(engine, caller)) ?? fail('not_found');
    const kept = await readStorage(store.queries, [organization.key]);
    const { mode } = await readSendingMode(store.queries, engine.settings, organization);
    return {
      ...organizationAnswer(organization, engine.settings),
      warnings: [
        ...(mode === 'held' ? [heldSentence] : []),
        ...(await organizationWarnings(engine.settings, store.queries, organization)),
        ...(engine.settings.delivery === 'capture' ? [serverCaptures] : []),
        ...(organization.sendingEnabled ? [] : [sendingOff(organization.id)]),
      ],
      sending_mode: mode,
      storage_octets: Math.max(0, kept.get(organization.key) ?? 0),
    };
  },
});
