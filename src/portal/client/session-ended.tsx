"use client";

import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { goToSignIn } from "./sign-in-address.ts";

/** Covers the screen and keeps its input. */
export function SessionEnded({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      width="sm"
      title="You are signed out"
      description="Your session has ended. Nothing was changed. Sign in again to continue; unsaved input on this screen is lost."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Stay on this page</Button>
          <Button variant="primary" onClick={goToSignIn}>
            Sign in
          </Button>
        </>
      }
    />
  );
}
