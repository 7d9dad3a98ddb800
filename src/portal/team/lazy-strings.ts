import { catalog } from "../client/catalog.ts";

export const profileDialog = catalog({
  saveProfile: "Save profile",
  jobTitle: "Job title",
  phone: "Phone",
  externalId: "External ID",
  office: "Office",
  noOffice: "None",
  barAdmissions: "Bar admissions",
  barAdmissionsHint: "An attorney whose admissions are all inactive cannot act for API keys.",
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
  description: "Assignment rules skip absent members. An absence ends automatically.",
  saveAbsence: "Save absence",
  endAbsence: "End absence",
  firstDay: "First day",
  lastDay: "Last day",
  delegate: "Delegate",
  delegateHint: "Who covers for the member during the absence.",
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
    "Secret URLs that calendar applications use to read this member’s agenda. They stop when the member is suspended or deactivated.",
});

export const suspendDialog = catalog({
  suspend: (name: string) => `Suspend ${name}?`,
  losesAccess: (firstName: string) =>
    `${firstName} loses access to this organization immediately, until you reactivate them.`,
  suspendMember: "Suspend member",
  reason: "Reason",
  reasonHint: "Visible to members who can manage members.",
  noApiKeys: "No API keys are affected.",
  wasSuspended: (name: string) => `${name} was suspended.`,
});
