import anyAscii from "any-ascii";
import { invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import type { NamedClient } from "./store.ts";

/** Words that stand in many last names and in many other sentences. */
const particles = new Set(["van", "von", "den", "der", "del", "dos", "das", "las", "los", "san", "ten", "ter", "mac"]);
const minLetters = 3;
/** So many digits in a row of a phone number are one. */
const minDigits = 7;

/** The words of a text in ASCII, without case, accents, apostrophes, invisible marks and the `s` of a possessive. */
function listWords(text: string): string[] {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/['`´’‘ʼʹ]s(?![\p{L}\p{N}])/gu, "")
    .replaceAll(/['`´’‘ʼʹ]/gu, "");
  const words = plain.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== "");
  return words.map((word) => anyAscii(word).toLowerCase());
}

/** Words that follow each other, written as one: `Mc Donald` is a way to write McDonald, and `O Brien` O'Brien. */
const maxParts = 3;

function listJoined(words: readonly string[]): string[] {
  return words.flatMap((_, start) =>
    Array.from({ length: maxParts }, (__, more) => words.slice(start, start + more + 1).join("")),
  );
}

/** The digits of a text that stand together, whatever people write between them. */
function listDigitRuns(text: string): string[] {
  return text.replace(/(?<=\d)[\s().+-]{1,3}(?=\d)/g, "").match(/\d+/g) ?? [];
}

function containsPhone(runs: readonly string[], phone: string): boolean {
  const digits = phone.replace(/\D/g, "");
  for (let start = 0; start + minDigits <= digits.length; start += 1) {
    const part = digits.slice(start, start + minDigits);
    if (runs.some((run) => run.includes(part))) return true;
  }
  return false;
}

/** Whether a text says who the client is. */
export function namesClient(text: string, { lastNames, emails, phones }: NamedClient): boolean {
  const words = new Set(listJoined(listWords(text)));
  const telling = lastNames
    .map(listWords)
    .flatMap((parts) => [...parts, parts.join("")])
    .filter((word) => word.length >= minLetters && !particles.has(word));
  if (telling.some((word) => words.has(word))) return true;
  const lower = text.toLowerCase();
  if (emails.some((email) => lower.includes(email.toLowerCase()))) return true;
  const runs = listDigitRuns(text);
  return phones.some((phone) => containsPhone(runs, phone));
}

/** @throws VALIDATION_FAILED */
export function assertNamesNobody(summary: string, client: NamedClient | undefined): void {
  if (client !== undefined && namesClient(summary, client))
    throw invalidInput({ path: "teaser.summary", message: "must not name the client" });
}

/**
 * The name of a lead is often learned, and that of a client corrected, after the referral was drafted.
 *
 * @throws INVALID_STATE_TRANSITION
 */
export function assertStillNamesNobody(summary: string, client: NamedClient | undefined): void {
  if (client !== undefined && namesClient(summary, client))
    throw invalidState("teaser.summary names the client; change it before the referral is sent");
}
