import * as z from "zod";
import { namedEnum } from "../../contract/enumeration.ts";
import { GivenBarAdmissions, MemberRecord, MemberRole, MemberStatus } from "../../contract/portal/member-record.ts";
import { listPageLimit, pageInput } from "../../contract/page.ts";
import { permissions, type Permission } from "../../contract/permissions.ts";
import { TimeZone } from "../../contract/values/time-zones.ts";
import {
  CalendarDate,
  Email,
  GivenInstant,
  Id,
  Instant,
  Revision,
  SignInEmail,
  text,
  trimmedText,
  visibleName,
} from "../../contract/values/values.ts";

const permissionNames = permissions as [Permission, ...Permission[]];
const PermissionName = namedEnum("Permission", permissionNames);

/** One line of text, because it is part of mails. */
const PersonName = visibleName(100);

const ownId = { description: "The ID in your system; unique in the organization." };
const membersOnly = "Only members can send it, not keys (403).";

/** What a request can say of a member. */
const attributes = {
  firstName: PersonName,
  lastName: PersonName,
  role: MemberRole,
  isAttorney: z.boolean(),
  phone: trimmedText(50).nullable(),
  title: trimmedText(100).nullable(),
  officeId: Id.nullable().meta({ description: "An office of the organization; null for none." }),
  timezone: TimeZone.nullable(),
  barAdmissions: GivenBarAdmissions,
  externalId: text(1, 200).nullable().meta(ownId),
  permissions: z
    .array(PermissionName)
    .max(permissionNames.length)
    .refine((given) => new Set(given).size === given.length, "must not contain a permission twice")
    .meta({ description: `Granted in addition to those of the role. ${membersOnly}` }),
};

export const memberSorts = ["name", "newest", "oldest", "updated"] as const;

/** The filters that members and attorneys share. */
export const peopleFilter = {
  q: text(1, 100).optional().meta({
    description:
      "Part of the name, the email address or the title, or whole words of them in any order, ignoring case; whole words also match without accents.",
  }),
  officeId: Id.optional(),
  updatedSince: GivenInstant.optional().meta({ description: "Changed at or after this instant." }),
};

export const MemberOffice = z.object({ id: Id, name: z.string() }).nullable();

export const MemberFilter = z.strictObject({
  ...pageInput(listPageLimit),
  ...peopleFilter,
  sort: namedEnum("MemberSort", memberSorts).default("name"),
  status: MemberStatus.optional(),
  role: MemberRole.optional(),
  isAttorney: z.boolean().optional(),
  teamId: Id.optional(),
  email: Email.optional().meta({ description: "The whole address, ignoring case." }),
  externalId: text(1, 200).optional(),
  outOfOfficeOn: CalendarDate.optional().meta({ description: "Absent on this day." }),
});
export type MemberFilter = z.infer<typeof MemberFilter>;

export const Member = MemberRecord.extend({
  attorneyId: Id.nullable().meta({
    description:
      "The same as `id` of an attorney: what other operations take as `attorneyId` and `actingAttorneyId`. null for others.",
  }),
  permissions: z
    .array(z.string())
    .nullable()
    .meta({ description: "Granted in addition to those of the role; null for keys." }),
  effectivePermissions: z
    .array(PermissionName)
    .meta({ description: "The permissions of the role and the additional ones." }),
  office: MemberOffice,
  teams: z.array(z.object({ id: Id, name: z.string() })),
  hasAccount: z.boolean(),
  twoFactorEnabled: z.boolean().nullable().meta({
    description:
      "null without an account, for members who are not active, for keys, and for members who do not manage members.",
  }),
  actingForKeyCount: z
    .int()
    .nullable()
    .meta({ description: "The number of live keys that act on this attorney's behalf; null without `org:manage`." }),
  invitedAt: Instant.nullable().meta({ description: "When the invitation was sent last." }),
  acceptedAt: Instant.nullable(),
  suspendedAt: Instant.nullable(),
  statusReason: z
    .string()
    .nullable()
    .meta({ description: "Why the member was suspended or deactivated; null without `members:write`." }),
}).meta({ id: "Member" });
export type Member = z.infer<typeof Member>;

