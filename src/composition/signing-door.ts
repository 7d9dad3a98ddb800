import * as z from "zod";
import { declineEvents } from "../areas/esign/effects/domain.ts";
import {
  beginSigning,
  lookAtLink,
  openRequest,
  sendCode,
  type Begun,
  type Visitor,
} from "../areas/esign/signing/domain.ts";
import { textEvents } from "../areas/esign/signing/domain.text-hook.ts";
import {
  checkSubmission,
  consent,
  decline,
  findSealedFile,
  findShownFile,
  leave,
  readSigning,
  sign,
  type CheckedSubmission,
} from "../areas/esign/signing/domain.signing.ts";
import {
  BeginInput,
  CodeInput,
  ConsentInput,
  DeclineInput,
  LookInput,
  SignInput,
  type LinkView,
  type SigningView,
} from "../areas/esign/signing/schema.ts";
import {
  findLinkByDigest,
  useSession,
  type FileRow,
  type FoundLink,
  type FoundSession,
} from "../areas/esign/signing/store.ts";
import type { EventType } from "../contract/events/event-types.ts";
import { invalidInput } from "../contract/errors/error-codes.ts";
import type { InstallationKeys } from "../platform/crypto/installation-keys.ts";
import type { Database } from "../platform/database/database.ts";
import { measureTexts } from "../platform/pdf/pdf.ts";
import { objectKey, type Storage } from "../platform/storage/storage.ts";
import { createContext, type Context } from "../rpc/context.ts";
import { esignRecipientPrincipal, systemPrincipal } from "../rpc/principal.ts";
import { describeAction, runInTransaction } from "../rpc/unit-of-work.ts";

/** What the page sends, by the name of its act. */
export const signingInputs = {
  look: LookInput,
  code: CodeInput,
  begin: BeginInput,
  consent: ConsentInput,
  sign: SignInput,
  decline: DeclineInput,
  leave: z.strictObject({}),
} as const;

/** Who is on the signing page. */
export interface SigningVisitor extends Visitor {
  requestId: string;
  clientIp: string;
}

/** A session, with the organization that its cookie names. */
export interface OpenSession extends FoundSession {
  organizationId: string;
}

export interface SigningFile extends FileRow {
  /** In the storage. */
  key: string;
}

/** The signing page as the server serves it: for a link or a session instead of a key. All reject as their area does. */
export interface SigningDoor {
  /** null where there is no link of this digest, or it has ended. */
  findLink(digest: Buffer): Promise<FoundLink | null>;
  /** null where there is no session of this digest, or it has ended. */
  findSession(organizationId: string, digest: Buffer): Promise<OpenSession | null>;
  look(link: FoundLink): Promise<LinkView>;
  sendCode(link: FoundLink, visitor: SigningVisitor): Promise<{ maskedAddress: string }>;
  begin(link: FoundLink, code: string | undefined, visitor: SigningVisitor): Promise<Begun>;
  read(session: OpenSession): Promise<SigningView>;
  consent(session: OpenSession, consentTextId: string, visitor: SigningVisitor): Promise<SigningView>;
  sign(session: OpenSession, input: SignInput, visitor: SigningVisitor): Promise<SigningView>;
  decline(session: OpenSession, input: DeclineInput, visitor: SigningVisitor): Promise<void>;
  leave(session: OpenSession, visitor: SigningVisitor): Promise<void>;
  /** A document as it was sent. */
  findDocument(session: OpenSession, position: number): Promise<SigningFile>;
  /** A sealed document by its position, or the `certificate`. */
  findDownload(session: OpenSession, key: string): Promise<SigningFile>;
  storage: Pick<Storage, "read">;
}

interface DoorTools {
  database: Database;
  installationKeys: InstallationKeys;
  storage: Pick<Storage, "read">;
}

/** Acts of the page by name, with the events that each can record. */
const actions = {
  code: [...textEvents],
  begin: ["esign_request.viewed", "esign_request.recipient_locked"],
  consent: ["esign_request.updated"],
  sign: ["esign_request.signed", ...textEvents],
  decline: ["esign_request.declined", "document.unlocked", ...declineEvents],
  leave: [],
} as const satisfies Record<string, readonly EventType[]>;

type Act = keyof typeof actions;

/** Faults of texts as the page names them. */
const textFaults = { overflow: "does_not_fit", unsupported_character: "characters" } as const;

