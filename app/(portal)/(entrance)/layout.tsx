import type { ReactNode } from "react";
import { EntranceFrame } from "../../../src/portal/sign-in/auth-card.tsx";

export default function Layout({ children }: { children: ReactNode }) {
  return <EntranceFrame>{children}</EntranceFrame>;
}
