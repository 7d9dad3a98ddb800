import { randomUUID } from "node:crypto";
import { createId } from "../src/platform/database/ids.ts";
import { createPerson } from "../src/platform/identity/people.ts";
import { onDatabase } from "./database.ts";
import type { Person } from "./people.ts";

interface NewOrganization {
  slug: string;
  owner: Person;
}

/** An organization without keys or records, and its owner, whom no other test knows. */
export async function createOrganization(): Promise<NewOrganization> {
  const organizationId = createId("organization");
  const slug = `new-${randomUUID().slice(0, 8)}`;
  const owner = { email: `${randomUUID()}@${slug}.example`, password: randomUUID() };
  const name = { firstName: "Robin", lastName: "Founder" };
  await onDatabase((database) =>
    database.withTenantTransaction(organizationId, async (transaction) => {
      await transaction.insertInto("Organization").values({ id: organizationId, name: "New Firm", legalName: "New Firm", slug }).execute();
      const userId = await createPerson(transaction, { name: "Robin Founder", ...owner });
      await transaction.insertInto("Member").values({ organizationId, id: createId("member"), userId, ...name, email: owner.email, role: "owner" }).execute();
    }),
  );
  return { slug, owner };
}
