import { AppError, invalidInput, invalidState, notFound } from "../../contract/errors/error-codes.ts";
import { isUniqueViolation } from "../../platform/database/database-errors.ts";
import { isInSandbox } from "../../platform/database/sandbox.ts";
import { createId } from "../../platform/database/ids.ts";
import { diffRecords, type Context } from "../../rpc/context.ts";
import type { PersonContext } from "../../rpc/portal-context.ts";
import { recomputeLocalTimes } from "../../rpc/timezone-dependents.ts";
import { runInOrganization, visitOrganization } from "../../rpc/unit-of-work.ts";
import { notifyMemberManagers } from "../notifications/domain.ts";
import { inviteOwner } from "../team/domain.invitations.ts";
import { compareSight, findMoveFault, assertMovable, topOf, type Move } from "./domain.places.ts";
import {
  changeOrganization,
  recordOrganizationEvent,
  lockOrganizationForUpdate,
  runAsAdministrator,
} from "./domain.ts";
import type { MovePreview, NewOrganization, OrganizationChange, OwnedOrganization, WantedMove } from "./schema.ts";
import {
  insertOrganization,
  isKnownTimeZone,
  lockHierarchyForUpdate,
  previewHierarchy,
  readHierarchy,
  type LockedOrganization,
  type Place,
} from "./store.ts";

/**
 * Creates an organization and invites its owner.
 *
 * @throws as `createOrganization`
 */
export function createOwnedOrganization(
  person: PersonContext,
  { owner, ...wanted }: OwnedOrganization,
): Promise<{ organizationId: string; slug: string }> {
  const organizationId = createId("organization");
  return runAsAdministrator(person, organizationId, async (context) => {
    const slug = await createOrganization(context, wanted);
    await inviteOwner(context, owner);
    return { organizationId, slug };
  });
}

/**
 * Creates the organization of the context, without members, and notifies its parent.
 *
 * @returns its slug
 * @throws DUPLICATE_ENTRY at `slug`; VALIDATION_FAILED at `timezone`, or at `slug` if none can be made of the name;
 *   NOT_FOUND for the parent; INVALID_STATE_TRANSITION if the hierarchy would become too deep or too large
 */
export async function createOrganization(
  context: Context,
  { note, slug: given, ...values }: NewOrganization,
): Promise<string> {
  const slug = given ?? makeSlug(values.name);
  if (slug === "")
    throw invalidInput({ path: "slug", message: "required: the name has no letter or digit to make it of" });
  await assertTimeZone(context, values.timezone);
  if (values.parentOrganizationId !== null) await lockHierarchyForUpdate(context);
  const read = (id: string) => readHierarchy(context, id);
  const move = await readMove(read, [describeNew(context.organizationId, values)], values.parentOrganizationId);
  assertMovable(move);
  const parent = findSelf(move.parent);
  await assertNoSandbox(context, parent);
  try {
    await insertOrganization(context, { ...values, slug });
  } catch (error) {
    if (!isUniqueViolation(error, "Organization_slug_key")) throw error;
    const message = "belongs to another organization";
    throw new AppError("DUPLICATE_ENTRY", `slug: ${message}`, { faults: [{ path: "slug", message }] });
  }
  recordOrganizationEvent(context, "organization.created", await lockOrganizationForUpdate(context), {
    diff: {},
    note,
  });
  if (parent !== null)
    await recordMove(context, { id: context.organizationId, name: values.name }, { from: null, to: parent }, note);
  return slug;
}

const outsideOfHierarchies = "A sandbox has no place in a hierarchy";

/**
 * @param move null where the parent stays
 * @throws INVALID_STATE_TRANSITION as `assertMovable`, and for a sandbox, whether it is moved or the new parent
 */
async function assertPlaceable(
  context: Context,
  { sandboxOfOrganizationId }: Pick<LockedOrganization, "sandboxOfOrganizationId">,
  { isHeadquarters, parentOrganizationId }: { isHeadquarters: boolean; parentOrganizationId: string | null },
  move: Move | null,
): Promise<void> {
  if (sandboxOfOrganizationId !== null && (isHeadquarters || parentOrganizationId !== null))
    throw invalidState(outsideOfHierarchies);
  if (move === null) return;
  assertMovable(move);
  await assertNoSandbox(context, findSelf(move.parent));
}

/** @throws INVALID_STATE_TRANSITION if the new parent is a sandbox */
async function assertNoSandbox(context: Context, parent: Place | null): Promise<void> {
  if (parent !== null && (await visitOrganization(context, parent.id, ({ transaction }) => isInSandbox(transaction))))
    throw invalidState(outsideOfHierarchies);
}

function makeSlug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 63)
    .replaceAll(/^-|-$/g, "");
}

/**
 * Changes an organization's place in the hierarchy and its time zone. Reports that roll up check the hierarchy at their
 * next page; scheduled reports keep their local time. Both firms of a move get an event and an audit entry, and their
 * members who manage members a notification.
 *
 * @throws NOT_FOUND, also for the parent; VALIDATION_FAILED if nothing would change, or at `timezone`;
 *   INVALID_STATE_TRANSITION for a cycle, or a hierarchy that would become too deep or too large
 */
