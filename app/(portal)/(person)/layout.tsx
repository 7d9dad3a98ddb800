import type { ReactNode } from "react";
import { Shell } from "../../../src/portal/shell/shell.tsx";

export default function Layout({ children }: { children: ReactNode }) {
  return <Shell slug={null}>{children}</Shell>;
}
