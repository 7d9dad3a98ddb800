import { findPersonId } from "../platform/identity/people.ts";
import { noHooks } from "../platform/database/transaction-hooks.ts";
import { endSessions } from "../platform/identity/sessions.ts";
import { runOnOwnDatabase } from "./own-database.ts";

/**
 * Ends the sessions of a person, or of everybody, in the operator's own database: `DATABASE_URL=… npm run sessions --
 * <email>`, or `--all`.
 */
await runOnOwnDatabase(["email or --all"], noHooks, async (database, [whose = ""]) => {
  const userId = whose === "--all" ? null : await findPersonId(database.withoutTenant, whose);
  if (userId === null && whose !== "--all") throw new Error("Nobody has this e-mail address.");
  return `Sessions ended: ${await endSessions(database, userId)}.`;
});
