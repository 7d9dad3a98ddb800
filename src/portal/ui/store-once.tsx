import { useState, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { Checkbox } from "./forms/checkbox.tsx";
import { Dialog } from "./overlays/dialog.tsx";
import { storeOnce as t } from "./strings.ts";
import { UnsavedGuard } from "./unsaved-guard.tsx";

interface StoreOnceProps {
  /** How many secrets there are. */
  count?: number;
  /** What it is called instead of a secret: "URL". */
  noun?: string;
  /** While further secrets are on their way. */
  busy?: boolean;
  description: ReactNode;
  hint: string;
  /** The secret, as CodeBlocks; kept only in this page's memory. */
  children: ReactNode;
  onStored: () => void;
}

/** Shows a secret once. Closes only after confirming that it is stored; Back and closing the page ask first. */
export function StoreOnce({
  count = 1,
  noun = count === 1 ? "secret" : "secrets",
  busy = false,
  description,
  hint,
  children,
  onStored,
}: StoreOnceProps) {
  const [isStored, setStored] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={() => undefined}
      dismissible={false}
      width="lg"
      title={t.store(noun)}
      description={description}
      footer={
        <Button variant="primary" disabled={!isStored || busy} onClick={onStored}>
          {t.done}
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {children}
        <Checkbox
          checked={isStored}
          onChange={(event) => setStored(event.target.checked)}
          label={t.iHaveStored(noun)}
          hint={hint}
        />
        <UnsavedGuard
          active
          title={t.leaveWithoutStoring(noun)}
          description={count === 1 ? t.cannotBeShownAgain : t.cannotBeShownAgainEach}
          leave={t.leavePage}
        />
      </div>
    </Dialog>
  );
}
