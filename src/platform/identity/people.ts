import { randomBytes } from "node:crypto";
import { hashPassword, symmetricEncrypt } from "better-auth/crypto";
import { sql, type Kysely } from "kysely";
import { sha256 } from "../crypto/digest.ts";
import { createId } from "../database/ids.ts";
import { writePasswordUrl } from "./links.ts";
import type { Tables } from "../database/tables.ts";

export interface NewPerson {
  name: string;
  /** In lower case. */
  email: string;
  /** Without one the person cannot sign in until a link was used to set one. */
  password?: string;
  /** The secret as createTotpSecret makes it, and what encrypts it: the server's own secret. */
  secondFactor?: { secret: string; key: string };
  isPlatformAdministrator?: boolean;
}

/**
 * Creates a person who can sign in, as rows of Better Auth's tables.
 *
 * @returns the person's id
 * @throws when somebody with this address is there already
 */
export async function createPerson(database: Kysely<Tables>, person: NewPerson): Promise<string> {
  const userId = createId("user");
  const { password, secondFactor } = person;
  // Before the first statement: hashing takes long, and the server ends a transaction that says nothing for ten seconds.
  const passwordHash = password === undefined ? null : await hashPassword(password);
  await database
    .insertInto("User")
    .values({
      id: userId,
      name: person.name,
      email: person.email,
      emailVerified: true,
      twoFactorEnabled: secondFactor !== undefined,
    })
    .execute();
  if (passwordHash !== null) await insertPasswordHash(database, userId, passwordHash);
  if (secondFactor !== undefined) {
    const { secret, key } = secondFactor;
    await database
      .insertInto("TwoFactor")
      .values({
        id: createId("secondFactor"),
        userId,
        secret: await symmetricEncrypt({ key, data: secret }),
        // None until the person creates some.
        backupCodes: await symmetricEncrypt({ key, data: "[]" }),
        verified: true,
      })
      .execute();
  }
  if (person.isPlatformAdministrator === true)
    await database.insertInto("PlatformAdministrator").values({ userId }).execute();
  return userId;
}

/** @param hash of Better Auth's `hashPassword` */
export async function insertPasswordHash(database: Kysely<Tables>, userId: string, hash: string): Promise<void> {
  await database
    .insertInto("Account")
    .values({ id: createId("account"), userId, accountId: userId, providerId: "credential", password: hash })
    .execute();
}

export async function findPersonId(database: Kysely<Tables>, email: string): Promise<string | null> {
  const row = await database
    .selectFrom("User")
    .select("id")
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The address of a person who has no password yet; null of others. */
export async function findEmailWithoutPassword(database: Kysely<Tables>, userId: string): Promise<string | null> {
  const row = await database
    .selectFrom("User")
    .select("email")
    .where("id", "=", userId)
    .where((expression) =>
      expression.not(
        expression.exists(
          expression
            .selectFrom("Account")
            .select("Account.id")
            .whereRef("Account.userId", "=", "User.id")
            .where("Account.password", "is not", null),
        ),
      ),
    )
    .executeTakeFirst();
  return row?.email ?? null;
}

/**
 * A link by which an invited person sets a password, as "forgot password" makes it: used once, and stored as a digest.
 *
 * @param minutes how long it holds
 */
export async function createPasswordLink(
  database: Kysely<Tables>,
  baseUrl: string,
  userId: string,
  minutes: number,
): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await database
    .insertInto("Verification")
    .values({
      id: createId("verification"),
      identifier: sha256(`reset-password:${token}`).toString("base64url"),
      value: userId,
      expiresAt: sql<string>`now() + make_interval(mins => ${minutes}::integer)`,
    })
    .execute();
  return writePasswordUrl(baseUrl, token, { isFirst: true });
}
