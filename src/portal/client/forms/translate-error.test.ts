import { expect, test } from "vitest";
import { translateError, translateFault } from "./translate-error.ts";

const english = "The server's words";
const translate = (code: Parameters<typeof translateError>[0]["code"], reason: "sign_in" | null = null, own = {}) =>
  translateError({ code, message: english, reason }, "es", own);

test("what the server rejects is Spanish for a Spanish reader, in the screen's words where it has some", () => {
  for (const code of [
    "UNAUTHORIZED",
    "FORBIDDEN",
    "NOT_FOUND",
    "INVALID_STATE_TRANSITION",
    "VALIDATION_FAILED",
    "INTERNAL_ERROR",
    "UNAVAILABLE",
  ] as const)
    expect(translate(code)).not.toBe(english);
  expect(translate("UNAUTHORIZED", null, { UNAUTHORIZED: "Su contraseña" })).toBe("Su contraseña");
  expect(translate("UNAUTHORIZED", "sign_in", { UNAUTHORIZED: "Su contraseña" })).toMatch(/^Vuelva a iniciar sesión/);
  expect(translateFault(english, "es")).not.toBe(english);
});

test("English readers get the server's message, and a wait is translated already", () => {
  expect([
    translateError({ code: "UNAUTHORIZED", message: english, reason: null }, "en", { UNAUTHORIZED: "own" }),
    translateFault(english, "en"),
    translate("RATE_LIMITED"),
  ]).toEqual([english, english, english]);
});
