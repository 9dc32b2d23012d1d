import { storeOn } from '../../store/store.ts';
import { posthouse } from '../../world/command-line.ts';
import { type Finding, type Patient, warn } from './finding.ts';

/** Looked at in one run. */
const organizationsMax = 100;

/** Whether confirmation mails have a sender that their recipients know; nothing is told where they do. */
export async function examineConfirmations({ database }: Patient): Promise<Finding[]> {
  if (database === null) return [];
  const organizations = await storeOn(database).organizations.page(organizationsMax, null);
  return organizations
    .filter(({ doubleOptIn, defaultFrom }) => doubleOptIn && defaultFrom === null)
    .map(({ id, name }) =>
      warn(
        'double opt-in',
        `${name} (${id}) asks new subscribers to confirm and has no default_from: they are asked by no-reply at this server's own name, which they do not know. To set it: ${posthouse} tools run update_organization --id ${id} --default_from hello@yourdomain`,
      ),
    );
}
