import { invalidInput } from "../../../contract/errors/error-codes.ts";
import type { NamedClient } from "./store.ts";

/** Words that stand in many last names and in many other sentences. */
const particles = new Set(["van", "von", "den", "der", "del", "dos", "das", "las", "los", "san", "ten", "ter", "mac"]);
const minLetters = 3;
/** So many digits in a row of a phone number are one. */
const minDigits = 7;

/** The words of a text, without case and accents. */
function listWords(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
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
  const words = new Set(listWords(text));
  const telling = lastNames.flatMap(listWords).filter((word) => word.length >= minLetters && !particles.has(word));
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
