import { AppError, invalidInput } from "../../../contract/errors/error-codes.ts";
import { listMissingData, listPermissions, type Permission } from "../../../contract/permissions.ts";
import type { Scope } from "../../../contract/scopes.ts";
import type { Context } from "../../../rpc/context.ts";
import { findMember } from "../store.changes.ts";
import {
  findKeyForRun,
  isHeadquarters,
  listReportOrganizations,
  type ReportOrganization,
} from "./store.organizations.ts";

const maxOrganizations = 100;

interface CheckedReport {
  id: string;
  dataPermissions: readonly Scope[];
}

/** The member whose current permissions are checked. */
type CheckedMember = NonNullable<Awaited<ReturnType<typeof findMember>>>;

/** The organizations a run can include, before permissions are checked. */
interface Bounds {
  /** The caller's organization and its reporting child organizations, by id. */
  organizations: readonly ReportOrganization[];
  /** Why child organizations are excluded; null if they are not. */
  confinedBy: string | null;
  /** The member whose permissions cover other organizations: the key's attorney, or the caller. */
  memberId: string | null;
}

const ofKey = "a run over child organizations requires the permissions of the key's acting attorney";
const ownAlone = "; with organizationIds set to your own organization it runs over that one alone";

/**
 * The organizations of a run. Hierarchy, the key's setting and permissions are read in the run's own transaction.
 *
 * @param organizationIds as sent: ids separated by commas
 * @returns sorted by id; never fewer than requested
 * @throws VALIDATION_FAILED for an invalid list; FORBIDDEN for an organization that the run cannot include, whether it
 *   exists or not, and if the acting member may not see the child organizations
 */
export async function resolveOrganizations(
  context: Context,
  report: CheckedReport,
  organizationIds: string | undefined,
): Promise<ReportOrganization[]> {
  const named = organizationIds === undefined ? null : readNames(organizationIds);
  const bounds = await readBounds(context);
  const chosen = named === null ? [...bounds.organizations] : bounds.organizations.filter(({ id }) => named.has(id));
  if (named !== null && chosen.length < named.size) throw new AppError("FORBIDDEN", describeOutside(bounds));
  if (chosen.some(({ id }) => id !== context.organizationId)) await validateActing(context, report, bounds.memberId);
  return chosen;
}

/** How many organizations a run covers that names none. */
export async function countRunOrganizations(context: Context): Promise<number> {
  return (await readBounds(context)).organizations.length;
}

export async function listReportableOrganizations(context: Context): Promise<readonly ReportOrganization[]> {
  const { organizations, memberId } = await readBounds(context);
  const acting = memberId === null ? undefined : await findMember(context, memberId);
  const seesBelow =
    acting?.status === "active" && listPermissions(acting.role, acting.permissions).has("reports:headquarters");
  return seesBelow ? organizations : organizations.filter(({ id }) => id === context.organizationId);
}

function readNames(written: string): ReadonlySet<string> {
  const names = written.split(",");
  const fault = (message: string) => invalidInput({ path: "organizationIds", message });
  if (names.some((name) => !/^[A-Za-z0-9_-]{1,64}$/.test(name)))
    throw fault("must be IDs separated by commas, without spaces");
  if (names.length > maxOrganizations) throw fault(`must contain at most ${maxOrganizations} organizations`);
  const named = new Set(names);
  if (named.size < names.length) throw fault("must contain each organization once");
  return named;
}

async function readBounds(context: Context): Promise<Bounds> {
  const { principal, organizationId } = context;
  const all = await listReportOrganizations(context);
  const confined = (confinedBy: string, memberId: string | null): Bounds => ({
    organizations: all.filter(({ id }) => id === organizationId),
    confinedBy,
    memberId,
  });
  const noHeadquarters = (await isHeadquarters(context)) ? null : "this organization is not a headquarters";
  if (principal.kind === "member")
    return noHeadquarters === null
      ? { organizations: all, confinedBy: null, memberId: principal.memberId }
      : confined(noHeadquarters, null);
  const key = "keyId" in principal ? await findKeyForRun(context, principal.keyId) : undefined;
  const toggledOff =
    key?.reportIncludeChildOrganizations === true
      ? null
      : "the key does not include child organizations in its reports (see the key's page in the portal)";
  const confinedBy = noHeadquarters ?? toggledOff;
  if (confinedBy !== null) return confined(confinedBy, null);
  return { organizations: all, confinedBy: null, memberId: key?.actingAttorneyId ?? null };
}

/** One message for every organization outside, so that it does not reveal which ones exist. */
function describeOutside({ confinedBy }: Bounds): string {
  const way =
    confinedBy === null
      ? "it can contain this organization and its reporting child organizations"
      : `it can contain only this organization: ${confinedBy}`;
  return `organizationIds contains an organization that this run cannot include; ${way}`;
}

/** @throws FORBIDDEN with what is missing and how to fix it */
async function validateActing(context: Context, report: CheckedReport, memberId: string | null): Promise<void> {
  const member = memberId === null ? undefined : await findMember(context, memberId);
  const isApiPrincipal = context.principal.kind !== "member";
  const lacking = isApiPrincipal ? validateAttorney(member, report) : validateMember(member, report);
  if (lacking === null) return;
  throw new AppError("FORBIDDEN", isApiPrincipal ? `${ofKey}: ${lacking}${ownAlone}` : `${lacking}${ownAlone}`);
}

function validateAttorney(attorney: CheckedMember | undefined, report: CheckedReport): string | null {
  if (attorney === undefined) return "the key has no acting attorney (choose one on the key's page in the portal)";
  if (attorney.status !== "active") return "the acting attorney's membership is deactivated";
  if (!attorney.isAttorney) return "the acting member is no longer an attorney";
  const missing = listMissing(attorney, report);
  return missing.length === 0 ? null : `the acting attorney lacks ${missing.join(", ")}`;
}

function validateMember(member: CheckedMember | undefined, report: CheckedReport): string | null {
  if (member?.status !== "active") return "the membership is deactivated";
  const missing = listMissing(member, report);
  return missing.length === 0 ? null : `a run over child organizations requires ${missing.join(", ")}`;
}

function listMissing({ role, permissions }: CheckedMember, { dataPermissions }: CheckedReport): string[] {
  const held = listPermissions(role, permissions);
  const lacksReports = !held.has("reports:view") && !held.has("reports:export");
  const lackedData = listMissingData(dataPermissions, held);
  return [
    ...(held.has("reports:headquarters") ? [] : (["reports:headquarters"] satisfies Permission[])),
    ...(lacksReports ? ["reports:view or reports:export"] : []),
    ...lackedData.map(
      ({ scope, permission }) => permission ?? `the data of scope ${scope}, which no permission includes`,
    ),
  ];
}
