import { randomUUID } from "node:crypto";
import { createId } from "../src/platform/database/ids.ts";
import { createKeySecret } from "../src/platform/identity/credentials/integration-key.ts";
import { createPerson } from "../src/platform/identity/people.ts";
import { onDatabase } from "./database.ts";
import type { Person } from "./people.ts";
import { createSecondFactor } from "./second-factor.ts";

interface NewOrganization {
  slug: string;
  owner: Person;
  /**
   * Adds an attorney.
   *
   * @returns the member's ID
   */
  addAttorney(lastName: string, status?: "active" | "deactivated"): Promise<string>;
  addKey(name: string, actingAttorneyId: string): Promise<void>;
}

/** An organization without keys or records, and its owner; no other test uses them. */
export async function createOrganization({ hasSecondFactor = false } = {}): Promise<NewOrganization> {
  const organizationId = createId("organization");
  const slug = `new-${randomUUID().slice(0, 8)}`;
  const owner = { email: `${randomUUID()}@${slug}.example`, password: randomUUID() };
  const factor = hasSecondFactor ? createSecondFactor() : null;
  const name = { firstName: "Robin", lastName: "Founder" };
  await onDatabase((database) =>
    database.withTenantTransaction(organizationId, async (transaction) => {
      // First, because it hashes a password before its first statement.
      const userId = await createPerson(transaction, { name: "Robin Founder", ...owner, ...factor?.stored });
      await transaction
        .insertInto("Organization")
        .values({ id: organizationId, name: "New Firm", legalName: "New Firm", slug })
        .execute();
      await transaction
        .insertInto("Member")
        .values({ organizationId, id: createId("member"), userId, ...name, email: owner.email, role: "owner" })
        .execute();
    }),
  );
  const addAttorney = async (lastName: string, status = "active") => {
    const id = createId("member");
    const member = {
      organizationId,
      id,
      firstName: "Alex",
      lastName,
      email: `${id}@${slug}.example`,
      role: "attorney",
      isAttorney: true,
      status,
    };
    await onDatabase((database) =>
      database.withTenantTransaction(organizationId, (transaction) =>
        transaction.insertInto("Member").values(member).execute(),
      ),
    );
    return id;
  };
  const addKey = async (keyName: string, actingAttorneyId: string) => {
    const { prefix, digest } = createKeySecret();
    const keyId = createId("integrationKey");
    const expiresAt = new Date(Date.now() + 300 * 86_400_000).toISOString();
    await onDatabase((database) =>
      database.withTenantTransaction(organizationId, async (transaction) => {
        await transaction
          .insertInto("IntegrationKey")
          .values({
            organizationId,
            id: keyId,
            name: keyName,
            actorName: keyName,
            scopes: ["documents:write"],
            actingAttorneyId,
            expiresAt,
          })
          .execute();
        await transaction
          .insertInto("IntegrationKeySecret")
          .values({ organizationId, id: createId("integrationKeySecret"), keyId, prefix, digest })
          .execute();
      }),
    );
  };
  return { slug, owner: { ...owner, ...factor?.known }, addAttorney, addKey };
}
