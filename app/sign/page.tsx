import { readLocale } from "../../src/portal/sign-in/read-locale.ts";
import { SigningScreen } from "../../src/portal/signing/signing-screen.tsx";

/** The page of a session that was begun; `/sign/<token>` is the same page before. */
export default async function Page() {
  return <SigningScreen initial={await readLocale()} />;
}
