import { generateRandomString } from "better-auth/crypto";

const length = 10;
const half = length / 2;

/** Signs that look like others, on paper or in a font: 1, l and I; 0, O and o. */
const misread = /[1lI0Oo]/g;

/** Ten recovery codes such as `abcde-23456`, each of some 58 random bits. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => {
    const signs = drawSigns();
    return `${signs.slice(0, half)}-${signs.slice(half)}`;
  });
}

/** Misread signs are drawn again, so that all others are equally likely. */
function drawSigns(drawn = ""): string {
  const signs = `${drawn}${generateRandomString(length, "a-z", "A-Z", "0-9").replaceAll(misread, "")}`;
  return signs.length < length ? drawSigns(signs) : signs.slice(0, length);
}
