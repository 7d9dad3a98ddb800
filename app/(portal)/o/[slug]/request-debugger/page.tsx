import type { Metadata } from "next";
import { RejectionsScreen } from "../../../../../src/portal/request-debugger/request-debugger-screen.tsx";

export const metadata: Metadata = { title: "Request debugger" };

export default function Page() {
  return <RejectionsScreen />;
}
