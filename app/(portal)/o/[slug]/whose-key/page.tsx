import type { Metadata } from "next";
import { WhoseKeyScreen } from "../../../../../src/portal/find-key/find-key-screen.tsx";

export const metadata: Metadata = { title: "Whose key is this?" };

export default function Page() {
  return <WhoseKeyScreen />;
}
