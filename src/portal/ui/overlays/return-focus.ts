"use client";

import { useState } from "react";

/**
 * Gives the focus back to what had it when the dialog opened. Radix would give it to a trigger of its own, and there is none:
 * dialogs are opened by whatever button, and are made when they open.
 */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
    (isThere ? opener : document.getElementById("content"))?.focus();
  };
}