export async function updateOrganization(
  context: Context,
  { note, ...changes }: Omit<OrganizationChange, "organizationId">,
): Promise<void> {
  const [field] = Object.keys(changes);
  if (changes.parentOrganizationId !== undefined) await lockHierarchyForUpdate(context);
  const before = await lockOrganizationForUpdate(context);
  const {
    timezone = before.timezone,
    isHeadquarters = before.isHeadquarters,
    parentOrganizationId = before.parentOrganizationId,
  } = changes;
  const values = { timezone, isHeadquarters, parentOrganizationId };
  const diff = diffRecords(before, { ...before, ...values });
  if (Object.keys(diff).length === 0)
    throw invalidInput({ path: field ?? "timezone", message: "must change the organization" });
  if ("timezone" in diff) await assertTimeZone(context, timezone);
  const isMoved = "parentOrganizationId" in diff;
  const read = (id: string) => readHierarchy(context, id);
  const own = isMoved ? await read(context.organizationId) : [];
  const move = isMoved ? await readMove(read, own, parentOrganizationId) : null;
  await assertPlaceable(context, before, values, move);
  await changeOrganization(context, values, { diff, note });
  if ("timezone" in diff) await recomputeLocalTimes(context, before.timezone);
  if (move === null) return;
  const from = own.find(({ id }) => id === before.parentOrganizationId) ?? null;
  await recordMove(
    context,
    { id: context.organizationId, name: before.name },
    { from, to: findSelf(move.parent) },
    note,
  );
}

/**
 * What a move, or becoming a headquarters or ceasing to be one, would change. It changes nothing, and locks nothing:
 * the hierarchy is checked again when it is changed.
 *
 * @throws NOT_FOUND, also for the parent
 */
export async function previewMove(
  person: PersonContext,
  { organizationId, ...changes }: WantedMove,
): Promise<MovePreview> {
  const read = (id: string) => previewHierarchy(person, id);
  const own = organizationId === null ? [describeNew("", changes)] : await read(organizationId);
  const self = findSelf(own);
  if (self === null) throw notFound("Organization");
  const { parentOrganizationId = self.parentOrganizationId, isHeadquarters = self.isHeadquarters } = changes;
  const move = await readMove(read, own, parentOrganizationId);
  const isMoved = organizationId === null || parentOrganizationId !== self.parentOrganizationId;
  const from = isMoved ? own.find(({ id }) => id === self.parentOrganizationId) : undefined;
  const fault = isMoved ? findMoveFault(move) : null;
  return {
    fault,
    moving: isMoved ? own.filter(({ level }) => level >= 0).length : 0,
    // In a cycle, no headquarters can be named.
    ...(fault === null ? compareSight(move, { parentOrganizationId, isHeadquarters }) : { gains: [], losses: [] }),
    notified: isMoved
      ? [
          ...(organizationId === null ? [] : [self]),
          ...(from === undefined ? [] : [from]),
          ...move.parent.filter(({ level }) => level === 0),
        ].map(({ name }) => name)
      : [],
  };
}

function findSelf(places: readonly Place[]): Place | null {
  return places.find(({ level }) => level === 0) ?? null;
}

function describeNew(
  id: string,
  { name = "", isHeadquarters = false }: { name?: string; isHeadquarters?: boolean | undefined },
): Place {
  return { id, name, isHeadquarters, parentOrganizationId: null, reportsToHeadquarters: true, level: 0 };
}

/** @throws NOT_FOUND for an unknown parent */
async function readMove(
  read: (id: string) => Promise<Place[]>,
  own: readonly Place[],
  parentOrganizationId: string | null,
): Promise<Move> {
  if (parentOrganizationId === null) return { own, parent: [], treeSize: 0 };
  const parent = await read(parentOrganizationId);
  const top = topOf(parent);
  if (top === undefined) throw notFound("Organization");
  return { own, parent, treeSize: (top === parentOrganizationId ? parent : await read(top)).length };
}

interface OrganizationName {
  id: string;
  name: string;
}

interface Parents {
  from: OrganizationName | null;
  to: OrganizationName | null;
}

/** Notifies the organization, its previous parent and its new one. A parent learns only what concerns it. */
async function recordMove(
  context: Context,
  child: OrganizationName,
  { from, to }: Parents,
  note: string,
): Promise<void> {
  const notify = (there: Context, move: Parents) => {
    const parameters = {
      organizationName: child.name,
      previousParentName: move.from?.name ?? null,
      parentName: move.to?.name ?? null,
      movedBy: context.principal.actorName,
    };
    return notifyMemberManagers(there, { kind: "organization.moved", parameters });
  };
  const sides = [
    ...(from === null ? [] : [{ parent: from, from, to: null }]),
    ...(to === null ? [] : [{ parent: to, from: null, to }]),
  ];
  for (const { parent, ...move } of sides.toSorted((left, right) => (left.parent.id < right.parent.id ? -1 : 1))) {
    const [eventType, action] =
      move.to === null
        ? (["organization.child_removed", "administration.removeChild"] as const)
        : (["organization.child_added", "administration.addChild"] as const);
    await runInOrganization(context, parent.id, action, async (there) => {
      const diff = { child: { from: move.from && child, to: move.to && child } };
      recordOrganizationEvent(there, eventType, await lockOrganizationForUpdate(there), { diff, note });
      await notify(there, move);
    });
  }
  await notify(context, { from, to });
}

/** @throws VALIDATION_FAILED at `timezone` */
export async function assertTimeZone(context: Context, timezone: string): Promise<void> {
  if (!(await isKnownTimeZone(context, timezone)))
    throw invalidInput({ path: "timezone", message: "must be an IANA time zone such as America/Chicago" });
}
