import { isEmail, orNone } from "../ui/forms/typed-text.ts";
import type { Settings } from "./views.ts";

type Changes = Pick<Settings, "senderName" | "replyTo" | "expiresInDays" | "reminders" | "language">;

/** The settings with their numbers as text. */
export interface SettingsValues {
  senderName: string;
  replyTo: string;
  expiresInDays: string;
  firstAfterDays: string;
  everyDays: string;
  max: string;
  language: Settings["language"];
}

export const toFormValues = ({ senderName, replyTo, expiresInDays, reminders, language }: Changes): SettingsValues => ({
  senderName: senderName ?? "",
  replyTo: replyTo ?? "",
  expiresInDays: String(expiresInDays),
  firstAfterDays: String(reminders.firstAfterDays),
  everyDays: String(reminders.everyDays),
  max: String(reminders.max),
  language,
});

const limits = {
  expiresInDays: [1, 180],
  firstAfterDays: [1, 30],
  everyDays: [1, 30],
  max: [0, 10],
} as const;
type NumberName = keyof typeof limits;

/** @returns the whole number within the limits of its field, or null */
function readNumber(name: NumberName, text: string): number | null {
  const [least, most] = limits[name];
  const number = /^\d{1,3}$/.test(text.trim()) ? Number(text.trim()) : -1;
  return number >= least && number <= most ? number : null;
}

interface Texts {
  enterEmail: string;
  enterNumber: (least: number, most: number) => string;
}

/** @returns what to send, or the faults by field */
export function parseSettings(
  values: SettingsValues,
  { enterEmail, enterNumber }: Texts,
): { faults: Partial<Record<keyof SettingsValues, string>>; changes: Changes | null } {
  const { senderName, replyTo, language } = values;
  const names = Object.keys(limits) as NumberName[];
  const wrong = names.filter((name) => readNumber(name, values[name]) === null);
  const faults = {
    ...(replyTo.trim() !== "" && !isEmail(replyTo.trim()) && { replyTo: enterEmail }),
    ...Object.fromEntries(
      wrong.map((name) => {
        const [least, most] = limits[name];
        return [name, enterNumber(least, most)];
      }),
    ),
  };
  if (Object.keys(faults).length > 0) return { faults, changes: null };
  const number = (name: NumberName) => readNumber(name, values[name]) ?? 0;
  return {
    faults,
    changes: {
      senderName: orNone(senderName),
      replyTo: orNone(replyTo),
      expiresInDays: number("expiresInDays"),
      reminders: {
        firstAfterDays: number("firstAfterDays"),
        everyDays: number("everyDays"),
        max: number("max"),
      },
      language,
    },
  };
}