const { role: _role, firstName: _first, lastName: _last, ...optional } = attributes;
export const MemberChanges = z.strictObject({
  ...z.object(attributes).partial().shape,
  canActForKeysByApi: z
    .boolean()
    .optional()
    .meta({
      description: `Whether keys can choose this attorney for the keys that they create or change. ${membersOnly}`,
    }),
});
export type MemberChanges = z.infer<typeof MemberChanges>;

/** Works like If-Match for clients that cannot send the header, such as the portal. */
export const ExpectedRevision = Revision.optional().meta({
  description: "The revision that the member must have; works like `If-Match`.",
});

/** Email addresses are case-insensitive. */
export const Invitation = z.strictObject({
  firstName: PersonName,
  lastName: PersonName,
  email: SignInEmail.transform((email) => email.toLowerCase()),
  role: attributes.role,
  ...z.object(optional).partial().shape,
});
export type Invitation = z.infer<typeof Invitation>;

export const memberMoves = ["suspended", "deactivated", "active"] as const;

export const MemberTransition = z
  .strictObject({
    memberId: Id,
    toStatus: namedEnum("MemberMove", memberMoves),
    reason: text(1, 500).optional().meta({ description: "Required for a suspension." }),
    reassignKeysTo: Id.optional().meta({
      description:
        "Only with `deactivated`: the attorney who becomes the acting attorney of the keys that would stop; requires `org:manage`.",
    }),
    reassignTasksTo: Id.optional().meta({
      description: "Only with `deactivated`: another active member, who gets the open tasks, at most 1,000.",
    }),
    expectedRevision: ExpectedRevision,
  })
  .refine(({ toStatus, reason }) => toStatus !== "suspended" || reason !== undefined, {
    path: ["reason"],
    message: "required for a suspension",
  })
  .refine(({ toStatus, reassignKeysTo }) => toStatus === "deactivated" || reassignKeysTo === undefined, {
    path: ["reassignKeysTo"],
    message: "only with `deactivated`",
  })
  .refine(({ toStatus, reassignTasksTo }) => toStatus === "deactivated" || reassignTasksTo === undefined, {
    path: ["reassignTasksTo"],
    message: "only with `deactivated`",
  });
export type MemberTransition = z.infer<typeof MemberTransition>;

export const StoppingKey = z
  .object({
    id: Id,
    name: z.string(),
    keyPrefix: z.string(),
    stoppedScopes: z.array(z.string()).meta({ description: "Scopes of the key that require an acting attorney." }),
    isPaused: z.boolean(),
    lastUsedAt: Instant.nullable(),
  })
  .meta({ id: "StoppingKey" });
export type StoppingKey = z.infer<typeof StoppingKey>;

export const DeactivationPreview = z
  .object({
    keyCount: z.int().meta({ description: "Keys that stop, unless another attorney acts for them." }),
    keys: z.array(StoppingKey).nullable().meta({ description: "null without `org:manage`." }),
    leadCaseCount: z.int().meta({ description: "Open cases that the member leads." }),
    openLeadCount: z.int(),
    openTaskCount: z.int(),
    overdueTaskCount: z.int(),
    openDeadlineCount: z.int().meta({ description: "Deadlines, open or missed, that are assigned to the member." }),
    upcomingEventCount: z.int().meta({
      description:
        "Events that the member organizes or attends, scheduled or confirmed and not over. A series counts once, while it reaches past now.",
    }),
    teamsLed: z.array(z.object({ id: Id, name: z.string() })),
    delegateOf: z
      .array(z.object({ id: Id, firstName: z.string(), lastName: z.string() }))
      .meta({ description: "Absent members whom the member represents." }),
    reportScheduleCount: z.int(),
    isLastOwner: z.boolean(),
    isLastManager: z.boolean().meta({ description: "Whether no one else could manage members." }),
  })
  .meta({ id: "DeactivationPreview" });
export type DeactivationPreview = z.infer<typeof DeactivationPreview>;

export const NewAbsence = z.strictObject({
  startOn: CalendarDate,
  endOn: CalendarDate.meta({ description: "The last day; today or later, and at most 366 days after `startOn`." }),
  delegateMemberId: Id.nullable()
    .optional()
    .meta({ description: "Another active member who is not absent in that time." }),
  note: text(1, 200).nullable().optional(),
});
export type NewAbsence = z.infer<typeof NewAbsence>;
