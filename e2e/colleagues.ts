import { randomUUID } from "node:crypto";
import type { Permission } from "../src/contract/permissions.ts";
import { createPerson } from "../src/platform/identity/people.ts";
import { createId } from "../src/platform/database/ids.ts";
import { onDatabase } from "./database.ts";
import { readDemoData } from "./demo-data.ts";
import type { Person } from "./people.ts";
import { createSecondFactor } from "./second-factor.ts";

interface Colleague extends Person {
  name: string;
}

interface Wanted {
  /** The demo firm without it. */
  organizationId?: string;
  role?: string;
  permissions?: Permission[];
  isAttorney?: boolean;
  hasSecondFactor?: boolean;
}

/** Creates a member whom no other test uses: sessions can be ended and passwords changed while other tests run. */
export async function createColleague({
  organizationId = readDemoData().ids.organizationId,
  role = "paralegal",
  permissions = [],
  isAttorney = false,
  hasSecondFactor = false,
}: Wanted = {}): Promise<Colleague> {
  const email = `${randomUUID()}@hartwellpierce.example`;
  const password = randomUUID();
  const [firstName, lastName] = ["Robin", `Colleague ${email.slice(0, 8)}`];
  const factor = hasSecondFactor ? createSecondFactor() : null;
  await onDatabase((database) =>
    database.withTenantTransaction(organizationId, async (transaction) => {
      const userId = await createPerson(transaction, {
        name: `${firstName} ${lastName}`,
        email,
        password,
        ...factor?.stored,
      });
      await transaction
        .insertInto("Member")
        .values({
          organizationId,
          id: createId("member"),
          userId,
          firstName,
          lastName,
          email,
          role,
          permissions,
          isAttorney,
        })
        .execute();
    }),
  );
  return { name: `${firstName} ${lastName}`, email, password, ...factor?.known };
}
