import type { Metadata } from "next";
import { WhoseKeyScreen } from "../../../../../src/portal/whose-key/whose-key-screen.tsx";

export const metadata: Metadata = { title: "Whose key is this?" };

export default function Page() {
  return <WhoseKeyScreen />;
}
