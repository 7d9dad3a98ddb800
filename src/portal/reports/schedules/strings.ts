import type { ReactNode } from "react";
import { catalog, rich } from "../../client/catalog.ts";
import { plural } from "../../ui/plural.ts";

export const scheduleDialog = catalog({
  createSchedule: "Create schedule",
  editSchedule: "Edit schedule",
  description: "Each run exports current data with the permissions of the schedule’s owner.",
  cancel: "Cancel",
  saveChanges: "Save changes",
  report: "the report",
  scheduleWasNotSaved: "The schedule was not saved",
  isSaved: (name: string, nextRunAt: string) => `“${name}” is saved. Next run: ${nextRunAt}.`,
});

export const scheduleFields = catalog({
  formatHints: { xlsx: "Excel workbook", csv: "Works in any spreadsheet application", ndjson: "For integrations" },
  name: "Name",
  file: "File",
  parameters: "Parameters",
  recipients: "Recipients",
  frequency: "Frequency",
  dayOfWeek: "Day of the week",
  dayOfMonth: "Day of the month",
  hour: "Hour",
  inFirmsTimeZone: (values: string, timeZone: string) => `${values}, in the firm’s time zone (${timeZone}).`,
});

export const scheduleForm = catalog({
  enterName: "Enter a name. Recipients see it in the message",
  chooseAtLeastOne: "Choose at least one recipient",
});

export const scheduleItem = catalog({
  next: (nextRunAt: ReactNode) => rich`Next: ${nextRunAt}`,
  paused: "Paused.",
  more: (unknown: number) => `${unknown} more`,
  viewFile: "View file",
  lastRun: (time: ReactNode, textLink: ReactNode) => rich`Last run ${time}. ${textLink}`,
  file: (format: string, ownerName: string, notified: string, lastRun: ReactNode) =>
    rich`${format} file, owned by ${ownerName}; ${notified}. ${lastRun}`,
  notified: (names: string, count: number) => `${names} ${plural(count, "is", "are")} notified`,
  editSchedule: (of: ReactNode) => rich`Edit schedule${of}`,
  pauseSchedule: (of: ReactNode) => rich`Pause schedule${of}`,
  resumeSchedule: (of: ReactNode) => rich`Resume schedule${of}`,
  deleteSchedule: (of: ReactNode) => rich`Delete schedule${of}`,
  wasDeleted: (name: string) => `“${name}” was deleted.`,
  schedule: "schedule",
  createsNoMoreFiles:
    "creates no more files. Existing files remain until they expire. This cannot be undone. To stop it temporarily, pause it.",
});

export const scheduleSection = catalog({
  schedules: "Schedules",
  exportThisReport: "Export this report as a file daily, weekly or monthly and notify recipients.",
  exportRequires: (managePermission: string, exportPermission: string) =>
    `Export this report as a file daily, weekly or monthly. Requires the permissions “${managePermission}” and “${exportPermission}”.`,
  createSchedule: "Create schedule",
  couldNotLoadSchedules: "Could not load schedules",
  noSchedulesYet: "No schedules yet",
  getThisReport:
    "Get this report as a file daily, weekly or monthly. Files appear under Exports and recipients are notified.",
  schedulesOfThisReport: "Schedules of this report",
});

export const schedules = catalog({
  wasPaused: (name: string) => `“${name}” was paused. No files are created until it is resumed.`,
  wasResumed: (name: string, nextRunAt: string) => `“${name}” was resumed. Next run: ${nextRunAt}.`,
});
