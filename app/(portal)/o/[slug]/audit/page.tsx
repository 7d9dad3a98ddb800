import type { Metadata } from "next";
import { AuditScreen } from "../../../../../src/portal/audit/audit-screen.tsx";

export const metadata: Metadata = { title: "Audit log" };

export default function Page() {
  return <AuditScreen />;
}
