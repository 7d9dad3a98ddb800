import type { Metadata } from "next";
import { TrustScreen } from "../../../../../src/portal/trust/trust-screen.tsx";
import { trustScreen as t } from "../../../../../src/portal/trust/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <TrustScreen />;
}
