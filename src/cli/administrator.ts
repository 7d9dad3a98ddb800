import { noHooks } from "../platform/database/transaction-hooks.ts";
import { describeLink, makePerson, runOnOwnDatabase } from "./own-database.ts";

/** Creates a platform administrator in its own database: `DATABASE_URL=… npm run administrator -- <email> <name>`. */
await runOnOwnDatabase(["email", "name"], noHooks, (database, [email = "", name = ""], baseUrl) =>
  database.withoutTenant.transaction().execute(async (transaction) => {
    const { userId, link } = await makePerson(transaction, baseUrl, { name, email });
    await transaction
      .insertInto("PlatformAdministrator")
      .values({ userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return `${name} is a platform administrator. ${describeLink(link)}`;
  }),
);
