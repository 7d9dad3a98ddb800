import { prepareDatabase } from "../platform/database/application-role.ts";
import { patientConnectMilliseconds } from "../platform/database/connections/connection-pool.ts";
import { openDatabase, type Database } from "../platform/database/database.ts";
import { readEnvironment } from "../platform/environment.ts";
import { createPasswordLink, createPerson, findPersonId } from "../platform/identity/people.ts";
import type { Tables } from "../platform/database/tables.ts";
import type { Kysely } from "kysely";
import type { TransactionHooks } from "../platform/database/transaction-hooks.ts";

/** Lifetime of a password link that an operator hands over. */
const linkMinutes = 60;

/**
 * Runs an operator's command against their own PostgreSQL and prints the result; an error is printed as one sentence,
 * with exit code 1.
 *
 * @param words names of the arguments, for the usage line; null if the work checks them itself
 * @param work gets the arguments, all of them
 */
export async function runOnOwnDatabase(
  words: readonly string[] | null,
  hooks: TransactionHooks,
  work: (database: Database, given: readonly string[], baseUrl: string) => Promise<string>,
): Promise<void> {
  try {
    const given = process.argv.slice(2);
    if (words !== null && given.length !== words.length)
      throw new Error(
        `It takes ${words.length} ${words.length === 1 ? "word" : "words"}: ${words.map((word) => `<${word}>`).join(" ")}`,
      );
    const { databaseUrl, directDatabaseUrl, baseUrl } = readEnvironment(process.env);
    if (databaseUrl === null)
      throw new Error("DATABASE_URL: must name the database. The demo has its people already: see demo.json.");
    const prepared = await prepareDatabase(databaseUrl, undefined, directDatabaseUrl ?? databaseUrl);
    const database = openDatabase(prepared.applicationUrl, {
      poolSize: 1,
      hooks,
      connectWithin: patientConnectMilliseconds,
    });
    try {
      console.log(await work(database, given, baseUrl));
    } finally {
      await database.close();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

/** The person with this address, made when there is none, and a link by which to set a password. */
export async function makePerson(
  database: Kysely<Tables>,
  baseUrl: string,
  person: { name: string; email: string },
): Promise<{ userId: string; link: string }> {
  const email = person.email.toLowerCase();
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new Error("The e-mail address is none.");
  const userId = (await findPersonId(database, email)) ?? (await createPerson(database, { ...person, email }));
  return { userId, link: await createPasswordLink(database, baseUrl, userId, linkMinutes) };
}

export function describeLink(link: string): string {
  return `Set the password within an hour, and a second factor after signing in:\n  ${link}`;
}
