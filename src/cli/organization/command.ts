import { parseArgs } from "node:util";
import { sql } from "kysely";
import type * as z from "zod";
import { createOrganization, updateOrganization } from "../../areas/administration/domain.hierarchy.ts";
import { NewOrganization, OrganizationChange } from "../../areas/administration/schema.ts";
import { createId } from "../../platform/database/ids.ts";
import type { Database } from "../../platform/database/database.ts";
import { runAsSystem } from "../../rpc/unit-of-work.ts";
import { changeHold } from "./legal-hold.ts";
import { deleteByCommand } from "./deletion/command.ts";
import { recordDeletionEntry } from "./deletion/request.ts";
import { describeLink, makePerson } from "../own-database.ts";

const usage = `npm run organization -- <name> <first name> <last name> <email> [--slug <slug>] [--timezone <zone>] [--headquarters] [--parent <slug>]
npm run organization -- <slug> --note <reason> [--timezone <zone>] [--headquarters | --no-headquarters] [--parent <slug> | --detach]
npm run organization -- <slug> (--hold <kinds> | --release-hold <kinds>) --note <reason>
npm run organization -- <slug> --delete [--note <reason> [--withdraw] | --confirm <slug> [--certificate <file>]]`;

/**
 * Creates a firm with its owner in its own database, changes a firm's time zone and its place in the hierarchy, puts
 * its records on legal hold, or deletes a firm.
 */
export async function runOrganizationCommand(
  database: Database,
  given: readonly string[],
  baseUrl: string,
): Promise<string> {
  const { positionals, values } = readWords(given);
  const { timezone, headquarters: isHeadquarters } = values;
  const parent = values.parent === undefined ? undefined : await findOrganization(database, values.parent);
  const [name = "", firstName = "", lastName = "", email = ""] = positionals;
  const ofOne = findWork(database, name, values);
  if (ofOne !== null) {
    if (positionals.length !== 1) throw new Error(usage);
    return ofOne();
  }
  if (positionals.length === 1) {
    const parentOrganizationId = values.detach === true ? null : parent;
    const change = parse(OrganizationChange, {
      organizationId: await findOrganization(database, name),
      timezone,
      isHeadquarters,
      parentOrganizationId,
      note: values.note,
    });
    const events = [
      "organization.updated",
      "organization.child_added",
      "organization.child_removed",
      "deadline.updated",
      "case.updated",
      "task.updated",
      "case_party.updated",
    ] as const;
    const { organizationId, ...changes } = change;
    await runAsSystem(
      database,
      organizationId,
      { name: "administration.updateOrganization", canRecordEvent: events },
      (context) => updateOrganization(context, changes),
    );
    return `${name} is changed.`;
  }

  if (positionals.length !== 4) throw new Error(usage);
  const { slug, note = "Created on the command line." } = values;
  const wanted = parse(NewOrganization, { name, slug, timezone, isHeadquarters, parentOrganizationId: parent, note });
  const organizationId = createId("organization");
  const events = ["organization.created", "organization.child_added"] as const;
  return runAsSystem(
    database,
    organizationId,
    { name: "administration.createOrganization", canRecordEvent: events },
    async (context) => {
      const made = await createOrganization(context, wanted);
      const { userId, link } = await makePerson(context.transaction, baseUrl, {
        name: `${firstName} ${lastName}`,
        email,
      });
      await context.transaction
        .insertInto("Member")
        .values({
          organizationId,
          id: createId("member"),
          userId,
          firstName,
          lastName,
          email: email.toLowerCase(),
          role: "owner",
        })
        .execute();
      return `${name} (/o/${made}) belongs to ${firstName} ${lastName}. ${describeLink(link)}`;
    },
  );
}

function readWords(given: readonly string[]) {
  return parseArgs({
    args: [...given],
    allowPositionals: true,
    allowNegative: true,
    options: {
      slug: { type: "string" },
      timezone: { type: "string" },
      headquarters: { type: "boolean" },
      parent: { type: "string" },
      detach: { type: "boolean" },
      note: { type: "string" },
      hold: { type: "string" },
      "release-hold": { type: "string" },
      delete: { type: "boolean" },
      withdraw: { type: "boolean", default: false },
      confirm: { type: "string" },
      certificate: { type: "string" },
    },
  });
}

/** The deletion of a firm, or a change of what it has on legal hold; null if the command is neither. */
function findWork(
  database: Database,
  slug: string,
  values: ReturnType<typeof readWords>["values"],
): (() => Promise<string>) | null {
  const { note, hold, "release-hold": release, withdraw: withdraws, confirm: confirmation, certificate: file } = values;
  const find = () => findOrganization(database, slug);
  if (values.delete === true) {
    return () =>
      deleteByCommand(
        { slug, note, withdraws, confirmation, file },
        {
          find,
          record: (organizationId, action, reason) =>
            runAsSystem(database, organizationId, { name: action, canRecordEvent: [] }, (context) =>
              Promise.resolve(recordDeletionEntry(context, reason)),
            ),
        },
      );
  }
  if (hold === undefined && release === undefined) return null;
  if (hold !== undefined && release !== undefined) throw new Error(usage);
  return async () =>
    changeHold(database, {
      slug,
      organizationId: await find(),
      kinds: hold ?? release ?? "",
      isRelease: hold === undefined,
      note,
    });
}

/** @throws for a slug that no organization has */
async function findOrganization(database: Database, slug: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM read_hierarchy(NULL, ${slug}) WHERE level = 0`.execute(
    database.withoutTenant,
  );
  if (rows[0] === undefined) throw new Error(`No organization has the slug ${slug}.`);
  return rows[0].id;
}

function parse<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(given);
  if (success) return data;
  throw new Error(error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "));
}
