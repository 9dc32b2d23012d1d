import type { Posted, Poster, PostRequest } from '../../../src/world/http/post.ts';

/** A response or its status; a function decides by the request and may hang. */
export type Answering = number | Posted | ((request: PostRequest) => Posted | Promise<Posted>);

export type SimulatedReceivers = Poster & {
  /** Every request in order of arrival. */
  posts: PostRequest[];
  /** Responses by URL: one per request, and the last one for all further requests. Other URLs return 204. */
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
