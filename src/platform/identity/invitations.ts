import type { Transaction } from "../database/database.ts";
import { createId } from "../database/ids.ts";

/** How long the link of an invitation may be used: seven days. */
export const invitationMinutes = 7 * 24 * 60;

export interface InvitedPerson {
  userId: string;
  /** Whether the person can sign in already, because of another organization. */
  hasPassword: boolean;
}

/**
 * The person with this address; made, without a password, when there is none.
 *
 * @param email in lower case
 */
export async function ensurePerson(
  transaction: Transaction,
  person: { name: string; email: string },
): Promise<InvitedPerson> {
  await transaction
    .insertInto("User")
    .values({ id: createId("user"), name: person.name, email: person.email })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .execute();
  return transaction
    .selectFrom("User")
    .select((expression) => [
      "id as userId",
      expression
        .exists(
          expression
            .selectFrom("Account")
            .select("Account.id")
            .whereRef("Account.userId", "=", "User.id")
            .where("Account.password", "is not", null),
        )
        .$castTo<boolean>()
        .as("hasPassword"),
    ])
    .where("email", "=", person.email)
    .executeTakeFirstOrThrow();
}
