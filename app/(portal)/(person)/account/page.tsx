import type { Metadata } from "next";
import { AccountScreen } from "../../../../src/portal/account/account-screen.tsx";

export const metadata: Metadata = { title: "Account and security" };

export default function Page() {
  return <AccountScreen />;
}
