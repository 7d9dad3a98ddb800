import type { Metadata } from "next";
import { WhoseKeyScreen } from "../../../../../src/portal/find-key/find-key-screen.tsx";

export const metadata: Metadata = { title: "Find a key" };

export default function Page() {
  return <WhoseKeyScreen />;
}
