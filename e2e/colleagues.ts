import { randomUUID } from "node:crypto";
import type { Permission } from "../src/contract/permissions.ts";
import { createPerson } from "../src/platform/identity/people.ts";
import { findIdentitySecret } from "../src/platform/identity/secret.ts";
import { createId } from "../src/platform/database/ids.ts";
import { createTotpSecret, encodeTotpSecret } from "../src/platform/identity/totp.ts";
import { dataFolder, onDatabase } from "./database.ts";
import { readDemoData } from "./demo-data.ts";
import type { Person } from "./people.ts";

interface Colleague extends Person {
  name: string;
}

interface Wanted {
  /** The demo firm without it. */
  organizationId?: string;
  role?: string;
  permissions?: Permission[];
  hasSecondFactor?: boolean;
}

/**
 * Creates a member whom no other test knows: sessions may be ended and passwords changed while other tests run.
 */
export async function createColleague({ organizationId = readDemoData().ids.organizationId, role = "paralegal", permissions = [], hasSecondFactor = false }: Wanted = {}): Promise<Colleague> {
  const email = `${randomUUID()}@hartwellpierce.example`;
  const password = randomUUID();
  const [firstName, lastName] = ["Robin", `Colleague ${email.slice(0, 8)}`];
  const secret = createTotpSecret();
  const key = findIdentitySecret({ secret: null, dataDirectory: dataFolder });
  if (key === null) throw new Error("the server under test has no secret yet");
  await onDatabase((database) =>
    database.withTenantTransaction(organizationId, async (transaction) => {
      const userId = await createPerson(transaction, { name: `${firstName} ${lastName}`, email, password, ...(hasSecondFactor && { secondFactor: { secret, key } }) });
      await transaction.insertInto("Member").values({ organizationId, id: createId("member"), userId, firstName, lastName, email, role, permissions }).execute();
    }),
  );
  return { name: `${firstName} ${lastName}`, email, password, ...(hasSecondFactor && { totpSecret: encodeTotpSecret(secret) }) };
}
