import {
  readSubscriberRef,
  type SubscriberRecord,
  subscriberAnswer,
} from '../../model/subscriber/subscriber.ts';
import type { OrganizationStore } from '../../store/store.ts';

export async function findSubscriber(
  store: OrganizationStore,
  named: string,
): Promise<SubscriberRecord | undefined> {
  const ref = readSubscriberRef(named);
  return ref === null ? undefined : await store.subscribers.find(ref);
}

export async function holdSubscriber(
  store: OrganizationStore,
  named: string,
): Promise<SubscriberRecord | undefined> {
  const ref = readSubscriberRef(named);
  return ref === null ? undefined : await store.subscribers.hold(ref);
}

export async function answerSubscribers(
  store: OrganizationStore,
  subscribers: readonly SubscriberRecord[],
): Promise<ReturnType<typeof subscriberAnswer>[]> {
  const ids = new Set(subscribers.flatMap(({ tagIds }) => tagIds));
  const labels = await store.tags.labels([...ids]);
  return subscribers.map((subscriber) => subscriberAnswer(subscriber, labels));
}

export async function answerSubscriber(
  store: OrganizationStore,
  subscriber: SubscriberRecord,
): Promise<ReturnType<typeof subscriberAnswer>> {
  const [answer] = await answerSubscribers(store, [subscriber]);
  return answer!;
}
