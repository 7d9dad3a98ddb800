import { usePathname, useSearchParams } from "next/navigation";
import { useState, type ReactNode } from "react";
import { AlertDialog } from "./overlays/alert-dialog.tsx";
import { guardedTabs as t } from "./strings.ts";
import { Tabs } from "./tabs.tsx";

type TabList = readonly { value: string; label: string }[];

/** The tab in the URL: the first is the default, `?tab=usage` selects another. */
export function useTab(tabs: TabList): TabList[number] | undefined {
  const inAddress = useSearchParams().get("tab");
  return tabs.find(({ value }) => value === inAddress) ?? tabs[0];
}

interface GuardedTabsProps {
  label: string;
  tabs: TabList;
  /** TabPanels. After `onDirtyChange(true)` leaving requires a confirmation. */
  children: (onDirtyChange: (isDirty: boolean) => void) => ReactNode;
}

/** Tabs kept in the URL that require a confirmation before unsaved changes are discarded. */
export function GuardedTabs({ label, tabs, children }: GuardedTabsProps) {
  const path = usePathname();
  const [isDirty, setDirty] = useState(false);
  const [wanted, setWanted] = useState<string | null>(null);
  const first = tabs[0]?.value ?? "";
  const tab = useTab(tabs)?.value ?? first;
  const open = (next: string) => window.history.pushState(null, "", next === first ? path : `${path}?tab=${next}`);
  return (
    <>
      <Tabs label={label} value={tab} onValueChange={(next) => (isDirty ? setWanted(next) : open(next))} tabs={tabs}>
        {children(setDirty)}
      </Tabs>
      <AlertDialog
        open={wanted !== null}
        onOpenChange={() => setWanted(null)}
        title={t.leaveWithoutSaving}
        description={t.leaveWithoutSavingDescription}
        confirm={t.leavePage}
        onConfirm={() => {
          setDirty(false);
          setWanted(null);
          open(wanted ?? first);
        }}
      />
    </>
  );
}
