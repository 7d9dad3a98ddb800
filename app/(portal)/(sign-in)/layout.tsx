import type { ReactNode } from "react";
import { LocaleProvider } from "../../../src/portal/client/locale.tsx";
import { AuthFrame } from "../../../src/portal/sign-in/auth-frame.tsx";
import { readLocale } from "../../../src/portal/sign-in/read-locale.ts";

export default async function Layout({ children }: { children: ReactNode }) {
  return (
    <LocaleProvider initial={await readLocale()}>
      <AuthFrame>{children}</AuthFrame>
    </LocaleProvider>
  );
}
