import { createId } from "../../../platform/database/ids.ts";
import { createLinkToken, signingPagePath } from "../../../platform/identity/credentials/signing-token.ts";
import type { Context } from "../../../rpc/context.ts";
import { insertLink } from "./store.ts";

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
