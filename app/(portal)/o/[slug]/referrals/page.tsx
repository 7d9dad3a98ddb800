import type { Metadata } from "next";
import { ReferralsScreen } from "../../../../../src/portal/referrals/referrals-screen.tsx";
import { referralsScreen as t } from "../../../../../src/portal/referrals/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <ReferralsScreen />;
}
