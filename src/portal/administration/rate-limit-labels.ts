export const limitTiers = [
  { tier: "read", label: "Read", hint: "Lists and records" },
  { tier: "write", label: "Write", hint: "Create and change" },
  { tier: "sensitive", label: "Sensitive", hint: "Medical, identifiers" },
] as const;
export type LimitTier = (typeof limitTiers)[number]["tier"];

const maxRequests = 1_000_000;

/** A typed limit: a whole number, null for the installation's, or an error. */
export function readLimit(typed: string): { limit: number | null; fault?: undefined } | { fault: string } {
  const text = typed.trim();
  if (text === "") return { limit: null };
  const limit = Number(text.replaceAll(/[,\s]/g, ""));
  if (!/^[\d,\s]+$/.test(text) || limit < 1 || limit > maxRequests)
    return { fault: "Enter a whole number from 1 to 1,000,000, or leave empty." };
  return { limit };
}
