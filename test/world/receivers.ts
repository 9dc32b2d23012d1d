import type { Posted, Poster, PostRequest } from '../../src/world/http/post.ts';

/** An answer, or the status of one; a function decides by the request, and may let it hang. */
export type Answering = number | Posted | ((request: PostRequest) => Posted | Promise<Posted>);

/** The endpoints of a simulated world. */
export type SimulatedReceivers = Poster & {
  /** Every request, in the order they came. */
  posts: PostRequest[];
  /** By URL: what its next requests are answered, one each, and the last for good. What is not in it answers 204. */
  answers: Map<string, Answering[]>;
};

export function simulatedReceivers(): SimulatedReceivers {
  const posts: PostRequest[] = [];
  const answers: SimulatedReceivers['answers'] = new Map();
  return {
    posts,
    answers,
    async post(request) {
      posts.push(request);
      const listed = answers.get(request.url) ?? [];
      const answer = (listed.length > 1 ? listed.shift() : listed[0]) ?? 204;
      if (typeof answer === 'function') return await answer(request);
      return typeof answer === 'number' ? answered(answer) : answer;
    },
    close() {},
  };
}

export function answered(status: number, retryAfter: string | null = null, text = ''): Posted {
  return { kind: 'answered', status, retryAfter, text };
}
