import type { Metadata } from "next";
import { PolicyScreen } from "../../../../../../src/portal/deadlines/policy-screen.tsx";
import { policyScreen as t } from "../../../../../../src/portal/deadlines/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <PolicyScreen />;
}
