"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useState } from "react";
import type { ReactNode } from "react";
import { AlertDialog } from "./overlays/alert-dialog.tsx";
import { Tabs } from "./tabs.tsx";

interface GuardedTabsProps {
  label: string;
  /** The first is open unless the address says otherwise: `?tab=usage`. */
  tabs: readonly { value: string; label: ReactNode }[];
  /** TabPanels. What calls `onDirtyChange` with true is not left without a question. */
  children: (onDirtyChange: (isDirty: boolean) => void) => ReactNode;
}

/** Tabs of which the open one stands in the address, and which ask before what was typed in one is lost. */
export function GuardedTabs({ label, tabs, children }: GuardedTabsProps) {
  const path = usePathname();
  const inAddress = useSearchParams().get("tab");
  const [isDirty, setDirty] = useState(false);
  const [wanted, setWanted] = useState<string | null>(null);
  const first = tabs[0]?.value ?? "";
  const tab = tabs.find(({ value }) => value === inAddress)?.value ?? first;
  const open = (next: string) => window.history.pushState(null, "", next === first ? path : `${path}?tab=${next}`);
  return (
    <>
      <Tabs label={label} value={tab} onValueChange={(next) => (isDirty ? setWanted(next) : open(next))} tabs={tabs}>
        {children(setDirty)}
      </Tabs>
      <AlertDialog
        open={wanted !== null}
        onOpenChange={() => setWanted(null)}
        title="Leave without saving?"
        description="Your changes on this page will be lost."
        confirm="Leave page"
        onConfirm={() => {
          setDirty(false);
          setWanted(null);
          open(wanted ?? first);
        }}
      />
    </>
  );
}
