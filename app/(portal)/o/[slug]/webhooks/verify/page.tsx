import type { Metadata } from "next";
import { VerifyScreen } from "../../../../../../src/portal/verify-signature/verify-screen.tsx";

export const metadata: Metadata = { title: "Verify signature" };

export default function Page() {
  return <VerifyScreen />;
}
