import type { Metadata } from "next";
import { BillingPolicyScreen } from "../../../../../../src/portal/billing/policy-screen.tsx";
import { policyScreen as t } from "../../../../../../src/portal/billing/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <BillingPolicyScreen />;
}
