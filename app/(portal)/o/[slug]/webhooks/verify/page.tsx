import type { Metadata } from "next";
import { VerifyScreen } from "../../../../../../src/portal/verify-signature/verify-screen.tsx";
import { verifyScreen as t } from "../../../../../../src/portal/verify-signature/strings.ts";

export const metadata: Metadata = { title: t.verifySignature };

export default function Page() {
  return <VerifyScreen />;
}
