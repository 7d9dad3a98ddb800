import type { ReactNode } from "react";
import { catalog, rich } from "../client/catalog.ts";
import { plural } from "../ui/plural.ts";

export const deactivateDialog = catalog({
  withdrawInvitationOf: (name: string) => `Withdraw invitation of ${name}?`,
  deactivate: (name: string) => `Deactivate ${name}?`,
  linkInEmailStops: "The link in the email stops working.",
  losesAccess: (firstName: string) =>
    `${firstName} loses access to this organization immediately. Other organizations are not affected. You can reactivate them at any time.`,
  withdrawInvitation: "Withdraw invitation",
  deactivateMember: "Deactivate member",
  noApiKeys: "No API keys are affected.",
  atLeastOneMember: "At least one member must be able to manage members",
  grantAnotherActiveMember: "Grant another active member this permission first.",
  reassignOpenTasksTo: (count: number) => plural(count, "Reassign the open task to", "Reassign # open tasks to"),
  reassignOpenTasksHint: "Tasks that are not reassigned have no active assignee.",
  reassignTheseKeysTo: "Reassign these keys to",
  reassignTheseKeysHint: "They keep working, and act for this attorney.",
  nobody: "No one (keys stop working)",
  nobodyTheTasksStay: "No one (tasks stay with this member)",
  invitationOfWasWithdrawn: (name: string) => `The invitation of ${name} was withdrawn.`,
  keysReassigned: (name: string, reassignedKeys: number) =>
    `${name} was deactivated. ${plural(reassignedKeys, "One key has", "# keys have")} another acting attorney.`,
  keysNeedAnotherActing: (stoppedKeys: number) =>
    plural(stoppedKeys, " One key needs another acting attorney.", " # keys need another acting attorney."),
  wasDeactivated: (name: string, keys: string) => `${name} was deactivated.${keys}`,
});

export const editDialog = catalog({
  permissionsOfChanged: (name: string) => `Permissions of ${name} changed. They apply immediately.`,
  changesApplyImmediately: (email: string) => `${email} · changes apply immediately.`,
  cancel: "Cancel",
  saveChanges: "Save changes",
  thisMemberWasChanged: "This member was changed in another session",
  closeThisDialog: "Close this dialog, review the changes, then try again.",
  noApiKeys: "No API keys are affected.",
  thisIsYourOwn: "This is your own account. You cannot restore permissions you remove.",
});

export const inviteDialog = catalog({
  enterFirstName: "Enter a first name",
  enterLastName: "Enter a last name",
  enterEmailAddress: "Enter an email address",
  wasInvited: (firstName: string, lastName: string, email: string) =>
    `${firstName} ${lastName} was invited. We sent an email to ${email}. The link is valid for 7 days.`,
  inviteMember: "Invite member",
  inviteMemberDescription:
    "They get an email with a link to set a password, valid for 7 days. Existing users keep their password.",
  sendInvitation: "Send invitation",
  firstName: "First name",
  lastName: "Last name",
  emailAddress: "Email address",
});

export const memberTable = catalog({
  permissionCount: (count: number) => plural(count, "# permission", "# permissions"),
  twoFactorAuthentication: "Two-factor authentication",
  on: "On",
  notSetUp: "Not set up",
  membersByName: "Members by name",
  name: "Name",
  email: "Email",
  memberId: "Member ID",
  role: "Role",
  title: "Title",
  noTitle: "—",
  permissions: "Permissions",
  status: "Status",
  actions: "Actions",
  you: " (you)",
  attorney: "Attorney",
  cannotActAsAttorney: "Cannot act as attorney",
  actingAttorneyOfKeys: (actingFor: number) =>
    plural(actingFor, "Acting attorney of # key", "Acting attorney of # keys"),
  keysNeedAnotherActing: (actingFor: number) =>
    plural(actingFor, "# key needs another acting attorney", "# keys need another acting attorney"),
  none: "None",
  noAccount: "No account",
  invitationPending: "Invitation pending",
  actionsFor: (member: string) => `Actions for ${member}`,
  changeRoleAndPermissions: "Change role and permissions…",
  editProfile: "Edit profile…",
  setAbsence: "Set absence…",
  calendarFeeds: "Calendar feeds…",
  suspendMember: "Suspend member…",
  cannotActForKeys: "Cannot act for API keys",
  absent: (startOn: string, endOn: string) => `Absent ${startOn} to ${endOn}`,
  sendInvitation: "Send invitation",
  resendInvitation: "Resend invitation",
  reactivateMember: "Reactivate member…",
  withdrawInvitation: "Withdraw invitation…",
  deactivateMember: "Deactivate member…",
});

export const permissionFields = catalog({
  chosen: (count: number, of: number) => `${count} of ${of}`,
  role: "Role",
  attorney: "Attorney",
  attorneyHint: "API keys can act for attorneys. Changes by such a key are attributed to them.",
  apiKeysManaged: "API keys managed by API can act for this attorney",
  apiKeysManagedHint: "Otherwise only members can choose this attorney for a key.",
  permissions: "Permissions",
  includedInRole: "The role includes the permissions that are checked and dimmed.",
  youCannotGrantPermission: "You cannot grant a permission you do not have.",
});

export const returnDialogs = catalog({
  newInvitationSentTo: (email: string) => `New invitation sent to ${email}.`,
  wasReactivated: (name: string) => `${name} was reactivated.`,
  reactivate: (name: string) => `Reactivate ${name}?`,
  getsSameRole: (firstName: string) =>
    `${firstName} gets the same role and permissions as before. API keys acting for ${firstName} work again immediately.`,
  getsSameRoleAndPermissionsAsBefore: (firstName: string) =>
    `${firstName} gets the same role and permissions as before.`,
  reactivateMember: "Reactivate member",
  invitationResentTo: (email: string) => `Invitation resent to ${email}.`,
  resendInvitationTo: (member: string) => `Resend invitation to ${member}?`,
  description: (email: string) => `We send a new link to ${email}. It is valid for 7 days.`,
  resendInvitation: "Resend invitation",
});

export const stoppingKeys = catalog({
  couldNotLoadAffected: "Could not load affected API keys",
  loadingAffectedApiKeys: "Loading affected API keys",
  apiKeysWillStop: (count: number) =>
    plural(count, "One API key will stop immediately", "# API keys will stop immediately"),
  requestsThatNeed: "Requests that need these scopes fail until you choose another acting attorney.",
  never: "never",
  lastUsed: (stoppedScopes: string, isPaused: boolean, time: ReactNode) =>
    rich`${stoppedScopes} · ${isPaused ? "paused, " : ""}last used ${time}`,
});

export const teamFilters = catalog({
  searchByName: "Search by name or email address",
  nameOrEmail: "Name or email",
  status: "Status",
  allStatuses: "All statuses",
  clearFilters: "Clear filters",
});

export const teamScreen = catalog({
  members: "Members",
  membersOfFirm: "Members of the firm and their permissions in this portal.",
  membersOf: (organizationName: string) =>
    `Members of ${organizationName}. Owners and administrators can invite members and change permissions.`,
  inviteMember: "Invite member",
  noMatchingMembers: "No matching members",
  clearFilters: "Clear filters",
  searchMatchesNames: "Search matches names and email addresses.",
  nouns: ["member", "members"],
});

export const firstInvitation = catalog({
  invitationResentTo: (email: string) => `Invitation sent to ${email}.`,
  resendInvitationTo: (name: string) => `Send invitation to ${name}?`,
  description: (email: string) => `We send a link to ${email}. It is valid for 7 days. The member stays active.`,
  resendInvitation: "Send invitation",
});
