import { catalog } from "../client/catalog.ts";

export const profileDialog = catalog({
  saveProfile: "Save profile",
  jobTitle: "Job title",
  phone: "Phone",
  externalId: "External ID",
  office: "Office",
  noOffice: "None",
  barAdmissions: "Bar admissions",
  barAdmissionsHint: "An attorney with admissions of which none is active cannot act for API keys.",
  cannotActForKeys: "Cannot act for API keys",
  barNumber: "Bar number",
  addAdmission: "Add admission",
  jurisdictionOf: (place: number) => `Jurisdiction of admission ${place}`,
  barNumberOf: (place: number) => `Bar number of admission ${place}`,
  statusOf: (place: number) => `Status of admission ${place}`,
  removeAdmission: (place: number) => `Remove admission ${place}`,
  wasChanged: (name: string) => `Profile of ${name} changed.`,
});

export const absenceDialog = catalog({
  absenceOf: (name: string) => `Absence of ${name}`,
  description: "Team rules do not choose members who are absent. An absence ends by itself.",
  saveAbsence: "Save absence",
  endAbsence: "End absence",
  firstDay: "First day",
  lastDay: "Last day",
  delegate: "Delegate",
  delegateHint: "Who represents the member in that time.",
  nobody: "No one",
  note: "Note",
  wasSet: (name: string) => `Absence of ${name} saved.`,
  wasEnded: (name: string) => `Absence of ${name} ended.`,
});

export const feedsDialog = catalog({
  feedsOf: (name: string) => `Calendar feeds of ${name}`,
  feeds: "calendar feeds",
  none: "No active calendar feeds.",
  close: "Close",
  description:
    "Secret URLs at which calendar applications read this member’s agenda. They stop when the member is suspended or deactivated.",
});

export const suspendDialog = catalog({
  suspend: (name: string) => `Suspend ${name}?`,
  losesAccess: (firstName: string) =>
    `${firstName} loses access to this organization immediately, until you reactivate them.`,
  suspendMember: "Suspend member",
  reason: "Reason",
  reasonHint: "Members who manage members see it.",
  noApiKeys: "No API keys are affected.",
  wasSuspended: (name: string) => `${name} was suspended.`,
});
