import { cookies, headers } from "next/headers";
import { pickLocale, type Locale } from "../client/pick-locale.ts";

/** The locale of a request, on the server. */
export async function readLocale(): Promise<Locale> {
  return pickLocale((await cookies()).get("locale")?.value, (await headers()).get("accept-language"));
}
