import { createHmac, randomInt, timingSafeEqual } from "node:crypto";

/** Codes as authenticator programs make them by default. Source: RFC 6238; the key URI format. */
const stepSeconds = 30;
const digits = 6;
/** Clocks differ and people type slowly: the code before and the one after are taken as well. */
const toleratedSteps = 1;

const base32Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const secretAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const secretLength = 32;

/** A new TOTP secret: 190 random bits, as text, since Better Auth takes a secret's text as the key's bytes. */
export function createTotpSecret(): string {
  return Array.from({ length: secretLength }, () => secretAlphabet[randomInt(secretAlphabet.length)]).join("");
}

/** The secret as authenticator programs take it: base32 of its bytes, without padding. */
export function encodeTotpSecret(secret: string): string {
  const bits = [...Buffer.from(secret, "utf8")].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => base32Alphabet[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

/** The opposite of encodeTotpSecret. Throws when the text is no base32. */
export function decodeTotpSecret(encoded: string): string {
  const values = encoded.toUpperCase().split("").map((character) => base32Alphabet.indexOf(character));
  if (values.includes(-1)) throw new Error("This is no base32.");
  const bits = values.map((value) => value.toString(2).padStart(5, "0")).join("");
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return Buffer.from(bytes).toString("utf8");
}

/** The time step of an instant in milliseconds. */
export function totpStepAt(milliseconds: number): number {
  return Math.floor(milliseconds / 1_000 / stepSeconds);
}

/** How long until the next code, in milliseconds. */
export function untilNextTotpStep(milliseconds: number): number {
  return (totpStepAt(milliseconds) + 1) * stepSeconds * 1_000 - milliseconds;
}

/** The code of a time step. Source: RFC 4226, section 5.3. */
export function createTotpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const truncated = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(truncated % 10 ** digits).padStart(digits, "0");
}

/** The time step whose code this is; null for a wrong code. */
export function findTotpStep(secret: string, code: string, milliseconds: number): number | null {
  const present = totpStepAt(milliseconds);
  for (let step = present - toleratedSteps; step <= present + toleratedSteps; step += 1) {
    const expected = Buffer.from(createTotpCode(secret, step));
    const given = Buffer.from(code);
    if (given.length === expected.length && timingSafeEqual(given, expected)) return step;
  }
  return null;
}
