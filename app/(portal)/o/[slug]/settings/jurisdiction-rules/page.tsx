import type { Metadata } from "next";
import { RulesScreen } from "../../../../../../src/portal/jurisdiction-rules/rules-screen.tsx";
import { rulesScreen as t } from "../../../../../../src/portal/jurisdiction-rules/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <RulesScreen />;
}
