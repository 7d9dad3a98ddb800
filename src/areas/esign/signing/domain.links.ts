import { createId } from "../../../platform/database/ids.ts";
import {
  createLinkToken,
  readLinkToken,
  signingPagePath,
} from "../../../platform/identity/credentials/signing-token.ts";
import type { Context } from "../../../rpc/context.ts";
import { findRecipientOfLink, insertLink } from "./store.ts";

interface SigningLink {
  /** Shown or sent once, never stored. */
  token: string;
  /** Its page, below the installation's base URL. */
  path: string;
  expiresAt: string;
}

/**
 * Creates a link with which a recipient signs, or gets their copies. The caller holds the lock of the request.
 *
 * @param kind `once` ends when it is opened
 */
export async function createSigningLink(
  context: Context,
  { id: recipientId, requestId }: { id: string; requestId: string },
  { kind, expiresAt }: { kind: "mail" | "once"; expiresAt: string },
): Promise<SigningLink> {
  const { token, digest } = createLinkToken();
  await insertLink(context, {
    id: createId("esignLink"),
    requestId,
    recipientId,
    kind,
    tokenDigest: digest,
    expiresAt,
    createdAt: new Date().toISOString(),
  });
  return { token, path: `${signingPagePath}/${token}`, expiresAt };
}

/**
 * Whether a text with a link should still go: the request or the recipient's turn may have ended while it waited, or
 * they signed by another link.
 *
 * @param path as {@link createSigningLink} returned it
 */
export async function isLinkWanted(context: Context, path: string): Promise<boolean> {
  const digest = readLinkToken(path.slice(signingPagePath.length + 1));
  const recipient = digest === null ? undefined : await findRecipientOfLink(context, digest);
  if (recipient === undefined) return false;
  return recipient.status !== "signed" || recipient.requestStatus === "completed";
}