/** The door of a process. It reads as the system of the organization, and acts as the recipient. */
export function createSigningDoor({ database, installationKeys, storage }: DoorTools): SigningDoor {
  const read = <Result>(organizationId: string, work: (context: Context) => Promise<Result>): Promise<Result> =>
    database.withTenantReads(organizationId, (transaction) => {
      const principal = systemPrincipal(organizationId);
      return work(
        createContext(
          { principal, requestId: "", clientIp: null, hooks: database.hooks, installationKeys },
          transaction,
        ),
      );
    });
  const act = async <Result>(
    { organizationId, recipientId, label }: Pick<OpenSession, "organizationId" | "recipientId" | "label">,
    name: Act,
    { requestId, clientIp }: SigningVisitor,
    work: (context: Context) => Promise<Result>,
  ): Promise<Result> => {
    const principal = esignRecipientPrincipal(organizationId, { id: recipientId, label });
    const action = describeAction(`esignSigning.${name}`, { mayEmit: actions[name] });
    const unit = { database, principal, requestId, clientIp, installationKeys, action };
    // A code that was wrong, and a session that ended, are changes without an event.
    const { result } = await runInTransaction(unit, async (context) => ({
      result: await work(context),
      mustRecord: false,
    }));
    return result;
  };
  /** The label of a link's recipient, with which they act. */
  const nameRecipient = async (link: FoundLink) => {
    const { signer } = await read(link.organizationId, (context) => openRequest(context, link));
    return { ...link, label: signer.label };
  };
  return {
    findLink: async (digest) => (await findLinkByDigest(database, digest)) ?? null,
    findSession: async (organizationId, digest) => {
      const session = await database.withTenantTransaction(organizationId, (transaction) =>
        useSession({ organizationId, transaction }, digest),
      );
      return session === undefined ? null : { ...session, organizationId };
    },
    look: (link) => read(link.organizationId, (context) => lookAtLink(context, link)),
    sendCode: async (link, visitor) =>
      act(await nameRecipient(link), "code", visitor, (context) => sendCode(context, link)),
    begin: async (link, code, visitor) =>
      act(await nameRecipient(link), "begin", visitor, (context) =>
        beginSigning(context, link, { code, userAgent: visitor.userAgent }),
      ),
    read: (session) => read(session.organizationId, (context) => readSigning(context, session)),
    consent: (session, consentTextId, visitor) =>
      act(session, "consent", visitor, (context) =>
        consent(context, session, { consentTextId, userAgent: visitor.userAgent }),
      ),
    sign: async (session, input, visitor) => {
      const checked = await read(session.organizationId, (context) => checkSubmission(context, session, input));
      await assertFits(session.organizationId, checked);
      const { values } = checked;
      return act(session, "sign", visitor, (context) =>
        sign(context, session, { ...input, values, userAgent: visitor.userAgent }),
      );
    },
    decline: (session, input, visitor) =>
      act(session, "decline", visitor, (context) =>
        decline(context, session, { ...input, userAgent: visitor.userAgent }),
      ),
    leave: (session, visitor) => act(session, "leave", visitor, (context) => leave(context, session)),
    findDocument: (session, position) => findFile(session, (context) => findShownFile(context, session, position)),
    findDownload: (session, key) => findFile(session, (context) => findSealedFile(context, session, key)),
    storage,
  };

  async function findFile(
    { organizationId }: OpenSession,
    find: (context: Context) => Promise<FileRow>,
  ): Promise<SigningFile> {
    const file = await read(organizationId, find);
    return { ...file, key: objectKey(organizationId, file.objectId) };
  }
}

/**
 * Texts that do not fit their boxes are the signer's to shorten; nothing is cut when the file is sealed. Measured
 * before the request is locked.
 *
 * @throws VALIDATION_FAILED
 */
async function assertFits(organizationId: string, { texts }: CheckedSubmission): Promise<void> {
  if (texts.length === 0) return;
  const problems = await measureTexts(
    organizationId,
    texts.map(({ mark, width, height }) => ({ mark, width, height })),
  );
  const faults = texts.flatMap(({ path }, index) => {
    const problem = problems[index] ?? null;
    return problem === null ? [] : [{ path, message: textFaults[problem] }];
  });
  if (faults.length > 0) throw invalidInput(...faults);
}

export { linkNotFound } from "../areas/esign/signing/domain.ts";
