import type { InstallationKeys } from "../../../platform/crypto/installation-keys.ts";
import { runDueWork } from "../../../platform/jobs/due-work.ts";
import type { UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { decryptSecrets, encryptSecrets } from "./domain.credentials.ts";
import { listConnectionsToReencrypt, replaceCredentials } from "./store.secrets.ts";

/**
 * Encrypts secrets of providers of texts with the installation's current secret that its other one encrypted, in all
 * organizations, an account a transaction.
 *
 * @returns how many
 */
export function reencryptConnections(
  database: UnitOfWork["database"],
  installationKeys: InstallationKeys,
): Promise<number> {
  return runDueWork({
    list: (batch) => listConnectionsToReencrypt(database, installationKeys.mark, batch),
    execute: (row) =>
      replaceCredentials(database, row, (credentials) => {
        const secrets = decryptSecrets(installationKeys, { ...row, credentials });
        if (secrets === null)
          throw new Error(
            "the secrets of a provider of texts are encrypted with another secret than CASEPORT_SECRET and CASEPORT_ACCEPTED_SECRET",
          );
        return encryptSecrets(installationKeys, row, secrets);
      }),
  });
}
