import type { Metadata } from "next";
import { SandboxScreen } from "../../../../../../src/portal/sandbox/sandbox-screen.tsx";
import { sandboxScreen as t } from "../../../../../../src/portal/sandbox/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <SandboxScreen />;
}
