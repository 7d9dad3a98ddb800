"use client";

import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Checkbox } from "./forms/checkbox.tsx";
import { Dialog } from "./overlays/dialog.tsx";

interface StoreOnceProps {
  description: ReactNode;
  /** Where to store it, and what to do when it is lost. */
  hint: string;
  /** The secret, as CodeBlocks: it lives in the memory of this page alone, in no address, no storage and no log. */
  children: ReactNode;
  onStored: () => void;
}

/** The one time that a secret is seen. It closes when one says that it is stored, and in no other way. */
export function StoreOnce({ description, hint, children, onStored }: StoreOnceProps) {
  const [isStored, setStored] = useState(false);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, []);
  return (
    <Dialog
      open
      onOpenChange={() => undefined}
      dismissible={false}
      width="lg"
      title="Store the secret"
      description={description}
      footer={
        <Button variant="primary" disabled={!isStored} onClick={onStored}>
          Done
        </Button>
      }
    >
      <div className="grid gap-4">
        {children}
        <Checkbox checked={isStored} onChange={(event) => setStored(event.target.checked)} label="I have stored the secret" hint={hint} />
      </div>
    </Dialog>
  );
}
