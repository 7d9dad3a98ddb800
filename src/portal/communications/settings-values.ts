import type { PortalInputs } from "../client/trpc.ts";
import { isEmail, orNone } from "../ui/forms/typed-text.ts";
import type { Settings } from "./views.ts";

type Changes = Omit<PortalInputs["communicationSettings"]["update"], "expectedRevision">;

/** The settings as the form has them: what is not set is empty. */
export interface SettingsValues {
  senderName: string;
  replyTo: string;
  stopReply: string;
  startReply: string;
  helpReply: string;
  quietHours: Settings["quietHours"];
  textsFrom: string;
  textsUntil: string;
  dailyLimit: string;
}

export const replyNames = ["stop", "start", "help"] as const;
export const replyFields = { stop: "stopReply", start: "startReply", help: "helpReply" } as const;

export const toFormValues = (settings: Settings): SettingsValues => ({
  senderName: settings.senderName ?? "",
  replyTo: settings.replyTo ?? "",
  stopReply: settings.stopReply ?? "",
  startReply: settings.startReply ?? "",
  helpReply: settings.helpReply ?? "",
  quietHours: settings.quietHours,
  textsFrom: settings.textsFrom,
  textsUntil: settings.textsUntil,
  dailyLimit: String(settings.dailyLimit),
});

/** Half hours of a day, `HH:mm`, both included. */
const halfHours = (first: number, last: number) =>
  Array.from({ length: (last - first) * 2 + 1 }, (_, index) => {
    const hour = first + Math.floor(index / 2);
    return `${String(hour).padStart(2, "0")}:${index % 2 === 0 ? "00" : "30"}`;
  });

/** The hours that the server accepts: 8 AM to 9 PM, and 3 hours at least. */
export const beginnings = halfHours(8, 18);
export const endings = halfHours(11, 21);
const leastHalfHours = 6;

/** The times, with the one that is chosen where the firm has one between them. */
export const withChosen = (times: readonly string[], chosen: string): readonly string[] =>
  times.includes(chosen) ? times : [...times, chosen].toSorted();

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const maxReply = 306;
const maxLimit = 100_000;

interface Texts {
  enterEmail: string;
  enterLimit: string;
  enterWindow: string;
  isLong: string;
}

/** @returns what to send, or the faults by field */
export function parseSettings(
  values: SettingsValues,
  { enterEmail, enterLimit, enterWindow, isLong }: Texts,
): { faults: Partial<Record<keyof SettingsValues, string>>; changes: Changes | null } {
  const replyTo = orNone(values.replyTo);
  const digits = values.dailyLimit.trim().replaceAll(",", "");
  const dailyLimit = /^\d{1,6}$/.test(digits) ? Number(digits) : 0;
  const long = replyNames.map((name) => replyFields[name]).filter((field) => values[field].trim().length > maxReply);
  const faults = {
    ...(replyTo !== null && !isEmail(replyTo) && { replyTo: enterEmail }),
    ...((dailyLimit < 1 || dailyLimit > maxLimit) && { dailyLimit: enterLimit }),
    ...(minutesOf(values.textsUntil) - minutesOf(values.textsFrom) < leastHalfHours * 30 && {
      textsUntil: enterWindow,
    }),
    ...Object.fromEntries(long.map((field) => [field, isLong])),
  };
  if (Object.keys(faults).length > 0) return { faults, changes: null };
  const { quietHours, textsFrom, textsUntil, stopReply, startReply, helpReply } = values;
  const replies = { stopReply: orNone(stopReply), startReply: orNone(startReply), helpReply: orNone(helpReply) };
  return {
    faults,
    changes: {
      senderName: orNone(values.senderName),
      replyTo,
      ...replies,
      quietHours,
      textsFrom,
      textsUntil,
      dailyLimit,
    },
  };
}
