/**
 * The console at `/console`, for the people of an organization. Pages are rendered from tool calls at the
 * door `console` and work without a script, by keyboard and on a phone. Tools decide about mail, not pages.
 *
 * To add a page, write a file in `pages/` that exports a list of `ConsolePage`, and add it to
 * `pages/index.ts`, with a `NavEntry` for the navigation. A GET returns `await page(visit, { title, body })`
 * (layout.ts), built of the components in `look/` and `fields.ts`. A POST acts and returns
 * `seeOther('/console/approvals?done=…')`, so that a reload repeats nothing.
 *
 * Before `answer` runs, the Host, the origin of a POST, the session, the roles and the request budget are
 * checked. `visit.call(tool, input)` runs a tool as the person; a `Failure` that the page does not catch
 * becomes an error page. `html` escapes untrusted text, which belongs into `<bdi>`.
 *
 * A change of sign-in rights uses `presenceForm` and requires `await visit.isPersonPresent()`. A form whose action
 * causes mail uses it too: `visit.call` rejects such an operation (presence/mail-actions.ts) without the device. For an
 * approval, the GET shows `await passkeyForm(…)`, and the POST calls `await
 * visit.confirmByPasskey(fingerprint)` with the current fingerprint: `proved`, `none` or `refused`.
 */
import type { Tool } from '../../contract/tool.ts';
import type { Caller } from '../../engine/context/caller.ts';
import type { Engine } from '../../engine/context/scope.ts';
import type { PasskeyProof } from '../../engine/people/passkeys.ts';
import type { SignedIn, Visitor } from '../../engine/people/sessions.ts';
import { hasRole, type PersonRole } from '../../model/person/roles.ts';
import type { UploadedFile } from '../http/multipart.ts';
import type { HttpAnswer, HttpRequest, PathParameters } from '../http/request-response.ts';
import type { Attempts } from './attempts.ts';
import type { IconName } from './look/parts.ts';

/** A request without a required session, from this server's own pages. */
export type OpenVisit = {
  engine: Engine;
  request: HttpRequest;
  parameters: PathParameters;
  form: URLSearchParams;
  /** Uploaded files by field; empty unless the page has `uploadBytesMax`. */
  files: ReadonlyMap<string, UploadedFile>;
  visitor: Visitor;
  attempts: Attempts;
  now: number;
};

export type Visit = OpenVisit &
  SignedIn & {
    caller: Caller;
    /** @param reviewed fingerprint of the content that the person saw @throws Failure as `invoke` does */
    call<Of extends Tool>(
      tool: Of,
      input?: Record<string, unknown>,
      reviewed?: string,
    ): Promise<Of['output']['_zod']['output']>;
    /** @param fingerprint SHA-256 in base64url of everything being approved */
    confirmByPasskey(fingerprint: string): Promise<PasskeyProof>;
    /** Returns true if the person submitted the form of `presenceForm`, and not only their browser. */
    isPersonPresent(): Promise<boolean>;
    nav: readonly NavEntry[];
  };

type Place = {
  method: 'GET' | 'POST';
  path: `/console${string}`;
  /** For the body of a POST. The default fits a few short fields. */
  formBytesMax?: number;
  /** The form is `multipart/form-data` with files, of at most this size. */
  uploadBytesMax?: number;
};

export type ConsolePage = Place &
  (
    | {
        /** Defaults to signed-in people. */
        access?: 'person';
        /** Roles with access; admin always has it. If undefined, every signed-in person has access. */
        roles?: readonly PersonRole[];
        answer(visit: Visit): Promise<HttpAnswer>;
      }
    | { access: 'open'; answer(visit: OpenVisit): Promise<HttpAnswer> }
  );

export type NavEntry = {
  href: string;
  title: string;
  picture: IconName;
  /** Heading above the entries of a group; the first group has none. */
  group: '' | 'Sending' | 'Audience' | 'Set-up';
  roles?: readonly PersonRole[];
  /** Badge, such as the number of open decisions; 0 shows none. Called for every page, so it must be cheap. */
  count?(visit: Visit): Promise<number>;
};

type Signed = Pick<Visit, 'person'>;

export function isAdmin({ person }: Signed): boolean {
  return hasRole(person.roles, ['admin']);
}

/** Also true for admins. */
export function isAuthor({ person }: Signed): boolean {
  return hasRole(person.roles, ['author']);
}

/** Also true for admins. */
export function isApprover({ person }: Signed): boolean {
  return hasRole(person.roles, ['approver']);
}
