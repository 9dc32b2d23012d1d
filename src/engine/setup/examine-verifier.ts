import { VerifierUnavailable } from '../../world/verifier.ts';
import { type Finding, fail, ok, type Patient } from './finding.ts';

/** Harmless content with a reserved domain (RFC 2606). */
const probe = {
  subject: 'A question of posthouse doctor',
  from: 'doctor@example.com',
  html: '<p>Nothing is sent: this asks whether the verifier answers.</p>',
  text: 'Nothing is sent: this asks whether the verifier answers.',
  organization: 'org_doctor',
};

/** Checks that the external verifier, if configured, answers. Without it no campaign can be sent. */
export async function examineVerifier({ world }: Patient): Promise<Finding[]> {
  const name = 'content verifier';
  if (world.verifier === null) return [ok(name, 'Content is verified here, by the built-in verifier.')];
  try {
    const { verdict } = await world.verifier.verify(probe);
    return [ok(name, `POSTHOUSE_CONTENT_VERIFIER_URL answers (${verdict}).`)];
  } catch (error) {
    if (!(error instanceof VerifierUnavailable)) throw error;
    return [
      fail(
        name,
        `POSTHOUSE_CONTENT_VERIFIER_URL gives no verdict: ${error.message}. No campaign can be sent until it answers: repair it, or unset the variable to use the built-in verifier.`,
      ),
    ];
  }
}
