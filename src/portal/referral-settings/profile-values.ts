import type { Profile } from "./views.ts";

type Changes = Pick<
  Profile,
  "displayName" | "accepts" | "answerWithinBusinessDays" | "expiresAfterDays" | "needsConflictCheck" | "autoUpdates"
>;

/** The profile with its numbers as text. */
export type ProfileValues = Omit<Changes, NumberName> & Record<NumberName, string>;

const limits = { answerWithinBusinessDays: [1, 10], expiresAfterDays: [1, 90] } as const;
type NumberName = keyof typeof limits;

export const toFormValues = ({
  displayName,
  accepts,
  answerWithinBusinessDays,
  expiresAfterDays,
  needsConflictCheck,
  autoUpdates,
}: Changes): ProfileValues => ({
  displayName,
  accepts,
  answerWithinBusinessDays: String(answerWithinBusinessDays),
  expiresAfterDays: String(expiresAfterDays),
  needsConflictCheck,
  autoUpdates,
});

/** @returns the whole number within the limits of its field, or null */
function readNumber(name: NumberName, text: string): number | null {
  const [least, most] = limits[name];
  const number = /^\d{1,2}$/.test(text.trim()) ? Number(text.trim()) : -1;
  return number >= least && number <= most ? number : null;
}

interface Texts {
  enterDisplayName: string;
  enterNumber: (least: number, most: number) => string;
}

/** @returns what to send, or the faults by field */
export function parseProfile(
  { displayName, ...values }: ProfileValues,
  { enterDisplayName, enterNumber }: Texts,
): { faults: Partial<Record<keyof ProfileValues, string>>; changes: Changes | null } {
  const name = displayName.trim();
  const answerWithinBusinessDays = readNumber("answerWithinBusinessDays", values.answerWithinBusinessDays);
  const expiresAfterDays = readNumber("expiresAfterDays", values.expiresAfterDays);
  const faults = {
    ...(name === "" && { displayName: enterDisplayName }),
    ...(answerWithinBusinessDays === null && {
      answerWithinBusinessDays: enterNumber(...limits.answerWithinBusinessDays),
    }),
    ...(expiresAfterDays === null && { expiresAfterDays: enterNumber(...limits.expiresAfterDays) }),
  };
  if (name === "" || answerWithinBusinessDays === null || expiresAfterDays === null) return { faults, changes: null };
  return { faults, changes: { ...values, displayName: name, answerWithinBusinessDays, expiresAfterDays } };
}
