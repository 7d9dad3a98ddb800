import type { Metadata } from "next";
import { RequestDebuggerScreen } from "../../../../../src/portal/request-debugger/request-debugger-screen.tsx";
import { requestDebuggerScreen as t } from "../../../../../src/portal/request-debugger/strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <RequestDebuggerScreen />;
}
