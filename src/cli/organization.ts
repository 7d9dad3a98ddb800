import { createId } from "../platform/database/ids.ts";
import { describeLink, makePerson, runOnOwnDatabase } from "./own-database.ts";

/** Creates a firm with its owner in its own database: `DATABASE_URL=… npm run organization -- <firm> <first name> <last name> <email>`. */
await runOnOwnDatabase(["firm", "first name", "last name", "email"], async (database, given, baseUrl) => {
  const [name = "", firstName = "", lastName = "", email = ""] = given;
  const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  if (slug === "") throw new Error("The firm's name needs a letter or a digit.");
  const organizationId = createId("organization");
  return database.withTenantTransaction(organizationId, async (transaction) => {
    await transaction.insertInto("Organization").values({ id: organizationId, name, legalName: name, slug }).execute();
    const { userId, link } = await makePerson(transaction, baseUrl, { name: `${firstName} ${lastName}`, email });
    await transaction
      .insertInto("Member")
      .values({ organizationId, id: createId("member"), userId, firstName, lastName, email: email.toLowerCase(), role: "owner" })
      .execute();
    return `${name} (/o/${slug}) belongs to ${firstName} ${lastName}. ${describeLink(link)}`;
  });
});
