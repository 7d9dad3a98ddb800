import { defineEncryptedColumn } from "../../../platform/jobs/encrypted-columns.ts";
import type { Context } from "../../../rpc/context.ts";

/** What a text to a signer says that nobody but they may read: their link, or a code. */
export interface TextSecret {
  /** The words of the text, with the code. */
  text: string;
  /** Of a page of the installation, whose URL follows the words; null without one. */
  path: string | null;
  /** Whether the recipient just asked for it. */
  isRequested: boolean;
}

type WithKeys = Pick<Context, "organizationId" | "installationKeys">;

/** Associated data: the secret of one message cannot be decrypted as that of another. */
const placeOf = (organizationId: string, messageId: string) => `message ${organizationId} ${messageId}`;

/** The secrets of texts that wait. */
export const textSecretColumn = defineEncryptedColumn<{ organizationId: string; id: string }>({
  table: "Message",
  column: "sealedSecret",
  key: ["id"],
  listing: "list_text_secrets_to_reencrypt",
  describePlace: ({ organizationId, id }) => placeOf(organizationId, id),
});

/** Encrypts the secret of a text for its row. */
export const encryptTextSecret = (
  { organizationId, installationKeys }: WithKeys,
  messageId: string,
  secret: TextSecret,
): Buffer => installationKeys.encrypt(placeOf(organizationId, messageId), JSON.stringify(secret));

/** @returns null for what another installation's secret encrypted */
export function decryptTextSecret(
  { organizationId, installationKeys }: WithKeys,
  messageId: string,
  encrypted: Buffer,
): TextSecret | null {
  const text = installationKeys.decrypt(placeOf(organizationId, messageId), encrypted);
  return text === null ? null : (JSON.parse(text) as TextSecret);
}
