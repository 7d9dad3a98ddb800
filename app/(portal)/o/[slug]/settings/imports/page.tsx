import type { Metadata } from "next";
import { ImportsScreen } from "../../../../../../src/portal/imports/imports-screen.tsx";
import { importsScreen as t } from "../../../../../../src/portal/imports/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <ImportsScreen />;
}
