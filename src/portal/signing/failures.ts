import { DoorError } from "./door.ts";
import type { SigningStrings } from "./strings.ts";

/** The text for a recipient whose request failed. */
export function describeFailure(words: SigningStrings, error: unknown): string {
  const status = error instanceof DoorError ? error.status : null;
  if (status === 0) return words.noConnection;
  return status === 429 ? words.tooMany : words.unexpected;
}

export function statusOf(error: unknown): number {
  return error instanceof DoorError ? error.status : 500;
}
