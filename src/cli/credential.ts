import {
  createOidcClient,
  createPartnerKey,
  revokeLegacyCredential,
  tokenClaims,
} from "../platform/identity/credentials/legacy-credentials.ts";
import { noHooks } from "../platform/database/transaction-hooks.ts";
import { runOnOwnDatabase } from "./own-database.ts";

/**
 * Makes and ends the credentials of the time before integration keys, in its own database: `npm run credential --
 * <organization id> partner <name>`, `… oidc <issuer> <client|subject> <value> <name>`, `… revoke <id> <reason>`.
 */
const [, , , act] = process.argv;
const words = {
  partner: ["organization id", "partner", "name"],
  oidc: ["organization id", "oidc", "issuer", "client or subject", "value", "name"],
  revoke: ["organization id", "revoke", "id", "reason"],
};

await runOnOwnDatabase(
  words[act as keyof typeof words] ?? ["organization id", "partner, oidc or revoke", "…"],
  noHooks,
  async (database, given) => {
    const [organizationId = ""] = given;
    return database.withTenantTransaction(organizationId, async (transaction) => {
      const tenant = await transaction
        .selectFrom("Organization")
        .select("name")
        .where("id", "=", organizationId)
        .executeTakeFirst();
      if (tenant === undefined) throw new Error("There is no organization of this id; GET /api/v1/me returns a key's.");
      if (act === "partner") {
        const { id, secret } = await createPartnerKey(transaction, organizationId, given[2] ?? "");
        return `Partner key ${id} of ${tenant.name}; its secret is shown once:\n  ${secret}`;
      }
      if (act === "oidc") {
        const [, , issuer = "", claim = "", value = "", name = ""] = given;
        const known = tokenClaims.find((each) => each === claim);
        if (known === undefined) throw new Error(`The claim is one of ${tokenClaims.join(", ")}.`);
        return `OIDC client ${await createOidcClient(transaction, organizationId, { name, issuer, claim: known, value })} acts for ${tenant.name}.`;
      }
      if (act !== "revoke") throw new Error("The second word is partner, oidc or revoke.");
      const [, , id = "", reason = ""] = given;
      if (!(await revokeLegacyCredential(transaction, organizationId, id, reason)))
        throw new Error("The firm has no live credential of this id.");
      return `${id} is revoked.`;
    });
  },
);
