import { readEnvironment } from "../platform/environment.ts";
import {
  createTotpCode,
  decodeTotpSecret,
  totpStepAt,
  millisecondsUntilNextTotpStep,
} from "../platform/identity/second-factor/totp.ts";
import { readSummary } from "./serve/demo-file.ts";

/** Prints the present code of a person's second factor: `npm run totp -- manager`. The demo's alone. */
const part = process.argv[2] ?? "manager";
const { calendarFeedUrl: _url, ...people } = readSummary(readEnvironment(process.env).dataDirectory)?.portal ?? {};
const withCodes = Object.entries(people).filter(([, { totpSecret }]) => totpSecret !== undefined);
const secret = withCodes.find(([name, { email }]) => name === part || email === part)?.[1].totpSecret;
if (secret === undefined) {
  console.error(
    `Nobody called ${part} has a second factor in demo.json. ${withCodes.map(([name]) => name).join(", ")}`,
  );
  process.exitCode = 1;
} else {
  const now = Date.now();
  console.log(
    `${createTotpCode(decodeTotpSecret(secret), totpStepAt(now))}   for ${Math.ceil(millisecondsUntilNextTotpStep(now) / 1_000)} more seconds; it can be used once`,
  );
}
