import { heldArguments } from '../../../../engine/approval/ask-person.ts';
import type { ApprovalRecord } from '../../../../model/approval/approval.ts';
import { objectNames } from '../../../../store/records/instance/object-names.ts';
import type { Visit } from '../../page.ts';

type Concerning = Pick<ApprovalRecord, 'id' | 'arguments' | 'shown'>;

/** Returns the name of the campaign, workflow or template that each call concerns, by the id of its request. */
export async function nameSubjects(
  { engine, organization }: Visit,
  questions: readonly Concerning[],
): Promise<Map<string, string>> {
  const concerned = questions.map((question) => ({ id: question.id, ids: subjectIds(engine, question) }));
  const ids = concerned.flatMap((one) => one.ids);
  const names = await objectNames(engine.store.database.reader, organization.key, ids);
  return new Map(
    concerned.flatMap((one) => {
      const known = one.ids
        .map((id) => names.get(id))
        .find((object) => object && withOwnName.has(object.kind));
      return known ? [[one.id, known.name] as const] : [];
    }),
  );
}

/** Other objects have no name of their own, such as an email. */
const withOwnName: ReadonlySet<string> = new Set([
  'campaign',
  'workflow',
  'template',
  'segment',
  'domain',
  'token',
]);

function subjectIds(engine: Visit['engine'], question: Concerning): string[] {
  const given = question.arguments === '' ? {} : heldArguments(engine, question);
  const ids = [given.campaignId, given.workflowId, given.id, ...(question.shown.ids ?? [])];
  return ids.filter((id) => typeof id === 'string');
}
