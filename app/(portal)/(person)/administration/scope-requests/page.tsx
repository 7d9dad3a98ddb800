import type { Metadata } from "next";
import { ScopeRequestsScreen } from "../../../../../src/portal/administration/scope-requests/scope-requests-screen.tsx";

export const metadata: Metadata = { title: "Elevated scopes" };

export default function Page() {
  return <ScopeRequestsScreen />;
}
