import { AppError, invalidState, notFound } from "../../contract/errors/error-codes.ts";
import type { EventType } from "../../contract/events/event-types.ts";
import { sandboxEmailDomain } from "../../contract/sandbox.ts";
import { createId } from "../../platform/database/ids.ts";
import { recordAuditEntry, recordEvent, type Context, type EventToRecord } from "../../rpc/context.ts";
import { runInOrganization, visitOrganization } from "../../rpc/unit-of-work.ts";
import { lockOrganizationForUpdate } from "../administration/domain.ts";
import { madeUpMembers } from "./domain.members.ts";
import { Sandbox, type SandboxContents } from "./schema.ts";
import { enqueueSandbox } from "./store.queue.ts";
import {
  closeSandbox,
  findSandboxRow,
  insertSandbox,
  insertSandboxMembers,
  listMembersWith,
  markSandbox,
  readmitMembers,
  type NewSandboxRow,
} from "./store.ts";

/**
 * The sandbox of the organization, or the organization itself where it is a sandbox.
 *
 * @throws NOT_FOUND without one
 */
export async function getSandbox(context: Context): Promise<Sandbox> {
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

/** Records what happened to a sandbox, in the organization of the context. */
export function recordSandboxEvent(
  context: Context,
  eventType: Extract<EventType, `sandbox.${string}`>,
  sandbox: Sandbox,
  diff: EventToRecord["diff"] = {},
): void {
  const relatedIds = [{ entity: "sandbox", id: sandbox.id }];
  recordEvent(context, { eventType, entityId: sandbox.id, payload: sandbox, diff, relatedIds });
}

/**
 * Creates the firm's sandbox, with the members who manage keys and made-up ones. The firm's row is locked, so that two
 * requests do not both create one.
 *
 * @throws INVALID_STATE_TRANSITION in a sandbox; DUPLICATE_ENTRY if the firm has one
 */
export async function createSandbox(context: Context, contents: SandboxContents): Promise<Sandbox> {
  const firm = await lockOrganizationForUpdate(context);
  if (firm.sandboxOfOrganizationId !== null) throw invalidState("A sandbox has no sandbox of its own");
  if ((await findSandbox(context)) !== null) throw new AppError("DUPLICATE_ENTRY", "The firm has a sandbox already");
  const members = await listMembersWith(context, "integrations:manage");
  const sandboxId = createId("organization");
  await runInOrganization(context, sandboxId, "sandbox.create", async (there) => {
    const values: NewSandboxRow = {
      name: `${firm.name.slice(0, maxFirmName)} (sandbox)`,
      timezone: firm.timezone,
      liveOrganizationId: firm.id,
      memberEmailDomains: [sandboxEmailDomain],
      contents,
      state: contents === "empty" ? "ready" : "filling",
    };
    await insertWithSlug(there, values, firm.slug);
    await insertSandboxMembers(there, [...members, ...madeUpMembers]);
    if (values.state === "filling") await enqueueSandbox(there, context.requestId);
    recordAuditEntry(there, { entity: "organization", id: sandboxId }, []);
  });
  const sandbox = await getSandbox(context);
  recordSandboxEvent(context, "sandbox.created", sandbox);
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

/**
 * Makes members who manage keys members of it who were not yet, or who left it.
 *
 * @throws NOT_FOUND without a sandbox; INVALID_STATE_TRANSITION in the sandbox itself
 */
export async function openSandbox(context: Context): Promise<Sandbox> {
  const sandbox = await getSandbox(context);
  if (sandbox.id === context.organizationId) throw invalidState("The sandbox is already open");
  const members = await listMembersWith(context, "integrations:manage");
  await withinSandbox(context, sandbox.id, "sandbox.open", (there) => readmitMembers(there, members));
  recordAuditEntry(context, { entity: "sandbox", id: sandbox.id }, []);
  return sandbox;
}

const isIdle = (state: string | null) => state === "ready" || state === "failed";

/** A job that did not end by then was lost: it can be requested anew. */
const patienceMilliseconds = 600_000;
/** A reset writes thousands of rows: a loop of resets would take the workers and the disk of all firms. */
const betweenResetsMilliseconds = 600_000;

/**
 * Requests that a job deletes the records of the sandbox and fills it again. Members who left it and still manage keys
 * in the firm are members again.
 *
 * @param contents as it has now, unless given
 * @throws NOT_FOUND without a sandbox; INVALID_STATE_TRANSITION while it is filled or reset; RATE_LIMITED for 10 minutes
 *   afterwards
 */
export async function resetSandbox(context: Context, contents: SandboxContents | undefined): Promise<Sandbox> {
  const { id, liveOrganizationId } = await getSandbox(context);
  const members = await visitOrganization(context, liveOrganizationId, (firm) =>
    listMembersWith(firm, "integrations:manage"),
  );
  let former: string | null = null;
  await withinSandbox(context, id, "sandbox.reset", async (there) => {
    const before = await lockOrganizationForUpdate(there);
    // Neither ready nor failed where the job before was lost.
    former = before.sandboxState;
    const isBusy = !isIdle(before.sandboxState) && Date.now() - Date.parse(before.updatedAt) < patienceMilliseconds;
    if (isBusy) throw invalidState("The sandbox is being filled or reset: wait until its state is ready");
    const { sandboxResetAt: resetAt } = before;
    const waitMilliseconds = resetAt === null ? 0 : Date.parse(resetAt) + betweenResetsMilliseconds - Date.now();
    if (waitMilliseconds > 0)
      throw new AppError("RATE_LIMITED", "A sandbox can be reset once in 10 minutes; retry after Retry-After", {
        headers: { "Retry-After": String(Math.ceil(waitMilliseconds / 1_000)) },
      });
    await readmitMembers(there, members);
    await markSandbox(there, { state: "resetting", ...(contents !== undefined && { contents }) });
    await enqueueSandbox(there, context.requestId);
  });
  const sandbox = await getSandbox(context);
  recordSandboxEvent(
    context,
    "sandbox.reset",
    sandbox,
    former === sandbox.state ? {} : { state: { from: former, to: sandbox.state } },
  );
  return sandbox;
}

/**
 * Deletes the firm's sandbox: its keys are revoked at once, a job deletes its records. Its audit log stays until the
 * firm is deleted, and the firm can create another one.
 *
 * @throws NOT_FOUND without a sandbox; INVALID_STATE_TRANSITION in the sandbox itself
 */
export async function deleteSandbox(context: Context): Promise<void> {
  await lockOrganizationForUpdate(context);
  const sandbox = await getSandbox(context);
  if (sandbox.id === context.organizationId) throw invalidState("A sandbox is deleted by its firm, not from within");
  await withinSandbox(context, sandbox.id, "sandbox.delete", async (there) => {
    await lockOrganizationForUpdate(there);
    await closeSandbox(there, `deleted-${sandbox.id.toLowerCase().replaceAll(/[^a-z0-9]/g, "-")}`);
    await enqueueSandbox(there, context.requestId);
  });
  recordSandboxEvent(context, "sandbox.deleted", sandbox);
}

/** Runs a part of a change in the sandbox, which may be the caller's own organization. */
async function withinSandbox(
  context: Context,
  sandboxId: string,
  action: string,
  work: (there: Context) => Promise<void>,
): Promise<void> {
  if (sandboxId === context.organizationId) return work(context);
  return runInOrganization(context, sandboxId, action, async (there) => {
    await work(there);
    recordAuditEntry(there, { entity: "organization", id: sandboxId }, []);
  });
}
