/**
 * The console: pages for the people of an organization, at `/console`. A page is rendered here, from a few calls of tools at the
 * door `console`; it works without a script, by keyboard, and on a phone. No page decides about mail: tools do.
 *
 * To add a page:
 *
 * 1. Write a file in `pages/` that exports a list of `ConsolePage`: a GET that shows, a POST for each thing that a form does.
 *
 *        export const approvalPages: readonly ConsolePage[] = [
 *          { method: 'GET', path: '/console/approvals/:id', roles: ['approver'], answer: show },
 *          { method: 'POST', path: '/console/approvals/:id', roles: ['approver'], answer: decide },
 *        ];
 *
 * 2. Add the list to `pages/index.ts`; for a place in the navigation add a `NavEntry` there, with `count` for a number beside it.
 * 3. `show` answers `await page(visit, { title, body })`; its forms are made by `form`, `textField`, `choices` and `button`
 *    (layout.ts, fields.ts). `decide` acts and answers `seeOther('/console/approvals?done=…')`, so that a reload repeats nothing.
 *
 * What a visit brings is proved before `answer` runs: Host, where a POST came from, the session, the roles, and how often the
 * session asks. `visit.call(tool, input)` is the tool as the person; what it refuses is a page that says so, unless the page
 * catches the `Failure`. Text of others is escaped by `html`, and belongs into `<bdi>`.
 *
 * What changes who may sign in is sent by a form of `presenceForm`, and done where `await visit.isPersonPresent()`.
 *
 * For a yes that a passkey has to sign, the GET shows `await passkeyForm(visit, { action, fingerprint, body })`, and the POST asks
 * `await visit.confirmByPasskey(fingerprint)` with the fingerprint as it is then: `proved`, `none` (the person has no passkey) or
 * `refused`.
 */
import type { Tool } from '../../contract/tool.ts';
import type { Caller } from '../../engine/context/caller.ts';
import type { Engine } from '../../engine/context/scope.ts';
import type { PasskeyProof } from '../../engine/people/passkeys.ts';
import type { SignedIn, Visitor } from '../../engine/people/sessions.ts';
import type { PersonRole } from '../../model/person/roles.ts';
import type { HttpAnswer, HttpRequest, PathParameters } from '../http/request-response.ts';
import type { Attempts } from './attempts.ts';

/** A visit of a page that needs no session: of a browser at this server, and no other site's doing. */
export type OpenVisit = {
  engine: Engine;
  request: HttpRequest;
  /** From the path, decoded. */
  parameters: PathParameters;
  /** What the form sent; empty for a GET. */
  form: URLSearchParams;
  visitor: Visitor;
  attempts: Attempts;
  /** Epoch ms. */
  now: number;
};

/** A visit of a person who is signed in. */
export type Visit = OpenVisit &
  SignedIn & {
    caller: Caller;
    /** Uses a tool as the person. @throws Failure as `invoke` does */
    call<Of extends Tool>(tool: Of, input?: Record<string, unknown>): Promise<Of['output']['_zod']['output']>;
    /** Judges what the form of `passkeyForm` sent. @param fingerprint SHA-256 in base64url of all that the yes is for */
    confirmByPasskey(fingerprint: string): Promise<PasskeyProof>;
    /** Whether the form of `presenceForm` was sent by the person, and not by their browser alone. */
    isPersonPresent(): Promise<boolean>;
    nav: readonly NavEntry[];
  };

type Place = { method: 'GET' | 'POST'; path: `/console${string}` };

/** One thing that the console answers. */
export type ConsolePage = Place &
  (
    | {
        /** Left out: for people who are signed in. */
        access?: 'person';
        /** Any of these lets a person in, and admin always does; left out, everyone who is signed in. */
        roles?: readonly PersonRole[];
        answer(visit: Visit): Promise<HttpAnswer>;
      }
    | { access: 'open'; answer(visit: OpenVisit): Promise<HttpAnswer> }
  );

/** A place in the navigation, for those whose roles open it. */
export type NavEntry = {
  href: string;
  title: string;
  roles?: readonly PersonRole[];
  /** A number beside it, such as how many wait for a decision; 0 shows none. Asked for every page, so it must cost little. */
  count?(visit: Visit): Promise<number>;
};
