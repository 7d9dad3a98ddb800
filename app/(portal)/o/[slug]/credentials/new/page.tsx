import type { Metadata } from "next";
import { NewKey } from "../../../../../../src/portal/credentials/form/new-key.tsx";

export const metadata: Metadata = { title: "Create API key" };

export default function Page() {
  return <NewKey />;
}
