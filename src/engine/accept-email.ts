import type { Mailbox } from '../model/address.ts';
import type { Body } from '../model/content/body.ts';
import type { Caller, Memory } from './scope.ts';

/** One mail a caller wants sent, read and checked but not yet judged. */
export type Draft = {
  source: 'api' | 'smtp' | 'campaign' | 'workflow' | 'test';
  from: Mailbox;
  to: Mailbox;
  replyTo: Mailbox | null;
  subject: string;
  preview: string | null;
  body: Body;
};

export type Submission<Answer> = {
  caller: Caller;
  now: number;
  memory: Memory | null;
  drafts: readonly Draft[];
  /** `strict`: a refusal of one draft refuses all; `permissive`: the others go. */
  mode: 'strict' | 'permissive';
  /** Makes the tool's answer from what became of each draft; it is remembered with them. */
  answer(fates: readonly Fate[]): Answer;
};

/** What became of one draft. */
export type Fate =
  | { kind: 'accepted'; id: string }
  | { kind: 'refused'; failure: import('../model/failure.ts').Failure };

export type AcceptLane = {
  submit<Answer>(submission: Submission<Answer>): Promise<Answer>;
};
