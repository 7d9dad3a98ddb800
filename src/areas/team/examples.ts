import { ids, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import type { BarAdmission, MemberRecord } from "../../contract/portal/member-record.ts";
import { rolePermissions } from "../../contract/permissions.ts";
import type { DeactivationPreview, Member } from "./schema.ts";

export const admission = {
  jurisdiction: "TX",
  barNumber: "24018842",
  status: "active",
  admittedOn: "2009-11-06",
  statusChangedOn: null,
} satisfies BarAdmission;

/** As in events. */
export const member = {
  id: "mem_01kf3m2g6j8m0q2s4v6x8z1b3d",
  organizationId: ids.organizationId,
  firstName: "Priya",
  lastName: "Raman",
  email: "priya.raman@example.com",
  phone: "+1 512 555 0110",
  title: "Senior Paralegal",
  role: "paralegal",
  status: "active",
  isAttorney: false,
  barAdmissions: [],
  canActForKeys: false,
  canActForKeysByApi: false,
  permissions: ["integrations:manage"],
  officeId: "off_01kf3m0c4h7k9n1p3r5t7w9y1a",
  timezone: null,
  outOfOffice: null,
  externalId: "hr-2291",
  deactivatedAt: null,
  revision: 2,
  createdAt: times.opened,
  updatedAt: times.now,
} satisfies MemberRecord;

const shown = {
  ...member,
  attorneyId: null,
  permissions: null,
  effectivePermissions: [...rolePermissions.paralegal, "integrations:manage"],
  office: { id: "off_01kf3m0c4h7k9n1p3r5t7w9y1a", name: "Austin" },
  teams: [{ id: "tea_01kf3n2g6j8m0q2s4v6x8z1b3d", name: "Motor vehicle" }],
  hasAccount: true,
  twoFactorEnabled: null,
  actingForKeyCount: null,
  invitedAt: times.opened,
  acceptedAt: times.opened,
  suspendedAt: null,
  statusReason: null,
} satisfies Member;

const { firstName, lastName, email, role, title, externalId } = member;
const invited = {
  ...shown,
  status: "invited",
  phone: null,
  officeId: null,
  office: null,
  effectivePermissions: [...rolePermissions.paralegal],
  teams: [],
  acceptedAt: null,
  revision: 1,
  createdAt: times.now,
  invitedAt: times.now,
} satisfies Member;
const changed = { ...shown, revision: 3 } satisfies Member;
const absence = { startOn: "2099-07-06", endOn: "2099-07-17", note: "Trial in Austin" } as const;
const chosen = { memberId: member.id };

const preview = {
  keyCount: 0,
  keys: null,
  leadCaseCount: 0,
  openTaskCount: 0,
  overdueTaskCount: 0,
  openDeadlineCount: 0,
  upcomingEventCount: 2,
  openLeadCount: 4,
  teamsLed: [],
  delegateOf: [],
  reportScheduleCount: 1,
  isLastOwner: false,
  isLastManager: false,
} satisfies DeactivationPreview;

export const memberExamples = {
  "members.list": { parameters: { status: "active" }, response: { members: [shown], nextCursor: null } },
  "members.get": { parameters: chosen, response: { member: shown } },
  "members.create": { body: { firstName, lastName, email, role, title, externalId }, response: { member: invited } },
  "members.update": {
    parameters: chosen,
    body: { title: "Litigation Paralegal" },
    response: { member: { ...changed, title: "Litigation Paralegal" } },
  },
  "members.resendInvitation": { parameters: chosen, body: {}, response: { member: { ...invited, revision: 2 } } },
  "members.deactivationPreview.get": { parameters: chosen, response: { preview } },
  "members.outOfOffice.set": {
    parameters: chosen,
    body: absence,
    response: { member: { ...changed, outOfOffice: { ...absence, delegate: null } } },
  },
  "members.outOfOffice.delete": { parameters: chosen, response: {} },
} satisfies Record<string, OperationExample>;

export const memberTransitionExamples = {
  "members.transition": {
    parameters: chosen,
    body: { toStatus: "deactivated", reason: "Left the firm on March 13." },
    response: {
      member: {
        ...changed,
        status: "deactivated",
        deactivatedAt: times.now,
        statusReason: "Left the firm on March 13.",
      },
      stoppedKeys: 0,
      reassignedKeys: 0,
      reassignedTasks: 0,
    },
  },
} satisfies Record<string, OperationExample>;
