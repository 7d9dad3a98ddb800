import { AppError, notFound } from "../../contract/errors/error-codes.ts";
import { sandboxEmailDomain } from "../../contract/sandbox.ts";
import { createId } from "../../platform/database/ids.ts";
import { recordAuditEntry, recordEvent, type Context } from "../../rpc/context.ts";
import { runInOrganization } from "../../rpc/unit-of-work.ts";
import { lockOrganizationForUpdate } from "../administration/domain.ts";
import { Sandbox } from "./schema.ts";
import {
  findSandboxRow,
  insertSandbox,
  insertSandboxMembers,
  listMembersWith,
  type CopiedMember,
  type NewSandboxRow,
} from "./store.ts";

/**
 * The sandbox of the organization, or the organization itself where it is a sandbox.
 *
 * @throws NOT_FOUND without one
 */
async function getSandbox(context: Context): Promise<Sandbox> {
  const sandbox = await findSandbox(context);
  if (sandbox === null) throw notFound("Sandbox");
  return sandbox;
}

/** The same; null without one. */
export async function findSandbox(context: Context): Promise<Sandbox | null> {
  const row = await findSandboxRow(context);
  if (row === undefined) return null;
  const { rateLimitRead: read, rateLimitWrite: write, rateLimitSensitive: sensitive } = row;
  return Sandbox.parse({ ...row, rateLimits: { read, write, sensitive } });
}

/**
 * Creates the firm's sandbox, with the members who manage keys and three made-up attorneys. The firm's row is locked,
 * so that two requests do not both create one.
 *
 * @throws INVALID_STATE_TRANSITION in a sandbox; DUPLICATE_ENTRY if the firm has one
 */
export async function createSandbox(context: Context): Promise<Sandbox> {
  const firm = await lockOrganizationForUpdate(context);
  if (firm.sandboxOfOrganizationId !== null)
    throw new AppError("INVALID_STATE_TRANSITION", "A sandbox has no sandbox of its own");
  if ((await findSandbox(context)) !== null) throw new AppError("DUPLICATE_ENTRY", "The firm has a sandbox already");
  const members = await listMembersWith(context, "integrations:manage");
  const sandboxId = createId("organization");
  await runInOrganization(context, sandboxId, "sandbox.create", async (there) => {
    const values = {
      name: `${firm.name.slice(0, maxFirmName)} (sandbox)`,
      timezone: firm.timezone,
      liveOrganizationId: firm.id,
      memberEmailDomains: [sandboxEmailDomain],
    };
    await insertWithSlug(there, values, firm.slug);
    await insertSandboxMembers(there, [...members, ...madeUpAttorneys]);
    recordAuditEntry(there, { entity: "organization", id: sandboxId }, []);
  });
  const sandbox = await getSandbox(context);
  recordEvent(context, {
    eventType: "sandbox.created",
    entityId: sandbox.id,
    payload: sandbox,
    diff: {},
    relatedIds: [{ entity: "sandbox", id: sandbox.id }],
  });
  return sandbox;
}

/** Names of organizations have at most 200 characters, slugs 63. */
const maxFirmName = 180;
const maxFirmSlug = 48;

async function insertWithSlug(there: Context, values: NewSandboxRow, firmSlug: string): Promise<void> {
  const base = `${firmSlug.slice(0, maxFirmSlug)}-sandbox`;
  // Another firm may have the name; the end of a new ID nobody has.
  for (const slug of [base, `${base}-${there.organizationId.slice(-6)}`])
    if (await insertSandbox(there, values, slug)) return;
  throw new AppError("DUPLICATE_ENTRY", "Another organization has the sandbox's slug");
}

/** For whom keys act in a sandbox: they have no account, and no key can act for an attorney of the firm there. */
const madeUpAttorneys: readonly CopiedMember[] = (
  [
    ["Avery", "Example"],
    ["Jordan", "Sample"],
    ["Riley", "Specimen"],
  ] as const
).map(([firstName, lastName]) => ({
  userId: null,
  firstName,
  lastName,
  email: `${firstName}.${lastName}@${sandboxEmailDomain}`.toLowerCase(),
  role: "attorney",
  permissions: [],
  isAttorney: true,
  canActForKeysByApi: true,
}));
