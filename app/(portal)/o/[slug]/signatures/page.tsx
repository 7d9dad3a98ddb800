import type { Metadata } from "next";
import { SignaturesScreen } from "../../../../../src/portal/esign/signatures-screen.tsx";
import { signaturesScreen as t } from "../../../../../src/portal/esign/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <SignaturesScreen />;
}
