import { heldArguments } from '../../../../engine/approval/ask-person.ts';
import type { ApprovalRecord } from '../../../../model/approval/approval.ts';
import { objectNames } from '../../../../store/records/instance/object-names.ts';
import type { Visit } from '../../page.ts';

type Concerning = Pick<ApprovalRecord, 'id' | 'arguments' | 'shown'>;

/** Returns the name of the object that each call concerns or creates, by the id of its request. */
export async function nameSubjects(
  { engine, organization }: Visit,
  questions: readonly Concerning[],
): Promise<Map<string, string>> {
  const concerned = questions.map((question) => ({ id: question.id, ...subjectsOf(engine, question) }));
  const ids = concerned.flatMap((one) => one.ids);
  const names = await objectNames(engine.store.database.reader, organization.key, ids);
  return new Map(
    concerned.flatMap((one) => {
      const known = one.ids
        .map((id) => names.get(id))
        .find((object) => object && withOwnName.has(object.kind));
      const name = known?.name ?? names.get(one.given ?? '')?.name ?? one.given;
      return name === undefined ? [] : [[one.id, name] as const];
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

/** `given`: the address or the new name in the call itself. */
function subjectsOf(engine: Visit['engine'], question: Concerning): { ids: string[]; given?: string } {
  const { campaignId, workflowId, id, subscriber, name } =
    question.arguments === '' ? {} : heldArguments(engine, question);
  const ids = [campaignId, workflowId, id, subscriber, ...(question.shown.ids ?? [])];
  const given = [subscriber, name].find((one) => typeof one === 'string');
  return { ids: ids.filter((one) => typeof one === 'string'), ...(given !== undefined && { given }) };
}
